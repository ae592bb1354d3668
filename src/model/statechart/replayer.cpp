#include "model/statechart/replayer.h"

#include "ir/reference_evaluator.h"

namespace arges::model::statechart {

StatechartReplayer::StatechartReplayer(const Lowering& lowering, ir::Expr invariant,
                                       Lowering::CheckPoints check_points)
    : lowering_(lowering),
      follower_(lowering, Interpreter::Account::left_out),
      invariant_(invariant),
      check_points_(check_points) {}

Follower::Position StatechartReplayer::walk(const analysis::ConcreteTrace& trace) const {
  Follower::Position at = follower_.start(trace.initial);
  for (const ModelStep& step : model_steps(trace)) {
    if (at.error) break;
    at = follower_.step(at, step);
  }
  return at;
}

std::optional<ReplayError> StatechartReplayer::follow(const analysis::ConcreteTrace& trace) const {
  return walk(trace).error;
}

std::optional<ReplayError> StatechartReplayer::replay(const analysis::ConcreteTrace& trace) const {
  const Follower::Position end = walk(trace);
  if (end.error) return end.error;
  const State& last = end.states.front();
  if (!invariant_) return ReplayError{"there is no property"};
  if (last.place == Place{Phase::start, 0}) return ReplayError{"the run ends before the start"};
  if (check_points_ == Lowering::CheckPoints::stable && !Interpreter::is_stable(last))
    return ReplayError{"the run ends where the property is not checked"};
  const auto holds = ir::reference_evaluate(invariant_, lowering_.layout().encode(last));
  if (!holds) return ReplayError{"no value for the property in the last state", true};
  if (holds->is_false()) return std::nullopt;
  return ReplayError{"the property is not violated in the last state"};
}

}  // namespace arges::model::statechart
