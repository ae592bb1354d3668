#pragma once

#include <vector>

#include "model/statechart/system.h"

namespace arges::model::statechart {

/// What the interpreter asks of a machine's text again and again.
class MachineFacts {
 public:
  explicit MachineFacts(const Machine& machine);

  const Machine& machine() const { return *machine_; }
  const Node& node(NodeId id) const { return machine_->nodes[id]; }
  /// Whether a node is properly inside another.
  bool is_inside(NodeId inner, NodeId outer) const { return outer < inner && inner < ends_[outer]; }
  /// Of a transition with targets. Appendix D: getTransitionDomain; but a history counts by its
  /// own place, so that the domain is the same whatever it has noted.
  NodeId domain(TransitionId transition) const { return domains_[transition]; }
  /// Of the choice's branch of that position.
  NodeId branch_domain(NodeId choice, std::size_t branch) const {
    return branch_domains_[choice][branch];
  }
  const std::vector<NodeId>& histories() const { return histories_; }

 private:
  /// Appendix D: findLCCA.
  NodeId innermost_compound(const std::vector<NodeId>& nodes) const;
  NodeId domain_of(const Transition& transition) const;

  const Machine* machine_;
  std::vector<NodeId> ends_;  ///< by nodes: behind all that is inside
  std::vector<NodeId> domains_;
  std::vector<std::vector<NodeId>> branch_domains_;
  std::vector<NodeId> histories_;
};

/// What the interpreter asks of a system's text again and again.
struct SystemFacts {
  explicit SystemFacts(const System& of);

  const System& system;
  Execution execution;
  std::vector<MachineFacts> machines;
  /// By components: the machines at and below it.
  std::vector<std::vector<MachineId>> machines_below;
  /// Variables that a state has values of, but for those of events in systems of one event at a
  /// time that are no outputs: those follow from the event taken last.
  std::vector<ir::Var> kept;

  bool is_below(MachineId machine, ComponentId component) const;
  /// The queue where an adapter gets this event from; none: it does not.
  QueueId queue_of(EventRef event) const;
  /// Of a machine for one event at a time what is present follows from the event taken last,
  /// except outputs.
  bool presence_is_kept(MachineId machine, EventId event) const;

 private:
  void note_kept_variables();
};

}  // namespace arges::model::statechart
