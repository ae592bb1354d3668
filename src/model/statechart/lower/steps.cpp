#include "model/statechart/lower/steps.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/traversal.h"
#include "model/statechart/lower/regions.h"

namespace arges::model::statechart::lower {

StepParts::StepParts(const Layout& layout) : layout_(layout), actions_(layout) {
  for (MachineId m = 0; m < system().machines.size(); ++m) firings_.emplace_back(layout, m);
}

Sequence& StepParts::forget_observed(Sequence& sequence) const {
  for (MachineId m = 0; m < system().machines.size(); ++m) {
    const MachineLayout& of = layout_.of(m);
    const auto forget = [&](const std::vector<ir::Var>& flags) {
      for (const ir::Var flag : flags)
        if (flag != nullptr) sequence.assign(flag, context().false_expr());
    };
    for (const auto* flags :
         {&of.fired, &of.conflicts, &of.branch_conflicts, &of.lost, &of.caused, &of.entered})
      forget(*flags);
    for (const std::vector<ir::Var>& flags : of.branched) forget(flags);
  }
  return sequence;
}

Sequence& StepParts::any_arguments(Sequence& sequence, const Event& event) const {
  for (const Parameter& parameter : event.parameters)
    any_argument(sequence, parameter, parameter.value);
  return sequence;
}

Sequence& StepParts::any_argument(Sequence& sequence, const Parameter& parameter,
                                  ir::Var into) const {
  if (parameter.length > 0) return sequence.add(any_array(parameter, into));
  sequence.add(ir::havoc(context(), into));
  if (parameter.lowest) sequence.assume(ir::le(parameter.lowest, context().var(into)));
  if (parameter.highest) sequence.assume(ir::le(context().var(into), parameter.highest));
  return sequence;
}

/// Elements outside of an array stay as they are at first.
ir::Stmt StepParts::any_array(const Parameter& parameter, ir::Var into) const {
  std::vector<ir::Var> elements;
  Sequence result(context());
  ir::Expr array = layout_.initial_of(parameter);
  for (std::uint32_t i = 0; i < parameter.length; ++i) {
    elements.push_back(context().declare(fmt::format("{}[{}]", parameter.value->name, i),
                                         into->type.element(), parameter.value->location));
    result.add(ir::havoc(context(), elements.back()));
    array = ir::store(array, context().int_literal(i), context().var(elements.back()));
  }
  return ir::local(context(), elements, result.assign(into, array).finish());
}

LoweredStep StepParts::finish(LoweredStep step) const {
  Sequence whole(context());
  whole.assume(layout_.no_problem()).add(step.statement);
  if (layout_.stable() != nullptr)
    whole.assign(layout_.stable(), context().bool_literal(is_stable(step.to)));
  step.statement = whole.finish();
  std::vector<ir::Var> locals;
  const std::vector<ir::Var> written = ir::written_variables(step.statement);
  for (const Machine& machine : system().machines)
    for (const Variable& variable : machine.variables)
      if (variable.lifetime == Variable::Lifetime::local &&
          std::find(written.begin(), written.end(), variable.var) != written.end())
        locals.push_back(variable.var);
  if (!locals.empty()) step.statement = ir::local(context(), locals, step.statement);
  return step;
}

ir::Stmt StepParts::cycle(MachineId m) const {
  const Machine& machine = system().machines[m];
  Sequence result(context());
  const auto reset = [&](Variable::Lifetime lifetime) {
    for (const Variable& variable : machine.variables) {
      if (variable.lifetime != lifetime) continue;
      const ir::Stmt initial =
          ir::assign(variable.var,
                     variable.initial ? variable.initial : layout_.default_of(variable.var->type));
      result.add(variable.reset_when
                     ? when(layout_.lower(variable.reset_when), initial, ir::skip(context()))
                     : initial);
    }
  };
  const auto make_absent = [&](Direction direction) {
    for (const Event& event : machine.events)
      if (event.direction == direction) actions_.make_absent(result, event);
  };
  make_absent(Direction::output);
  reset(Variable::Lifetime::reset_before);
  result.add(RegionSteps(firings_[m]).statement());
  make_absent(Direction::input);
  reset(Variable::Lifetime::reset_after);
  return result.finish();
}

ir::Stmt StepParts::deliver(const Channel& channel) const {
  const Event& from = system().machines[channel.from.machine].events[channel.from.event];
  const Event& to = system().machines[channel.to.machine].events[channel.to.event];
  Sequence result(context());
  result.assign(to.present, context().true_expr());
  for (std::size_t p = 0; p < to.parameters.size(); ++p)
    result.assign(to.parameters[p].value, context().var(from.parameters[p].value));
  return when(context().var(from.present), result.finish(), ir::skip(context()));
}

ir::Stmt StepParts::advance_levels() const {
  Sequence result(context());
  const ir::Expr zero = context().int_literal(0);
  const ir::Expr step = context().int_literal(system().time_step);
  for (MachineId m = 0; m < system().machines.size(); ++m)
    for (TimerId t = 0; t < system().machines[m].timers.size(); ++t) {
      if (system().machines[m].timers[t].kind != Timer::Kind::level) continue;
      const ir::Var remaining = layout_.of(m).remaining[t];
      const ir::Expr left = ir::sub(context().var(remaining), step);
      result.assign(remaining, ir::ite(ir::lt(left, zero), zero, left));
    }
  return result.finish();
}

}  // namespace arges::model::statechart::lower
