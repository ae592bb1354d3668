#pragma once

#include "model/replay.h"
#include "model/statechart/follower.h"
#include "model/statechart/lowering.h"

namespace arges::model::statechart {

/// Replays runs of a lowered system on the statecharts themselves, by a Follower.
class StatechartReplayer : public Replayer {
 public:
  /// The invariant is over the layout's variables; null: none.
  StatechartReplayer(const Lowering& lowering, ir::Expr invariant,
                     Lowering::CheckPoints check_points);
  std::optional<ReplayError> replay(const analysis::ConcreteTrace& trace) const override;
  std::optional<ReplayError> follow(const analysis::ConcreteTrace& trace) const override;

 private:
  Follower::Position walk(const analysis::ConcreteTrace& trace) const;

  const Lowering& lowering_;
  Follower follower_;
  ir::Expr invariant_;
  Lowering::CheckPoints check_points_;
};

}  // namespace arges::model::statechart
