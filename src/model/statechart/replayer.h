#pragma once

#include <vector>

#include "model/replay.h"
#include "model/statechart/interpreter.h"
#include "model/statechart/lowering.h"

namespace arges::model::statechart {

/// The environment's decisions in a step that ends in this state.
StepChoice choice_of(const Lowering& lowering, const LoweredStep& step, const ir::Valuation& end);

/// Replays runs of a lowered system on the statecharts themselves, by the Interpreter: each state
/// of the run must be one that the interpreter comes to by the same step.
class StatechartReplayer : public Replayer {
 public:
  /// The invariant is over the layout's variables; null: none.
  StatechartReplayer(const Lowering& lowering, ir::Expr invariant,
                     Lowering::CheckPoints check_points);
  std::optional<ReplayError> replay(const analysis::ConcreteTrace& trace) const override;
  std::optional<ReplayError> follow(const analysis::ConcreteTrace& trace) const override;

 private:
  /// The states the run may be in after its steps, as far as they are right.
  std::optional<ReplayError> walk(const analysis::ConcreteTrace& trace,
                                  std::vector<State>& states) const;
  std::optional<std::string> difference(const ir::Valuation& computed,
                                        const ir::Valuation& claimed) const;

  const Lowering& lowering_;
  Interpreter interpreter_;
  ir::Expr invariant_;
  Lowering::CheckPoints check_points_;
};

}  // namespace arges::model::statechart
