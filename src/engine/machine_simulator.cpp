#include "engine/machine_simulator.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/syntax/call_text.h"
#include "base/syntax/suggest.h"
#include "engine/machine_task.h"

namespace arges::engine {

using model::machines::Enabled;
using model::machines::Execution;
using model::machines::Fault;
using model::machines::Signal;
using output::MachineFact;

MachineSimulator::MachineSimulator(Env& env, const LoadRequest& request)
    : system_(read_machines(request.text ? request.text : read_source(request.path), &env.limits)),
      lowering_(context_, system_.model),
      teller_(system_.model) {
  if (request.warns) warn_about(system_, env.log);
  start();
}

void MachineSimulator::start() {
  left_a_choice_ = false;
  note("", teller_.start(teller_.execution().initial()));
}

namespace {

/// Where an event fails: the offset of the effect, or nothing for a guard.
std::optional<std::uint32_t> place_of(const Execution::Outcome& outcome) {
  if (outcome.effect == nullptr) return {};
  return outcome.effect->location.offset;
}

}  // namespace

/// Where no branch of a choice is open, or something fails before it, all ways through it are one
/// and the same event.
std::vector<MachineSimulator::Open> MachineSimulator::open() const {
  std::vector<Open> result;
  if (teller_.fault() != Fault::nothing) return result;
  const model::machines::Resolution nothing;
  model::machines::FixedChooser chooser(nothing);
  const auto& execution = teller_.execution();
  std::vector<std::pair<std::string, Execution::Outcome>> failures;
  for (const Event& event : lowering_.events()) {
    const Enabled enabled = execution.enabled(teller_.configuration(), event, chooser);
    if (enabled == Enabled::no) continue;
    std::string text = unique_text(system_.model, event);
    if (enabled == Enabled::faulty) {
      Execution::Outcome outcome = execution.execute(teller_.configuration(), event, chooser);
      const std::string told = text_of_failure(system_.model, event, outcome.effect);
      if (told != to_string(system_.model, event)) {
        text = told;
        const auto is_same = [&](const auto& other) {
          return other.first == told && other.second.fault == outcome.fault &&
                 place_of(other.second) == place_of(outcome) &&
                 key_of(other.second.configuration) == key_of(outcome.configuration);
        };
        if (std::any_of(failures.begin(), failures.end(), is_same)) continue;
        failures.emplace_back(told, std::move(outcome));
      }
    }
    result.push_back({event, std::move(text)});
  }
  return result;
}

bool MachineSimulator::has_ended() const { return open().empty(); }

std::vector<Simulator::Possible> MachineSimulator::possible_events() const {
  std::vector<Possible> result;
  for (const Open& one : open()) result.push_back({one.text, one.text});
  return result;
}

/// By its text, its object, its signal, or both: `link`, `push`, `link.data`.
bool MachineSimulator::is_meant(const Open& open, std::string_view text) const {
  const auto& model = system_.model;
  const std::string& object = model.objects[open.event.object].name;
  if (text == open.text || text == object) return true;
  if (open.event.kind != Event::Kind::transition) return false;
  const auto& trigger = teller_.execution().transition(open.event).trigger;
  if (!trigger) return false;
  const Signal& signal = model.signals[trigger->signal];
  return text == signal.name || text == fmt::format("{}.{}", object, signal.name);
}

MachineSimulator::Chosen MachineSimulator::choose(std::string_view text) {
  const std::vector<Open> open = this->open();
  if (open.empty()) return {{}, "nothing can happen any more"};
  if (text == "step") {
    left_a_choice_ = left_a_choice_ || open.size() > 1;
    return {open.front()};
  }
  std::size_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (parsed.ec == std::errc() && parsed.ptr == text.data() + text.size() && number > 0 &&
      number <= open.size())
    return {open[number - 1]};
  std::vector<Open> meant;
  syntax::Suggestion suggestion(text);
  std::vector<std::string> texts;
  for (const Open& one : open) {
    if (one.text == text) return {one};
    suggestion.consider(one.text);
    texts.push_back(one.text);
    if (is_meant(one, text)) meant.push_back(one);
  }
  if (meant.size() == 1) return {meant.front()};
  if (meant.size() > 1) {
    texts.clear();
    for (const Open& one : meant) texts.push_back(one.text);
    return {{}, fmt::format("'{}' may be one of: {}", text, fmt::join(texts, "; "))};
  }
  const std::string hint = suggestion.hint();
  return {{},
          fmt::format("'{}' can't happen now{}{}; possible: {}", text, hint.empty() ? "" : "; ",
                      hint, fmt::join(texts, "; "))};
}

std::string MachineSimulator::input(std::string_view line) {
  const std::string text(syntax::trimmed(line));
  if (text == start_again) {
    left_a_choice_ = false;
    note(text, teller_.start(teller_.execution().initial()));
    return "";
  }
  const Chosen chosen = choose(text);
  if (!chosen.event) return chosen.wrong;
  note(chosen.event->text, teller_.step(chosen.event->event));
  return "";
}

bool MachineSimulator::back() {
  if (steps_.size() < 2) return false;
  steps_.pop_back();
  points_.pop_back();
  teller_.resume(points_.back().configuration, points_.back().fault);
  return true;
}

void MachineSimulator::note(std::string input, const output::MachineStep& told) {
  const auto& model = system_.model;
  Step step;
  step.input = std::move(input);
  for (const MachineFact& fact : told.facts) {
    if (fact.kind == MachineFact::Kind::state)
      step.configuration.push_back(fmt::format("{}.{}", fact.name, fact.text));
    if (fact.kind == MachineFact::Kind::queue) step.queues.emplace_back(fact.name, fact.messages);
  }
  std::sort(step.configuration.begin(), step.configuration.end());
  for (const output::MachineMessage& message : told.sent)
    step.outputs.push_back(fmt::format("{} to {}", message.text, model.objects[message.to].name));
  step.sent = step.outputs;
  const ir::Valuation values = lowering_.layout().encode(teller_.configuration(), teller_.fault());
  for (model::machines::ObjectId o = 0; o < model.objects.size(); ++o) {
    const auto& variables = model.class_of(o).variables;
    for (model::machines::VarId v = 0; v < variables.size(); ++v) {
      if (variables[v].scope == model::machines::Variable::Scope::transition) continue;
      const ir::Var var = lowering_.layout().variable(o, v);
      step.variables.emplace_back(var, values.get(var));
      const model::machines::Type& type = variables[v].type;
      if (type.is_reference() || type.target != model::machines::none)
        step.words[var] = model.text(type, teller_.configuration().objects[o].values[v]);
    }
  }
  if (teller_.fault() != Fault::nothing)
    step.problem = told.notes.empty() ? to_string(teller_.fault()) : told.notes.front();
  points_.push_back({teller_.configuration(), teller_.fault()});
  steps_.push_back(std::move(step));
}

}  // namespace arges::engine
