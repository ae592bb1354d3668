#include <algorithm>

#include "model/statechart/lower/steps.h"

namespace arges::model::statechart::lower {

std::vector<MachineId> machines_of(const System& system, ComponentId id) {
  const Component& component = system.components[id];
  if (component.kind == Component::Kind::machine) return {component.machine};
  std::vector<MachineId> result;
  for (const ComponentId child : component.children) {
    const std::vector<MachineId> below = machines_of(system, child);
    result.insert(result.end(), below.begin(), below.end());
  }
  return result;
}

namespace {

/// The channels of a component that begin below one of its children.
std::vector<Channel> channels_from(const System& system, const Component& component,
                                   ComponentId child) {
  const std::vector<MachineId> below = machines_of(system, child);
  std::vector<Channel> result;
  for (const Channel& channel : component.channels)
    if (std::find(below.begin(), below.end(), channel.from.machine) != below.end())
      result.push_back(channel);
  return result;
}

ir::Stmt deliver_all(const StepParts& parts, const std::vector<Channel>& channels) {
  Sequence result(parts.context());
  for (const Channel& channel : channels) result.add(parts.deliver(channel));
  return result.finish();
}

/// One child after the other, each delivering at once.
ir::Stmt run_in_turn(const StepParts& parts, const Component& component,
                     const std::vector<ComponentId>& children) {
  Sequence result(parts.context());
  for (const ComponentId child : children)
    result.add(run_component(parts, child))
        .add(deliver_all(parts, channels_from(parts.system(), component, child)));
  return result.finish();
}

using Deliver = std::function<ir::Stmt(const Channel&)>;

ir::Stmt start_component(const StepParts& parts, ComponentId id, const Deliver& deliver_queued) {
  const Component& component = parts.system().components[id];
  Sequence result(parts.context());
  if (component.kind == Component::Kind::machine)
    result.add(parts.firing(component.machine).enter_root());
  for (const ComponentId child : component.children)
    result.add(start_component(parts, child, deliver_queued));
  const bool has_queues = component.kind == Component::Kind::adapter ||
                          component.kind == Component::Kind::scheduled ||
                          component.kind == Component::Kind::asynchronous;
  for (const Channel& channel : component.channels)
    result.add(has_queues ? deliver_queued(channel) : parts.deliver(channel));
  result.add(run_in_turn(parts, component, component.initial_execution));
  return result.finish();
}

}  // namespace

ir::Stmt run_component(const StepParts& parts, ComponentId id) {
  const Component& component = parts.system().components[id];
  Sequence result(parts.context());
  switch (component.kind) {
    case Component::Kind::machine:
      result.add(parts.cycle(component.machine));
      break;
    case Component::Kind::cascade:
      return run_in_turn(parts, component,
                         component.execution.empty() ? component.children : component.execution);
    case Component::Kind::synchronous:
    case Component::Kind::adapter:
    case Component::Kind::scheduled:
    case Component::Kind::asynchronous:
      for (const ComponentId child : component.children) result.add(run_component(parts, child));
      break;
  }
  return result.add(deliver_all(parts, component.channels)).finish();
}

ir::Stmt start_components(const StepParts& parts, const Deliver& deliver_queued) {
  return start_component(parts, static_cast<ComponentId>(parts.system().components.size() - 1),
                         deliver_queued);
}

std::vector<LoweredStep> cycle_steps(const StepParts& parts) {
  const System& system = parts.system();
  ir::Context& context = parts.context();
  const Place start{Phase::start, 0};
  const Place ready{Phase::ready, 0};
  const Place input{Phase::input, 0};

  Sequence inputs(context);
  parts.forget_observed(inputs);
  for (const Machine& machine : system.machines)
    for (const Event& event : machine.events) {
      if (!event.is_environment || event.direction != Direction::input) continue;
      Sequence arrives(context);
      arrives.assign(event.present, context.true_expr());
      parts.any_arguments(arrives, event);
      inputs.add(ir::choice(context, {ir::skip(context), arrives.finish()}));
    }

  Sequence cycle(context);
  if (system.time_step > 0) cycle.add(parts.advance_levels());
  const auto root = static_cast<ComponentId>(system.components.size() - 1);
  cycle.add(run_component(parts, root));

  std::vector<LoweredStep> result;
  result.push_back(parts.finish({.from = start,
                                 .to = ready,
                                 .kind = StepKind::init,
                                 .label = "start",
                                 .statement = start_components(parts, {})}));
  result.push_back(parts.finish({.from = ready,
                                 .to = input,
                                 .kind = StepKind::inputs,
                                 .label = "inputs",
                                 .statement = inputs.finish()}));
  result.push_back(parts.finish({.from = input,
                                 .to = ready,
                                 .kind = StepKind::cycle,
                                 .label = "cycle",
                                 .statement = cycle.finish()}));
  return result;
}

}  // namespace arges::model::statechart::lower
