#include "output/json.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include <nlohmann/json.hpp>

#include "output/chart_value.h"
#include "output/machine_trace.h"
#include "output/readable_trace.h"
#include "output/statechart_trace.h"
#include "output/told_trace.h"

namespace arges::output {

namespace {

using Json = nlohmann::ordered_json;

/// Larger integers lose digits in programs that read JSON numbers as doubles.
constexpr std::int64_t max_exact = (std::int64_t{1} << 53) - 1;

Json null_if_empty(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json values_of(const std::vector<ir::Var>& variables, const ir::Valuation& state,
               const model::statechart::System* chart = nullptr) {
  Json::object_t object;
  // Names are unique; Json's own insertion would look for each among those before it.
  using Members = std::vector<Json::object_t::value_type, Json::object_t::allocator_type>;
  for (const ir::Var var : variables)
    object.Members::emplace_back(var->name, run_value_json(chart, var, state.get(var)));
  return object;
}

Json counterexample(const analysis::ConcreteTrace& trace, const analysis::System& system) {
  Json steps = Json::array();
  const ReadableTrace readable = make_readable(trace, system);
  for (const ReadableStep& step : readable.steps) {
    Json object;
    object["action"] = null_if_empty(step.label);
    object["location"] = null_if_empty(system.control_name(step.control));
    object["event"] = nullptr;
    object["position"] = null_if_empty(step.position.to_string());
    object["branches"] = Json::array();
    for (const SourceLocation branch : step.branches) object["branches"].push_back(branch.line());
    object["changed"] = values_of(step.changed, *step.state);
    object["state"] = to_json(system, *step.state);
    steps.push_back(std::move(object));
  }
  return {{"steps", std::move(steps)},
          {"loop_start", readable.loop_start ? Json(*readable.loop_start) : Json()},
          {"loop_kind", trace.loop ? Json(loop_name(trace.loop->kind)) : Json()}};
}

Json chart_counterexample(const analysis::ConcreteTrace& trace,
                          const model::statechart::Lowering& chart, const analysis::System& system,
                          StateDetail detail) {
  Json steps = Json::array();
  const std::vector<ir::Var> own = told_variables({.system = &system, .chart = &chart});
  const model::statechart::System* words = system_of(&chart);
  const auto state_of = [&](const ir::Valuation& state) {
    if (detail == StateDetail::full) return values_of(known_variables(system, state), state, words);
    std::vector<ir::Var> known;
    std::copy_if(own.begin(), own.end(), std::back_inserter(known),
                 [&](ir::Var var) { return !state.get(var).is_unknown(); });
    return values_of(known, state, words);
  };
  const ChartTrace readable = make_chart_trace(chart, trace);
  for (const ChartStep& step : readable.steps) {
    std::vector<std::string> outputs;
    for (const ChartEvent& output : step.outputs) outputs.push_back(output.text);
    Json object;
    object["action"] = step.cause;
    object["location"] = null_if_empty(step.place);
    object["event"] = step.inputs.empty() ? Json() : Json(step.cause);
    object["configuration"] = step.configuration;
    object["outputs"] = outputs;
    object["notes"] = step.notes;
    object["changed"] = values_of(step.changed, *step.state, words);
    object["state"] = state_of(*step.state);
    steps.push_back(std::move(object));
  }
  return {{"steps", std::move(steps)},
          {"loop_start", readable.loop_start ? Json(*readable.loop_start) : Json()},
          {"loop_kind", trace.loop ? Json(loop_name(trace.loop->kind)) : Json()}};
}

Json value_of(const MachineFact& fact) {
  switch (fact.kind) {
    case MachineFact::Kind::number:
      return std::stoll(fact.text);
    case MachineFact::Kind::truth:
      return fact.text == "true";
    case MachineFact::Kind::queue:
      return fact.messages;
    case MachineFact::Kind::state:
    case MachineFact::Kind::word:
      break;
  }
  return fact.text;
}

Json values_of(const std::vector<MachineFact>& facts) {
  Json result = Json::object();
  for (const MachineFact& fact : facts) result[fact.name] = value_of(fact);
  return result;
}

Json machine_counterexample(const analysis::ConcreteTrace& trace,
                            const model::machines::Lowering& machines) {
  Json steps = Json::array();
  const MachineTrace readable = make_machine_trace(machines, trace);
  const auto& objects = machines.model().objects;
  for (const MachineStep& step : readable.steps) {
    Json object;
    object["action"] = step.title;
    object["location"] = nullptr;
    object["event"] = step.event ? Json(step.what) : Json();
    object["object"] = step.event ? Json(objects[step.event->object].name) : Json();
    object["received"] = step.received ? Json(step.received->text) : Json();
    Json sent = Json::array();
    for (const MachineMessage& message : step.sent)
      sent.push_back({{"message", message.text}, {"to", objects[message.to].name}});
    object["sent"] = std::move(sent);
    object["notes"] = step.notes;
    object["changed"] = values_of(step.changed);
    object["state"] = values_of(step.facts);
    steps.push_back(std::move(object));
  }
  return {{"steps", std::move(steps)},
          {"loop_start", readable.loop_start ? Json(*readable.loop_start) : Json()},
          {"loop_kind", trace.loop ? Json(loop_name(trace.loop->kind)) : Json()}};
}

/// The run that a result rests on, if it is one.
Json run_of(const PropertyResult& result, StateDetail detail) {
  if (!result.verdict.counterexample || result.system == nullptr) return nullptr;
  const analysis::ConcreteTrace& trace = *result.verdict.counterexample;
  if (result.chart != nullptr)
    return chart_counterexample(trace, *result.chart, *result.system, detail);
  if (result.machines != nullptr) return machine_counterexample(trace, *result.machines);
  return counterexample(trace, *result.system);
}

/// To a millionth.
double rounded(double seconds) { return std::round(seconds * 1e6) / 1e6; }

Json statistics(const std::vector<Statistics::Entry>& entries) {
  Json object = Json::object();
  for (const Statistics::Entry& entry : entries) {
    if (entry.is_time)
      object[entry.name] = rounded(entry.value);
    else
      object[entry.name] = static_cast<std::uint64_t>(entry.value);
  }
  return object;
}

/// What kept a verdict from being found kept it from being checked.
const std::string& why_unchecked(const PropertyResult& result) {
  return result.certificate.reason.empty() ? result.verdict.reason : result.certificate.reason;
}

Json portfolio(const PortfolioReport& report) {
  Json runs = Json::array();
  for (const PortfolioReport::Run& run : report.runs)
    runs.push_back({{"options", run.options},
                    {"purpose", run.purpose},
                    {"start", rounded(run.start_seconds)},
                    {"seconds", rounded(run.seconds)},
                    {"outcome", run.outcome}});
  return {{"preset", report.preset},
          {"reason", report.reason},
          {"decided", report.decided ? Json(*report.decided) : Json()},
          {"runs", std::move(runs)}};
}

const char* verdict_name(analysis::Answer answer) {
  switch (answer) {
    case analysis::Answer::holds:
      return "true";
    case analysis::Answer::violated:
      return "false";
    case analysis::Answer::unknown:
      break;
  }
  return "unknown";
}

}  // namespace

const char* loop_name(analysis::Loop::Kind kind) {
  return kind == analysis::Loop::Kind::closed ? "closed" : "recurrent";
}

Json to_json(ir::Value value, ir::Type type) {
  if (value.is_unknown()) return nullptr;
  if (type.is_bool()) return value.is_true();
  if (type.is_int() && value.is_small() && value.as_small() >= -max_exact &&
      value.as_small() <= max_exact)
    return value.as_small();
  return ir::to_string(value, type);
}

Json to_json(const analysis::System& system, const ir::Valuation& state) {
  return values_of(known_variables(system, state), state);
}

namespace {

Json to_json(const Explanation::Location& location) {
  return {{"name", location.name},
          {"concrete", location.concrete},
          {"abstract", location.abstract},
          {"differs", location.match == Explanation::Location::Match::different}};
}

Json to_json(const Explanation& explanation) {
  Json steps = Json::array();
  for (const Explanation::Step& step : explanation.steps) {
    Json relevant = Json::array();
    for (const Explanation::Location& one : step.relevant) relevant.push_back(to_json(one));
    steps.push_back(
        {{"step", step.number}, {"action", step.action}, {"relevant", std::move(relevant)}});
  }
  Json splits = Json::array();
  for (const Explanation::Split& split : explanation.splits)
    splits.push_back({{"variable", split.variable},
                      {"numbers", split.numbers},
                      {"before", split.before},
                      {"after", split.after}});
  Json blamed = nullptr;
  if (explanation.blamed_step != 0) {
    blamed = to_json(explanation.blamed);
    blamed["step"] = explanation.blamed_step;
  }
  return {{"number", explanation.number}, {"events", explanation.events},
          {"steps", std::move(steps)},    {"end", to_json(explanation.end)},
          {"blamed", std::move(blamed)},  {"splits", std::move(splits)}};
}

}  // namespace

Json to_json(const PropertyResult& result, StateDetail detail) {
  const bool unknown = result.verdict.answer == analysis::Answer::unknown;
  Json object;
  object["property"] = result.property;
  object["verdict"] = verdict_name(result.verdict.answer);
  object["reason"] = unknown ? Json(result.verdict.reason) : Json();
  object["certificate"] = {
      {"checked", result.certificate.passed},
      {"reason", result.certificate.passed ? Json() : null_if_empty(why_unchecked(result))}};
  const bool exists = result.polarity == Polarity::existential;
  object["counterexample"] = exists ? Json() : run_of(result, detail);
  if (exists) object["witness"] = run_of(result, detail);
  if (!result.subject.group.empty())
    object["subject"] = {{"group", result.subject.group},
                         {"position", null_if_empty(result.subject.position.to_string())}};
  for (const SourceLocation segment : result.subject.segments)
    object["subject"]["segments"].push_back(segment.to_string());
  object["statistics"] = statistics(result.statistics);
  Json configuration = Json::object();
  for (const auto& [name, value] : result.configuration) configuration[name] = value;
  object["configuration"] = std::move(configuration);
  for (const Explanation& explanation : result.explanations)
    object["explanations"].push_back(to_json(explanation));
  object["concerns"] = result.concerns;
  // What may help is for people; what limits a verdict is not.
  if (result.verdict.answer != analysis::Answer::unknown && !result.advice.empty())
    object["remark"] = result.advice;
  if (result.portfolio) object["portfolio"] = portfolio(*result.portfolio);
  return object;
}

Json to_json(const ModelResult& result, StateDetail detail) {
  Json results = Json::array();
  for (const PropertyResult& one : result.results) results.push_back(to_json(one, detail));
  return {{"model", result.model}, {"results", std::move(results)}};
}

std::string dump(const Json& document) {
  return document.dump(1, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string dump_for_script(const Json& document) {
  const std::string json = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string result;
  result.reserve(json.size());
  for (const char c : json) {
    if (c == '<')
      result += "\\u003c";
    else
      result += c;
  }
  return result;
}

}  // namespace arges::output
