#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "base/limits.h"
#include "campaign/set.h"

namespace arges::cli {

/// Has `arges synth` make tasks in a folder beside the campaign, once for each text of a
/// specification and version of the program. What was made by others, or from another text, is in
/// other folders and stays: someone may use it.
class SynthesizedTasks : public campaign::Synthesizer {
 public:
  struct Watcher {
    /// Called before anything is made; throws if another process may be at the campaign.
    std::function<void()> be_alone;
    /// Told, in a line, how far it is where that takes long.
    std::function<void(const std::string& line)> say;
  };
  SynthesizedTasks(std::string program, std::filesystem::path folder, const Limits& limits,
                   Watcher watcher);

  /// Throws LimitReached if it is stopped meanwhile.
  std::filesystem::path make(const std::string& specification, std::uint64_t first_seed,
                             std::uint32_t count) override;

 private:
  void run(const std::string& specification, std::uint64_t first_seed, std::uint32_t count,
           const std::filesystem::path& out) const;
  std::string maker();

  std::string program_;
  std::string maker_;  ///< what the program's bytes are; "": nobody asked yet
  std::filesystem::path folder_;
  const Limits& limits_;
  Watcher watcher_;
};

}  // namespace arges::cli
