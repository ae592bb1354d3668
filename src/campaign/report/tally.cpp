#include "campaign/report/tally.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::campaign {

namespace {

bool is_contradicted(const Results& results, std::size_t task, Status status) {
  const Status opposite = status == Status::holds ? Status::violated : Status::holds;
  return std::ranges::any_of(results.runs[task], [&](const std::optional<RunResult>& run) {
    return run && run->verdict.status == opposite;
  });
}

std::vector<std::string> columns_saying(const Results& results, std::size_t task, Status status) {
  std::vector<std::string> names;
  for (std::size_t column = 0; column < results.columns.size(); ++column) {
    const std::optional<RunResult>& run = results.runs[task][column];
    if (run && run->verdict.status == status) names.push_back(results.columns[column].name);
  }
  return names;
}

}  // namespace

const char* to_string(Mark mark) {
  switch (mark) {
    case Mark::none:
      return "none";
    case Mark::correct:
      return "correct";
    case Mark::wrong:
      return "wrong";
    case Mark::unconfirmed:
      return "unconfirmed";
    case Mark::disputed:
      return "disputed";
  }
  UNREACHABLE("there should be a word for every mark");
}

Mark mark_of(const Results& results, std::size_t task, std::size_t column) {
  const std::optional<RunResult>& run = results.runs[task][column];
  INVARIANT(run, "only runs that are there should be marked");
  switch (judge(run->verdict, results.tasks[task].expected)) {
    case Judgement::correct:
      return Mark::correct;
    case Judgement::wrong:
      return Mark::wrong;
    case Judgement::unconfirmed:
      return is_contradicted(results, task, run->verdict.status) ? Mark::disputed
                                                                 : Mark::unconfirmed;
    case Judgement::none:
      return Mark::none;
  }
  UNREACHABLE("every judgement should have a mark");
}

bool is_solved(Mark mark) { return mark == Mark::correct || mark == Mark::unconfirmed; }

void Tally::add(const Results& results, std::size_t task, std::size_t column) {
  if (results.left_out.contains({task, column})) return;
  const Expected& expected = results.tasks[task].expected;
  ++runs;
  most_points += campaign::most_points(expected);
  const std::optional<RunResult>& run = results.runs[task][column];
  if (!run) {
    ++missing;
    return;
  }
  const Status status = run->verdict.status;
  points += score(run->verdict, expected);
  const Mark mark = mark_of(results, task, column);
  if (mark == Mark::correct) {
    ++(status == Status::holds ? correct_true : correct_false);
    correct_seconds += run->cpu_seconds;
  }
  if (campaign::is_solved(mark)) solved_seconds += run->cpu_seconds;
  wrong += mark == Mark::wrong ? 1 : 0;
  unconfirmed += mark == Mark::unconfirmed || mark == Mark::disputed ? 1 : 0;
  disputed += mark == Mark::disputed ? 1 : 0;
  unknown += status == Status::unknown ? 1 : 0;
  timeout += status == Status::timeout ? 1 : 0;
  out_of_memory += status == Status::out_of_memory ? 1 : 0;
  error += status == Status::error ? 1 : 0;
}

Tally tally_of(const Results& results, std::size_t column) {
  Tally result;
  for (std::size_t task = 0; task < results.tasks.size(); ++task) result.add(results, task, column);
  return result;
}

std::vector<Family> families_of(const Results& results) {
  std::vector<Family> result;
  std::map<std::string, std::size_t> places;
  for (std::size_t task = 0; task < results.tasks.size(); ++task) {
    const std::string& name = results.tasks[task].family;
    const auto [place, is_new] = places.try_emplace(name, result.size());
    if (is_new) result.push_back({name, {}});
    result[place->second].tasks.push_back(task);
  }
  return result;
}

Tally tally_of(const Results& results, std::size_t column, const Family& family) {
  Tally result;
  for (const std::size_t task : family.tasks) result.add(results, task, column);
  return result;
}

std::vector<RunPlace> wrong_answers(const Results& results) {
  std::vector<RunPlace> result;
  for (std::size_t task = 0; task < results.tasks.size(); ++task)
    for (std::size_t column = 0; column < results.columns.size(); ++column)
      if (results.runs[task][column] && mark_of(results, task, column) == Mark::wrong)
        result.emplace_back(task, column);
  return result;
}

std::string wrong_text(const Results& results, const RunPlace& run) {
  const auto& [task, column] = run;
  return wrong_text(results.tasks[task].name, results.columns[column].name,
                    results.runs[task][column]->verdict, results.tasks[task].expected);
}

std::vector<std::size_t> disputed_tasks(const Results& results) {
  std::vector<std::size_t> result;
  for (std::size_t task = 0; task < results.tasks.size(); ++task)
    if (!results.tasks[task].expected && is_contradicted(results, task, Status::holds) &&
        is_contradicted(results, task, Status::violated))
      result.push_back(task);
  return result;
}

std::string dispute_text(const Results& results, std::size_t task) {
  return fmt::format("{}: true by {}; false by {}", results.tasks[task].name,
                     fmt::join(columns_saying(results, task, Status::holds), ", "),
                     fmt::join(columns_saying(results, task, Status::violated), ", "));
}

}  // namespace arges::campaign
