#pragma once

#include <map>
#include <vector>

#include "model/statechart/lower/firing.h"

namespace arges::model::statechart::lower {

/// The step of a machine that reacts to all events of a cycle, region by region, as a statement.
class RegionSteps {
 public:
  explicit RegionSteps(const Firing& firing);
  /// A step of the root.
  ir::Stmt statement();

 private:
  ir::Stmt step(NodeId compound);
  ir::Stmt step_inside(NodeId node);
  ir::Stmt in_any_order(const std::vector<NodeId>& regions);
  /// One of the transitions of an active node, or else something else.
  ir::Stmt attempt(NodeId node, ir::Stmt otherwise);
  ir::Stmt inner_first(NodeId node);
  ir::Stmt fire(TransitionId transition) const;
  ir::Expr condition(TransitionId transition) const;
  ir::Expr trigger_and_guard(const Transition& transition) const;
  ir::Stmt note_conflicts(NodeId node) const;
  ir::Var local(const char* name);

  const Firing& firing_;
  const Machine& machine_;
  ir::Context& context_;
  std::vector<ir::Var> locals_;
  std::map<TransitionId, ir::Var> frozen_;  ///< triggers and guards that were read at first
  std::map<NodeId, ir::Var> fired_inside_;  ///< by nodes with transitions of their own
  ir::Var fired_ = nullptr;                 ///< whether anything did, if lost events count
};

}  // namespace arges::model::statechart::lower
