#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "smt/solver.h"

namespace arges::smt {

/// Writes queries to numbered files of one folder: 000001.smt2, 000002.smt2, …
class QueryDump {
 public:
  /// Makes the folder; throws UsageError if that fails.
  explicit QueryDump(std::filesystem::path folder);

  /// The script, before the solver gets it, so that a query that crashes is there too.
  void begin(const std::string& script);
  /// "; status: …", once it is known.
  void end(Status status) const;

 private:
  std::filesystem::path folder_;
  std::filesystem::path current_;
  std::uint64_t number_ = 0;
};

}  // namespace arges::smt
