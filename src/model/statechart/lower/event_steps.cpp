#include <algorithm>

#include <fmt/format.h>

#include "ir/simplify.h"
#include "model/statechart/lower/event_timers.h"
#include "model/statechart/lower/reaction.h"
#include "model/statechart/lower/steps.h"
#include "model/statechart/lower/waiting.h"

namespace arges::model::statechart::lower {

namespace {

/// Makes the steps of machines for one event at a time.
class EventSteps {
 public:
  explicit EventSteps(const StepParts& parts)
      : parts_(parts), system_(parts.system()), context_(parts.context()) {}

  std::vector<LoweredStep> all() {
    for (MachineId m = 0; m < system_.machines.size(); ++m) {
      add_start(m);
      if (!is_last(m)) add_run(m, Phase::booting, Phase::booting_react);
      add_run(m, Phase::busy, Phase::react);
      add_environment(m);
      add_take(m);
      add_activities(m);
    }
    add_time();
    add_wait();
    return std::move(steps_);
  }

 private:
  bool once(MachineId m) const {
    return system_.machines[m].semantics.step == Semantics::Step::once;
  }
  bool is_last(MachineId m) const { return m + 1 == system_.machines.size(); }
  const MachineLayout& of(MachineId m) const { return parts_.layout().of(m); }
  std::string named(MachineId m, const std::string& text) const {
    return system_.machines.size() == 1 ? text
                                        : fmt::format("{}: {}", system_.machines[m].name, text);
  }
  void add(LoweredStep step) {
    step.label = named(step.machine, step.label);
    steps_.push_back(parts_.finish(std::move(step)));
  }

  void add_start(MachineId m) {
    add({.from = {Phase::start, m},
         .to = {is_last(m) ? Phase::busy : Phase::booting, m},
         .kind = StepKind::init,
         .machine = m,
         .label = "start",
         .statement = parts_.firing(m).enter_root()});
  }

  /// Adds a step that a machine leaves busy by: to where it goes once nothing is left to do.
  void add_leaving(LoweredStep step) {
    if (step.from.phase == Phase::booting) {
      step.to = {Phase::start, step.machine + 1};
      add(std::move(step));
      return;
    }
    add_calming(std::move(step));
  }

  /// Adds a step after which the system is idle, or messages wait.
  void add_calming(LoweredStep step) {
    const ir::Expr nothing = nothing_waits();
    const auto add_to = [&](Phase phase, ir::Expr condition) {
      if (condition.is_false()) return;
      LoweredStep to = step;
      to.to = {phase, 0};
      to.statement = Sequence(context_).add(step.statement).assume(condition).finish();
      to.label = to.kind == StepKind::time ? to.label : named(to.machine, to.label);
      steps_.push_back(parts_.finish(std::move(to)));
    };
    add_to(Phase::idle, nothing);
    add_to(Phase::waiting, ir::simplify(ir::not_(nothing)));
  }

  void add_run(MachineId m, Phase busy, Phase react) {
    const Reaction reaction(parts_.firing(m));
    const Reaction::Transitions eventless = reaction.eventless();
    const ir::Expr going = ir::not_(parts_.layout().has_ended(m));
    const ir::Expr enabled = reaction.any_enabled(eventless);
    const QueueSlots& queue = of(m).internal;
    if (once(m)) {
      add_leaving({.from = {busy, m},
                   .to = {},
                   .kind = StepKind::settle,
                   .machine = m,
                   .label = "settles",
                   .statement = ir::assume(going)});
      add_end(m, busy);
      add_react(m, {react, m}, {busy, m});
      return;
    }
    if (!enabled.is_false())
      add({.from = {busy, m},
           .to = {busy, m},
           .kind = StepKind::microstep,
           .machine = m,
           .label = "goes on",
           .statement = Sequence(context_)
                            .assume(all_of(context_, {going, enabled}))
                            .add(reaction.react(eventless, ir::skip(context_)))
                            .finish()});
    const ir::Expr waiting = all_of(context_, {going, ir::not_(enabled)});
    if (queue.exists()) add_next(m, {busy, m}, {react, m}, waiting);
    add_leaving(
        {.from = {busy, m},
         .to = {},
         .kind = StepKind::settle,
         .machine = m,
         .label = "settles",
         .statement = ir::assume(all_of(context_, {waiting, parts_.actions().is_empty(queue)}))});
    add_end(m, busy);
    add_react(m, {react, m}, {busy, m});
  }

  void add_end(MachineId m, Phase busy) {
    const ir::Expr ended = parts_.layout().has_ended(m);
    if (ended.is_false()) return;
    const ir::Stmt exits = parts_.firing(m).run_exits();
    const auto ending = [&](ir::Expr condition) {
      return LoweredStep{.from = {busy, m},
                         .to = {Phase::ended, 0},
                         .kind = StepKind::end,
                         .machine = m,
                         .label = "ends",
                         .statement = Sequence(context_).assume(condition).add(exits).finish()};
    };
    if (busy == Phase::booting) return add_leaving(ending(ended));
    std::vector<ir::Expr> others;
    for (MachineId other = 0; other < system_.machines.size(); ++other)
      if (other != m) others.push_back(parts_.layout().has_ended(other));
    const ir::Expr all = all_of(context_, others);
    if (!all.is_false()) add(ending(all_of(context_, {ended, all})));
    if (!all.is_true()) add_leaving(ending(all_of(context_, {ended, ir::not_(all)})));
  }

  /// What states do once they were entered, in every place where they might.
  void add_activities(MachineId m) {
    const ir::Expr going = ir::not_(parts_.layout().has_ended(m));
    const Machine& machine = system_.machines[m];
    for (NodeId n = 0; n < machine.nodes.size(); ++n) {
      if (!machine.nodes[n].activity) continue;
      const ir::Stmt performed = parts_.firing(m).perform(n);
      for (const Place from :
           {Place{Phase::busy, m}, Place{Phase::waiting, 0}, Place{Phase::idle, 0}})
        add({.from = from,
             .to = {Phase::busy, m},
             .kind = StepKind::perform,
             .node = n,
             .machine = m,
             .label = fmt::format("does what {} does", machine.nodes[n].full_name),
             .statement =
                 Sequence(context_)
                     .assume(going)
                     .add(from.phase == Phase::idle ? awakening().finish() : ir::skip(context_))
                     .add(performed)
                     .finish(),
             .location = machine.nodes[n].location});
    }
  }

  /// The event becomes the current one, with arguments that are read first.
  ir::Stmt take(EventRef ref, const std::vector<ir::Expr>& arguments, ir::Stmt removal) const {
    const Machine& machine = system_.machines[ref.machine];
    Sequence result(context_);
    const ir::Var current = of(ref.machine).current;
    result.assign(current,
                  context_.enum_literal(current->type, of(ref.machine).current_literal[ref.event]));
    for (const Event& event : machine.events)
      if (event.direction != Direction::output) parts_.actions().reset(result, event);
    for (const Variable& variable : machine.variables)
      if (variable.lifetime == Variable::Lifetime::chosen)
        result.add(ir::havoc(context_, variable.var));
    const Event& event = machine.events[ref.event];
    for (std::size_t p = 0; p < arguments.size(); ++p)
      result.assign(event.parameters[p].value, arguments[p]);
    return result.add(removal).finish();
  }

  /// Takes the message at a position of a queue, whatever event it is of.
  ir::Stmt take_from(const QueueSlots& queue, std::size_t position) const {
    const Actions& actions = parts_.actions();
    ir::Stmt result = ir::skip(context_);
    for (const EventRef& event : queue.events)
      result = when(
          actions.waits(queue, position, event),
          take(event, actions.arguments(queue, position, event), actions.remove(queue, position)),
          result);
    return result;
  }

  void add_next(MachineId m, Place busy, Place react, ir::Expr waiting) {
    const QueueSlots& queue = of(m).internal;
    for (const EventRef& event : queue.events)
      add({.from = busy,
           .to = react,
           .kind = StepKind::next,
           .machine = m,
           .label = fmt::format("takes {}", system_.machines[m].events[event.event].name),
           .statement =
               Sequence(context_)
                   .assume(all_of(context_, {waiting, parts_.actions().waits(queue, 0, event)}))
                   .add(take(event, parts_.actions().arguments(queue, 0, event),
                             parts_.actions().remove(queue, 0)))
                   .finish()});
  }

  ir::Stmt defer(EventRef ref) const {
    std::vector<ir::Expr> arguments;
    for (const Parameter& parameter : system_.machines[ref.machine].events[ref.event].parameters)
      arguments.push_back(context_.var(parameter.value));
    return parts_.actions().push(of(ref.machine).deferred, ref, arguments, Actions::Full::deferred);
  }

  void add_react(MachineId m, Place react, Place busy) {
    const Reaction reaction(parts_.firing(m));
    const Machine& machine = system_.machines[m];
    for (EventId e = 0; e < machine.events.size(); ++e) {
      const Event& event = machine.events[e];
      if (event.direction == Direction::output) continue;
      const Reaction::Transitions triggered = reaction.triggered_by(e);
      Sequence lost(context_);
      if (!of(m).lost.empty() && event.direction != Direction::internal)
        lost.assign(of(m).lost[e], context_.true_expr());
      ir::Stmt statement = reaction.react(triggered, lost.finish());
      const ir::Expr deferred = reaction.is_deferred(e, triggered);
      if (!deferred.is_false()) statement = when(deferred, defer({m, e}), statement);
      add({.from = react,
           .to = busy,
           .kind = StepKind::react,
           .machine = m,
           .event = e,
           .label = fmt::format("reacts to {}", event.name),
           .statement = Sequence(context_)
                            .assume(parts_.layout().lower(context_.var(event.present)))
                            .add(statement)
                            .finish()});
    }
  }

  /// No message can be taken anywhere.
  ir::Expr nothing_waits() const {
    std::vector<ir::Expr> parts;
    for (MachineId m = 0; m < system_.machines.size(); ++m)
      parts.push_back(lower::nothing_waits(parts_.layout(), m));
    return all_of(context_, parts);
  }

  /// Begins a step that ends an idle time.
  Sequence awakening() const {
    Sequence result(context_);
    parts_.forget_observed(result);
    for (const Machine& machine : system_.machines)
      for (const Event& event : machine.events)
        if (event.direction == Direction::output) parts_.actions().make_absent(result, event);
    return result;
  }

  void add_environment(MachineId m) {
    const Machine& machine = system_.machines[m];
    const ir::Expr possible = ir::not_(parts_.layout().has_ended(m));
    for (EventId e = 0; e < machine.events.size(); ++e) {
      const Event& event = machine.events[e];
      if (!event.is_environment || event.direction != Direction::input) continue;
      Sequence arguments(context_);
      parts_.any_arguments(arguments, event);
      add({.from = {Phase::idle, 0},
           .to = {Phase::react, m},
           .kind = StepKind::event,
           .machine = m,
           .event = e,
           .label = event.name,
           .statement = Sequence(context_)
                            .assume(possible)
                            .add(awakening().finish())
                            .add(take({m, e}, {}, ir::skip(context_)))
                            .add(arguments.finish())
                            .finish()});
    }
  }

  void add_take(MachineId m) {
    const QueueSlots& deferred = of(m).deferred;
    const QueueSlots& external = of(m).external;
    const ir::Expr going = ir::not_(parts_.layout().has_ended(m));
    const auto add_taking = [&](ir::Expr condition, ir::Stmt taking, const char* label) {
      add({.from = {Phase::waiting, 0},
           .to = {Phase::react, m},
           .kind = StepKind::take,
           .machine = m,
           .label = label,
           .statement = Sequence(context_).assume(condition).add(taking).finish()});
    };
    const QueueSlots& internal = of(m).internal;
    const ir::Expr first_done = parts_.actions().is_empty(internal);
    if (once(m) && internal.exists())
      add_taking(all_of(context_, {going, ir::not_(first_done)}), take_from(internal, 0),
                 "takes an event of its own");
    const ir::Expr released = any_released(parts_.layout(), m);
    if (deferred.exists()) {
      ir::Stmt first = ir::skip(context_);
      for (std::size_t i = deferred.slots.size(); i-- > 0;)
        first = when(is_released(parts_.layout(), m, i), take_from(deferred, i), first);
      add_taking(all_of(context_, {going, first_done, released}), first, "takes a deferred event");
    }
    if (external.exists())
      add_taking(all_of(context_, {going, first_done, ir::not_(released),
                                   ir::not_(parts_.actions().is_empty(external))}),
                 take_from(external, 0), "takes an event it sent");
  }

  /// One step of time.
  void add_time() {
    const EventTimers timers(parts_);
    if (!timers.exist()) return;
    add_calming({.from = {Phase::idle, 0},
                 .to = {},
                 .kind = StepKind::time,
                 .label = fmt::format("{} ms pass", system_.time_step),
                 .statement = Sequence(context_)
                                  .assume(timers.any_runs())
                                  .add(awakening().finish())
                                  .add(timers.advance())
                                  .finish()});
  }

  /// The environment may stop to send.
  void add_wait() {
    steps_.push_back(
        parts_.finish({.from = {Phase::idle, 0},
                       .to = {Phase::idle, 0},
                       .kind = StepKind::wait,
                       .label = "nothing comes",
                       .statement = Sequence(context_)
                                        .assume(ir::not_(EventTimers(parts_).any_runs()))
                                        .add(awakening().finish())
                                        .finish()}));
  }

  const StepParts& parts_;
  const System& system_;
  ir::Context& context_;
  std::vector<LoweredStep> steps_;
};

}  // namespace

std::vector<LoweredStep> event_steps(const StepParts& parts) { return EventSteps(parts).all(); }

}  // namespace arges::model::statechart::lower
