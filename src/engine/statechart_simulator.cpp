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
#include "frontend/scxml/scxml_parser.h"
#include "ir/reference_evaluator.h"
#include "ir/text/core_parser.h"
#include "model/statechart/event_lookup.h"
#include "model/statechart/output_search.h"
#include "model/statechart/simulation.h"
#include "model/statechart/value_text.h"

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
  // 'two."one.go"' tells where the machine's id ends.
  if (const std::size_t quote = name.find(".\""); quote != std::string_view::npos)
    return name.back() == '"' && can_be_event(name.substr(0, quote)) && name.size() > quote + 3 &&
           can_be_event(name.substr(quote + 2, name.size() - quote - 3));
  const bool has_characters = std::all_of(name.begin(), name.end(), [](unsigned char c) {
    return c >= 0x80 || std::isalnum(c) != 0 || c == '.' || c == '_' || c == '-' || c == ':';
  });
  return has_characters && !name.empty() && name.front() != '.' && name.back() != '.' &&
         name.find("..") == std::string_view::npos;
}

/// A type in the words of whoever writes models: enumerations by their literals.
std::string type_text(ir::Type type) {
  if (model::statechart::is_string(type)) return "string";
  if (type.is_array()) return type_text(type.element()) + "[]";
  if (!type.is_enum()) return type.to_string();
  return type.name().starts_with("Enum_") ? fmt::format("{}", fmt::join(type.literals(), "|"))
                                          : type.to_string();
}

bool takes_turns(const model::statechart::System& system) {
  return execution_of(system) == model::statechart::Execution::turns;
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
  bool step_left_a_choice = false;  ///< the last one
  /// An event of a machine by its name: numbers change when a model is read with more events.
  using Address = std::pair<model::statechart::MachineId, std::string>;
  std::set<Address> own;                  ///< those that could be sent before any was learnt
  std::map<std::string, Address> learnt;  ///< what further names mean, whatever was sent before

  /// A value as the user writes it; throws Simulation::Error.
  ir::Value value(const std::string& text, const model::statechart::Parameter& parameter) {
    const ir::Type type = parameter.value->type;
    if (type.is_array() && text.starts_with('[') && text.ends_with(']') &&
        text.find("<-") == std::string::npos)
      return array(text.substr(1, text.size() - 2), parameter);
    return value(text, type);
  }
  ir::Value value(const std::string& text, ir::Type type) {
    const auto wrong = [&]() -> Simulation::Error {
      return Simulation::Error(fmt::format("'{}' is no value of type {}", text, type_text(type)));
    };
    if (type.is_enum()) {
      const auto found = model::statechart::find_literal(type, text);
      if (!found) throw wrong();
      return ir::Value::small(static_cast<std::int64_t>(*found));
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

  /// The elements that are told; all others are as at first, or as the last one before `…`.
  ir::Value array(const std::string& elements, const model::statechart::Parameter& parameter) {
    const ir::Type type = parameter.value->type;
    const auto first =
        parameter.initial ? ir::reference_evaluate(parameter.initial, {}) : std::nullopt;
    if (!first) throw Simulation::Error(fmt::format("[{}] should be written in full", elements));
    std::vector<std::pair<ir::Value, ir::Value>> entries;
    ir::Value fallback = first->as_big().array.fallback;
    std::vector<std::string> texts = syntax::split_list(elements);
    const bool goes_on = texts.size() > 1 && texts.back() == model::statechart::and_so_on;
    if (goes_on) texts.pop_back();
    for (const std::string& text : texts) {
      const auto index = ir::Value::small(static_cast<std::int64_t>(entries.size()));
      entries.emplace_back(index, value(text, type.element()));
    }
    if (parameter.length > 0 && entries.size() > parameter.length)
      throw Simulation::Error(fmt::format("[{}] has {} elements, '{}' has {}", elements,
                                          entries.size(), parameter.name, parameter.length));
    if (goes_on && parameter.length == 0) fallback = entries.back().second;
    while (goes_on && entries.size() < parameter.length)
      entries.emplace_back(ir::Value::small(static_cast<std::int64_t>(entries.size())),
                           entries.back().second);
    std::erase_if(entries, [&](const auto& entry) { return entry.second == fallback; });
    return context.values().array(type, fallback, std::move(entries));
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

  Address address_of(EventRef ref) const { return {ref.machine, lookup().event(ref).name}; }

  /// All that a name may mean; what was learnt for other names is not meant.
  std::vector<EventRef> meant(const std::string& name) const {
    const EventLookup known = lookup();
    const auto special = learnt.find(name);
    std::vector<EventRef> own_events;
    std::vector<EventRef> found;
    for (const EventRef ref : known.all()) {
      const Address address = address_of(ref);
      if (own.contains(address)) own_events.push_back(ref);
      if (special != learnt.end() && special->second == address) found.push_back(ref);
    }
    auto usual = known.find(name, own_events);
    return usual.empty() ? found : usual;
  }

  /// A name that means this event whatever is sent before: the full one, if it does.
  std::string lasting_name(EventRef ref, const std::string& written) const {
    const std::string full = lookup().name_of(ref);
    if (meant(full) == std::vector{ref}) return syntax::name_text(full);
    const std::string clear = lookup().clear_name_of(ref);
    return meant(clear) == std::vector{ref} ? clear : syntax::name_text(written);
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
      for (const EventRef ref : found) names.push_back(lasting_name(ref, known.name_of(ref)));
      throw Simulation::Error(
          fmt::format("'{}' may be {}: write more of the name", name, fmt::join(names, " or ")));
    }
    const bool is_odd = known.event(found.front()).mention == Event::Mention::by_wildcard;
    if (is_odd && rules == Rules::strict && warned.insert(name).second)
      log->note("arges: warning: nothing waits for '{}' by its name, only '*' stands for it{}",
                name, hint_for(name));
    warn_if_foreign(name, found.front());
    return found.front();
  }

  /// What only another machine sends is not the environment's: check knows no such run.
  void warn_if_foreign(const std::string& name, EventRef ref) {
    if (own.contains(address_of(ref))) return;
    for (const auto& component : model.system.components)
      for (const auto& channel : component.channels)
        if (channel.to == ref && warned.insert(name).second)
          log->note(
              "arges: warning: '{}' comes from {}, not from the environment: check looks at "
              "no such run",
              name, model.system.machines[channel.from.machine].name);
  }

  /// An event to send, and how to write it so that it means the same at any time.
  struct Call {
    Simulation::Input input;
    std::string text;
  };
  Call call(const std::string& text) {
    const syntax::CallText written = syntax::call_text(text);
    const EventRef ref = event_named(written.name);
    const auto& parameters = lookup().event(ref).parameters;
    if (written.arguments.size() > parameters.size())
      throw Simulation::Error(fmt::format("'{}' has {} parameters, not {}", written.name,
                                          parameters.size(), written.arguments.size()));
    Call result{{simulation->name_of(ref), {}}, lasting_name(ref, written.name)};
    for (std::size_t i = 0; i < written.arguments.size(); ++i) {
      const ir::Value one = value(written.arguments[i], parameters[i]);
      require_in_range(written.name, parameters[i], one);
      result.input.arguments.push_back(one);
    }
    if (!written.arguments.empty())
      result.text += fmt::format("({})", fmt::join(written.arguments, ", "));
    return result;
  }

  /// The environment sends no other values.
  static void require_in_range(const std::string& event,
                               const model::statechart::Parameter& parameter, ir::Value value) {
    const auto bound = [](ir::Expr expr) {
      return expr ? ir::reference_evaluate(expr, {}) : std::nullopt;
    };
    const auto lowest = bound(parameter.lowest);
    const auto highest = bound(parameter.highest);
    if ((!lowest || ir::compare(*lowest, value) <= 0) &&
        (!highest || ir::compare(value, *highest) <= 0))
      return;
    const ir::Type type = parameter.value->type;
    throw Simulation::Error(
        fmt::format("the environment sends '{}' of '{}' within {}..{}, not {}", parameter.name,
                    event, lowest ? ir::to_string(*lowest, type) : "",
                    highest ? ir::to_string(*highest, type) : "", ir::to_string(value, type)));
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
  for (const EventRef ref : parts->lookup().all()) parts->own.insert(parts->address_of(ref));
  return parts;
}

/// What a name means that nothing that can be sent goes by: what the model reads as if that name
/// alone were added. So it does not matter what else was learnt. Throws frontend::UnfitEvent.
std::optional<StatechartSimulator::Parts::Address> meaning_of(
    Env& env, const LoadRequest& request, const StatechartSimulator::Parts& before,
    const std::string& name) {
  LoadRequest wider = request;
  wider.tried_events = {name};
  wider.warns = false;
  const auto parts = read_parts(env, wider);
  for (const EventRef ref : parts->lookup().all())
    if (auto address = parts->address_of(ref); !before.own.contains(address)) return address;
  return {};
}

/// What is sent to an SCXML machine may be what it takes though it does not mention it: a longer
/// name ('a.b' for 'a'), or any for '*'. The model with these; null: it does not take them all.
/// Throws frontend::UnfitEvent.
std::unique_ptr<StatechartSimulator::Parts> learn(Env& env, const LoadRequest& request,
                                                  const StatechartSimulator::Parts& before,
                                                  const std::vector<std::string>& fresh) {
  auto learnt = before.learnt;
  for (const std::string& name : fresh) {
    const auto address = meaning_of(env, request, before, name);
    if (!address) return nullptr;
    learnt.emplace(name, *address);
    // The full name is what a script is to say, unless it means something else.
    const std::string full =
        before.model.system.machines[address->first].qualified(address->second);
    if (learnt.contains(full) || !before.meant(full).empty()) continue;
    if (const auto same = meaning_of(env, request, before, full); same == address)
      learnt.emplace(full, *address);
  }
  LoadRequest wider = request;
  for (const auto& [name, address] : learnt) wider.tried_events.push_back(name);
  wider.warns = false;
  auto parts = read_parts(env, wider);
  parts->warned = before.warned;
  parts->own = before.own;
  parts->learnt = std::move(learnt);
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
  note("", "");
}

StatechartSimulator::~StatechartSimulator() = default;

void StatechartSimulator::note(std::string input, std::string lasting) {
  const Simulation::Step& last = parts_->simulation->steps().back();
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
                    parts_->simulation->obstacle(),
                    {}});
  steps_.back().is_one_of_several = parts_->step_left_a_choice;
  steps_.back().script = std::move(lasting);
}

std::string StatechartSimulator::input(std::string_view line) {
  const std::vector<std::string> fresh = parts_->unknown_events(line);
  if (fresh.empty()) return do_input(line);
  try {
    std::unique_ptr<Parts> parts = learn(env_, request_, *parts_, fresh);
    return parts ? do_all_again(std::move(parts), line) : do_input(line);
  } catch (const frontend::UnfitEvent& unfit) {
    return fmt::format("{}: {}", unfit.what(), unfit.hint());
  }
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
    std::string lasting = text;
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
    } else if (takes_turns(parts_->model.system) &&
               (text == "turn" || text.starts_with("turn of "))) {
      if (std::string wrong = do_turn(text); !wrong.empty()) return wrong;
    } else if (text == "cycle" && parts_->lookup().find(text).empty()) {
      simulation.cycle({});
    } else if (std::find(calls.begin(), calls.end(), "") != calls.end()) {
      return "an event should stand on both sides of '&'";
    } else if (calls.size() == 1) {
      Parts::Call call = parts_->call(text);
      simulation.send(call.input.event, std::move(call.input.arguments));
      lasting = std::move(call.text);
    } else {
      std::vector<Simulation::Input> inputs;
      lasting.clear();
      for (const std::string& one : calls) {
        Parts::Call call = parts_->call(one);
        inputs.push_back(std::move(call.input));
        lasting += (lasting.empty() ? "" : " & ") + call.text;
      }
      simulation.cycle(std::move(inputs));
    }
    note(text, lasting);
  } catch (const Simulation::Error& error) {
    return error.what();
  } catch (const model::statechart::Interpreter::Undecided& error) {
    return error.what();
  }
  return "";
}

std::string StatechartSimulator::do_turn(const std::string& text) {
  Simulation& simulation = *parts_->simulation;
  const model::statechart::System& system = parts_->model.system;
  std::vector<model::statechart::ComponentId> meant;
  std::vector<std::string> names;
  for (const auto component : simulation.possible_turns()) {
    const std::string name = system.turn_name(component);
    if (text == "turn" || text == name) meant.push_back(component);
    names.push_back(name);
  }
  if (names.empty()) return "no message waits for a turn";
  if (meant.size() != 1)
    return fmt::format("it may be the {}: write one of these", fmt::join(names, " or the "));
  simulation.turn(meant.front());
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
                                type_text(parameter.value->type));
    const std::string name = parts_->simulation->name_of(ref);
    using Effect = Simulation::Effect;
    const Effect effect = parts_->simulation->effect_of(ref);
    // As it is to be typed: some names need quotes.
    const std::string written = parts_->lasting_name(ref, name);
    result.push_back(
        {name, event.parameters.empty() ? written : fmt::format("{}({})", written, parameters),
         effect == Effect::triggers  ? Possible::Effect::triggers
         : effect == Effect::nothing ? Possible::Effect::nothing
                                     : Possible::Effect::unclear,
         written});
  }
  for (const auto component : parts_->simulation->possible_turns()) {
    const std::string name = parts_->model.system.turn_name(component);
    result.push_back({name, name, {}, name});
  }
  return result;
}

bool StatechartSimulator::has_ended() const { return parts_->simulation->has_ended(); }

const model::statechart::System* StatechartSimulator::chart() const {
  return &parts_->model.system;
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
    if (const auto fresh = made->unknown_events(event); !fresh.empty()) try {
        if (auto wider = learn(env, whole, *made, fresh)) made = std::move(wider);
      } catch (const frontend::UnfitEvent& unfit) {
        throw UsageError(fmt::format("'{}' can't be sent: {}", event, unfit.what()), unfit.hint());
      }
  StatechartSimulator::Parts& parts = *made;
  const model::statechart::System& system = parts.model.system;
  if (execution_of(system) != model::statechart::Execution::events)
    throw UsageError("--outputs is for machines that react to one event at a time",
                     "leave it out, and look at what is sent");
  parts.simulation = std::make_unique<Simulation>(parts.context, system);
  std::vector<OutputSearch::Input> inputs;
  for (const std::string& event : events) try {
      const Simulation::Input input = parts.call(event).input;
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
