#include "model/statechart/deadlock.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "ir/simplify.h"
#include "model/statechart/lower/steps.h"
#include "model/statechart/lower/waiting.h"

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
  Expr also = {};                    ///< of a Boolean: it holds wherever this does
  const Parameter* array = nullptr;  ///< that has this many elements; null: it is none
};

Choice choice_of(const Parameter& parameter) {
  return {.var = parameter.value,
          .lowest = parameter.lowest,
          .highest = parameter.highest,
          .array = parameter.length > 0 ? &parameter : nullptr};
}

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
      : layout_(layout),
        context_(layout.context()),
        system_(layout.system()),
        in_turns_(execution_of(system_) == Execution::turns) {}

  Expr build() {
    std::vector<Expr> parts;
    std::vector<Expr> ended;
    if (layout_.has_problems()) parts.push_back(layout_.no_problem());
    for (MachineId m = 0; m < system_.machines.size(); ++m) {
      ended.push_back(layout_.has_ended(m));
      parts.push_back(ir::or_(layout_.has_ended(m), is_at_rest(m)));
      const Expr fires = ir::and_(ir::not_(layout_.has_ended(m)), can_fire(m));
      parts.push_back(ir::not_(fires));
    }
    for (QueueId q = 0; q < system_.queues.size(); ++q)
      parts.push_back(lower::Actions(layout_).is_empty(layout_.queue(q)));
    parts.push_back(ir::not_(ir::and_(ended)));
    return ir::simplify(ir::and_(parts));
  }

 private:
  bool takes_one(MachineId m) const {
    return system_.machines[m].semantics.reaction == Semantics::Reaction::one_event;
  }

  /// Nothing goes on by itself.
  Expr is_at_rest(MachineId m) const {
    const Machine& machine = system_.machines[m];
    std::vector<Expr> parts{lower::nothing_waits(layout_, m)};
    for (TimerId t = 0; t < machine.timers.size(); ++t)
      if (machine.timers[t].kind == Timer::Kind::event)
        parts.push_back(ir::eq(context_.var(layout_.of(m).remaining[t]), context_.int_literal(0)));
    for (const ir::Var doing : layout_.of(m).doing)
      if (doing != nullptr) parts.push_back(ir::not_(context_.var(doing)));
    // What another machine has said is reacted to in the next cycle, if there is one.
    if (!takes_one(m) && (!in_turns_ || !messages_for(m).empty()))
      for (const Event& event : machine.events)
        if (event.direction != Direction::output && !event.is_environment)
          parts.push_back(ir::not_(context_.var(event.present)));
    return ir::and_(parts);
  }

  Expr can_fire(MachineId m) {
    const Machine& machine = system_.machines[m];
    std::vector<Expr> ways{context_.false_expr()};
    for (const Transition& transition : machine.transitions) {
      if (!takes_one(m)) {
        ways.push_back(in_turns_ ? in_a_turn(m, transition) : in_a_cycle(m, transition));
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
          choices.push_back(choice_of(parameter));
        else
          substitution.emplace(context_.var(parameter.value), layout_.initial_of(parameter));
    }
    for (const Variable& variable : machine.variables)
      if (variable.lifetime == Variable::Lifetime::chosen) choices.push_back({variable.var});
    return ir::and_(is_at(m, transition),
                    exists(choices, ir::substitute(transition.guard, substitution)));
  }

  /// Trigger and guard as a cycle reads them.
  Expr condition_of(MachineId m, const Transition& transition) const {
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
    return ir::substitute(condition, substitution);
  }

  static void add_parameters(const Event& event, std::vector<Choice>& choices) {
    for (const Parameter& parameter : event.parameters) choices.push_back(choice_of(parameter));
  }
  /// Level timers may have elapsed by then.
  void add_timers(const Machine& machine, std::vector<Choice>& choices) const {
    for (const Timer& timer : machine.timers)
      if (timer.kind == Timer::Kind::level)
        choices.push_back({timer.elapsed, {}, {}, context_.var(timer.elapsed)});
  }

  /// Inputs are the environment's to choose.
  Expr in_a_cycle(MachineId m, const Transition& transition) {
    const Machine& machine = system_.machines[m];
    std::vector<Choice> choices;
    for (const Event& event : machine.events) {
      if (!event.is_environment) continue;
      choices.push_back({event.present});
      add_parameters(event, choices);
    }
    add_timers(machine, choices);
    return ir::and_(is_at(m, transition), exists(choices, condition_of(m, transition)));
  }

  const Component* adapter_of(MachineId m) const {
    for (ComponentId id = 0; id < system_.components.size(); ++id) {
      if (system_.components[id].kind != Component::Kind::adapter) continue;
      const std::vector<MachineId> below = lower::machines_of(system_, id);
      if (std::find(below.begin(), below.end(), m) != below.end()) return &system_.components[id];
    }
    return nullptr;
  }
  bool may_arrive(const Component& adapter, EventRef event) const {
    return system_.machines[event.machine].events[event.event].is_environment &&
           std::any_of(adapter.queues.begin(), adapter.queues.end(),
                       [&](QueueId q) { return layout_.queue(q).literal(event) != 0; });
  }
  /// What the environment can send that makes the machine take a cycle.
  std::vector<EventRef> messages_for(MachineId m) const {
    std::vector<EventRef> result;
    const Component* adapter = adapter_of(m);
    if (adapter == nullptr) return result;
    for (const QueueId q : adapter->queues)
      for (const EventRef& event : layout_.queue(q).events)
        if (may_arrive(*adapter, event) && lower::runs_for(*adapter, event))
          result.push_back(event);
    return result;
  }

  Expr in_a_turn(MachineId m, const Transition& transition) {
    std::vector<Expr> ways{context_.false_expr()};
    bool by_others = false;
    for (const EventRef& message : messages_for(m))
      if (message.machine == m)
        ways.push_back(by_message(m, transition, message.event));
      else
        by_others = true;
    if (by_others) ways.push_back(by_message(m, transition, none));
    return ir::or_(ways);
  }

  /// Of what makes the adapter run one event is present, `message`, or none of this machine's; but
  /// others may have come before and stayed present, or have left values.
  Expr by_message(MachineId m, const Transition& transition, EventId message) {
    const Machine& machine = system_.machines[m];
    const Component& adapter = *adapter_of(m);
    Expr condition = condition_of(m, transition);
    std::vector<Choice> choices;
    for (EventId e = 0; e < machine.events.size(); ++e) {
      const Event& event = machine.events[e];
      if (!may_arrive(adapter, {m, e})) continue;
      const bool stays = !lower::runs_for(adapter, {m, e});
      if (stays) choices.push_back({event.present});
      if (e == message) condition = ir::substitute(condition, event.present, context_.true_expr());
      for (const Parameter& parameter : event.parameters)
        if (stays || e == message || parameter.is_persistent)
          choices.push_back(choice_of(parameter));
    }
    add_timers(machine, choices);
    return ir::and_(is_at(m, transition), exists(choices, condition));
  }

  /// What a variable that is reset before cycles holds in one.
  Expr after_reset(const Variable& variable) const {
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
    if (choice.array != nullptr) return exists(*choice.array, condition);
    const ir::Var bound = context_.declare_fresh(var);
    std::vector<Expr> parts{ir::substitute(condition, var, context_.var(bound))};
    if (choice.lowest) parts.push_back(ir::le(choice.lowest, context_.var(bound)));
    if (choice.highest) parts.push_back(ir::le(context_.var(bound), choice.highest));
    return ir::quantifier(ir::Op::exists, std::vector<ir::Var>{bound}, ir::and_(parts));
  }

  /// Of an array the environment fills the elements that it has.
  Expr exists(const Parameter& parameter, Expr condition) {
    std::vector<ir::Var> elements;
    Expr array = layout_.initial_of(parameter);
    for (std::uint32_t i = 0; i < parameter.length; ++i) {
      elements.push_back(context_.declare(fmt::format("{}[{}]", parameter.value->name, i),
                                          parameter.value->type.element(),
                                          parameter.value->location));
      array = ir::store(array, context_.int_literal(i), context_.var(elements.back()));
    }
    return ir::quantifier(ir::Op::exists, elements,
                          ir::substitute(condition, parameter.value, array));
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
  bool in_turns_;
};

}  // namespace

ir::Expr is_deadlocked(const Layout& layout) { return DeadlockBuilder(layout).build(); }

}  // namespace arges::model::statechart
