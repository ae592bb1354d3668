#include "model/machines/layout.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "model/machines/concrete_evaluator.h"

namespace arges::model::machines {

namespace {

/// Signals that some effect sends to objects of a class.
std::vector<SignalId> sent_to(const Model& model, ClassId type) {
  std::vector<SignalId> result;
  for (const Class& sender : model.classes)
    for (const Transition& transition : sender.transitions)
      for (const Effect& effect : transition.effects)
        if (effect.kind == Effect::Kind::send &&
            model.expression(effect.target).type.target == type)
          result.push_back(effect.signal);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

bool defers_something(const Class& type) {
  return std::any_of(type.states.begin(), type.states.end(),
                     [](const State& state) { return !state.defers.empty(); });
}

constexpr Fault faults[] = {Fault::nothing,          Fault::assertion, Fault::overflow,
                            Fault::division_by_zero, Fault::bad_shift, Fault::null_reference,
                            Fault::queue_full};

}  // namespace

std::vector<ir::Var> QueueVars::Slot::all() const {
  std::vector<ir::Var> result{signal};
  for (const auto* family : {&numbers, &truths, &references})
    result.insert(result.end(), family->begin(), family->end());
  return result;
}

Layout::Layout(ir::Context& context, const Model& model) : context_(context), model_(model) {
  std::vector<std::string> names{"null"};
  for (const Object& object : model.objects) names.push_back(object.name);
  reference_type_ = context.enum_type("Object", std::move(names));
  names = {"nothing"};
  for (const Signal& signal : model.signals) names.push_back(signal.name);
  signal_type_ = context.enum_type("Signal", std::move(names));
  names.clear();
  for (const Fault fault : faults) names.emplace_back(to_string(fault));
  fault_type_ = context.enum_type("Fault", std::move(names));
  for (ClassId type = 0; type < model.classes.size(); ++type) sent_.push_back(sent_to(model, type));
  for (const Object& object : model.objects) {
    const Class& type = model.classes[object.type];
    ObjectVars vars;
    std::vector<std::string> states;
    for (const State& state : type.states) states.push_back(state.name);
    vars.state = declare(object.name, context.enum_type(type.name, std::move(states)));
    controls_.push_back(vars.state);
    for (const Variable& variable : type.variables)
      vars.variables.push_back(
          declare(fmt::format("{}.{}", object.name, variable.name), type_of(variable.type)));
    vars.input = declare_queue(object.name + ".queue", object.type, type.capacity);
    if (defers_something(type))
      vars.deferred = declare_queue(object.name + ".deferred", object.type, type.capacity);
    objects_.push_back(std::move(vars));
  }
  fault_ = declare("fault", fault_type_);
  controls_.push_back(fault_);
}

ir::Type Layout::type_of(const Type& type) const {
  if (type.is_int()) return context_.int_type();
  return type.is_bool() ? context_.bool_type() : reference_type_;
}

ir::Var Layout::declare(const std::string& name, ir::Type type) {
  variables_.push_back(context_.declare(name, type));
  return variables_.back();
}

QueueVars Layout::declare_queue(const std::string& name, ClassId type, std::uint32_t capacity) {
  std::size_t numbers = 0;
  std::size_t truths = 0;
  std::size_t references = 0;
  const std::vector<SignalId>& signals = sent_[type];
  if (signals.empty()) return {};
  for (const SignalId signal : signals) {
    const auto count = [&](auto is) {
      const auto& parameters = model_.signals[signal].parameters;
      return static_cast<std::size_t>(std::count_if(parameters.begin(), parameters.end(), is));
    };
    numbers = std::max(numbers, count([](const Type& one) { return one.is_int(); }));
    truths = std::max(truths, count([](const Type& one) { return one.is_bool(); }));
    references = std::max(references, count([](const Type& one) { return one.is_reference(); }));
  }
  QueueVars result;
  result.length = declare(name + ".length", context_.int_type());
  for (std::uint32_t i = 0; i < capacity; ++i) {
    const std::string slot = fmt::format("{}.{}", name, i);
    QueueVars::Slot vars;
    vars.signal = declare(slot, signal_type_);
    for (std::size_t j = 0; j < numbers; ++j)
      vars.numbers.push_back(declare(fmt::format("{}.int{}", slot, j), context_.int_type()));
    for (std::size_t j = 0; j < truths; ++j)
      vars.truths.push_back(declare(fmt::format("{}.bool{}", slot, j), context_.bool_type()));
    for (std::size_t j = 0; j < references; ++j)
      vars.references.push_back(declare(fmt::format("{}.ref{}", slot, j), reference_type_));
    result.slots.push_back(std::move(vars));
  }
  return result;
}

bool Layout::may_get(ObjectId object, SignalId signal) const {
  const std::vector<SignalId>& sent = sent_[model_.objects[object].type];
  return std::binary_search(sent.begin(), sent.end(), signal);
}

ir::Var Layout::argument(const QueueVars::Slot& slot, SignalId signal, std::uint32_t index) const {
  const auto& parameters = model_.signals[signal].parameters;
  const Type::Kind kind = parameters[index].kind;
  const auto place =
      static_cast<std::size_t>(std::count_if(parameters.begin(), parameters.begin() + index,
                                             [kind](const Type& one) { return one.kind == kind; }));
  switch (kind) {
    case Type::Kind::integer:
      return slot.numbers[place];
    case Type::Kind::boolean:
      return slot.truths[place];
    case Type::Kind::reference:
      return slot.references[place];
  }
  return nullptr;
}

std::vector<ObjectId> Layout::objects_of(ClassId type) const {
  std::vector<ObjectId> result;
  for (ObjectId object = 0; object < model_.objects.size(); ++object)
    if (model_.objects[object].type == type) result.push_back(object);
  return result;
}

ir::Expr Layout::is_in(ObjectId object, StateId state) const {
  const ir::Var var = objects_[object].state;
  return ir::eq(context_.var(var), context_.enum_literal(var->type, state));
}

ir::Expr Layout::literal(Fault fault) const {
  return context_.enum_literal(fault_type_, static_cast<std::uint32_t>(fault));
}

ir::Expr Layout::literal(const Type& type, Value value) const {
  if (type.is_int()) return context_.int_literal(value);
  if (type.is_bool()) return context_.bool_literal(value != 0);
  return context_.enum_literal(reference_type_, static_cast<std::uint32_t>(value + 1));
}

ir::Expr Layout::signal(SignalId signal) const {
  return context_.enum_literal(signal_type_, signal + 1);
}

ir::Expr Layout::no_signal() const { return context_.enum_literal(signal_type_, 0); }

ir::Expr Layout::default_of(ir::Var var) const {
  if (var->type.is_int()) return context_.int_literal(0);
  if (var->type.is_bool()) return context_.false_expr();
  return context_.enum_literal(var->type, 0);
}

template <typename Set>
void Layout::visit_queue(const QueueVars& queue, const std::vector<Message>& messages,
                         const Evaluator& evaluator, const Set& set) const {
  if (queue.length == nullptr) return;
  set(queue.length, Range::of(static_cast<Value>(messages.size())));
  for (std::size_t i = 0; i < queue.slots.size(); ++i) {
    const QueueVars::Slot& slot = queue.slots[i];
    std::map<ir::Var, Range> values;
    for (const ir::Var var : slot.all()) values[var] = Range::of(0);
    if (i < messages.size()) {
      const Message& message = messages[i];
      values[slot.signal] = Range::of(message.signal + 1);
      for (std::uint32_t j = 0; j < message.arguments.size(); ++j) {
        const Range range = evaluator.range(message.arguments[j],
                                            {machines::Slot::Kind::parameter, message.signal, j});
        const bool is_reference = model_.signals[message.signal].parameters[j].is_reference();
        values[argument(slot, message.signal, j)] = is_reference ? Range::of(range.lo + 1) : range;
      }
    }
    for (const ir::Var var : slot.all()) set(var, values[var]);
  }
}

template <typename Set>
void Layout::visit(const Configuration& configuration, const Evaluator& evaluator,
                   const Set& set) const {
  for (ObjectId object = 0; object < objects_.size(); ++object) {
    const ObjectVars& vars = objects_[object];
    const ObjectState& state = configuration.objects[object];
    set(vars.state, Range::of(state.state));
    for (VarId var = 0; var < vars.variables.size(); ++var) {
      const Range range = evaluator.range(
          state.values[var], {machines::Slot::Kind::variable, model_.objects[object].type, var});
      const bool is_reference = model_.class_of(object).variables[var].type.is_reference();
      set(vars.variables[var], is_reference ? Range::of(range.lo + 1) : range);
    }
    visit_queue(vars.input, state.input, evaluator, set);
    visit_queue(vars.deferred, state.deferred, evaluator, set);
  }
}

ir::Valuation Layout::encode(const Configuration& configuration, Fault fault) const {
  ir::Valuation result;
  visit(configuration, ConcreteEvaluator(model_),
        [&](ir::Var var, Range range) { result.set(var, ir::Value::small(range.lo)); });
  result.set(fault_, ir::Value::small(static_cast<std::int64_t>(fault)));
  return result;
}

std::vector<ir::Value> Layout::values(const Configuration& configuration) const {
  std::vector<ir::Value> result;
  result.reserve(variables_.size());
  visit(configuration, ConcreteEvaluator(model_), [&](ir::Var var, Range range) {
    INVARIANT(var == variables_[result.size()], "variables should be visited in their order");
    result.push_back(ir::Value::small(range.lo));
  });
  result.push_back(ir::Value::small(static_cast<std::int64_t>(Fault::nothing)));
  return result;
}

Configuration Layout::decode(const ir::Valuation& values) const {
  Configuration result;
  std::uint32_t next = 0;
  for (ObjectId object = 0; object < objects_.size(); ++object) {
    const ObjectVars& vars = objects_[object];
    ObjectState state;
    state.state = static_cast<StateId>(values.get(vars.state).as_small());
    for (VarId var = 0; var < vars.variables.size(); ++var) {
      const bool is_reference = model_.class_of(object).variables[var].type.is_reference();
      state.values.push_back(values.get(vars.variables[var]).as_small() - (is_reference ? 1 : 0));
    }
    state.input = decode(vars.input, values, next);
    state.deferred = decode(vars.deferred, values, next);
    result.objects.push_back(std::move(state));
  }
  result.number = next + 1;
  return result;
}

std::vector<Message> Layout::decode(const QueueVars& queue, const ir::Valuation& values,
                                    std::uint32_t& next) const {
  std::vector<Message> result;
  if (queue.length == nullptr) return result;
  const auto length = static_cast<std::size_t>(values.get(queue.length).as_small());
  for (std::size_t i = 0; i < length; ++i) {
    const QueueVars::Slot& slot = queue.slots[i];
    Message message{next++, static_cast<SignalId>(values.get(slot.signal).as_small() - 1), {}};
    const auto& parameters = model_.signals[message.signal].parameters;
    for (std::uint32_t j = 0; j < parameters.size(); ++j)
      message.arguments.push_back(values.get(argument(slot, message.signal, j)).as_small() -
                                  (parameters[j].is_reference() ? 1 : 0));
    result.push_back(std::move(message));
  }
  return result;
}

bool Layout::is_queue(const QueueVars& queue, const ir::Valuation& values) const {
  if (queue.length == nullptr) return true;
  const std::int64_t length = values.get(queue.length).as_small();
  if (length < 0 || length > static_cast<std::int64_t>(queue.slots.size())) return false;
  const auto end = queue.slots.begin() + length;
  return std::all_of(queue.slots.begin(), end, [&](const QueueVars::Slot& slot) {
    return values.get(slot.signal).as_small() > 0;
  });
}

std::optional<Configuration> Layout::decode_checked(const ir::Valuation& values) const {
  for (const ir::Var var : variables_)
    if (!values.get(var).is_small()) return {};
  for (const ObjectVars& vars : objects_)
    if (!is_queue(vars.input, values) || !is_queue(vars.deferred, values)) return {};
  Configuration result = decode(values);
  // What is behind the last message of a queue is always the same, and nothing is wrong.
  const ir::Valuation same = encode(result, Fault::nothing);
  for (const ir::Var var : variables_)
    if (same.get(var) != values.get(var)) return {};
  return result;
}

ir::Expr Layout::formula(const Configuration& configuration, const Evaluator& evaluator) const {
  std::vector<ir::Expr> conjuncts;
  visit(configuration, evaluator, [&](ir::Var var, Range range) {
    const ir::Expr value = context_.var(var);
    if (range.is_single()) {
      conjuncts.push_back(ir::eq(value, context_.literal(var->type, ir::Value::small(range.lo))));
      return;
    }
    conjuncts.push_back(ir::le(context_.int_literal(range.lo), value));
    conjuncts.push_back(ir::le(value, context_.int_literal(range.hi)));
  });
  conjuncts.push_back(ir::eq(context_.var(fault_), literal(Fault::nothing)));
  return ir::and_(conjuncts);
}

ir::Expr Layout::initial_condition(const Configuration& initial) const {
  return formula(initial, ConcreteEvaluator(model_));
}

}  // namespace arges::model::machines
