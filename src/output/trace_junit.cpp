#include <algorithm>

#include <fmt/format.h>

#include "output/trace_formats.h"
#include "output/xml_stream.h"

namespace arges::output {

namespace {

using Status = GoalResult::Status;

/// Servers take what stands before the last point for a package.
std::string class_name(const TraceSet& set, std::string_view part) {
  std::string model = set.model.substr(set.model.rfind('/') + 1);
  std::replace(model.begin(), model.end(), '.', '_');
  return fmt::format("{}.{}", model, part);
}

/// What a suite is about beside its cases.
void add_properties(XmlStream& xml, const TraceSet& set) {
  xml.add("properties", {}, [&](pugi::xml_node properties) {
    const auto property = [&](const char* name, const std::string& value) {
      add_element(properties, "property", {{"name", name}, {"value", value}});
    };
    property("full coverage of the state space", set.coverage_word());
    if (!set.why_incomplete.empty()) property("traces may be missing", set.why_incomplete);
  });
}

void add_goal(XmlStream& xml, const TraceSet& set, const CriterionResult& criterion,
              const GoalResult& goal) {
  const std::string position = goal.position ? goal.position.to_string() : "";
  const auto fill = [&](pugi::xml_node test) {
    if (goal.position) {
      test.append_attribute("file").set_value(xml_text(goal.position.source->name()).c_str());
      test.append_attribute("line").set_value(goal.position.line());
    }
    if (goal.status == Status::infeasible)
      add_element(test, "skipped", {{"message", "infeasible: " + goal_reason(goal)}});
    if (goal.status == Status::unknown)
      add_element(test, "failure",
                  {{"message", "not covered: " + goal_reason(goal)}, {"type", "uncovered"}},
                  position);
    if (goal.status != Status::covered) return;
    std::vector<std::size_t> numbers;
    for (const std::size_t trace : goal.traces) numbers.push_back(trace + 1);
    add_element(test, "system-out", {},
                fmt::format("covered by traces {}", fmt::join(numbers, ", ")));
  };
  xml.add("testcase",
          {{"name", goal.name}, {"classname", class_name(set, criterion.name)}, {"time", "0"}},
          fill);
}

std::size_t count(const TraceSet& set, Status status) {
  std::size_t result = 0;
  for (const CriterionResult& criterion : set.criteria) result += criterion.count(status);
  return result;
}

}  // namespace

void write_junit(const TraceSet& set, const Sink& sink) {
  const std::string unknown = std::to_string(count(set, Status::unknown));
  const std::string infeasible = std::to_string(count(set, Status::infeasible));
  std::size_t goals = 0;
  for (const CriterionResult& criterion : set.criteria) goals += criterion.goals.size();
  const auto number = [](std::size_t n) { return std::to_string(n); };
  XmlStream xml(sink);
  xml.open("testsuites", {{"name", "arges traces " + set.model},
                          {"tests", number(set.size + goals)},
                          {"failures", unknown},
                          {"errors", "0"},
                          {"skipped", infeasible},
                          {"time", "0"}});
  xml.open("testsuite", {{"name", set.model},
                         {"tests", number(set.size)},
                         {"failures", "0"},
                         {"errors", "0"},
                         {"skipped", "0"},
                         {"time", "0"}});
  add_properties(xml, set);
  for (std::size_t i = 0; i < set.size; ++i) {
    const ToldTrace steps = set.told(i);
    const std::string name = fmt::format("trace {}: {}", i + 1, brief(steps));
    xml.add("testcase", {{"name", name}, {"classname", class_name(set, "traces")}, {"time", "0"}},
            [&](pugi::xml_node test) {
              add_element(test, "system-out", {}, "\n" + steps_text(set, steps));
            });
  }
  xml.close();
  xml.open("testsuite", {{"name", set.model + ": coverage"},
                         {"tests", number(goals)},
                         {"failures", unknown},
                         {"errors", "0"},
                         {"skipped", infeasible},
                         {"time", "0"}});
  for (const CriterionResult& criterion : set.criteria)
    for (const GoalResult& goal : criterion.goals) add_goal(xml, set, criterion, goal);
  xml.close();
  xml.close();
}

}  // namespace arges::output
