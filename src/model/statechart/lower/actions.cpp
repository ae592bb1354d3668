#include "model/statechart/lower/actions.h"

#include "base/invariant.h"

namespace arges::model::statechart::lower {

ir::Stmt Actions::block(MachineId machine, const Block& block) const {
  Sequence result(context_);
  for (const Action& a : block) {
    const bool reads = a.kind == Action::Kind::start || a.kind == Action::Kind::loop ||
                       a.kind == Action::Kind::assertion ||
                       (a.kind == Action::Kind::log && a.expr) ||
                       (a.kind == Action::Kind::raise && !a.arguments.empty());
    if (reads) result.add(note_reading(machine, a.location));
    result.add(action(machine, a));
  }
  return result.finish();
}

ir::Stmt Actions::note_reading(MachineId machine, SourceLocation location) const {
  const ir::Var reading = layout_.of(machine).reading;
  return reading != nullptr && location ? ir::assign(reading, context_.false_expr(), location)
                                        : ir::skip(context_);
}

ir::Stmt Actions::action(MachineId machine, const Action& action) const {
  const auto lowered = [&](ir::Expr e) { return layout_.lower(e); };
  switch (action.kind) {
    case Action::Kind::assign:
      return ir::assign(action.variable, lowered(action.expr), action.location);
    case Action::Kind::raise: {
      std::vector<ir::Expr> arguments;
      for (const ir::Expr argument : action.arguments) arguments.push_back(lowered(argument));
      return raise({machine, action.event}, arguments);
    }
    case Action::Kind::start:
      return start(machine, action);
    case Action::Kind::stop:
      return stop(machine, action.timer);
    case Action::Kind::log:
      return ir::skip(context_);
    case Action::Kind::branch:
    case Action::Kind::choose:
      return branch(machine, action);
    case Action::Kind::loop:
      return ir::loop(action.variable, lowered(action.expr), lowered(action.bound),
                      block(machine, action.body), action.location);
    case Action::Kind::assertion:
      break;
  }
  const ir::Var failed = layout_.of(machine).failed[action.assertion];
  // What happens once there is a problem is nothing that the machine would do.
  return when(ir::or_(lowered(action.expr), ir::not_(layout_.no_problem())), ir::skip(context_),
              ir::assign(failed, context_.true_expr(), action.location));
}

ir::Stmt Actions::branch(MachineId machine, const Action& action) const {
  std::vector<Guarded> branches;
  // Of those of which the first is taken, later guards are read only if no earlier one holds.
  Sequence readings(context_);
  const bool in_order = action.kind == Action::Kind::branch;
  for (const Branch& b : action.branches) {
    if (b.guard) readings.add(note_reading(machine, b.location));
    Sequence body(context_);
    if (in_order) body.add(readings.finish());
    branches.push_back({b.guard ? layout_.lower(b.guard) : context_.true_expr(),
                        body.add(block(machine, b.body)).finish(), 0,
                        b.guard ? Guarded::Role::plain : Guarded::Role::otherwise});
  }
  if (in_order) return choose(context_, Semantics::Conflict::first, branches, readings.finish());
  return Sequence(context_)
      .add(readings.finish())
      .add(choose(context_, Semantics::Conflict::any, branches, ir::skip(context_)))
      .finish();
}

std::vector<ir::Expr> Actions::completed(const Event& event,
                                         const std::vector<ir::Expr>& arguments) const {
  std::vector<ir::Expr> result = arguments;
  for (std::size_t p = result.size(); p < event.parameters.size(); ++p)
    result.push_back(layout_.initial_of(event.parameters[p]));
  return result;
}

ir::Stmt Actions::raise(EventRef ref, const std::vector<ir::Expr>& given) const {
  const Machine& machine = layout_.system().machines[ref.machine];
  const Event& event = machine.events[ref.event];
  const std::vector<ir::Expr> arguments = completed(event, given);
  if (event.direction == Direction::internal)
    return when(layout_.has_ended(ref.machine), ir::skip(context_),
                push(layout_.of(ref.machine).internal, ref, arguments, Full::internal));
  if (event.direction != Direction::output) return send(ref, arguments);
  Sequence result(context_);
  // The arguments may read the very variables that get them.
  std::vector<ir::Var> locals;
  for (std::size_t p = 0; p < arguments.size(); ++p) {
    const ir::Var var = event.parameters[p].value;
    if (arguments.size() == 1) {
      result.assign(var, arguments[p]);
      continue;
    }
    locals.push_back(context_.declare_fresh(var));
    result.assign(locals.back(), arguments[p]);
  }
  for (std::size_t p = 0; p < locals.size(); ++p)
    result.assign(event.parameters[p].value, context_.var(locals[p]));
  result.assign(event.present, context_.true_expr());
  if (machine.semantics.reaction == Semantics::Reaction::one_event) {
    std::vector<ir::Expr> values;
    for (const Parameter& parameter : event.parameters)
      values.push_back(context_.var(parameter.value));
    for (const Component& component : layout_.system().components)
      for (const Channel& channel : component.channels)
        if (channel.from == ref) result.add(send(channel.to, values));
  }
  return locals.empty() ? result.finish() : ir::local(context_, locals, result.finish());
}

ir::Stmt Actions::send(EventRef event, const std::vector<ir::Expr>& arguments) const {
  return when(layout_.has_ended(event.machine), ir::skip(context_),
              push(layout_.of(event.machine).external, event, arguments, Full::external));
}

ir::Stmt Actions::report(Problem problem) const {
  return when(layout_.no_problem(),
              ir::assign(layout_.problem(),
                         literal(layout_.problem(), static_cast<std::uint32_t>(problem))),
              ir::skip(context_));
}

ir::Expr Actions::is_empty(const QueueSlots& queue) const {
  if (!queue.exists()) return context_.true_expr();
  const ir::Var first = queue.slots.front().event;
  return ir::eq(context_.var(first), literal(first, 0));
}

ir::Expr Actions::waits(const QueueSlots& queue, std::size_t position, EventRef event) const {
  const ir::Var slot = queue.slots[position].event;
  return ir::eq(context_.var(slot), literal(slot, queue.literal(event)));
}

std::vector<ir::Expr> Actions::arguments(const QueueSlots& queue, std::size_t position,
                                         EventRef event) const {
  std::vector<ir::Expr> result;
  for (const std::uint32_t column : queue.columns[queue.literal(event) - 1])
    result.push_back(context_.var(queue.slots[position].columns[column]));
  return result;
}

ir::Stmt Actions::push(const QueueSlots& queue, EventRef event,
                       const std::vector<ir::Expr>& arguments, Full full) const {
  const std::uint32_t number = queue.literal(event);
  INVARIANT(number != 0, "an event should have a place in the queue it is put into");
  const auto put = [&](const QueueSlots::Slot& slot) {
    Sequence result(context_);
    result.assign(slot.event, literal(slot.event, number));
    for (std::size_t p = 0; p < arguments.size(); ++p)
      result.assign(slot.columns[queue.columns[number - 1][p]], arguments[p]);
    return result.finish();
  };
  ir::Stmt result = ir::skip(context_);
  switch (full) {
    case Full::internal:
      result = report(Problem::internal_queue_full);
      break;
    case Full::external:
      result = report(Problem::external_queue_full);
      break;
    case Full::deferred:
      result = report(Problem::deferred_queue_full);
      break;
    case Full::drop:
      break;
    case Full::push_out:
      result = Sequence(context_).add(remove(queue, 0)).add(put(queue.slots.back())).finish();
      break;
  }
  for (auto slot = queue.slots.rbegin(); slot != queue.slots.rend(); ++slot)
    result = when(ir::eq(context_.var(slot->event), literal(slot->event, 0)), put(*slot), result);
  return result;
}

ir::Stmt Actions::remove(const QueueSlots& queue, std::size_t position) const {
  Sequence result(context_);
  for (std::size_t i = position; i < queue.slots.size(); ++i) {
    const QueueSlots::Slot& slot = queue.slots[i];
    const QueueSlots::Slot* next = i + 1 < queue.slots.size() ? &queue.slots[i + 1] : nullptr;
    result.assign(slot.event, next != nullptr ? context_.var(next->event) : literal(slot.event, 0));
    for (std::size_t c = 0; c < slot.columns.size(); ++c)
      result.assign(slot.columns[c], next != nullptr ? context_.var(next->columns[c])
                                                     : layout_.default_of(slot.columns[c]->type));
  }
  return result.finish();
}

ir::Stmt Actions::start(MachineId m, const Action& action) const {
  const Timer& timer = layout_.system().machines[m].timers[action.timer];
  const MachineLayout& layout = layout_.of(m);
  const ir::Var remaining = layout.remaining[action.timer];
  const ir::Expr zero = context_.int_literal(0);
  const ir::Expr time = layout_.lower(action.expr);
  if (timer.kind == Timer::Kind::level)
    return ir::assign(remaining, ir::ite(ir::lt(time, zero), zero, time), action.location);
  std::vector<ir::Expr> arguments;
  for (const ir::Expr argument : action.arguments) arguments.push_back(layout_.lower(argument));
  arguments = completed(layout_.system().machines[m].events[timer.event], arguments);
  Sequence begin(context_);
  for (std::size_t p = 0; p < arguments.size(); ++p)
    begin.assign(layout.timer_arguments[action.timer][p], arguments[p]);
  if (layout.rank[action.timer] != nullptr)
    begin.assign(layout.rank[action.timer], count_due_in(m, time));
  begin.assign(remaining, time);
  const ir::Stmt fresh =
      when(ir::le(time, zero), send({m, timer.event}, arguments), begin.finish());
  return when(ir::eq(context_.var(remaining), zero), fresh, report(Problem::timer_running));
}

ir::Expr Actions::count_due_in(MachineId m, ir::Expr time) const {
  const MachineLayout& layout = layout_.of(m);
  std::vector<ir::Expr> parts{context_.int_literal(0)};
  for (std::size_t t = 0; t < layout.remaining.size(); ++t)
    if (layout.rank[t] != nullptr)
      parts.push_back(ir::ite(ir::eq(context_.var(layout.remaining[t]), time),
                              context_.int_literal(1), context_.int_literal(0)));
  return ir::add(parts);
}

// One that does not run has nothing left and the first rank, as have all that do not.
ir::Stmt Actions::close_ranks(MachineId m, TimerId timer) const {
  const MachineLayout& layout = layout_.of(m);
  Sequence result(context_);
  if (layout.rank[timer] == nullptr) return result.finish();
  const auto var = [&](ir::Var of) { return context_.var(of); };
  for (std::size_t t = 0; t < layout.remaining.size(); ++t) {
    if (t == timer || layout.rank[t] == nullptr) continue;
    const ir::Expr is_behind =
        all_of(context_, {ir::eq(var(layout.remaining[t]), var(layout.remaining[timer])),
                          ir::lt(var(layout.rank[timer]), var(layout.rank[t]))});
    result.add(
        when(is_behind,
             ir::assign(layout.rank[t], ir::sub(var(layout.rank[t]), context_.int_literal(1))),
             ir::skip(context_)));
  }
  return result.assign(layout.rank[timer], context_.int_literal(0)).finish();
}

ir::Stmt Actions::stop(MachineId m, TimerId timer) const {
  const MachineLayout& layout = layout_.of(m);
  Sequence result(context_);
  result.add(close_ranks(m, timer));
  result.assign(layout.remaining[timer], context_.int_literal(0));
  for (const ir::Var var : layout.timer_arguments[timer])
    result.assign(var, layout_.default_of(var->type));
  return result.finish();
}

Sequence& Actions::reset(Sequence& sequence, const Event& event) const {
  for (const Parameter& parameter : event.parameters)
    if (!parameter.is_persistent) sequence.assign(parameter.value, layout_.initial_of(parameter));
  return sequence;
}

Sequence& Actions::make_absent(Sequence& sequence, const Event& event) const {
  return reset(sequence.assign(event.present, context_.false_expr()), event);
}

}  // namespace arges::model::statechart::lower
