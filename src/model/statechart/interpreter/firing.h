#pragma once

#include <vector>

#include "model/statechart/interpreter/actions.h"
#include "model/statechart/interpreter/step_run.h"

namespace arges::model::statechart {

/// Leaves and enters the states of one machine, as its transitions say.
class Firing {
 public:
  Firing(StepRun& run, MachineId machine)
      : run_(run), machine_(machine), facts_(run.facts(machine)), actions_(run, machine) {}

  /// Enters the root, as the machine's beginning.
  void start();
  /// One transition wholly.
  void fire(TransitionId transition);
  /// All exits, then all effects, then all entries. Appendix D: microstep.
  void fire_together(const std::vector<TransitionId>& transitions);
  /// The exit actions of all active states, which stay active. Appendix D: exitInterpreter. Of a
  /// terminated machine: nothing.
  void end();
  /// What the state does, once it was entered.
  void perform(NodeId state);

 private:
  /// Choices that are arrived at, whose branches are taken once everything else is entered.
  using Pending = std::vector<NodeId>;

  /// All that is active properly inside the domains. Appendix D: exitStates.
  void leave(const std::vector<NodeId>& domains);
  /// The same of one domain, region by region, with what happens on the way.
  void leave_inside(NodeId domain, const std::vector<WayOut>& ways);
  void leave_children(NodeId id, const std::vector<WayOut>& ways);
  void leave_node(NodeId id, const std::vector<WayOut>& ways);
  void deactivate(NodeId id);
  /// Those of the nodes whose parents are left notice what is active.
  template <typename IsLeft>
  void note_histories(const IsLeft& is_left);
  /// The position of the region that is next, of those that are still to be crossed.
  std::size_t next_of(std::size_t count);
  void note_history(NodeId history);
  /// The targets below the domain, then branches of the choices among them. Appendix D:
  /// enterStates.
  void enter_targets(NodeId domain, const std::vector<NodeId>& targets);
  void enter(NodeId id, const std::vector<NodeId>& targets, Pending& pending);
  void enter_inside(NodeId id, const std::vector<NodeId>& targets, Pending& pending);
  void restore(NodeId history, Pending& pending);
  /// The node's or its history's default path.
  void follow(NodeId id, const Path& path);
  void complete(NodeId final_state);
  bool is_complete(NodeId id) const;
  void raise_done(NodeId id);
  void take_branch(NodeId choice);
  /// Of the branches that could be taken, as positions.
  void note_conflicts(NodeId choice, const std::vector<std::size_t>& open);

  const Node& node(NodeId id) const { return facts_.node(id); }

  StepRun& run_;
  MachineId machine_;
  const MachineFacts& facts_;
  Actions actions_;
};

}  // namespace arges::model::statechart
