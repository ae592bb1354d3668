#include "model/statechart/lower/waiting.h"

#include "ir/simplify.h"
#include "ir/traversal.h"
#include "model/statechart/lower/reaction.h"

namespace arges::model::statechart::lower {

namespace {

/// The condition as it will be once the message at a position of the queue is the current event.
ir::Expr once_taken(const Layout& layout, const QueueSlots& queue, std::size_t position,
                    EventRef taken, ir::Expr condition) {
  ir::Context& context = layout.context();
  const MachineLayout& of = layout.of(taken.machine);
  const std::vector<Event>& events = layout.system().machines[taken.machine].events;
  const std::vector<ir::Expr> arguments = Actions(layout).arguments(queue, position, taken);
  ir::Substitution then;
  then.emplace(context.var(of.current),
               context.enum_literal(of.current->type, of.current_literal[taken.event]));
  for (EventId e = 0; e < events.size(); ++e) {
    if (events[e].direction == Direction::output) continue;
    for (std::size_t p = 0; p < events[e].parameters.size(); ++p) {
      const Parameter& parameter = events[e].parameters[p];
      if (e == taken.event)
        then.emplace(context.var(parameter.value), arguments[p]);
      else if (!parameter.is_persistent)
        then.emplace(context.var(parameter.value), layout.initial_of(parameter));
    }
  }
  return ir::simplify(ir::substitute(condition, then));
}

}  // namespace

ir::Expr is_released(const Layout& layout, MachineId machine, std::size_t position) {
  const QueueSlots& queue = layout.of(machine).deferred;
  const Firing firing(layout, machine);
  const Reaction reaction(firing);
  std::vector<ir::Expr> cases;
  for (const EventRef& event : queue.events) {
    const ir::Expr deferred = reaction.is_deferred(event.event, reaction.triggered_by(event.event));
    cases.push_back(
        all_of(layout.context(), {Actions(layout).waits(queue, position, event),
                                  ir::not_(once_taken(layout, queue, position, event, deferred))}));
  }
  return any_of(layout.context(), cases);
}

ir::Expr any_released(const Layout& layout, MachineId machine) {
  std::vector<ir::Expr> cases;
  for (std::size_t i = 0; i < layout.of(machine).deferred.slots.size(); ++i)
    cases.push_back(is_released(layout, machine, i));
  return any_of(layout.context(), cases);
}

ir::Expr nothing_waits(const Layout& layout, MachineId machine) {
  const Actions actions(layout);
  const MachineLayout& of = layout.of(machine);
  const ir::Expr nothing =
      all_of(layout.context(), {actions.is_empty(of.internal), actions.is_empty(of.external),
                                ir::not_(any_released(layout, machine))});
  return any_of(layout.context(), {layout.has_ended(machine), nothing});
}

}  // namespace arges::model::statechart::lower
