#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/limits.h"
#include "campaign/set.h"

namespace arges::cli {

/// Has `arges synth` make tasks in a folder beside the campaign, once for each text of a
/// specification and version of the program.
class SynthesizedTasks : public campaign::Synthesizer {
 public:
  /// `say` is told, in a line, how far it is where that takes long.
  SynthesizedTasks(std::string program, std::filesystem::path folder, const Limits& limits,
                   std::function<void(const std::string& line)> say);

  /// Throws LimitReached if it is stopped meanwhile.
  std::filesystem::path make(const std::string& specification, std::uint64_t first_seed,
                             std::uint32_t count) override;

 private:
  void run(const std::string& specification, std::uint64_t first_seed, std::uint32_t count,
           const std::filesystem::path& out) const;

  std::string program_;
  std::filesystem::path folder_;
  const Limits& limits_;
  std::function<void(const std::string& line)> say_;
};

}  // namespace arges::cli
