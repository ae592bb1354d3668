#include <algorithm>

#include "ir/traversal.h"
#include "model/statechart/prepare.h"
#include "model/statechart/tree.h"

namespace arges::model::statechart {

namespace {

/// Finds out which timers only one state, with what is inside of it, waits for.
class PrivateTimers {
 public:
  explicit PrivateTimers(const Machine& machine) : machine_(machine) {}

  /// The innermost state such that nobody reads the timer while that is not active, and that starts
  /// it whenever it is entered; none: there is no such state.
  NodeId owner(TimerId timer) const {
    const std::vector<NodeId> readers = readers_of(machine_.timers[timer].elapsed);
    if (readers.empty()) return none;
    for (NodeId at = readers.front(); at != none && at != 0; at = machine_.nodes[at].parent) {
      const bool reads_all = std::all_of(readers.begin(), readers.end(), [&](NodeId reader) {
        return reader == at || is_inside(machine_, reader, at);
      });
      if (reads_all && !machine_.nodes[at].is_region && starts(at, timer)) return at;
    }
    return none;
  }

 private:
  /// The sources of transitions that wait for the timer; the root where something else reads it.
  std::vector<NodeId> readers_of(ir::Var elapsed) const {
    std::vector<NodeId> result;
    const auto reads = [elapsed](ir::Expr expr) { return expr && ir::occurs(elapsed, expr); };
    for (const Transition& transition : machine_.transitions) {
      if (reads(transition.trigger.formula) || reads(transition.guard))
        result.push_back(transition.source);
      if (reads_in(transition.effect, elapsed)) result.push_back(0);
      for (const WayOut& way : transition.ways_out)
        if (reads_in(way.effect, elapsed)) result.push_back(0);
    }
    for (const Node& node : machine_.nodes) {
      bool is_read = reads_in(node.entry, elapsed) || reads_in(node.exit, elapsed) ||
                     (node.activity && reads_in(*node.activity, elapsed)) ||
                     (node.initial && reads_in(node.initial->effect, elapsed));
      for (const Path& branch : node.branches)
        is_read = is_read || reads(branch.guard) || reads_in(branch.effect, elapsed);
      if (is_read) result.push_back(0);
    }
    for (const Variable& variable : machine_.variables)
      if (reads(variable.reset_when)) result.push_back(0);
    return result;
  }

  static bool reads_in(const Block& block, ir::Var elapsed) {
    const auto reads = [elapsed](ir::Expr expr) { return expr && ir::occurs(elapsed, expr); };
    return std::any_of(block.begin(), block.end(), [&](const Action& action) {
      return reads(action.expr) || reads(action.bound) || reads_in(action.body, elapsed) ||
             std::any_of(action.arguments.begin(), action.arguments.end(), reads) ||
             std::any_of(action.branches.begin(), action.branches.end(), [&](const Branch& branch) {
               return reads(branch.guard) || reads_in(branch.body, elapsed);
             });
    });
  }

  static bool starts_in(const Block& block, TimerId timer) {
    return std::any_of(block.begin(), block.end(), [timer](const Action& action) {
      return action.kind == Action::Kind::start && action.timer == timer;
    });
  }

  /// Whether entering the node, in whatever way, starts the timer.
  bool starts(NodeId node, TimerId timer) const {
    const Node& n = machine_.nodes[node];
    if (starts_in(n.entry, timer)) return true;
    if (n.kind == NodeKind::parallel)
      return std::any_of(n.children.begin(), n.children.end(),
                         [&](NodeId child) { return starts(child, timer); });
    if (n.kind != NodeKind::compound || !n.initial || is_entered_inside(node)) return false;
    return starts_in(n.initial->effect, timer) ||
           std::all_of(n.initial->targets.begin(), n.initial->targets.end(),
                       [&](NodeId target) { return starts(target, timer); });
  }

  /// Whether something may be entered inside of a node without its initial path.
  bool is_entered_inside(NodeId node) const {
    const auto is_below = [&](const std::vector<NodeId>& targets) {
      return std::any_of(targets.begin(), targets.end(),
                         [&](NodeId target) { return is_inside(machine_, target, node); });
    };
    for (const Transition& transition : machine_.transitions)
      if (!is_inside(machine_, transition.source, node) && is_below(transition.targets))
        return true;
    for (NodeId n = 0; n < machine_.nodes.size(); ++n) {
      const Node& other = machine_.nodes[n];
      if (is_history(other.kind) &&
          (is_inside(machine_, n, node) || other.kind == NodeKind::deep_history))
        return true;
      if (n == node || is_inside(machine_, n, node)) continue;
      if (other.initial && is_below(other.initial->targets)) return true;
      for (const Path& branch : other.branches)
        if (is_below(branch.targets)) return true;
    }
    return false;
  }

  const Machine& machine_;
};

}  // namespace

void stop_private_timers(Machine& machine) {
  // Triggers that are read at first are read of states that are not active, too.
  if (machine.semantics.guards == Semantics::Guards::at_first) return;
  for (TimerId timer = 0; timer < machine.timers.size(); ++timer) {
    if (machine.timers[timer].kind != Timer::Kind::level) continue;
    const NodeId owner = PrivateTimers(machine).owner(timer);
    if (owner == none) continue;
    Action stop;
    stop.kind = Action::Kind::stop;
    stop.timer = timer;
    machine.nodes[owner].exit.push_back(std::move(stop));
  }
}

}  // namespace arges::model::statechart
