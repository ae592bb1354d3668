#include "model/machines/execution.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::model::machines {

std::string to_string(const Model& model, const Event& event) {
  const std::string& object = model.objects[event.object].name;
  switch (event.kind) {
    case Event::Kind::transition:
      return fmt::format("{}: {}", object,
                         model.class_of(event.object).transitions[event.transition].label);
    case Event::Kind::implicit:
      return fmt::format("{} loses a message", object);
    case Event::Kind::defer:
      return fmt::format("{} puts aside a message", object);
  }
  UNREACHABLE("every kind of event should have a text");
}

std::string text_of_failure(const Model& model, const Event& event, const Effect* effect) {
  if (event.kind != Event::Kind::transition) return to_string(model, event);
  const Class& type = model.class_of(event.object);
  const Transition& transition = type.transitions[event.transition];
  // A guard is read before all effects.
  const auto position =
      effect == nullptr ? 0 : static_cast<std::size_t>(effect - transition.effects.data());
  std::string way = type.states[transition.source].name;
  for (const PassedChoice& choice : transition.choices) {
    way += " -> " + choice.name;
    if (effect != nullptr && position >= choice.chosen) continue;
    if (transition.trigger) way += " on " + model.signals[transition.trigger->signal].name;
    return fmt::format("{}: {}", model.objects[event.object].name, way);
  }
  return to_string(model, event);
}

std::string unique_text(const Model& model, const Event& event) {
  std::string result = to_string(model, event);
  if (event.kind != Event::Kind::transition) return result;
  const auto& transitions = model.class_of(event.object).transitions;
  const Transition& this_one = transitions[event.transition];
  const auto alike =
      std::count_if(transitions.begin(), transitions.end(),
                    [&](const Transition& one) { return one.label == this_one.label; });
  if (alike > 1 && this_one.location) result += fmt::format(" (line {})", this_one.location.line());
  return result;
}

std::vector<Event> Execution::events() const {
  std::vector<Event> result;
  for (ObjectId object = 0; object < model_.objects.size(); ++object) {
    const auto count = static_cast<TransitionId>(model_.class_of(object).transitions.size());
    for (TransitionId t = 0; t < count; ++t) result.push_back({Event::Kind::transition, object, t});
    result.push_back({Event::Kind::implicit, object, 0});
    result.push_back({Event::Kind::defer, object, 0});
  }
  return result;
}

Configuration Execution::initial() const {
  Configuration result;
  for (const Object& object : model_.objects) {
    ObjectState state;
    state.state = model_.classes[object.type].initial;
    for (VarId var = 0; var < object.initial.size(); ++var) {
      // A literal is stored in a slot without a choice: it is in one cell.
      const Resolution nothing;
      FixedChooser chooser(nothing);
      state.values.push_back(evaluator_.store(
          Range::of(object.initial[var]), {Slot::Kind::variable, object.type, var}, none, chooser));
    }
    result.objects.push_back(std::move(state));
  }
  return result;
}

bool Execution::can_receive(const Configuration& at, ObjectId object,
                            const Trigger& trigger) const {
  if (model_.signals[trigger.signal].origin == Signal::Origin::external) return true;
  const auto& queue = at.objects[object].input;
  return !queue.empty() && queue.front().signal == trigger.signal;
}

void Execution::receive(Configuration& at, ObjectId object, const Trigger& trigger) const {
  ++at.number;
  if (model_.signals[trigger.signal].origin == Signal::Origin::external) return;
  ObjectState& receiver = at.objects[object];
  const Message message = std::move(receiver.input.front());
  receiver.input.erase(receiver.input.begin());
  for (std::uint32_t i = 0; i < trigger.parameters.size(); ++i)
    receiver.values[trigger.parameters[i]] =
        evaluator_.move(message.arguments[i], {Slot::Kind::parameter, message.signal, i},
                        {Slot::Kind::variable, model_.objects[object].type, trigger.parameters[i]});
}

Evaluated Execution::guard(const Configuration& received, ObjectId object,
                           const Transition& transition, Chooser& chooser) const {
  if (transition.guard == none) return {Range::of(1)};
  return evaluator_.evaluate(received, object, transition.guard, chooser);
}

Enabled Execution::enabled_transition(const Configuration& at, ObjectId object,
                                      const Transition& transition, Chooser& chooser) const {
  if (at.objects[object].state != transition.source) return Enabled::no;
  if (transition.trigger && !can_receive(at, object, *transition.trigger)) return Enabled::no;
  Evaluated holds;
  if (transition.trigger && !transition.trigger->parameters.empty()) {
    Configuration received = at;
    receive(received, object, *transition.trigger);
    holds = guard(received, object, transition, chooser);
  } else {
    holds = guard(at, object, transition, chooser);
  }
  if (!holds.ok()) return Enabled::faulty;
  if (!holds.is_true()) return Enabled::no;
  return transition.deciding() == 0 ? Enabled::yes
                                    : enabled_behind_guard(at, object, transition, chooser);
}

Enabled Execution::enabled_behind_guard(const Configuration& at, ObjectId object,
                                        const Transition& transition, Chooser& chooser) const {
  Configuration to = at;
  if (transition.trigger) receive(to, object, *transition.trigger);
  for (std::size_t i = 0; i < transition.deciding(); ++i) {
    const Effect& effect = transition.effects[i];
    if (effect.kind == Effect::Kind::require) {
      const Evaluated holds = evaluator_.evaluate(to, object, effect.value, chooser);
      if (!holds.ok()) return Enabled::faulty;
      if (!holds.is_true()) return Enabled::no;
    } else if (apply(to, object, effect, chooser) != Fault::nothing) {
      return Enabled::faulty;
    }
  }
  return Enabled::yes;
}

bool Execution::is_idle(const Configuration& at, ObjectId object, Chooser& chooser) const {
  for (const Transition& transition : model_.class_of(object).transitions)
    if (!is_external(transition) &&
        enabled_transition(at, object, transition, chooser) != Enabled::no)
      return false;
  return true;
}

Enabled Execution::enabled(const Configuration& at, const Event& event, Chooser& chooser) const {
  if (event.kind == Event::Kind::transition)
    return enabled_transition(at, event.object, transition(event), chooser);
  const ObjectState& object = at.objects[event.object];
  if (object.input.empty()) return Enabled::no;
  const auto& defers = model_.class_of(event.object).states[object.state].defers;
  const bool is_deferred =
      std::find(defers.begin(), defers.end(), object.input.front().signal) != defers.end();
  if (is_deferred != (event.kind == Event::Kind::defer)) return Enabled::no;
  return is_idle(at, event.object, chooser) ? Enabled::yes : Enabled::no;
}

Fault Execution::send(Configuration& at, ObjectId object, const Effect& effect,
                      Chooser& chooser) const {
  const Evaluated target = evaluator_.evaluate(at, object, effect.target, chooser);
  if (!target.ok()) return target.fault;
  if (target.value.lo == null_object) return Fault::null_reference;
  Message message{at.number, effect.signal};
  for (std::uint32_t i = 0; i < effect.arguments.size(); ++i) {
    const Evaluated argument = evaluator_.evaluate(at, object, effect.arguments[i], chooser);
    if (!argument.ok()) return argument.fault;
    message.arguments.push_back(evaluator_.store(
        argument.value, {Slot::Kind::parameter, effect.signal, i}, effect.arguments[i], chooser));
  }
  const auto receiver = static_cast<ObjectId>(target.value.lo);
  ObjectState& state = at.objects[receiver];
  if (state.input.size() + state.deferred.size() >= model_.class_of(receiver).capacity)
    return Fault::queue_full;
  state.input.push_back(std::move(message));
  return Fault::nothing;
}

Fault Execution::assign(Configuration& at, ObjectId object, const Effect& effect,
                        Chooser& chooser) const {
  const Evaluated value = evaluator_.evaluate(at, object, effect.value, chooser);
  if (!value.ok()) return value.fault;
  const Expression& left = model_.expression(effect.target);
  const auto location = resolve(at, object, left);
  if (!location) return Fault::null_reference;
  const Slot slot{Slot::Kind::variable, model_.objects[location->object].type, location->variable};
  at.objects[location->object].values[location->variable] =
      evaluator_.store(value.value, slot, effect.value, chooser);
  return Fault::nothing;
}

Fault Execution::apply(Configuration& at, ObjectId object, const Effect& effect,
                       Chooser& chooser) const {
  Fault fault = Fault::nothing;
  switch (effect.kind) {
    case Effect::Kind::send:
      fault = send(at, object, effect, chooser);
      break;
    case Effect::Kind::assign:
      fault = assign(at, object, effect, chooser);
      break;
    case Effect::Kind::assert_: {
      const Evaluated holds = evaluator_.evaluate(at, object, effect.value, chooser);
      if (!holds.is_true()) fault = holds.ok() ? Fault::assertion : holds.fault;
      break;
    }
    case Effect::Kind::require: {
      const Evaluated holds = evaluator_.evaluate(at, object, effect.value, chooser);
      INVARIANT(!holds.ok() || holds.is_true(), "the guards of choices should hold on the way");
      return holds.fault;  // like other guards, it is no step of its own
    }
  }
  ++at.number;
  return fault;
}

void Execution::go(Configuration& at, ObjectId object, StateId state) const {
  ++at.number;
  ObjectState& mover = at.objects[object];
  mover.state = state;
  const Class& type = model_.class_of(object);
  if (type.states[state].flush == State::Flush::yes && !mover.deferred.empty()) {
    mover.input.insert(mover.input.begin(), mover.deferred.begin(), mover.deferred.end());
    mover.deferred.clear();
  }
}

void Execution::consume(Configuration& at, ObjectId object) const {
  ++at.number;
  auto& queue = at.objects[object].input;
  queue.erase(queue.begin());
}

void Execution::defer(Configuration& at, ObjectId object) const {
  ++at.number;
  ObjectState& state = at.objects[object];
  state.deferred.push_back(std::move(state.input.front()));
  state.input.erase(state.input.begin());
}

Execution::Outcome Execution::execute(const Configuration& at, const Event& event,
                                      Chooser& chooser) const {
  Outcome result{at};
  Configuration& to = result.configuration;
  if (event.kind == Event::Kind::implicit) {
    consume(to, event.object);
    return result;
  }
  if (event.kind == Event::Kind::defer) {
    defer(to, event.object);
    return result;
  }
  const Transition& taken = transition(event);
  if (taken.trigger) receive(to, event.object, *taken.trigger);
  const Evaluated holds = guard(to, event.object, taken, chooser);
  if (!holds.ok()) {
    result.fault = holds.fault;
    return result;
  }
  for (const Effect& effect : taken.effects) {
    result.fault = apply(to, event.object, effect, chooser);
    if (result.fault == Fault::nothing) continue;
    result.effect = &effect;
    return result;
  }
  go(to, event.object, taken.target);
  return result;
}

bool Execution::deadlocked(const Configuration& at, Chooser& chooser) const {
  bool may_all_stay = true;
  for (ObjectId object = 0; object < model_.objects.size(); ++object) {
    const ObjectState& state = at.objects[object];
    if (!state.input.empty()) return false;
    const Class& type = model_.class_of(object);
    may_all_stay = may_all_stay && type.states[state.state].end == State::End::allowed;
    for (const Transition& transition : type.transitions)
      if (enabled_transition(at, object, transition, chooser) != Enabled::no) return false;
  }
  return !may_all_stay;
}

}  // namespace arges::model::machines
