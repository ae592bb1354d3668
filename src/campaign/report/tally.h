#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "campaign/results.h"

namespace arges::campaign {

/// What the answer of a run is worth, seen beside the known one and those of other runs.
enum class Mark : std::uint8_t {
  none,  ///< there was no answer
  correct,
  wrong,
  unconfirmed,  ///< nobody knows the answer
  disputed,     ///< nobody knows the answer, and another configuration says the opposite
};
const char* to_string(Mark mark);

/// The mark of a run that is there.
Mark mark_of(const Results& results, std::size_t task, std::size_t column);
/// Correct answers, and unconfirmed ones that nobody contradicts: without known answers there would
/// be nothing to compare.
bool is_solved(Mark mark);

/// Runs counted together.
struct Tally {
  std::size_t runs = 0;  ///< the missing ones too
  std::size_t correct_true = 0;
  std::size_t correct_false = 0;
  std::size_t wrong = 0;
  std::size_t unconfirmed = 0;  ///< the disputed ones too
  std::size_t disputed = 0;
  std::size_t unknown = 0;
  std::size_t timeout = 0;
  std::size_t out_of_memory = 0;
  std::size_t error = 0;
  std::size_t missing = 0;
  std::int64_t points = 0;
  std::int64_t most_points = 0;  ///< of all tasks, whether they were run or not
  double correct_seconds = 0;    ///< CPU time of the correct answers
  double solved_seconds = 0;     ///< CPU time of what is solved

  void add(const Results& results, std::size_t task, std::size_t column);
  std::size_t correct() const { return correct_true + correct_false; }
  std::size_t solved() const { return correct() + unconfirmed - disputed; }
};

/// Of all tasks of a configuration.
Tally tally_of(const Results& results, std::size_t column);

/// Tasks that belong together.
struct Family {
  std::string name;
  std::vector<std::size_t> tasks;
};
/// In the order in which they first come.
std::vector<Family> families_of(const Results& results);
Tally tally_of(const Results& results, std::size_t column, const Family& family);

/// A task and a column.
using RunPlace = std::pair<std::size_t, std::size_t>;
std::vector<RunPlace> wrong_answers(const Results& results);
/// "TASK by CONFIGURATION says true, expected false".
std::string wrong_text(const Results& results, const RunPlace& run);
/// The tasks without a known answer for which configurations contradict each other.
std::vector<std::size_t> disputed_tasks(const Results& results);
/// "TASK: true by A, B; false by C".
std::string dispute_text(const Results& results, std::size_t task);

}  // namespace arges::campaign
