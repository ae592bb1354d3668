#include "model/machines/lower_event.h"

#include "base/invariant.h"
#include "ir/weakest_precondition.h"

namespace arges::model::machines {

EventLowering::EventLowering(const Layout& layout, ObjectId object)
    : layout_(layout),
      model_(layout.model()),
      object_(object),
      type_(layout.model().class_of(object)),
      input_(layout.input(object)),
      deferred_(layout.deferred(object)),
      expressions_(layout, object) {}

ir::Stmt EventLowering::sequence(const Statements& statements) const {
  return ir::sequence(layout_.context(), statements);
}

ir::Expr EventLowering::no_fault() const {
  return ir::eq(var(layout_.fault()), layout_.literal(Fault::nothing));
}

bool EventLowering::is_external(const Transition& transition) const {
  return transition.trigger &&
         model_.signals[transition.trigger->signal].origin == Signal::Origin::external;
}

ir::Expr EventLowering::has_message() const {
  if (input_.length == nullptr) return layout_.context().false_expr();
  return ir::neq(var(input_.slots[0].signal), layout_.no_signal());
}

ir::Expr EventLowering::can_receive(const Transition& transition) const {
  const ir::Expr is_there = layout_.is_in(object_, transition.source);
  if (!transition.trigger || is_external(transition)) return is_there;
  if (!layout_.may_get(object_, transition.trigger->signal)) return layout_.context().false_expr();
  return ir::and_(is_there,
                  ir::eq(var(input_.slots[0].signal), layout_.signal(transition.trigger->signal)));
}

EventLowering::Guard EventLowering::guard_before(const Transition& transition) const {
  ExpressionLowering expressions(layout_, object_);
  if (transition.trigger && !is_external(transition))
    for (std::uint32_t i = 0; i < transition.trigger->parameters.size(); ++i)
      expressions.substitute(transition.trigger->parameters[i],
                             var(layout_.argument(input_.slots[0], transition.trigger->signal, i)));
  const Lowered guard = expressions.lower(transition.guard);
  return {guard.value, guard.fault ? expressions.is_fault(guard.fault) : ir::Expr()};
}

ir::Expr EventLowering::enabled(const Transition& transition) const {
  // With choices on the way: it can be executed, which is not that all executions do what is false.
  if (transition.deciding() > 0)
    return ir::not_(
        ir::weakest_precondition(this->transition(transition), layout_.context().false_expr()));
  const ir::Expr receives = can_receive(transition);
  if (transition.guard == none || receives.is_false()) return receives;
  const Guard guard = guard_before(transition);
  return ir::and_(receives, guard.has_none ? ir::or_(guard.has_none, guard.holds) : guard.holds);
}

ir::Expr EventLowering::guard_has_value(const Transition& transition) const {
  const ir::Expr yes = layout_.context().true_expr();
  if (transition.guard == none || can_receive(transition).is_false()) return yes;
  const Guard guard = guard_before(transition);
  return guard.has_none ? ir::not_(guard.has_none) : yes;
}

ir::Expr EventLowering::fires(const Transition& transition) const {
  if (transition.deciding() == 0) return guard_has_value(transition);
  // Not every execution of what decides ends in a fault.
  return ir::not_(ir::weakest_precondition(this->transition(transition, transition.deciding()),
                                           ir::not_(no_fault())));
}

ir::Expr EventLowering::is_idle() const {
  std::vector<ir::Expr> conjuncts{layout_.context().true_expr()};
  for (const Transition& transition : type_.transitions)
    if (!is_external(transition)) conjuncts.push_back(ir::not_(enabled(transition)));
  return ir::and_(conjuncts);
}

ir::Expr EventLowering::is_deferred() const {
  ir::Expr result = layout_.context().false_expr();
  for (StateId state = 0; state < type_.states.size(); ++state)
    for (const SignalId signal : type_.states[state].defers)
      result =
          ir::or_(result, ir::and_(layout_.is_in(object_, state),
                                   ir::eq(var(input_.slots[0].signal), layout_.signal(signal))));
  return result;
}

/// The message at the head goes, the others move up. That there is one is said of the length, too:
/// whoever knows nothing else of the queue would count below 0.
void EventLowering::pop(Statements& to) const {
  to.push_back(ir::assume(ir::lt(layout_.context().int_literal(0), var(input_.length))));
  for (std::size_t i = 0; i < input_.slots.size(); ++i) {
    const std::vector<ir::Var> here = input_.slots[i].all();
    const bool is_last = i + 1 == input_.slots.size();
    const std::vector<ir::Var> next = is_last ? here : input_.slots[i + 1].all();
    for (std::size_t j = 0; j < here.size(); ++j)
      to.push_back(ir::assign(here[j], is_last ? layout_.default_of(here[j]) : var(next[j])));
  }
  to.push_back(
      ir::assign(input_.length, ir::sub(var(input_.length), layout_.context().int_literal(1))));
}

ir::Stmt EventLowering::implicit() const {
  if (input_.length == nullptr) return ir::assume(layout_.context().false_expr());
  Statements result{ir::assume(
      ir::and_(std::vector{no_fault(), has_message(), ir::not_(is_deferred()), is_idle()}))};
  pop(result);
  return sequence(result);
}

ir::Stmt EventLowering::defer() const {
  if (input_.length == nullptr || deferred_.length == nullptr)
    return ir::assume(layout_.context().false_expr());
  ir::Context& context = layout_.context();
  Statements result{
      ir::assume(ir::and_(std::vector{no_fault(), has_message(), is_deferred(), is_idle()})),
      ir::assume(ir::lt(var(deferred_.length), context.int_literal(deferred_.slots.size())))};
  const std::vector<ir::Var> head = input_.slots[0].all();
  ir::Stmt place = ir::skip(context);
  for (std::size_t i = deferred_.slots.size(); i-- > 0;) {
    Statements copy;
    const std::vector<ir::Var> slot = deferred_.slots[i].all();
    for (std::size_t j = 0; j < slot.size(); ++j) copy.push_back(ir::assign(slot[j], var(head[j])));
    place = ir::if_(ir::eq(var(deferred_.length), context.int_literal(i)), sequence(copy), place);
  }
  result.push_back(place);
  result.push_back(
      ir::assign(deferred_.length, ir::add(var(deferred_.length), context.int_literal(1))));
  pop(result);
  return sequence(result);
}

/// Deferred messages go before those in the input queue.
void EventLowering::flush(Statements& to) const {
  if (deferred_.length == nullptr) return;
  ir::Context& context = layout_.context();
  const std::size_t capacity = input_.slots.size();
  ir::Stmt result = ir::skip(context);
  for (std::size_t count = capacity; count >= 1; --count) {
    // Both queues together have room for as many as one.
    Statements moves{ir::assume(ir::le(var(input_.length), context.int_literal(capacity - count)))};
    for (std::size_t i = capacity; i-- > count;) {
      const std::vector<ir::Var> here = input_.slots[i].all();
      const std::vector<ir::Var> from = input_.slots[i - count].all();
      for (std::size_t j = 0; j < here.size(); ++j)
        moves.push_back(ir::assign(here[j], var(from[j])));
    }
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<ir::Var> here = input_.slots[i].all();
      const std::vector<ir::Var> from = deferred_.slots[i].all();
      for (std::size_t j = 0; j < here.size(); ++j) {
        moves.push_back(ir::assign(here[j], var(from[j])));
        moves.push_back(ir::assign(from[j], layout_.default_of(from[j])));
      }
    }
    moves.push_back(
        ir::assign(input_.length, ir::add(var(input_.length), context.int_literal(count))));
    moves.push_back(ir::assign(deferred_.length, context.int_literal(0)));
    result =
        ir::if_(ir::eq(var(deferred_.length), context.int_literal(count)), sequence(moves), result);
  }
  to.push_back(result);
}

void EventLowering::go(StateId state, Statements& to) const {
  const ir::Var var = layout_.state(object_);
  to.push_back(ir::assign(var, layout_.context().enum_literal(var->type, state)));
  if (type_.states[state].flush == State::Flush::yes) flush(to);
}

ir::Stmt EventLowering::transition(const Transition& transition) const {
  return this->transition(transition, transition.effects.size());
}

ir::Stmt EventLowering::transition(const Transition& transition, std::size_t num_effects) const {
  Statements result{ir::assume(ir::and_(no_fault(), can_receive(transition)))};
  if (can_receive(transition).is_false()) return result.front();
  if (transition.trigger && !is_external(transition)) {
    const Trigger& trigger = *transition.trigger;
    for (std::uint32_t i = 0; i < trigger.parameters.size(); ++i)
      result.push_back(ir::assign(layout_.variable(object_, trigger.parameters[i]),
                                  var(layout_.argument(input_.slots[0], trigger.signal, i))));
    pop(result);
  }
  ir::Stmt rest = effects(transition, 0, num_effects);
  if (transition.guard != none) {
    const Lowered guard = expressions_.lower(transition.guard);
    rest = sequence({ir::assume(guard.value), rest});
    if (guard.fault)
      rest = ir::if_(expressions_.is_fault(guard.fault), ir::assign(layout_.fault(), guard.fault),
                     rest);
  }
  result.push_back(rest);
  return sequence(result);
}

ir::Stmt EventLowering::effects(const Transition& transition, std::size_t from,
                                std::size_t end) const {
  if (from == end) {
    Statements result;
    if (end == transition.effects.size()) go(transition.target, result);
    return sequence(result);
  }
  const Effect& effect = transition.effects[from];
  Statements rest = apply(effect);
  rest.push_back(effects(transition, from + 1, end));
  const ir::Expr fault = fault_of(effect);
  if (!fault) return sequence(rest);
  return ir::if_(expressions_.is_fault(fault), ir::assign(layout_.fault(), fault), sequence(rest));
}

/// The first fault that an effect has, in the order in which it evaluates; null: none ever.
ir::Expr EventLowering::fault_of(const Effect& effect) const {
  const ir::Expr nothing = layout_.literal(Fault::nothing);
  switch (effect.kind) {
    case Effect::Kind::assert_: {
      const Lowered condition = expressions_.lower(effect.value);
      return expressions_.first_fault(
          condition.fault, ir::ite(condition.value, nothing, layout_.literal(Fault::assertion)));
    }
    case Effect::Kind::require:
      return expressions_.lower(effect.value).fault;
    case Effect::Kind::assign: {
      const Expression& left = model_.expression(effect.target);
      return expressions_.first_fault(expressions_.lower(effect.value).fault,
                                      expressions_.null_fault(left, left.path.size() - 1));
    }
    case Effect::Kind::send: {
      const Lowered target = expressions_.lower(effect.target);
      const Type type = model_.expression(effect.target).type;
      ir::Expr full = layout_.context().false_expr();
      for (const ObjectId receiver : layout_.objects_of(type.target))
        full = ir::or_(full, ir::and_(ir::eq(target.value, layout_.literal(type, receiver)),
                                      is_full(receiver)));
      ir::Expr result = expressions_.first_fault(
          target.fault, ir::ite(ir::eq(target.value, layout_.literal(type, null_object)),
                                layout_.literal(Fault::null_reference), nothing));
      for (const ExprId argument : effect.arguments)
        result = expressions_.first_fault(result, expressions_.lower(argument).fault);
      return expressions_.first_fault(result,
                                      ir::ite(full, layout_.literal(Fault::queue_full), nothing));
    }
  }
  UNREACHABLE("every kind of effect should have its faults");
}

ir::Expr EventLowering::is_full(ObjectId receiver) const {
  ir::Expr length = var(layout_.input(receiver).length);
  const QueueVars& deferred = layout_.deferred(receiver);
  if (deferred.length != nullptr) length = ir::add(length, var(deferred.length));
  return ir::le(layout_.context().int_literal(model_.class_of(receiver).capacity), length);
}

EventLowering::Statements EventLowering::apply(const Effect& effect) const {
  Statements result;
  if (effect.kind == Effect::Kind::assert_) return result;
  if (effect.kind == Effect::Kind::require) {
    result.push_back(ir::assume(expressions_.lower(effect.value).value));
    return result;
  }
  if (effect.kind == Effect::Kind::assign) {
    const Expression& left = model_.expression(effect.target);
    const ir::Expr value = expressions_.lower(effect.value).value;
    const auto ways = expressions_.ways(left, left.path.size() - 1);
    ir::Stmt all = ir::skip(layout_.context());
    for (auto way = ways.rbegin(); way != ways.rend(); ++way) {
      const ir::Stmt here = ir::assign(layout_.variable(way->object, left.path.back()), value);
      all = way->condition.is_true() ? here : ir::if_(way->condition, here, all);
    }
    result.push_back(all);
    return result;
  }
  const Type type = model_.expression(effect.target).type;
  const ir::Expr target = expressions_.lower(effect.target).value;
  ir::Stmt all = ir::skip(layout_.context());
  for (const ObjectId receiver : layout_.objects_of(type.target))
    all = ir::if_(ir::eq(target, layout_.literal(type, receiver)), sequence(push(receiver, effect)),
                  all);
  result.push_back(all);
  return result;
}

EventLowering::Statements EventLowering::push(ObjectId receiver, const Effect& effect) const {
  ir::Context& context = layout_.context();
  const QueueVars& queue = layout_.input(receiver);
  ir::Stmt place = ir::skip(context);
  for (std::size_t i = queue.slots.size(); i-- > 0;) {
    Statements here;
    put(queue, i, effect, here);
    place = ir::if_(ir::eq(var(queue.length), context.int_literal(i)), sequence(here), place);
  }
  return {place, ir::assign(queue.length, ir::add(var(queue.length), context.int_literal(1)))};
}

void EventLowering::put(const QueueVars& queue, std::size_t slot, const Effect& effect,
                        Statements& to) const {
  to.push_back(ir::assign(queue.slots[slot].signal, layout_.signal(effect.signal)));
  for (std::uint32_t i = 0; i < effect.arguments.size(); ++i)
    to.push_back(ir::assign(layout_.argument(queue.slots[slot], effect.signal, i),
                            expressions_.lower(effect.arguments[i]).value));
}

}  // namespace arges::model::machines
