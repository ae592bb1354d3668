#include "engine/statechart_simulator.h"

#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "base/invariant.h"
#include "base/syntax/call_text.h"
#include "base/syntax/suggest.h"
#include "engine/options.h"
#include "engine/statechart_model.h"
#include "ir/reference_evaluator.h"
#include "ir/text/core_parser.h"
#include "model/statechart/event_lookup.h"
#include "model/statechart/output_search.h"
#include "model/statechart/simulation.h"

namespace arges::engine {

namespace {

using model::statechart::Event;
using model::statechart::EventLookup;
using model::statechart::EventRef;
using model::statechart::Simulation;
using syntax::split_outside_brackets;
using syntax::trimmed;

/// `after 500ms`, `after 2 s`: the milliseconds.
std::optional<std::int64_t> delay_of(std::string_view line) {
  if (!line.starts_with("after ")) return {};
  const std::string_view text = trimmed(line.substr(6));
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number < 0) return {};
  const std::string_view unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  if (unit == "s") return number * 1000;
  if (unit == "ms" || unit.empty()) return number;
  return {};
}

}  // namespace

struct StatechartSimulator::Parts {
  ir::Context context;
  StatechartModel model;
  std::unique_ptr<Simulation> simulation;
  ModelKind kind = ModelKind::scxml;
  Rules rules = Rules::strict;  ///< lenient: events may be sent that the model does not mention
  const Log* log = nullptr;
  std::set<std::string> warned;  ///< names that a warning was about
  bool left_a_choice = false;

  /// A value as the user writes it; throws Simulation::Error.
  ir::Value value(const std::string& text, ir::Type type) {
    const auto wrong = [&]() -> Simulation::Error {
      return Simulation::Error(fmt::format("'{}' is no value of type {}", text, type.to_string()));
    };
    if (type.is_enum()) {
      const std::string name = text.substr(text.rfind('.') + 1);
      const auto& literals = type.literals();
      const auto found = std::find(literals.begin(), literals.end(), name);
      if (found == literals.end()) throw wrong();
      return ir::Value::small(found - literals.begin());
    }
    ir::Scope scope(context);
    Diagnostics diagnostics;
    const SourceText source("input", text);
    const ir::Expr expr = ir::parse_expression(scope, source, diagnostics);
    if (!expr || expr.type() != type) throw wrong();
    const auto result = ir::reference_evaluate(expr, {});
    if (!result) throw wrong();
    return *result;
  }

  /// What can be sent; unless rules are lenient, the model must say something about it.
  EventLookup lookup() const {
    return {
        model.system,
        kind == ModelKind::scxml ? EventLookup::Shortening::machine : EventLookup::Shortening::any,
        rules == Rules::lenient ? EventLookup::Unmentioned::found
                                : EventLookup::Unmentioned::hidden};
  }

  /// "; did you mean …?", or "".
  std::string hint_for(const std::string& name) const {
    const EventLookup known = lookup();
    syntax::Suggestion suggestion(name);
    for (const EventRef ref : known.all()) {
      if (known.event(ref).mention != Event::Mention::named) continue;
      suggestion.consider(known.event(ref).name);
      suggestion.consider(known.name_of(ref));
    }
    const std::string hint = suggestion.hint();
    return hint.empty() ? "" : "; " + hint;
  }

  /// The event that a name stands for; throws Simulation::Error if there is not exactly one.
  EventRef event_named(const std::string& name) {
    const EventLookup known = lookup();
    const std::vector<EventRef> found = known.find(name);
    if (found.empty())
      throw Simulation::Error(
          fmt::format("there is no event '{}' to send{}", name, hint_for(name)));
    if (found.size() > 1) {
      std::vector<std::string> names;
      for (const EventRef ref : found) names.push_back(known.name_of(ref));
      throw Simulation::Error(
          fmt::format("'{}' may be {}: write more of the name", name, fmt::join(names, " or ")));
    }
    const bool is_odd = known.event(found.front()).mention == Event::Mention::by_wildcard;
    if (is_odd && rules == Rules::strict && warned.insert(name).second)
      log->warn("arges: warning: nothing waits for '{}' by its name, only '*' stands for it{}",
                name, hint_for(name));
    return found.front();
  }

  Simulation::Input input(const std::string& text) {
    const syntax::CallText call = syntax::call_text(text);
    const EventRef ref = event_named(call.name);
    const auto& parameters = lookup().event(ref).parameters;
    if (call.arguments.size() > parameters.size())
      throw Simulation::Error(fmt::format("'{}' has {} parameters, not {}", call.name,
                                          parameters.size(), call.arguments.size()));
    Simulation::Input result{simulation->name_of(ref), {}};
    for (std::size_t i = 0; i < call.arguments.size(); ++i)
      result.arguments.push_back(value(call.arguments[i], parameters[i].value->type));
    return result;
  }
};

namespace {

std::unique_ptr<StatechartSimulator::Parts> read_parts(Env& env, const LoadRequest& request) {
  auto parts = std::make_unique<StatechartSimulator::Parts>();
  parts->kind = model_kind(request.path, request.input_format);
  parts->rules = request.rules;
  parts->log = &env.log;
  parts->model = read_statechart(parts->context, request.text, request, &env.limits);
  if (request.warns) warn_about(parts->model.system, env.log);
  return parts;
}

}  // namespace

StatechartSimulator::StatechartSimulator(Env& env, const LoadRequest& request)
    : env_(env), request_(request) {
  if (!request_.text) request_.text = read_source(request_.path);
  parts_ = make_parts();
  start();
}

std::unique_ptr<StatechartSimulator::Parts> StatechartSimulator::make_parts() const {
  std::unique_ptr<Parts> parts = read_parts(env_, request_);
  model::statechart::Decisions decisions;
  // The first, as without these.
  decisions.step = [parts = parts.get()](const auto&) {
    parts->left_a_choice = true;
    return std::size_t{0};
  };
  decisions.outcome = [parts = parts.get()](const auto&) {
    parts->left_a_choice = true;
    return std::size_t{0};
  };
  decisions.as_time_passes = [&env = env_] { env.limits.check(); };
  parts->simulation = std::make_unique<Simulation>(parts->context, parts->model.system, decisions);
  return parts;
}

void StatechartSimulator::start() {
  try {
    parts_->simulation->start();
  } catch (const Simulation::Error& error) {
    throw InputError({request_.text.get(), 0},
                     fmt::format("the model does not start: {}", error.what()));
  }
  note("");
}

void StatechartSimulator::learn_events(std::string_view line) {
  if (parts_->kind != ModelKind::scxml) return;
  std::vector<std::string> fresh;
  for (const std::string& name : events_of(line))
    if (parts_->lookup().find(name).empty()) fresh.push_back(name);
  if (fresh.empty()) return;
  const LoadRequest before = request_;
  request_.events.insert(request_.events.end(), fresh.begin(), fresh.end());
  request_.warns = false;
  request_.purpose = Purpose::simulate;
  std::unique_ptr<Parts> parts = make_parts();
  const bool all_are_known = std::none_of(fresh.begin(), fresh.end(), [&](const std::string& name) {
    return parts->lookup().find(name).empty();
  });
  if (!all_are_known) {
    request_ = before;
    return;
  }
  // The same model, with more that can be sent: it does the same again.
  parts->warned = parts_->warned;
  const std::vector<Step> known = std::move(steps_);
  steps_.clear();
  parts_ = std::move(parts);
  start();
  for (std::size_t i = 1; i < known.size(); ++i) {
    const std::string wrong = do_input(known[i].input);
    INVARIANT(wrong.empty(), "what was done once should be possible again");
  }
}

StatechartSimulator::~StatechartSimulator() = default;

void StatechartSimulator::note(std::string input) {
  const Simulation::Step& last = parts_->simulation->steps().back();
  const model::statechart::Problem problem = last.state.problem;
  std::vector<std::string> sent = last.outputs;
  for (const model::statechart::Occurrence& one : last.occurrences)
    if (one.kind == model::statechart::Occurrence::Kind::logged)
      if (const auto at = std::find(sent.begin(), sent.end(), one.text); at != sent.end())
        sent.erase(at);
  steps_.push_back({std::move(input),
                    last.configuration,
                    last.variables,
                    last.outputs,
                    std::move(sent),
                    last.failures,
                    problem == model::statechart::Problem::nothing ? "" : describe(problem),
                    {}});
}

std::string StatechartSimulator::input(std::string_view line) {
  learn_events(line);
  return do_input(line);
}

std::string StatechartSimulator::do_input(std::string_view line) {
  const std::string text(trimmed(line));
  try {
    Simulation& simulation = *parts_->simulation;
    const std::vector<std::string> calls = split_outside_brackets(text, '&');
    if (text == start_again) {
      parts_->left_a_choice = false;
      simulation.start();
    } else if (const auto delay = delay_of(text)) {
      simulation.advance(*delay);
    } else if (text.starts_with("after ")) {
      return "time is told as 'after 500ms' or 'after 2s'";
    } else if (text == "cycle" && parts_->lookup().find(text).empty()) {
      simulation.cycle({});
    } else if (calls.size() == 1) {
      Simulation::Input input = parts_->input(text);
      simulation.send(input.event, std::move(input.arguments));
    } else {
      std::vector<Simulation::Input> inputs;
      for (const std::string& call : calls) inputs.push_back(parts_->input(call));
      simulation.cycle(std::move(inputs));
    }
  } catch (const Simulation::Error& error) {
    return error.what();
  } catch (const model::statechart::Interpreter::Undecided& error) {
    return error.what();
  }
  note(text);
  return "";
}

bool StatechartSimulator::back() {
  if (!parts_->simulation->back()) return false;
  steps_.pop_back();
  return true;
}

std::vector<StatechartSimulator::Possible> StatechartSimulator::possible_events() const {
  std::vector<Possible> result;
  for (const EventRef& ref : parts_->simulation->possible_events()) {
    const Event& event = parts_->model.system.machines[ref.machine].events[ref.event];
    std::string parameters;
    for (const auto& parameter : event.parameters)
      parameters += fmt::format("{}{}: {}", parameters.empty() ? "" : ", ", parameter.name,
                                parameter.value->type.to_string());
    const std::string name = parts_->simulation->name_of(ref);
    using Effect = Simulation::Effect;
    const Effect effect = parts_->simulation->effect_of(ref);
    result.push_back({name,
                      event.parameters.empty() ? name : fmt::format("{}({})", name, parameters),
                      effect == Effect::triggers  ? Possible::Effect::triggers
                      : effect == Effect::nothing ? Possible::Effect::nothing
                                                  : Possible::Effect::unclear});
  }
  return result;
}

bool StatechartSimulator::has_ended() const { return parts_->simulation->has_ended(); }

bool StatechartSimulator::takes_turns() const {
  return execution_of(parts_->model.system) == model::statechart::Execution::turns;
}

bool StatechartSimulator::left_a_choice() const { return parts_->left_a_choice; }

OutputAnswer ask_for_outputs(Env& env, const LoadRequest& request,
                             const std::vector<std::string>& events,
                             const std::vector<std::string>& outputs) {
  using model::statechart::OutputSearch;
  LoadRequest whole = request;
  if (!whole.text) whole.text = read_source(whole.path);
  const auto made = read_parts(env, whole);
  StatechartSimulator::Parts& parts = *made;
  const model::statechart::System& system = parts.model.system;
  if (execution_of(system) != model::statechart::Execution::events)
    throw UsageError("--outputs is for machines that react to one event at a time",
                     "leave it out, and look at what is sent");
  parts.simulation = std::make_unique<Simulation>(parts.context, system);
  std::vector<OutputSearch::Input> inputs;
  for (const std::string& event : events) try {
      const Simulation::Input input = parts.input(event);
      inputs.push_back({*parts.simulation->find_event(input.event), input.arguments});
    } catch (const Simulation::Error& error) {
      throw UsageError(fmt::format("'{}' can't be sent: {}", event, error.what()));
    }
  OutputSearch search(parts.context, system, [&env] { env.limits.check(); });
  const OutputSearch::Result found = search.find(inputs, outputs);
  OutputAnswer result;
  result.outputs = found.outputs;
  result.verdict = found.answer == OutputSearch::Answer::possible ? OutputAnswer::Verdict::possible
                   : found.answer == OutputSearch::Answer::impossible
                       ? OutputAnswer::Verdict::impossible
                       : OutputAnswer::Verdict::unknown;
  return result;
}

std::vector<std::string> events_of(std::string_view input) {
  std::vector<std::string> result;
  const std::string_view text = trimmed(input);
  if (delay_of(text) || text == "cycle" || text == start_again) return result;
  for (const std::string& call : split_outside_brackets(input, '&'))
    result.push_back(syntax::call_text(call).name);
  return result;
}

}  // namespace arges::engine
