#include "output/text.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/counted.h"
#include "output/chart_value.h"
#include "output/columns.h"
#include "output/machine_trace.h"
#include "output/program_trace.h"
#include "output/readable_trace.h"
#include "output/statechart_trace.h"

namespace arges::output {

namespace {

constexpr std::size_t line_width = 100;

/// "x = 1, y = 2", broken where a line would get too long.
std::string assignments(const std::vector<ir::Var>& variables, const ir::Valuation& state,
                        std::size_t indent, const model::statechart::System* chart = nullptr) {
  std::string result;
  std::size_t column = 0;
  for (const ir::Var var : variables) {
    const std::string item = run_assignment(chart, var, state.get(var));
    if (column > 0 && column + 2 + width(item) <= line_width) {
      result += ", ";
      column += 2;
    } else {
      result += column > 0 ? ",\n" : "";
      result += std::string(indent, ' ');
      column = indent;
    }
    result += item;
    column += width(item);
  }
  return result.empty() ? result : result + "\n";
}

/// "file:line", or "" for nowhere.
std::string position_text(SourceLocation position) {
  return position ? fmt::format("{}:{}", position.source->name(), position.line()) : "";
}

/// Of something in pieces, all of them.
std::string subject_position(const Subject& subject) {
  std::string result = position_text(subject.position);
  for (std::size_t i = 1; i < subject.segments.size(); ++i)
    result += fmt::format(", then line {}", subject.segments[i].line());
  return result;
}

/// Where a step begins, and the branches it took.
std::string way_text(const ReadableStep& step) {
  std::string result = position_text(step.position);
  for (std::size_t i = 0; i < step.branches.size(); ++i) {
    const char* before = i > 0                       ? ", "
                         : step.branches.size() == 1 ? ", branch at "
                                                     : ", branches at ";
    result += fmt::format("{}{}", before, step.branches[i].line());
  }
  return result;
}

/// The label, and where the step ends unless the label says it.
std::string step_title(const ReadableTrace& trace, std::size_t number,
                       const analysis::System& system) {
  const ReadableStep& step = trace.steps[number];
  std::string label = number == 0 ? "initial state" : step.label;
  const std::string where = system.control_name(step.control);
  if (where.empty() || label.find(where) != std::string::npos) return label;
  return fmt::format("{}{}at {}", label, label.empty() ? "" : " ", where);
}

/// How a run without end goes on.
std::string loop_text(const analysis::ConcreteTrace& trace, const ReadableTrace& readable) {
  const std::size_t first = *readable.loop_start + 1;
  const std::size_t last = readable.steps.size() - 1;
  const std::string steps = first == last ? fmt::format("step {} repeats", last)
                                          : fmt::format("steps {} to {} repeat", first, last);
  if (trace.loop->kind == analysis::Loop::Kind::closed)
    return fmt::format("  the state is that after step {} again: {} for ever\n",
                       *readable.loop_start, steps);
  return fmt::format(
      "  no state need come back, but {} for ever, as this holds each time:\n    {}\n", steps,
      trace.loop->recurrence.to_string());
}

/// The same of a program, whose steps have no numbers.
std::string program_end_text(const analysis::ConcreteTrace& trace) {
  if (!trace.loop) return "  property violated here\n";
  if (trace.loop->kind == analysis::Loop::Kind::closed)
    return "  the state is that at the loop's start again: the loop repeats for ever\n";
  return fmt::format(
      "  no state need come back, but the loop repeats for ever, as this holds each time:\n    "
      "{}\n",
      trace.loop->recurrence.to_string());
}

/// "counterexample", or for an existential property "witness".
const char* run_name(const PropertyResult& result) {
  return result.polarity == Polarity::existential ? "witness" : "counterexample";
}

/// What the end of a run shows.
std::string end_text(const PropertyResult& result, SourceLocation violation) {
  // Where a run of a formula's ends without a loop, the model does not follow it.
  if (result.is_temporal && result.polarity == Polarity::universal)
    return "  whatever came after, the formula is violated\n";
  const std::string at = position_text(violation);
  return fmt::format("  {}{}{}\n",
                     result.polarity == Polarity::existential ? "this is what was asked for"
                                                              : "property violated here",
                     at.empty() ? "" : ": ", at);
}

/// One line a reaction: what came, the states then, what changed, what was sent.
std::string chart_text(const PropertyResult& result, StateDetail detail) {
  const ChartTrace trace = make_chart_trace(*result.chart, *result.verdict.counterexample);
  const std::size_t last = trace.steps.empty() ? 0 : trace.steps.size() - 1;
  const std::size_t number_width = std::to_string(last).size();
  std::size_t cause_width = 0;
  std::size_t states_width = 0;
  std::vector<std::string> states;
  for (const ChartStep& step : trace.steps) {
    states.push_back(fmt::format("{}", fmt::join(step.configuration, ", ")));
    cause_width = std::max(cause_width, std::min<std::size_t>(width(step.cause), 40));
    states_width = std::max(states_width, std::min<std::size_t>(width(states.back()), 50));
  }
  std::string text = fmt::format("  {}, {}:\n", run_name(result), counted(last, "step"));
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const ChartStep& step = trace.steps[i];
    std::vector<std::string> more;
    for (const ir::Var var : step.changed)
      if (detail == StateDetail::changed && !step.state->get(var).is_unknown())
        more.push_back(run_assignment(system_of(result.chart), var, step.state->get(var)));
    for (const ChartEvent& output : step.outputs) more.push_back("sends " + output.text);
    more.insert(more.end(), step.notes.begin(), step.notes.end());
    std::string line = fmt::format("    {:>{}}  {}  {}", i, number_width,
                                   pad(step.cause, cause_width), pad(states[i], states_width));
    for (std::size_t k = 0; k < more.size(); ++k) line += (k == 0 ? "  " : ", ") + more[k];
    text += line.substr(0, line.find_last_not_of(' ') + 1) + "\n";
    if (detail == StateDetail::full)
      text += assignments(known_variables(*result.system, *step.state), *step.state,
                          number_width + 8, system_of(result.chart));
    if (trace.loop_start == i) text += "    the loop starts here\n";
  }
  if (!result.verdict.counterexample->loop) return text + end_text(result, {});
  ReadableTrace readable;
  readable.steps.resize(trace.steps.size());
  readable.loop_start = trace.loop_start;
  return text + loop_text(*result.verdict.counterexample, readable);
}

/// One line for each object, as it is at the start or, with full states, behind each event.
std::string objects_text(const MachineStep& step, std::size_t indent) {
  std::string text;
  for (const MachineFact& fact : step.facts) {
    if (fact.kind == MachineFact::Kind::state) {
      text +=
          fmt::format("{}{:{}}{}: {}", text.empty() ? "" : "\n", "", indent, fact.name, fact.text);
      continue;
    }
    if (fact.kind == MachineFact::Kind::queue && fact.messages.empty()) continue;
    const std::size_t object = fact.name.find_first_of(". ") + 1;
    text += fmt::format(", {}{} {}", fact.name.substr(object),
                        fact.kind == MachineFact::Kind::queue ? ":" : " =", fact.text);
  }
  return text + "\n";
}

/// The event of each step in words, and below it what changed: variables and queues.
std::string machine_text(const PropertyResult& result, StateDetail detail) {
  const MachineTrace trace = make_machine_trace(*result.machines, *result.verdict.counterexample);
  const std::size_t last = trace.steps.size() - 1;
  const std::size_t number_width = std::to_string(last).size();
  const std::size_t indent = number_width + 8;
  std::string text = fmt::format("  {}, {}:\n", run_name(result), counted(last, "step"));
  for (std::size_t i = 0; i < trace.steps.size(); ++i) {
    const MachineStep& step = trace.steps[i];
    text += fmt::format("    {:>{}}  {}\n", i, number_width, step.title);
    std::string changes;
    for (const MachineFact& fact : step.changed)
      if (fact.kind != MachineFact::Kind::state)
        changes += fmt::format("{}{}{} {}", changes.empty() ? "" : ", ", fact.name,
                               fact.kind == MachineFact::Kind::queue ? ":" : " =", fact.text);
    if (i == 0 || detail == StateDetail::full)
      text += objects_text(step, indent);
    else if (!changes.empty())
      text += fmt::format("{:{}}{}\n", "", indent, changes);
    for (const std::string& note : step.notes) text += fmt::format("{:{}}{}\n", "", indent, note);
    if (trace.loop_start == i) text += "    the loop starts here\n";
  }
  if (!result.verdict.counterexample->loop) return text + end_text(result, {});
  ReadableTrace readable;
  readable.steps.resize(trace.steps.size());
  readable.loop_start = trace.loop_start;
  return text + loop_text(*result.verdict.counterexample, readable);
}

std::string counterexample_text(const PropertyResult& property, StateDetail detail) {
  const analysis::ConcreteTrace& trace = *property.verdict.counterexample;
  const analysis::System& system = *property.system;
  const ReadableTrace readable = make_readable(trace, system);
  std::vector<std::string> titles;
  std::size_t title_width = 0;
  for (std::size_t i = 0; i < readable.steps.size(); ++i) {
    titles.push_back(step_title(readable, i, system));
    title_width = std::max(title_width, std::min<std::size_t>(width(titles.back()), 60));
  }
  const std::size_t number_width = std::to_string(readable.steps.size() - 1).size();
  std::string result =
      fmt::format("  {}, {}:\n", run_name(property), counted(readable.steps.size() - 1, "step"));
  for (std::size_t i = 0; i < readable.steps.size(); ++i) {
    const ReadableStep& step = readable.steps[i];
    const std::string way = way_text(step);
    result += fmt::format("    {:>{}}  ", i, number_width);
    result += way.empty() ? titles[i] : pad(titles[i], title_width) + "  " + way;
    result += "\n";
    result += assignments(
        detail == StateDetail::full ? known_variables(system, *step.state) : step.changed,
        *step.state, number_width + 8);
    if (readable.loop_start == i) result += "    the loop starts here\n";
  }
  if (trace.loop) return result + loop_text(trace, readable);
  return result + end_text(property, readable.violation);
}

std::string statistics_text(const PropertyResult& result) {
  std::size_t name_width = 0;
  for (const Statistics::Entry& entry : result.statistics)
    name_width = std::max(name_width, entry.name.size());
  for (const auto& [name, value] : result.configuration)
    name_width = std::max(name_width, name.size());

  std::string text = result.configuration.empty() ? "" : "  configuration:\n";
  for (const auto& [name, value] : result.configuration)
    text += fmt::format("    {:<{}}  {:>12}\n", name, name_width, value);
  if (!result.statistics.empty()) text += "  statistics:\n";
  for (const Statistics::Entry& entry : result.statistics)
    text += entry.is_time
                ? fmt::format("    {:<{}}  {:>12.3f} s\n", entry.name, name_width, entry.value)
                : fmt::format("    {:<{}}  {:>12.0f}\n", entry.name, name_width, entry.value);
  return text;
}

std::string portfolio_text(const PortfolioReport& report) {
  std::string text;
  if (report.decided) {
    const PortfolioReport::Run& run = report.runs[*report.decided];
    text += fmt::format("  decided by {}: {}\n", run.options, run.purpose);
  }
  text += fmt::format("  portfolio {}, as {}:\n", report.preset, report.reason);
  std::size_t options_width = 0;
  for (const PortfolioReport::Run& run : report.runs)
    options_width = std::max(options_width, width(run.options));
  for (const PortfolioReport::Run& run : report.runs)
    text += fmt::format("    at {:8.3f} s  {}  {:8.3f} s  {}\n", run.start_seconds,
                        pad(run.options, options_width), run.seconds, run.outcome);
  return text;
}

}  // namespace

std::string result_line(const std::string& model, const std::string& property,
                        const std::string& verdict) {
  std::string name;
  for (const char c : property) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank)
      name += c;
    else if (!name.empty() && name.back() != ' ')
      name += ' ';
  }
  if (!name.empty() && name.back() == ' ') name.pop_back();
  return fmt::format("{}: {}: {}", model, name, verdict);
}

std::string verdict_text(const analysis::Verdict& verdict) {
  switch (verdict.answer) {
    case analysis::Answer::holds:
      return "true";
    case analysis::Answer::violated:
      return "false";
    case analysis::Answer::unknown:
      break;
  }
  return fmt::format("unknown ({})", verdict.reason);
}

std::string render_text(const std::string& model, const PropertyResult& result,
                        const TextOptions& options) {
  std::string text = result_line(model, result.property, verdict_text(result.verdict)) + "\n";
  const bool is_wrong = result.verdict.answer == analysis::Answer::violated;
  const bool is_unknown = result.verdict.answer == analysis::Answer::unknown;
  if ((is_wrong || is_unknown) && result.subject.position)
    text += fmt::format("  {}\n", subject_position(result.subject));
  if (result.verdict.counterexample && result.program != nullptr &&
      options.states == StateDetail::changed)
    text += fmt::format("  counterexample:\n{}{}",
                        program_trace_text(*result.program, *result.verdict.counterexample),
                        program_end_text(*result.verdict.counterexample));
  else if (result.verdict.counterexample && result.chart != nullptr && result.system != nullptr)
    text += chart_text(result, options.states);
  else if (result.verdict.counterexample && result.machines != nullptr)
    text += machine_text(result, options.states);
  else if (result.verdict.counterexample && result.system != nullptr)
    text += counterexample_text(result, options.states);
  text += explanations_text(result.explanations);
  if (!result.advice.empty())
    text += fmt::format("  {}: {}\n", is_unknown ? "hint" : "note", result.advice);
  if (result.verdict.answer != analysis::Answer::unknown && !result.certificate.passed)
    text += fmt::format("  certificate not checked: {}\n", result.certificate.reason);
  const bool has_statistics = options.statistics == StatisticsDetail::all;
  if (has_statistics || options.concerns == ConcernDetail::all) {
    for (const std::string& concern : result.concerns) text += fmt::format("  note: {}\n", concern);
    if (result.portfolio) text += portfolio_text(*result.portfolio);
  }
  if (has_statistics) {
    if (result.certificate.passed) text += "  certificate checked\n";
    text += statistics_text(result);
  }
  return text;
}

}  // namespace arges::output
