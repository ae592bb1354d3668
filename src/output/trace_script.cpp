#include <algorithm>

#include <fmt/format.h>

#include "output/trace_formats.h"

namespace arges::output {

namespace {

bool takes_turns(const RunSubject& subject) {
  return subject.chart != nullptr &&
         execution_of(subject.chart->layout().system()) == model::statechart::Execution::turns;
}

/// The line that makes a simulation take the step; empty: there is none, it comes by itself. Of
/// communicating machines each step is an event that a simulation asks for.
std::string line_of(const RunSubject& subject, const ToldStep& step) {
  if (subject.machines != nullptr) return step.fired.empty() ? "" : step.fired.front();
  if (!step.inputs.empty()) return fmt::format("{}", fmt::join(step.inputs, " & "));
  if (step.milliseconds > 0) return fmt::format("after {}ms", step.milliseconds);
  if (step.cause == "no input") return "cycle";
  return takes_turns(subject) && step.cause.starts_with("turn") ? step.cause : "";
}

}  // namespace

std::string script_of(const TraceSet& set, std::size_t trace) {
  const ToldTrace steps = set.told(trace);
  std::vector<std::string> lines;
  std::size_t width = 0;
  for (const ToldStep& step : steps) {
    lines.push_back(line_of(set.subject, step));
    width = std::max(width, std::min<std::size_t>(lines.back().size(), 40));
  }
  std::string model = set.model;
  std::replace(model.begin(), model.end(), '\n', ' ');
  std::string text = fmt::format("# {}, trace {}, from {}\n", model, trace + 1,
                                 fmt::join(steps[0].configuration, ", "));
  for (std::size_t k = 1; k < steps.size(); ++k) {
    const std::string states = fmt::format("{}", fmt::join(steps[k].configuration, ", "));
    text += lines[k].empty() ? fmt::format("# {}: {}\n", steps[k].cause, states)
                             : fmt::format("{:<{}}  # {}\n", lines[k], width, states);
  }
  return text;
}

}  // namespace arges::output
