#include "engine/statechart_simulator.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <map>
#include <set>
#include <utility>

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
  constexpr std::int64_t longest = 1'000'000'000'000;  // so that no sum of these is too large
  if (error != std::errc() || number < 0 || number > longest) return {};
  const std::string_view unit = trimmed(text.substr(static_cast<std::size_t>(end - text.data())));
  if (unit == "s") return number * 1000;
  if (unit == "ms" || unit.empty()) return number;
  return {};
}

/// Whether events of SCXML can be called so: tokens of letters, digits and such, with dots between.
bool can_be_event(std::string_view name) {
  const bool has_characters = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c >= 0x80 || std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-' || c == ':';
  });
  return has_characters && !name.empty() && name.front() != '.' && name.back() != '.' &&
         name.find("..") == std::string_view::npos;
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
  bool step_left_a_choice = false;          ///< the last one
  std::map<std::string, std::size_t> ages;  ///< of events that were learnt, by full names: when

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

  /// All that a name may mean: of events that were learnt one after another the first ones, so that
  /// none of them changes what names mean.
  std::vector<EventRef> meant(const std::string& name) const {
    const EventLookup known = lookup();
    std::map<std::size_t, std::vector<EventRef>> by_age;
    for (const EventRef ref : known.all()) {
      const auto age = ages.find(known.name_of(ref));
      by_age[age == ages.end() ? 0 : age->second].push_back(ref);
    }
    for (const auto& [age, events] : by_age)
      if (auto found = known.find(name, events); !found.empty()) return found;
    return {};
  }

  /// Those that a line sends and nobody takes as far as is known, but maybe could: of SCXML.
  std::vector<std::string> unknown_events(std::string_view line) const {
    std::vector<std::string> result;
    if (kind != ModelKind::scxml) return result;
    for (const std::string& name : events_of(line)) {
      if (!meant(name).empty()) continue;
      if (!can_be_event(name)) return {};
      result.push_back(name);
    }
    return result;
  }

  /// The event that a name stands for; throws Simulation::Error if there is not exactly one.
  EventRef event_named(const std::string& name) {
    const EventLookup known = lookup();
    const std::vector<EventRef> found = meant(name);
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
      log->note("arges: warning: nothing waits for '{}' by its name, only '*' stands for it{}",
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

/// What is sent to an SCXML machine may be what it takes though it does not mention it: a longer
/// name ('a.b' for 'a'), or any for '*'. The model with these; null: it does not take them all.
std::unique_ptr<StatechartSimulator::Parts> learn(Env& env, LoadRequest& request,
                                                  const StatechartSimulator::Parts& before,
                                                  const std::vector<std::string>& fresh) {
  LoadRequest wider = request;
  wider.events.insert(wider.events.end(), fresh.begin(), fresh.end());
  wider.warns = false;
  wider.purpose = Purpose::simulate;
  auto parts = read_parts(env, wider);
  parts->warned = before.warned;
  parts->ages = before.ages;
  std::size_t age = 1;
  for (const auto& [name, one] : before.ages) age = std::max(age, one + 1);
  std::set<std::string> known;
  for (const EventRef ref : before.lookup().all()) known.insert(before.lookup().name_of(ref));
  for (const EventRef ref : parts->lookup().all())
    if (std::string name = parts->lookup().name_of(ref); !known.contains(name))
      parts->ages.emplace(std::move(name), age);
  const bool takes_all = std::none_of(fresh.begin(), fresh.end(), [&](const std::string& name) {
    return parts->meant(name).empty();
  });
  if (!takes_all) return nullptr;
  request = std::move(wider);
  return parts;
}

}  // namespace

StatechartSimulator::StatechartSimulator(Env& env, const LoadRequest& request)
    : env_(env), request_(request) {
  if (!request_.text) request_.text = read_source(request_.path);
  parts_ = read_parts(env_, request_);
  make_simulation(*parts_);
  start();
}

void StatechartSimulator::make_simulation(Parts& parts) const {
  model::statechart::Decisions decisions;
  // The first, as without these.
  const auto first = [&parts](const auto&) {
    parts.left_a_choice = parts.step_left_a_choice = true;
    return std::size_t{0};
  };
  decisions.step = first;
  decisions.outcome = first;
  decisions.as_time_passes = [&env = env_] { env.limits.check(); };
  parts.simulation = std::make_unique<Simulation>(parts.context, parts.model.system, decisions);
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
  steps_.back().is_one_of_several = parts_->step_left_a_choice;
}

std::string StatechartSimulator::input(std::string_view line) {
  const std::vector<std::string> fresh = parts_->unknown_events(line);
  if (fresh.empty()) return do_input(line);
  LoadRequest wider = request_;
  std::unique_ptr<Parts> parts = learn(env_, wider, *parts_, fresh);
  if (!parts) return do_input(line);
  std::string wrong = do_all_again(std::move(parts), line);
  if (wrong.empty()) request_ = std::move(wider);
  return wrong;
}

/// The same model, with more that can be sent: it does the same. If the line is wrong all the same,
/// nothing has changed.
std::string StatechartSimulator::do_all_again(std::unique_ptr<Parts> parts, std::string_view line) {
  std::unique_ptr<Parts> old = std::exchange(parts_, std::move(parts));
  std::vector<Step> known = std::exchange(steps_, {});
  std::string wrong;
  try {
    make_simulation(*parts_);
    start();
    for (std::size_t i = 1; i < known.size(); ++i) {
      wrong = do_input(known[i].input);
      INVARIANT(wrong.empty(), "what was done once should be possible again");
    }
    wrong = do_input(line);
    if (wrong.empty()) return wrong;
  } catch (const LimitReached&) {
    parts_ = std::move(old);
    steps_ = std::move(known);
    throw;
  }
  parts_ = std::move(old);
  steps_ = std::move(known);
  return wrong;
}

std::string StatechartSimulator::do_input(std::string_view line) {
  const std::string text(trimmed(line));
  try {
    Simulation& simulation = *parts_->simulation;
    const std::vector<std::string> calls = split_outside_brackets(text, '&');
    const std::int64_t time_step = parts_->model.system.time_step;
    parts_->step_left_a_choice = false;
    if (text == start_again) {
      parts_->left_a_choice = false;
      simulation.start();
    } else if (const auto delay = delay_of(text)) {
      if (time_step != 0 && *delay % time_step != 0)
        return fmt::format("time passes in steps of {} ms: let a multiple pass, or use --time-step",
                           time_step);
      simulation.advance(*delay);
    } else if (text.starts_with("after ")) {
      return "time is told as 'after 500ms' or 'after 2s', up to 10^12";
    } else if (text == "cycle" && parts_->lookup().find(text).empty()) {
      simulation.cycle({});
    } else if (std::find(calls.begin(), calls.end(), "") != calls.end()) {
      return "an event should stand on both sides of '&'";
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
  auto made = read_parts(env, whole);
  for (const std::string& event : events)
    if (const auto fresh = made->unknown_events(event); !fresh.empty())
      if (auto wider = learn(env, whole, *made, fresh)) made = std::move(wider);
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
