#include "model/statechart/lower/waiting.h"

#include <algorithm>

#include "model/statechart/lower/actions.h"

namespace arges::model::statechart::lower {

ir::Expr is_released(const Layout& layout, MachineId machine, std::size_t position) {
  ir::Context& context = layout.context();
  const std::vector<Node>& nodes = layout.system().machines[machine].nodes;
  const QueueSlots& queue = layout.of(machine).deferred;
  std::vector<ir::Expr> cases;
  for (const EventRef& event : queue.events) {
    std::vector<ir::Expr> deferring;
    for (NodeId n = 0; n < nodes.size(); ++n) {
      const std::vector<EventId>& deferred = nodes[n].deferred;
      if (std::find(deferred.begin(), deferred.end(), event.event) != deferred.end())
        deferring.push_back(layout.is_active(machine, n));
    }
    cases.push_back(all_of(context, {Actions(layout).waits(queue, position, event),
                                     ir::not_(any_of(context, deferring))}));
  }
  return any_of(context, cases);
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
