// What the variables of a Layout say: conditions on them, and the values they have at first.
#include <algorithm>

#include "base/invariant.h"
#include "ir/simplify.h"
#include "model/statechart/layout.h"

namespace arges::model::statechart {

std::uint32_t Layout::position(MachineId machine, NodeId child) const {
  const std::vector<Node>& nodes = system_.machines[machine].nodes;
  const std::vector<NodeId>& children = nodes[nodes[child].parent].children;
  return static_cast<std::uint32_t>(std::find(children.begin(), children.end(), child) -
                                    children.begin()) +
         1;
}

ir::Expr Layout::child_is(MachineId machine, ir::Var variable, NodeId child) const {
  return ir::eq(context_.var(variable),
                context_.enum_literal(variable->type, position(machine, child)));
}

ir::Expr Layout::is_active(MachineId machine, NodeId node) const {
  const MachineLayout& layout = machines_[machine];
  const std::vector<Node>& nodes = system_.machines[machine].nodes;
  if (layout.marked[node] != nullptr) return context_.var(layout.marked[node]);
  const NodeId parent = nodes[node].parent;
  if (parent == none) return context_.true_expr();
  if (nodes[parent].kind == NodeKind::compound)
    return child_is(machine, layout.child[parent], node);
  return is_active(machine, parent);
}

ir::Expr Layout::has_ended(MachineId machine) const {
  const std::vector<Node>& nodes = system_.machines[machine].nodes;
  std::vector<ir::Expr> ends{context_.false_expr()};
  if (nodes[0].kind == NodeKind::compound)
    for (const NodeId child : nodes[0].children)
      if (nodes[child].kind == NodeKind::final)
        ends.push_back(child_is(machine, machines_[machine].child[0], child));
  ends.push_back(is_terminated(machine));
  return ir::simplify(ir::or_(ends));
}

ir::Expr Layout::is_terminated(MachineId machine) const {
  const std::vector<Node>& nodes = system_.machines[machine].nodes;
  std::vector<ir::Expr> ends{context_.false_expr()};
  for (NodeId n = 0; n < nodes.size(); ++n)
    if (nodes[n].kind == NodeKind::terminate) ends.push_back(is_active(machine, n));
  return ir::simplify(ir::or_(ends));
}

ir::Expr Layout::has_problem(Problem problem) const {
  if (problem_ == nullptr) return context_.bool_literal(problem == Problem::nothing);
  return ir::eq(context_.var(problem_),
                context_.enum_literal(problem_->type, static_cast<std::uint32_t>(problem)));
}

ir::Expr Layout::has_failed(MachineId machine, AssertionId assertion) const {
  return context_.var(machines_[machine].failed[assertion]);
}

ir::Expr Layout::has_fired(MachineId machine, TransitionId transition) const {
  return context_.var(machines_[machine].fired[transition]);
}

ir::Expr Layout::was_taken(MachineId machine, NodeId choice, std::size_t branch) const {
  return context_.var(machines_[machine].branched[choice][branch]);
}

ir::Expr Layout::was_lost(EventRef event) const {
  return context_.var(machines_[event.machine].lost[event.event]);
}

ir::Expr Layout::is_visited(MachineId machine, NodeId node) const {
  const ir::Var entered = machines_[machine].entered[node];
  const ir::Expr active = is_active(machine, node);
  return entered == nullptr ? active : ir::or_(active, context_.var(entered));
}

ir::Expr Layout::has_caused(EventRef event) const {
  return context_.var(machines_[event.machine].caused[event.event]);
}

ir::Expr Layout::had_conflict(MachineId machine, std::pair<TransitionId, TransitionId> pair) const {
  const MachineLayout& layout = machines_[machine];
  const auto found =
      std::find(layout.possible_conflicts.begin(), layout.possible_conflicts.end(), pair);
  INVARIANT(found != layout.possible_conflicts.end(), "a conflict should be a possible one");
  return context_.var(
      layout.conflicts[static_cast<std::size_t>(found - layout.possible_conflicts.begin())]);
}

ir::Expr Layout::had_conflict(MachineId machine, const BranchPair& pair) const {
  const MachineLayout& layout = machines_[machine];
  const std::vector<BranchPair>& known = layout.possible_branch_conflicts;
  const auto found = std::find(known.begin(), known.end(), pair);
  INVARIANT(found != known.end(), "a conflict of branches should be a possible one");
  return context_.var(layout.branch_conflicts[static_cast<std::size_t>(found - known.begin())]);
}

ir::Expr Layout::default_of(ir::Type type) const {
  if (type.is_bool()) return context_.false_expr();
  if (type.is_int()) return context_.int_literal(0);
  if (type.is_rational()) return context_.rat_literal(0);
  if (type.is_bitvector()) return context_.bv_literal(type.width(), 0);
  if (type.is_enum()) return context_.enum_literal(type, 0);
  INVARIANT(type.is_array(), "data of statecharts should not be floating point");
  return ir::const_array(type, default_of(type.element()));
}

ir::Expr Layout::initial_of(const Parameter& parameter) const {
  return parameter.initial ? parameter.initial : default_of(parameter.value->type);
}

ir::Expr Layout::initial_condition() const {
  ir::VarMap<bool> given;
  std::vector<ir::Expr> parts{context_.true_expr()};
  const auto give = [&](ir::Var var, ir::Expr value) {
    given.set(var, true);
    if (value) parts.push_back(ir::eq(context_.var(var), value));
  };
  for (const Machine& machine : system_.machines) {
    for (const Variable& variable : machine.variables)
      if (variable.lifetime != Variable::Lifetime::local) give(variable.var, variable.initial);
    for (const Event& event : machine.events)
      for (const Parameter& parameter : event.parameters)
        give(parameter.value, initial_of(parameter));
  }
  for (const ir::Var var : variables_)
    if (!given.get(var)) give(var, default_of(var->type));
  return ir::simplify(ir::and_(parts));
}

}  // namespace arges::model::statechart
