#include "campaign/report/pairs.h"

#include "base/invariant.h"
#include "campaign/report/tally.h"

namespace arges::campaign {

namespace {

constexpr std::array<const char*, number_of_endings> ending_names{
    "true", "false", "wrong", "unknown", "timeout", "memory", "error", "missing"};

bool is_solved_run(const Results& results, std::size_t task, std::size_t column) {
  return is_solved(mark_of(results, task, column));
}

}  // namespace

const char* to_string(Ending ending) { return ending_names.at(static_cast<std::size_t>(ending)); }

Ending ending_of(const Results& results, std::size_t task, std::size_t column) {
  const std::optional<RunResult>& run = results.runs[task][column];
  if (!run) return Ending::missing;
  if (mark_of(results, task, column) == Mark::wrong) return Ending::wrong;
  switch (run->verdict.status) {
    case Status::holds:
      return Ending::says_true;
    case Status::violated:
      return Ending::says_false;
    case Status::unknown:
      return Ending::unknown;
    case Status::timeout:
      return Ending::timeout;
    case Status::out_of_memory:
      return Ending::out_of_memory;
    case Status::error:
      return Ending::error;
  }
  UNREACHABLE("every status should be an ending");
}

bool PairTable::has(Ending ending) const {
  const auto index = static_cast<std::size_t>(ending);
  for (std::size_t other = 0; other < number_of_endings; ++other)
    if (endings[index][other] != 0 || endings[other][index] != 0) return true;
  return false;
}

PairTable pair_table(const Results& results, std::size_t first, std::size_t second) {
  PairTable table{.first = first, .second = second};
  for (std::size_t task = 0; task < results.tasks.size(); ++task) {
    if (results.left_out.contains({task, first}) || results.left_out.contains({task, second}))
      continue;
    const auto row = static_cast<std::size_t>(ending_of(results, task, first));
    const auto column = static_cast<std::size_t>(ending_of(results, task, second));
    ++table.endings[row][column];
    if (!results.runs[task][first] || !results.runs[task][second]) continue;
    const bool by_first = is_solved_run(results, task, first);
    const bool by_second = is_solved_run(results, task, second);
    if (by_first && by_second) {
      ++table.both;
      table.first_seconds += results.runs[task][first]->cpu_seconds;
      table.second_seconds += results.runs[task][second]->cpu_seconds;
    } else {
      ++(by_first ? table.only_first : by_second ? table.only_second : table.neither);
    }
  }
  return table;
}

}  // namespace arges::campaign
