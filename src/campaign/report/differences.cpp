#include "campaign/report/differences.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/counted.h"
#include "base/invariant.h"
#include "campaign/report/tables.h"

namespace arges::campaign {

namespace {

using Kind = Difference::Kind;
using Places = std::map<std::string, std::size_t>;

/// From here on a change of CPU time is more than noise.
constexpr double notable_factor = 2;
constexpr double notable_seconds = 1;

template <typename Named>
Places places_of(const std::vector<Named>& all) {
  Places result;
  for (std::size_t i = 0; i < all.size(); ++i) result.try_emplace(all[i].name, i);
  return result;
}

bool is_answer(Judgement judgement) {
  return judgement == Judgement::correct || judgement == Judgement::unconfirmed;
}

bool is_notable(double more, double less) {
  return more >= notable_factor * less && more - less >= notable_seconds;
}

std::optional<Kind> kind_of(const RunResult& then, const RunResult& now, const Expected& expected) {
  const Judgement before = judge(then.verdict, expected);
  const Judgement after = judge(now.verdict, expected);
  if (after == Judgement::wrong)
    return before == Judgement::wrong ? std::nullopt : std::optional(Kind::newly_wrong);
  if (is_answer(before) != is_answer(after)) return is_answer(after) ? Kind::gained : Kind::lost;
  if (!is_answer(after)) return std::nullopt;
  if (then.verdict.status != now.verdict.status) return Kind::turned;
  if (is_notable(now.cpu_seconds, then.cpu_seconds)) return Kind::slower;
  if (is_notable(then.cpu_seconds, now.cpu_seconds)) return Kind::faster;
  return std::nullopt;
}

template <typename Named>
std::vector<std::string> names_beside(const std::vector<Named>& all, const Places& known) {
  std::vector<std::string> result;
  for (const Named& one : all)
    if (!known.contains(one.name)) result.push_back(one.name);
  return result;
}

}  // namespace

const char* to_string(Kind kind) {
  switch (kind) {
    case Kind::newly_wrong:
      return "newly wrong";
    case Kind::turned:
      return "turned";
    case Kind::lost:
      return "lost";
    case Kind::gained:
      return "gained";
    case Kind::slower:
      return "slower";
    case Kind::faster:
      return "faster";
  }
  UNREACHABLE("there should be a word for every kind of difference");
}

std::size_t Differences::count(Kind kind) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(runs, [&](const Difference& one) { return one.kind == kind; }));
}

std::size_t Differences::count(Kind kind, std::size_t column) const {
  return static_cast<std::size_t>(std::ranges::count_if(
      runs, [&](const Difference& one) { return one.kind == kind && one.column == column; }));
}

Differences differences(const Results& now, const Results& earlier) {
  const Places tasks = places_of(earlier.tasks);
  const Places columns = places_of(earlier.columns);
  Differences result;
  result.new_columns = names_beside(now.columns, columns);
  result.gone_columns = names_beside(earlier.columns, places_of(now.columns));
  result.new_tasks = names_beside(now.tasks, tasks).size();
  result.gone_tasks = names_beside(earlier.tasks, places_of(now.tasks)).size();
  for (std::size_t task = 0; task < now.tasks.size(); ++task) {
    const auto earlier_task = tasks.find(now.tasks[task].name);
    if (earlier_task == tasks.end()) continue;
    for (std::size_t column = 0; column < now.columns.size(); ++column) {
      const auto earlier_column = columns.find(now.columns[column].name);
      if (earlier_column == columns.end()) continue;
      const auto& then_run = earlier.runs[earlier_task->second][earlier_column->second];
      const auto& now_run = now.runs[task][column];
      if (!then_run || !now_run) continue;
      ++result.compared;
      if (const std::optional<Kind> kind = kind_of(*then_run, *now_run, now.tasks[task].expected))
        result.runs.push_back({*kind, task, column, &*then_run, &*now_run});
    }
  }
  std::ranges::stable_sort(result.runs, {}, &Difference::kind);
  return result;
}

std::vector<std::string> remarks(const Differences& differences, const Results& now,
                                 const Results& earlier) {
  std::vector<std::string> result;
  result.push_back(fmt::format("Compared with campaign {}: {} in both.", earlier.name,
                               counted(differences.compared, "run")));
  if (now.limits != earlier.limits)
    result.push_back(fmt::format("The limits differ: {} now, {} then.", limits_text(now.limits),
                                 limits_text(earlier.limits)));
  const auto add_tasks = [&](std::size_t number, const char* what) {
    if (number > 0) result.push_back(fmt::format("{} only {}.", counted(number, "task"), what));
  };
  add_tasks(differences.new_tasks, "in this campaign");
  add_tasks(differences.gone_tasks, "in the earlier one");
  const auto add_columns = [&](const std::vector<std::string>& names, const char* what) {
    if (!names.empty())
      result.push_back(fmt::format("Configurations only {}: {}.", what, fmt::join(names, ", ")));
  };
  add_columns(differences.new_columns, "in this campaign");
  add_columns(differences.gone_columns, "in the earlier one");
  return result;
}

}  // namespace arges::campaign
