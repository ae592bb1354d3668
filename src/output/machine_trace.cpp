#include "output/machine_trace.h"

#include <algorithm>

#include <fmt/format.h>

namespace arges::output {

using model::machines::Configuration;
using model::machines::Effect;
using model::machines::Event;
using model::machines::Expression;
using model::machines::ExprId;
using model::machines::Fault;
using model::machines::Message;
using model::machines::Model;
using model::machines::none;
using model::machines::ObjectId;
using model::machines::ObjectState;
using model::machines::Type;
using model::machines::Variable;
using model::machines::VarId;

namespace {

MachineFact::Kind kind_of(const Type& type) {
  if (type.is_bool()) return MachineFact::Kind::truth;
  return type.is_int() && type.target == none ? MachineFact::Kind::number : MachineFact::Kind::word;
}

/// The names that an expression reads, each once.
void collect_names(const Model& model, ExprId id, std::vector<ExprId>& to) {
  const Expression& e = model.expression(id);
  if (e.kind == Expression::Kind::name && std::none_of(to.begin(), to.end(), [&](ExprId other) {
        return model.text(other) == model.text(id);
      }))
    to.push_back(id);
  for (const ExprId operand : e.operands) collect_names(model, operand, to);
}

}  // namespace

MachineTeller::MachineTeller(const Model& model)
    : model_(model), evaluator_(model), execution_(model, evaluator_) {}

std::string MachineTeller::text(const Message& message) const {
  return model_.signals[message.signal].name + arguments(message);
}

std::string MachineTeller::arguments(const Message& message) const {
  if (message.arguments.empty()) return "";
  const auto& signal = model_.signals[message.signal];
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < message.arguments.size(); ++i)
    texts.push_back(model_.text(signal.parameters[i], message.arguments[i]));
  return fmt::format("({})", fmt::join(texts, ", "));
}

void MachineTeller::add_queue(ObjectId object, const char* what,
                              const std::vector<Message>& messages,
                              std::vector<MachineFact>& to) const {
  MachineFact fact{MachineFact::Kind::queue,
                   fmt::format("{} {}", model_.objects[object].name, what)};
  fact.object = object;
  for (const Message& message : messages) fact.messages.push_back(text(message));
  fact.text = fmt::format("[{}]", fmt::join(fact.messages, ", "));
  to.push_back(std::move(fact));
}

std::vector<MachineFact> MachineTeller::facts() const {
  std::vector<MachineFact> result;
  for (ObjectId o = 0; o < model_.objects.size(); ++o) {
    const std::string& name = model_.objects[o].name;
    const auto& type = model_.class_of(o);
    const ObjectState& object = at_.objects[o];
    result.push_back({MachineFact::Kind::state, name, type.states[object.state].name, {}, o});
    for (VarId v = 0; v < type.variables.size(); ++v) {
      const Variable& variable = type.variables[v];
      if (variable.scope == Variable::Scope::transition) continue;
      result.push_back({kind_of(variable.type),
                        fmt::format("{}.{}", name, variable.name),
                        model_.text(variable.type, object.values[v]),
                        {},
                        o});
    }
    add_queue(o, "queue", object.input, result);
    const bool defers = std::any_of(type.states.begin(), type.states.end(),
                                    [](const auto& state) { return !state.defers.empty(); });
    if (defers) add_queue(o, "deferred", object.deferred, result);
  }
  return result;
}

MachineStep MachineTeller::start(Configuration from) {
  at_ = std::move(from);
  fault_ = Fault::nothing;
  facts_ = facts();
  MachineStep result;
  result.what = result.title = "start";
  result.facts = result.changed = facts_;
  return result;
}

void MachineTeller::resume(Configuration to, Fault fault) {
  at_ = std::move(to);
  fault_ = fault;
  facts_ = facts();
}

MachineStep MachineTeller::pause() const {
  MachineStep result;
  result.what = result.title = "nothing can happen";
  result.facts = facts_;
  return result;
}

MachineStep MachineTeller::step(const Event& event) {
  const model::machines::Resolution nothing;
  model::machines::FixedChooser chooser(nothing);
  MachineStep result;
  result.event = event;
  const std::string& name = model_.objects[event.object].name;
  const ObjectState& before = at_.objects[event.object];
  const bool is_transition = event.kind == Event::Kind::transition;
  const bool is_external = is_transition && execution_.is_external(execution_.transition(event));
  const bool takes = !is_transition || (execution_.transition(event).trigger && !is_external);
  if (takes) result.received = {before.input.front().id, event.object, text(before.input.front())};
  if (is_transition) {
    if (is_external)
      result.external = model_.signals[execution_.transition(event).trigger->signal].name;
  } else {
    result.what =
        fmt::format("{} {} {}", name, event.kind == Event::Kind::implicit ? "loses" : "puts aside",
                    result.received->text);
  }
  const std::uint32_t first = at_.number;
  auto outcome = execution_.execute(at_, event, chooser);
  if (is_transition) {
    // The text of the event ends with the signal.
    result.what = outcome.fault == Fault::nothing ? to_string(model_, event)
                                                  : text_of_failure(model_, event, outcome.effect);
    if (takes) result.what += arguments(before.input.front());
  }
  at_ = std::move(outcome.configuration);
  fault_ = outcome.fault;
  for (ObjectId o = 0; o < at_.objects.size(); ++o)
    for (const Message& message : at_.objects[o].input)
      if (message.id >= first) result.sent.push_back({message.id, o, text(message)});
  std::sort(result.sent.begin(), result.sent.end(),
            [](const auto& a, const auto& b) { return a.id < b.id; });
  result.title = result.what;
  for (const MachineMessage& message : result.sent)
    result.title += fmt::format(", sends {} to {}", message.text, model_.objects[message.to].name);
  if (fault_ != Fault::nothing) note_fault(event, outcome.effect, result);
  std::vector<MachineFact> now = facts();
  for (std::size_t i = 0; i < now.size(); ++i)
    if (!(now[i] == facts_[i])) result.changed.push_back(now[i]);
  facts_ = now;
  result.facts = std::move(now);
  return result;
}

/// "assertion n == expected fails (line 12): n = 3, expected = 2"
void MachineTeller::note_fault(const Event& event, const Effect* effect, MachineStep& step) const {
  if (effect == nullptr) {
    step.notes.push_back(fmt::format("the guard has no value: {}", to_string(fault_)));
    return;
  }
  const std::string where =
      effect->location ? fmt::format(" (line {})", effect->location.line()) : "";
  if (fault_ == Fault::queue_full)
    step.notes.push_back(fmt::format("the queue of {} is full{}: {}", receiver_of(event, *effect),
                                     where, model_.signals[effect->signal].name));
  else if (effect->kind == Effect::Kind::send)
    step.notes.push_back(fmt::format("{}{}", to_string(fault_), where));
  else if (const std::string closed = closed_choice(event, *effect);
           fault_ == Fault::assertion && !closed.empty())
    step.notes.push_back(fmt::format("no branch of the choice {} is open{}{}", closed, where,
                                     values_in(event, effect->value)));
  else if (fault_ == Fault::assertion)
    step.notes.push_back(fmt::format("assertion {} fails{}{}", model_.plain_text(effect->value),
                                     where, values_in(event, effect->value)));
  else
    step.notes.push_back(fmt::format("{} in {}{}{}", to_string(fault_),
                                     model_.plain_text(effect->value), where,
                                     values_in(event, effect->value)));
}

/// Whom an effect sends its message to.
std::string MachineTeller::receiver_of(const Event& event, const Effect& effect) const {
  const model::machines::Resolution nothing;
  model::machines::FixedChooser chooser(nothing);
  const auto target = evaluator_.evaluate(at_, event.object, effect.target, chooser);
  return model_.objects[static_cast<ObjectId>(target.value.lo)].name;
}

/// The choice whose branches an effect asserts to be open; "": it asserts something else.
std::string MachineTeller::closed_choice(const Event& event, const Effect& effect) const {
  const auto& transition = execution_.transition(event);
  const auto position = static_cast<std::uint32_t>(&effect - transition.effects.data());
  for (const auto& choice : transition.choices)
    if (choice.open_check == position) return choice.name;
  return "";
}

/// What the variables of an expression were, where it can be told.
std::string MachineTeller::values_in(const Event& event, ExprId expression) const {
  std::vector<ExprId> names;
  collect_names(model_, expression, names);
  std::string result;
  const model::machines::Resolution nothing;
  model::machines::FixedChooser chooser(nothing);
  for (const ExprId name : names) {
    const auto value = evaluator_.evaluate(at_, event.object, name, chooser);
    if (!value.ok()) continue;
    result += fmt::format("{}{} = {}", result.empty() ? ": " : ", ", model_.text(name),
                          model_.text(model_.expression(name).type, value.value.lo));
  }
  return result;
}

MachineTrace make_machine_trace(const model::machines::Lowering& machines,
                                const analysis::ConcreteTrace& trace) {
  MachineTeller teller(machines.model());
  MachineTrace result;
  result.steps.push_back(teller.start(machines.layout().decode(trace.initial)));
  result.steps.back().state = &trace.initial;
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const analysis::ConcreteStep& step = trace.steps[k];
    if (trace.loop && trace.loop->start == k) result.loop_start = result.steps.size() - 1;
    if (step.action->role == analysis::ActionRole::check) continue;
    const std::uint32_t origin = step.action->origin;
    result.steps.push_back(origin < machines.events().size()
                               ? teller.step(machines.events()[origin])
                               : teller.pause());
    result.steps.back().state = &step.state;
    result.steps.back().end = k + 1;
  }
  return result;
}

}  // namespace arges::output
