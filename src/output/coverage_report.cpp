#include "output/coverage_report.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/counted.h"
#include "output/csv.h"
#include "output/markdown.h"
#include "output/trace_formats.h"

namespace arges::output {

namespace {

using Status = GoalResult::Status;

std::string position_text(const GoalResult& goal) {
  return goal.position ? fmt::format("{}:{}", goal.position.source->name(), goal.position.line())
                       : "";
}

void write_summary(const TraceSet& set, const Sink& sink) {
  sink(fmt::format("# Coverage of {}\n\n{}. Full coverage of the state space: {}.\n",
                   markdown_cell(set.model), counted(set.size, "trace"), set.coverage_word()));
  if (!set.why_incomplete.empty())
    sink(fmt::format("Traces may be missing: {}.\n", markdown_cell(set.why_incomplete)));
  sink(
      "\n| criterion | goals | covered | infeasible | unknown |\n| --- | ---: | ---: | ---: | ---: "
      "|\n");
  for (const CriterionResult& one : set.criteria)
    sink(fmt::format("| {} | {} | {} | {} | {} |\n", markdown_cell(one.name), one.goals.size(),
                     one.count(Status::covered), one.count(Status::infeasible),
                     one.count(Status::unknown)));
}

void write_uncovered(const TraceSet& set, const Sink& sink) {
  bool any = false;
  for (const CriterionResult& criterion : set.criteria)
    for (const GoalResult& goal : criterion.goals) {
      if (goal.status == Status::covered) continue;
      if (!any)
        sink(
            "\n## Not covered\n\n| criterion | goal | status | reason | place |\n"
            "| --- | --- | --- | --- | --- |\n");
      any = true;
      sink(fmt::format("| {} | {} | {} | {} | {} |\n", markdown_cell(criterion.name),
                       markdown_cell(goal.name), to_string(goal.status),
                       markdown_cell(goal_reason(goal)), markdown_cell(position_text(goal))));
    }
}

}  // namespace

std::string ranges_text(const std::vector<std::size_t>& ascending) {
  std::string result;
  for (std::size_t i = 0; i < ascending.size();) {
    std::size_t end = i + 1;
    while (end < ascending.size() && ascending[end] == ascending[end - 1] + 1) ++end;
    if (!result.empty()) result += ", ";
    result += end - i > 1 ? fmt::format("{}-{}", ascending[i] + 1, ascending[end - 1] + 1)
                          : std::to_string(ascending[i] + 1);
    i = end;
  }
  return result;
}

std::vector<TraceShare> shares_of(const TraceSet& set) {
  std::vector<TraceShare> result(set.size);
  for (const CriterionResult& criterion : set.criteria)
    for (const GoalResult& goal : criterion.goals)
      for (const std::size_t trace : goal.traces) {
        ++result[trace].goals;
        if (goal.traces.size() == 1) ++result[trace].alone;
      }
  return result;
}

void write_coverage_markdown(const TraceSet& set, const Sink& sink) {
  write_summary(set, sink);
  write_uncovered(set, sink);
  for (const CriterionResult& criterion : set.criteria) {
    sink(fmt::format("\n## {}: which traces cover what\n\n| goal | traces |\n| --- | --- |\n",
                     markdown_cell(criterion.name)));
    for (const GoalResult& goal : criterion.goals)
      if (goal.status == Status::covered)
        sink(fmt::format("| {} | {} |\n", markdown_cell(goal.name), ranges_text(goal.traces)));
  }
  sink(
      "\n## Traces\n\nGoals that a trace covers, and those of them that no other does.\n\n"
      "| trace | inputs | goals | alone |\n| ---: | --- | ---: | ---: |\n");
  const std::vector<TraceShare> shares = shares_of(set);
  for (std::size_t i = 0; i < set.size; ++i)
    sink(fmt::format("| {} | {} | {} | {} |\n", i + 1, markdown_cell(brief(set.told(i))),
                     shares[i].goals, shares[i].alone));
}

void write_coverage_csv(const TraceSet& set, const Sink& sink) {
  std::vector<std::string> heading{"criterion", "goal", "place", "status", "reason"};
  for (std::size_t i = 0; i < set.size; ++i) heading.push_back(fmt::format("trace {}", i + 1));
  sink(csv_line(heading));
  for (const CriterionResult& criterion : set.criteria)
    for (const GoalResult& goal : criterion.goals) {
      std::vector<std::string> line{criterion.name, goal.name, position_text(goal),
                                    to_string(goal.status),
                                    goal.status == Status::covered ? "" : goal_reason(goal)};
      line.resize(heading.size(), "0");
      for (const std::size_t trace : goal.traces) line[5 + trace] = "1";
      sink(csv_line(line));
    }
}

}  // namespace arges::output
