#include "model/statechart/interpreter/facts.h"

#include <algorithm>

namespace arges::model::statechart {

MachineFacts::MachineFacts(const Machine& machine) : machine_(&machine) {
  const std::size_t count = machine.nodes.size();
  ends_.resize(count);
  branch_domains_.resize(count);
  for (NodeId id = 0; id < count; ++id) ends_[id] = id + 1;
  // Children have larger numbers, so their ends are known before their parents'.
  for (NodeId id = static_cast<NodeId>(count); id-- > 1;) {
    NodeId& end = ends_[node(id).parent];
    end = std::max(end, ends_[id]);
  }
  for (const Transition& transition : machine.transitions)
    domains_.push_back(domain_of(transition));
  for (NodeId id = 0; id < count; ++id) {
    if (is_history(node(id).kind)) histories_.push_back(id);
    for (const Path& branch : node(id).branches) {
      std::vector<NodeId> all = branch.targets;
      all.push_back(id);
      branch_domains_[id].push_back(innermost_compound(all));
    }
  }
}

NodeId MachineFacts::innermost_compound(const std::vector<NodeId>& nodes) const {
  NodeId at = node(nodes.front()).parent;
  for (; at != none; at = node(at).parent) {
    const bool has_all =
        std::all_of(nodes.begin(), nodes.end(), [&](NodeId inner) { return is_inside(inner, at); });
    if (has_all && node(at).kind == NodeKind::compound) break;
  }
  return at;
}

NodeId MachineFacts::domain_of(const Transition& transition) const {
  if (transition.targets.empty()) return none;
  const NodeId source = transition.source;
  std::vector<NodeId> all = transition.targets;
  all.insert(all.end(), transition.other_sources.begin(), transition.other_sources.end());
  const bool is_within =
      std::all_of(all.begin(), all.end(), [&](NodeId inner) { return is_inside(inner, source); });
  if (transition.kind == Transition::Kind::local && is_within) {
    if (node(source).kind == NodeKind::compound) return source;
    for (const NodeId region : node(source).children)
      if (node(region).kind == NodeKind::compound &&
          std::all_of(all.begin(), all.end(), [&](NodeId n) { return is_inside(n, region); }))
        return region;
  }
  all.push_back(source);
  return innermost_compound(all);
}

SystemFacts::SystemFacts(const System& of) : system(of), execution(execution_of(of)) {
  for (const Machine& machine : system.machines) machines.emplace_back(machine);
  for (const Component& component : system.components) {
    std::vector<MachineId> below;
    if (component.kind == Component::Kind::machine) below.push_back(component.machine);
    for (const ComponentId child : component.children)
      below.insert(below.end(), machines_below[child].begin(), machines_below[child].end());
    machines_below.push_back(std::move(below));
  }
  note_kept_variables();
}

void SystemFacts::note_kept_variables() {
  for (MachineId m = 0; m < system.machines.size(); ++m) {
    const Machine& machine = system.machines[m];
    for (const Variable& variable : machine.variables)
      if (variable.lifetime != Variable::Lifetime::local) kept.push_back(variable.var);
    for (EventId e = 0; e < machine.events.size(); ++e) {
      for (const Parameter& parameter : machine.events[e].parameters)
        kept.push_back(parameter.value);
      if (presence_is_kept(m, e)) kept.push_back(machine.events[e].present);
    }
  }
}

bool SystemFacts::is_below(MachineId machine, ComponentId component) const {
  const std::vector<MachineId>& below = machines_below[component];
  return std::find(below.begin(), below.end(), machine) != below.end();
}

QueueId SystemFacts::queue_of(EventRef event) const {
  for (QueueId id = 0; id < system.queues.size(); ++id) {
    const std::vector<EventRef>& events = system.queues[id].events;
    if (std::find(events.begin(), events.end(), event) != events.end()) return id;
  }
  return none;
}

bool SystemFacts::presence_is_kept(MachineId machine, EventId event) const {
  const Machine& m = system.machines[machine];
  return m.semantics.reaction == Semantics::Reaction::all_events ||
         m.events[event].direction == Direction::output;
}

}  // namespace arges::model::statechart
