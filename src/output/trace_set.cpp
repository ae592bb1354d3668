#include "output/trace_set.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/counted.h"
#include "output/chart_value.h"
#include "output/json.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;
using Status = GoalResult::Status;

/// What a step did besides its states.
std::string details(const RunSubject& subject, const ToldStep& step) {
  std::vector<std::string> parts;
  for (const ir::Var var : step.changed)
    if (!step.state.get(var).is_unknown())
      parts.push_back(run_assignment(subject, var, step.state.get(var)));
  for (const std::string& output : step.outputs) parts.push_back("sends " + output);
  parts.insert(parts.end(), step.notes.begin(), step.notes.end());
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Texts made of steps; those of steps that a trace shares with the one before are kept.
template <typename Text>
class StepTexts {
 public:
  template <typename Make>
  void update(const ToldTrace& trace, const Make& make) {
    std::size_t same = 0;
    while (same < steps_.size() && same < trace.size() && steps_[same] == &trace[same]) ++same;
    steps_.resize(same);
    texts_.resize(same);
    for (; same < trace.size(); ++same) {
      steps_.push_back(&trace[same]);
      texts_.push_back(make(trace[same]));
    }
    kept_ = trace;
  }
  const Text& operator[](std::size_t i) const { return texts_[i]; }

 private:
  std::vector<const ToldStep*> steps_;
  std::vector<Text> texts_;
  ToldTrace kept_;  ///< so that no other step gets the place of one
};

/// A step's line, without its width.
struct StepLine {
  std::string states;
  std::string details;
};

void append_padded(std::string& line, const std::string& text, std::size_t width) {
  line += text;
  if (text.size() < width) line.append(width - text.size(), ' ');
  line += "  ";
}

std::string trace_text(const RunSubject& subject, const ToldTrace& steps,
                       StepTexts<StepLine>& lines) {
  lines.update(steps, [&subject](const ToldStep& step) {
    return StepLine{fmt::format("{}", fmt::join(step.configuration, ", ")), details(subject, step)};
  });
  std::size_t cause_width = 0;
  std::size_t states_width = 0;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    cause_width = std::max(cause_width, std::min<std::size_t>(steps[i].cause.size(), 40));
    states_width = std::max(states_width, std::min<std::size_t>(lines[i].states.size(), 50));
  }
  std::string text;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    text += fmt::format("  {:>3}  ", i);
    append_padded(text, steps[i].cause, cause_width);
    append_padded(text, lines[i].states, states_width);
    text += lines[i].details;
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  return text;
}

std::string goal_text(const GoalResult& goal) {
  std::string text = fmt::format("    {}: {}", goal.name, to_string(goal.status));
  if (!goal.reason.empty()) text += fmt::format(" ({})", goal.reason);
  if (goal.position)
    text += fmt::format("  {}:{}", goal.position.source->name(), goal.position.line());
  return text + "\n";
}

std::string criterion_text(const CriterionResult& criterion) {
  if (criterion.goals.empty()) return fmt::format("  {}: no goals\n", criterion.name);
  std::string text = fmt::format("  {}: {} of {} covered", criterion.name,
                                 criterion.count(Status::covered), criterion.goals.size());
  if (const std::size_t number = criterion.count(Status::infeasible); number > 0)
    text += fmt::format(", {} proved infeasible", number);
  if (const std::size_t number = criterion.count(Status::unknown); number > 0)
    text += fmt::format(", {} unknown", number);
  text += "\n";
  for (const GoalResult& goal : criterion.goals)
    if (goal.status != Status::covered) text += goal_text(goal);
  return text;
}

Json step_json(const RunSubject& subject, const ToldStep& step) {
  Json variables = Json::object();
  for (const ir::Var var : step.variables)
    variables[var->name] = run_value_json(subject, var, step.state.get(var));
  Json changed = Json::object();
  for (const ir::Var var : step.changed)
    changed[var->name] = run_value_json(subject, var, step.state.get(var));
  return {{"action", step.cause},
          {"event",
           step.inputs.empty() ? Json() : Json(fmt::format("{}", fmt::join(step.inputs, " & ")))},
          {"configuration", step.configuration},
          {"outputs", step.outputs},
          {"fired", step.fired},
          {"notes", step.notes},
          {"changed", std::move(changed)},
          {"variables", std::move(variables)}};
}

std::string unreached_text(const UnreachedState& state) {
  if (state.blame.empty()) return state.state;
  return fmt::format("{}; not tracked: {}", state.state, fmt::join(state.blame, ", "));
}

std::string partly_text(const std::vector<PartlyTracked>& variables) {
  std::vector<std::string> texts;
  for (const PartlyTracked& one : variables)
    texts.push_back(one.from.empty()
                        ? fmt::format("{} (may be anything)", one.variable)
                        : fmt::format("{} (from {})", one.variable, fmt::join(one.from, ", ")));
  return fmt::format("{}", fmt::join(texts, ", "));
}

Json text_or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json partly_json(const std::vector<PartlyTracked>& variables) {
  Json result = Json::array();
  for (const PartlyTracked& one : variables)
    result.push_back({{"variable", one.variable}, {"from", one.from}});
  return result;
}

Json unreached_json(const std::vector<UnreachedState>& states) {
  Json result = Json::array();
  for (const UnreachedState& state : states)
    result.push_back({{"state", state.state}, {"not_tracked", state.blame}});
  return result;
}

/// On one line, and numbers without a detour: a goal may be covered by thousands of traces.
std::string goal_json(const GoalResult& goal) {
  const auto text_of = [](const std::string& text) {
    return text.empty() ? std::string("null")
                        : Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
  };
  std::string result = fmt::format(
      R"({{"goal": {}, "position": {}, "status": "{}", "traces": [)", text_of(goal.name),
      text_of(goal.position ? goal.position.to_string() : ""), to_string(goal.status));
  for (std::size_t i = 0; i < goal.traces.size(); ++i) {
    if (i > 0) result += ", ";
    const fmt::format_int number(goal.traces[i] + 1);
    result.append(number.data(), number.size());
  }
  return result + fmt::format(R"(], "reason": {}}})", text_of(goal.reason));
}

/// Of many traces, each of which covers much, this is larger than all else: a goal at a time.
void write_criterion(const CriterionResult& criterion, const Sink& sink) {
  sink(fmt::format(
      "  {}: {{\n   \"goals\": {},\n   \"covered\": {},\n   \"infeasible\": {},\n"
      "   \"unknown\": {},\n   \"details\": [",
      Json(criterion.name).dump(), criterion.goals.size(), criterion.count(Status::covered),
      criterion.count(Status::infeasible), criterion.count(Status::unknown)));
  const char* before = "\n    ";
  for (const GoalResult& goal : criterion.goals) {
    sink(before + goal_json(goal));
    before = ",\n    ";
  }
  sink(criterion.goals.empty() ? "]\n  }" : "\n   ]\n  }");
}

/// The last member of the object, and its end.
void write_criteria(const std::vector<CriterionResult>& criteria, const Sink& sink) {
  std::set<std::string> written;
  for (const CriterionResult& criterion : criteria) {
    if (!written.insert(criterion.name).second) continue;
    sink(written.size() == 1 ? " \"criteria\": {\n" : ",\n");
    write_criterion(criterion, sink);
  }
  sink(written.empty() ? " \"criteria\": {}\n}\n" : "\n }\n}\n");
}

}  // namespace

const char* to_string(GoalResult::Status status) {
  switch (status) {
    case Status::covered:
      return "covered";
    case Status::infeasible:
      return "infeasible";
    case Status::unknown:
      break;
  }
  return "unknown";
}

std::string steps_text(const TraceSet& set, const ToldTrace& steps) {
  StepTexts<StepLine> lines;
  return trace_text(set.subject, steps, lines);
}

std::size_t CriterionResult::count(GoalResult::Status status) const {
  return static_cast<std::size_t>(std::count_if(
      goals.begin(), goals.end(), [&](const GoalResult& goal) { return goal.status == status; }));
}

void write_text(const TraceSet& set, const Sink& sink) {
  std::size_t longest = 0;
  StepTexts<StepLine> lines;
  for (std::size_t i = 0; i < set.size; ++i) {
    const ToldTrace steps = set.told(i);
    longest = std::max(longest, steps.size());
    sink(fmt::format("trace {}, {}:\n{}", i + 1, counted(steps.size() - 1, "step"),
                     trace_text(set.subject, steps, lines)));
  }
  sink(fmt::format("{}: {}, the longest of {}\n", set.model, counted(set.size, "trace"),
                   counted(longest, "configuration")));
  sink(fmt::format("  full coverage of the state space: {}{}\n", set.coverage_word(),
                   set.why_coverage_open.empty() ? "" : " (" + set.why_coverage_open + ")"));
  if (!set.why_incomplete.empty())
    sink(fmt::format("  traces may be missing: {}\n", set.why_incomplete));
  if (!set.partly_tracked.empty())
    sink(fmt::format("  tracked only in part: {}\n", partly_text(set.partly_tracked)));
  for (const UnreachedState& state : set.unreached)
    sink(fmt::format("  not reached: {}\n", unreached_text(state)));
  for (const UnreachedState& state : set.reached_for_goals)
    sink(fmt::format("  reached only for goals: {}\n", unreached_text(state)));
  for (const CriterionResult& criterion : set.criteria) sink(criterion_text(criterion));
}

void write_json(const TraceSet& set, const Sink& sink) {
  sink(fmt::format("{{\n  \"model\": {},\n  \"traces\": [", Json(set.model).dump()));
  StepTexts<std::string> texts;
  for (std::size_t i = 0; i < set.size; ++i) {
    const ToldTrace steps = set.told(i);
    texts.update(steps, [&set](const ToldStep& step) {
      return step_json(set.subject, step).dump(-1, ' ', false, Json::error_handler_t::replace);
    });
    std::string text = i == 0 ? "\n    {\"steps\": [" : ",\n    {\"steps\": [";
    for (std::size_t k = 0; k < steps.size(); ++k) {
      text += k == 0 ? "\n      " : ",\n      ";
      text += texts[k];
    }
    sink(text + "]}");
  }
  Json rest;
  rest["full_coverage"] = set.full_coverage;
  rest["full_coverage_unknown"] = text_or_null(set.why_coverage_open);
  rest["tracked_in_part"] = partly_json(set.partly_tracked);
  rest["incomplete"] = text_or_null(set.why_incomplete);
  rest["unreached"] = unreached_json(set.unreached);
  rest["reached_for_goals"] = unreached_json(set.reached_for_goals);
  sink("],\n");
  // The rest of the object, without its braces.
  const std::string text = dump(rest);
  constexpr std::string_view opening = "{\n";
  constexpr std::string_view closing = "\n}\n";
  sink(text.substr(opening.size(), text.size() - opening.size() - closing.size()) + ",\n");
  write_criteria(set.criteria, sink);
}

}  // namespace arges::output
