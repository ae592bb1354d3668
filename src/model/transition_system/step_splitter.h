#pragma once

#include <vector>

#include "model/transition_system/control_graph.h"

namespace arges::model {

/// Adds a step of a model to a ControlGraph. Statements an action may hold become one action;
/// a step with a loop whose bounds are not constant, or with very many iterations, becomes several
/// actions (fragments) with control points between them.
class StepSplitter {
 public:
  explicit StepSplitter(ControlGraph& graph) : graph_(graph) {}

  /// `step` holds everything but the statement's own parts: source, target, label, origin, …
  void add(const analysis::Action& step);

  /// Loops whose bodies would be repeated more often are not unrolled within an action.
  static constexpr long most_iterations = 64;

 private:
  using Control = analysis::Control;
  void lower(ir::Stmt statement, Control from, Control to, std::vector<std::uint32_t> branches);
  void lower_sequence(ir::Stmt statement, Control from, Control to,
                      std::vector<std::uint32_t> branches);
  void lower_loop(ir::Stmt statement, Control from, Control to,
                  std::vector<std::uint32_t> branches);
  Control fresh_control();
  void emit(ir::Stmt statement, Control from, Control to, std::vector<std::uint32_t> branches);

  ControlGraph& graph_;
  analysis::Action step_;
};

}  // namespace arges::model
