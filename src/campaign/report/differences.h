#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "campaign/results.h"

namespace arges::campaign {

/// A run whose result is not what it was in an earlier campaign.
struct Difference {
  enum class Kind : std::uint8_t {
    newly_wrong,
    turned,  ///< the opposite answer, and nobody knows which is right
    lost,    ///< solved then, not solved now
    gained,
    slower,  ///< solved both times; at least twice the CPU time, and a second more
    faster,
  };
  Kind kind;
  std::size_t task;
  std::size_t column;
  const RunResult* then;
  const RunResult* now;
};
inline constexpr std::array difference_kinds{
    Difference::Kind::newly_wrong, Difference::Kind::turned, Difference::Kind::lost,
    Difference::Kind::gained,      Difference::Kind::slower, Difference::Kind::faster};
const char* to_string(Difference::Kind kind);

/// What two campaigns have in common, by the names of tasks and configurations, and where it
/// differs. Points into both.
struct Differences {
  std::vector<Difference> runs;  ///< by kind, then task, then column
  std::size_t compared = 0;      ///< runs that are in both
  std::size_t new_tasks = 0;
  std::size_t gone_tasks = 0;
  std::vector<std::string> new_columns;
  std::vector<std::string> gone_columns;

  std::size_t count(Difference::Kind kind) const;
  std::size_t count(Difference::Kind kind, std::size_t column) const;
};

/// Answers of both campaigns are judged by what is known now.
Differences differences(const Results& now, const Results& earlier);
/// What should be said before the differences: how much is compared, and why times may not be.
std::vector<std::string> remarks(const Differences& differences, const Results& now,
                                 const Results& earlier);

}  // namespace arges::campaign
