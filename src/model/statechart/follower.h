#pragma once

#include <optional>
#include <vector>

#include "model/replay.h"
#include "model/statechart/interpreter.h"
#include "model/statechart/lowering.h"

namespace arges::model::statechart {

/// The environment's decisions in a step that ends in this state.
StepChoice choice_of(const Lowering& lowering, const LoweredStep& step, const ir::Valuation& end);

/// Follows runs of a lowered system on the statecharts themselves, step by step, by the
/// Interpreter: each state of the run must be one that the interpreter comes to by the same step.
class Follower {
 public:
  explicit Follower(const Lowering& lowering,
                    Interpreter::Account account = Interpreter::Account::given);

  /// Where a run may be, which is one state unless several look the same from outside; and what
  /// happened in the last step, in one of them.
  struct Position {
    std::vector<State> states;
    std::vector<Occurrence> occurrences = {};
    std::optional<ReplayError> error = {};  ///< the run is none of the model's
  };
  Position start(const ir::Valuation& initial) const;
  /// `from` has no error.
  Position step(const Position& from, const ModelStep& step) const;

  const Interpreter& interpreter() const { return interpreter_; }

 private:
  std::optional<std::string> difference(const ir::Valuation& computed,
                                        const ir::Valuation& claimed) const;

  const Lowering& lowering_;
  Interpreter interpreter_;
};

}  // namespace arges::model::statechart
