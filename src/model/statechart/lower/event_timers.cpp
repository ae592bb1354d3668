#include "model/statechart/lower/event_timers.h"

namespace arges::model::statechart::lower {

EventTimers::EventTimers(const StepParts& parts) : parts_(parts), context_(parts.context()) {
  const System& system = parts.system();
  if (system.time_step == 0) return;
  for (MachineId m = 0; m < system.machines.size(); ++m)
    for (TimerId t = 0; t < system.machines[m].timers.size(); ++t)
      if (system.machines[m].timers[t].kind == Timer::Kind::event) timers_.push_back({m, t});
}

ir::Expr EventTimers::remaining(const TimerRef& timer) const {
  return context_.var(of(timer).remaining[timer.timer]);
}

ir::Expr EventTimers::runs(const TimerRef& timer) const {
  return ir::lt(context_.int_literal(0), remaining(timer));
}

ir::Expr EventTimers::any_runs() const {
  std::vector<ir::Expr> running;
  for (const TimerRef& timer : timers_) running.push_back(runs(timer));
  return any_of(context_, running);
}

ir::Stmt EventTimers::expire(const TimerRef& timer) const {
  const MachineLayout& layout = of(timer);
  std::vector<ir::Expr> arguments;
  for (const ir::Var var : layout.timer_arguments[timer.timer])
    arguments.push_back(context_.var(var));
  const EventId event = parts_.system().machines[timer.machine].timers[timer.timer].event;
  Sequence result(context_);
  result.add(parts_.actions().send({timer.machine, event}, arguments));
  result.assign(layout.remaining[timer.timer], context_.int_literal(0));
  // All that are due at the same time send in the same step: no ranks are left to close.
  if (layout.rank[timer.timer] != nullptr)
    result.assign(layout.rank[timer.timer], context_.int_literal(0));
  for (const ir::Var var : layout.timer_arguments[timer.timer])
    result.assign(var, parts_.layout().default_of(var->type));
  return result.finish();
}

// Running ones that are due have at most 0 left, but are told from those that do not run.
ir::Stmt EventTimers::advance() const {
  std::vector<ir::Var> due;
  Sequence result(context_);
  const ir::Expr step = context_.int_literal(parts_.system().time_step);
  for (const TimerRef& timer : timers_) {
    due.push_back(context_.declare("due", context_.bool_type()));
    const ir::Expr left = ir::sub(remaining(timer), step);
    result.assign(due.back(),
                  all_of(context_, {runs(timer), ir::le(left, context_.int_literal(0))}));
    result.add(
        when(runs(timer), ir::assign(of(timer).remaining[timer.timer], left), ir::skip(context_)));
  }
  for (std::size_t round = 0; round < timers_.size(); ++round) result.add(send_earliest(due));
  return ir::local(context_, due, result.finish());
}

ir::Expr EventTimers::goes_before(std::size_t i, std::size_t j) const {
  const ir::Expr mine = remaining(timers_[i]);
  const ir::Expr other = remaining(timers_[j]);
  const ir::Var my_rank = of(timers_[i]).rank[timers_[i].timer];
  const ir::Var other_rank = of(timers_[j]).rank[timers_[j].timer];
  // Machines do not share queues, so that nobody can tell whose timer was first.
  if (timers_[i].machine != timers_[j].machine || my_rank == nullptr)
    return j < i ? ir::lt(mine, other) : ir::le(mine, other);
  return any_of(context_,
                {ir::lt(mine, other),
                 all_of(context_, {ir::eq(mine, other),
                                   ir::lt(context_.var(my_rank), context_.var(other_rank))})});
}

ir::Stmt EventTimers::send_earliest(const std::vector<ir::Var>& due) const {
  ir::Stmt result = ir::skip(context_);
  for (std::size_t i = timers_.size(); i-- > 0;) {
    std::vector<ir::Expr> first{context_.var(due[i])};
    for (std::size_t j = 0; j < timers_.size(); ++j) {
      if (j == i) continue;
      first.push_back(ir::or_(ir::not_(context_.var(due[j])), goes_before(i, j)));
    }
    result = when(
        all_of(context_, first),
        Sequence(context_).assign(due[i], context_.false_expr()).add(expire(timers_[i])).finish(),
        result);
  }
  return result;
}

}  // namespace arges::model::statechart::lower
