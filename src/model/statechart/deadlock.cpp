#include "model/statechart/deadlock.h"

#include <algorithm>
#include <optional>

#include "ir/simplify.h"

namespace arges::model::statechart {

namespace {

using ir::Expr;

/// More values of a variable than this are left to a quantifier.
constexpr std::int64_t most_values = 8;
/// And so is what would become larger by trying all of them.
constexpr std::size_t most_expressions = 4000;

/// Something that is the environment's to choose: what stands for it, and which values it has.
struct Choice {
  ir::Var var;
  Expr lowest = {};  ///< null: any value of its type
  Expr highest = {};
  Expr also = {};  ///< of a Boolean: it holds wherever this does
};

std::optional<std::int64_t> small_value(Expr expr) {
  if (!expr) return {};
  const Expr value = ir::simplify(expr);
  if (!value.is_literal() || !value.type().is_int() || !value.value().is_small()) return {};
  return value.value().as_small();
}

/// Builds the condition for one layout.
class DeadlockBuilder {
 public:
  explicit DeadlockBuilder(const Layout& layout)
      : layout_(layout), context_(layout.context()), system_(layout.system()) {}

  Expr build() {
    std::vector<Expr> parts;
    std::vector<Expr> ended;
    if (layout_.has_problems()) parts.push_back(layout_.no_problem());
    for (MachineId m = 0; m < system_.machines.size(); ++m) {
      ended.push_back(layout_.has_ended(m));
      rest_of(m, parts);
      const Expr fires = ir::and_(ir::not_(layout_.has_ended(m)), can_fire(m));
      parts.push_back(ir::not_(fires));
    }
    for (QueueId q = 0; q < system_.queues.size(); ++q) parts.push_back(is_empty(layout_.queue(q)));
    parts.push_back(ir::not_(ir::and_(ended)));
    return ir::simplify(ir::and_(parts));
  }

 private:
  bool takes_one(MachineId m) const {
    return system_.machines[m].semantics.reaction == Semantics::Reaction::one_event;
  }

  Expr is_empty(const QueueSlots& queue) const {
    if (!queue.exists()) return context_.true_expr();
    const ir::Var first = queue.slots.front().event;
    return ir::eq(context_.var(first), context_.enum_literal(first->type, 0));
  }

  /// Nothing goes on by itself.
  void rest_of(MachineId m, std::vector<Expr>& parts) const {
    const Machine& machine = system_.machines[m];
    const MachineLayout& of = layout_.of(m);
    parts.push_back(is_empty(of.internal));
    parts.push_back(is_empty(of.external));
    parts.push_back(ir::not_(takes_deferred(m)));
    for (TimerId t = 0; t < machine.timers.size(); ++t)
      if (machine.timers[t].kind == Timer::Kind::event)
        parts.push_back(ir::eq(context_.var(of.remaining[t]), context_.int_literal(0)));
    // What another machine has said is reacted to in the next cycle.
    if (takes_one(m)) return;
    for (const Event& event : machine.events)
      if (event.direction != Direction::output && !event.is_environment)
        parts.push_back(ir::not_(context_.var(event.present)));
  }

  /// An event waits that no active state defers any more.
  Expr takes_deferred(MachineId m) const {
    const Machine& machine = system_.machines[m];
    const QueueSlots& queue = layout_.of(m).deferred;
    std::vector<Expr> ways{context_.false_expr()};
    for (const QueueSlots::Slot& slot : queue.slots)
      for (std::uint32_t i = 0; i < queue.events.size(); ++i) {
        std::vector<Expr> parts{
            ir::eq(context_.var(slot.event), context_.enum_literal(slot.event->type, i + 1))};
        for (NodeId n = 0; n < machine.nodes.size(); ++n) {
          const auto& deferred = machine.nodes[n].deferred;
          if (std::find(deferred.begin(), deferred.end(), queue.events[i].event) != deferred.end())
            parts.push_back(ir::not_(layout_.is_active(m, n)));
        }
        ways.push_back(ir::and_(parts));
      }
    return ir::or_(ways);
  }

  Expr can_fire(MachineId m) {
    const Machine& machine = system_.machines[m];
    std::vector<Expr> ways{context_.false_expr()};
    for (const Transition& transition : machine.transitions) {
      if (!takes_one(m)) {
        ways.push_back(in_a_cycle(m, transition));
        continue;
      }
      if (transition.trigger.kind != Trigger::Kind::events) continue;
      for (const EventId event : transition.trigger.events)
        if (machine.events[event].is_environment) ways.push_back(by_event(m, transition, event));
    }
    return ir::or_(ways);
  }

  Expr is_at(MachineId m, const Transition& transition) const {
    std::vector<Expr> parts{layout_.is_active(m, transition.source)};
    for (const NodeId source : transition.other_sources)
      parts.push_back(layout_.is_active(m, source));
    return ir::and_(parts);
  }

  /// While the event is reacted to, others are absent and their parameters have initial values.
  Expr by_event(MachineId m, const Transition& transition, EventId event) {
    if (!transition.guard) return is_at(m, transition);
    ir::Substitution substitution;
    std::vector<Choice> choices;
    const Machine& machine = system_.machines[m];
    for (EventId e = 0; e < machine.events.size(); ++e) {
      const Event& other = machine.events[e];
      if (other.direction == Direction::output) continue;
      substitution.emplace(context_.var(other.present), context_.bool_literal(e == event));
      for (const Parameter& parameter : other.parameters)
        if (e == event)
          choices.push_back({parameter.value, parameter.lowest, parameter.highest});
        else
          substitution.emplace(context_.var(parameter.value), layout_.initial_of(parameter));
    }
    return ir::and_(is_at(m, transition),
                    exists(choices, ir::substitute(transition.guard, substitution)));
  }

  /// Inputs are the environment's to choose; level timers may have elapsed by then.
  Expr in_a_cycle(MachineId m, const Transition& transition) {
    const Machine& machine = system_.machines[m];
    Expr condition = context_.true_expr();
    if (transition.trigger.kind == Trigger::Kind::formula) condition = transition.trigger.formula;
    if (transition.trigger.kind == Trigger::Kind::events) {
      std::vector<Expr> ways{context_.false_expr()};
      for (const EventId event : transition.trigger.events)
        ways.push_back(context_.var(machine.events[event].present));
      condition = ir::or_(ways);
    }
    if (transition.guard) condition = ir::and_(condition, transition.guard);
    ir::Substitution substitution;
    for (const Variable& variable : machine.variables)
      if (variable.lifetime == Variable::Lifetime::reset_before && variable.initial)
        substitution.emplace(context_.var(variable.var), after_reset(variable));
    std::vector<Choice> choices;
    for (const Event& event : machine.events) {
      if (!event.is_environment) continue;
      choices.push_back({event.present});
      for (const Parameter& parameter : event.parameters)
        choices.push_back({parameter.value, parameter.lowest, parameter.highest});
    }
    for (const Timer& timer : machine.timers)
      if (timer.kind == Timer::Kind::level)
        choices.push_back({timer.elapsed, {}, {}, context_.var(timer.elapsed)});
    return ir::and_(is_at(m, transition), exists(choices, ir::substitute(condition, substitution)));
  }

  /// What a variable that is reset before cycles holds in one.
  Expr after_reset(const Variable& variable) {
    if (!variable.reset_when) return variable.initial;
    return ir::ite(variable.reset_when, variable.initial, context_.var(variable.var));
  }

  /// Whether some of these choices make it hold, over the layout's variables.
  Expr exists(const std::vector<Choice>& choices, Expr condition) {
    for (const Choice& choice : choices) condition = exists(choice, condition);
    return layout_.lower(condition);
  }

  Expr exists(const Choice& choice, Expr condition) {
    const ir::Var var = choice.var;
    if (!ir::occurs(var, condition)) return condition;
    const auto with = [&](Expr value) {
      return ir::simplify(ir::substitute(condition, var, value));
    };
    if (choice.also) return ir::or_(condition, with(context_.true_expr()));
    const std::vector<Expr> values = few_values(choice);
    if (!values.empty() &&
        ir::count_subexpressions(condition, most_expressions) * values.size() < most_expressions) {
      std::vector<Expr> ways;
      for (const Expr value : values) ways.push_back(with(value));
      return ir::or_(ways);
    }
    const ir::Var bound = context_.declare_fresh(var);
    std::vector<Expr> parts{ir::substitute(condition, var, context_.var(bound))};
    if (choice.lowest) parts.push_back(ir::le(choice.lowest, context_.var(bound)));
    if (choice.highest) parts.push_back(ir::le(context_.var(bound), choice.highest));
    return ir::quantifier(ir::Op::exists, std::vector<ir::Var>{bound}, ir::and_(parts));
  }

  std::vector<Expr> few_values(const Choice& choice) {
    const ir::Type type = choice.var->type;
    std::vector<Expr> result;
    if (type.is_bool()) return {context_.true_expr(), context_.false_expr()};
    if (type.is_enum())
      for (std::uint32_t i = 0; i < type.literals().size(); ++i)
        result.push_back(context_.enum_literal(type, i));
    const auto lowest = small_value(choice.lowest);
    const auto highest = small_value(choice.highest);
    if (type.is_int() && lowest && highest && *highest - *lowest < most_values)
      for (std::int64_t i = *lowest; i <= *highest; ++i) result.push_back(context_.int_literal(i));
    return result;
  }

  const Layout& layout_;
  ir::Context& context_;
  const System& system_;
};

}  // namespace

ir::Expr is_deadlocked(const Layout& layout) { return DeadlockBuilder(layout).build(); }

}  // namespace arges::model::statechart
