#pragma once

#include <functional>
#include <map>
#include <optional>

#include "model/statechart/lower/actions.h"

namespace arges::model::statechart::lower {

/// Leaving, entering and firing in one machine, as statements.
class Firing {
 public:
  /// The active children of compound nodes, where they are known; `none`: no child is active.
  using Known = std::map<NodeId, NodeId>;

  Firing(const Layout& layout, MachineId machine)
      : layout_(layout),
        context_(layout.context()),
        m_(machine),
        machine_(layout.system().machines[machine]),
        own_(layout.of(machine)),
        actions_(layout) {}

  const Actions& actions() const { return actions_; }
  const Machine& machine() const { return machine_; }
  MachineId id() const { return m_; }
  const Layout& layout() const { return layout_; }

  /// The domain of a transition; `none`: it leaves and enters nothing.
  NodeId domain(const Transition& transition) const;
  /// Whether two transitions leave something in common, if both are enabled.
  bool in_conflict(const Transition& a, const Transition& b) const;
  /// What is known where some nodes are active.
  Known known_from(const std::vector<NodeId>& active) const;

  /// The trigger, over what stands for events and timers.
  ir::Expr triggered(const Trigger& trigger) const;
  /// Source, other sources, guard; not the trigger.
  ir::Expr enabled(const Transition& transition) const;

  /// What is observed of a transition that is taken now, before anything is left.
  ir::Stmt note_taken(TransitionId transition) const;
  // The parts of a transition:
  ir::Stmt leave(const Transition& transition, const Known& known) const;
  ir::Stmt effect(TransitionId transition) const;
  ir::Stmt enter(const Transition& transition) const;
  /// All of them, through choices to the end.
  ir::Stmt fire(TransitionId transition, const Known& known) const;
  ir::Stmt enter_root() const { return enter_node(0, {}); }
  /// The exit actions of everything active, which stays so; of a terminated machine nothing.
  ir::Stmt run_exits() const;
  /// What a state does, once it was entered.
  ir::Stmt perform(NodeId state) const;

  /// A statement for each child of a compound node, by the one that is active; null statements are
  /// `otherwise`, as is the case where none is active.
  ir::Stmt by_child(NodeId compound, ir::Var variable, const Known& known,
                    const std::function<ir::Stmt(NodeId)>& of_child, ir::Stmt otherwise) const;

 private:
  /// The child of a parallel node that something inside of it is in.
  NodeId region_of(NodeId parallel, NodeId inside) const;
  NodeId innermost_around(const std::vector<NodeId>& nodes) const;
  using WaysOut = std::vector<WayOut>;
  ir::Stmt exit_inside(NodeId domain, const Known& known, const WaysOut& ways) const;
  ir::Stmt note_histories(NodeId domain, const Known& known) const;
  ir::Stmt note(NodeId history) const;
  ir::Stmt exit_node(NodeId node, const Known& known, const WaysOut& ways) const;
  ir::Stmt exit_children(NodeId compound, const Known& known, const WaysOut& ways) const;
  ir::Stmt exit_regions(NodeId parallel, const Known& known, const WaysOut& ways) const;
  bool exit_is_trivial(NodeId node, const WaysOut& ways) const;
  ir::Stmt on_the_way(NodeId left, const WaysOut& ways) const;
  bool has_way_out(NodeId node, const WaysOut& ways) const;
  /// Regions one after the other, in the order given or in any, as the semantics says.
  ir::Stmt cross(const std::vector<ir::Stmt>& regions) const;
  ir::Stmt run_exit(NodeId node) const;

  ir::Stmt enter_node(NodeId node, const std::vector<NodeId>& targets) const;
  ir::Stmt activate(NodeId node) const;
  ir::Stmt completed(NodeId node) const;
  /// The event that says that a node is complete, unless it is still doing something.
  ir::Stmt raise_done(NodeId node) const;
  ir::Expr is_complete(NodeId node) const;
  ir::Stmt enter_inside(NodeId node, const std::vector<NodeId>& targets) const;
  ir::Stmt enter_by_default(NodeId compound) const;
  /// What an initial path or a history's leads to; choices are settled at once.
  ir::Stmt follow(NodeId compound, const Path& path) const;
  ir::Stmt restore(NodeId history) const;
  ir::Stmt enter_noted(NodeId history, NodeId node) const;
  std::vector<NodeId> within(NodeId node, const std::vector<NodeId>& targets) const;
  NodeId target_choice(const std::vector<NodeId>& targets) const;
  ir::Stmt note_unless_problem(ir::Var flag, ir::Expr condition) const;
  ir::Stmt note_conflicts(NodeId choice) const;
  ir::Stmt take_branch(NodeId choice, const std::function<ir::Stmt(const Path&)>& go) const;
  ir::Stmt pass(NodeId choice) const;

  const Layout& layout_;
  ir::Context& context_;
  MachineId m_;
  const Machine& machine_;
  const MachineLayout& own_;
  Actions actions_;
};

}  // namespace arges::model::statechart::lower
