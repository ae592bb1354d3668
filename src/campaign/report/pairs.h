#pragma once

#include <array>
#include <cstdint>

#include "campaign/results.h"

namespace arges::campaign {

/// How a run of a pair ended. True and false are answers that are not known to be wrong.
enum class Ending : std::uint8_t {
  says_true,
  says_false,
  wrong,
  unknown,
  timeout,
  out_of_memory,
  error,
  missing,
};
inline constexpr std::size_t number_of_endings = 8;
const char* to_string(Ending ending);
Ending ending_of(const Results& results, std::size_t task, std::size_t column);

/// Two configurations on the same tasks, as in Tables 7.3 to 7.6 of Ádám 2023: how many tasks ended
/// this way with the first and that way with the second. Departing from them, wrong answers have a
/// row of their own, and it is summed up who solved what, of tasks that both ran. Tasks that one of
/// them does not take are in no table.
struct PairTable {
  std::size_t first;
  std::size_t second;
  /// By the ending of the first, then of the second.
  std::array<std::array<std::size_t, number_of_endings>, number_of_endings> endings{};
  std::size_t both = 0;
  std::size_t only_first = 0;
  std::size_t only_second = 0;
  std::size_t neither = 0;
  double first_seconds = 0;  ///< CPU time on what both solved
  double second_seconds = 0;

  /// Whether one of the two ever ended this way.
  bool has(Ending ending) const;
};
PairTable pair_table(const Results& results, std::size_t first, std::size_t second);

}  // namespace arges::campaign
