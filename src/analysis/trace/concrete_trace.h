#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/system/system.h"
#include "ir/interpreter.h"
#include "ir/valuation.h"

namespace arges::analysis {

/// One action of a concrete run, how its nondeterminism was resolved, and the state it ends in.
struct ConcreteStep {
  const Action* action;
  std::vector<ir::Decision> decisions;
  ir::Valuation state;
};

/// Why a run goes on for ever.
struct Loop {
  enum class Kind : std::uint8_t {
    closed,     ///< its last state is the one before `start`
    recurrent,  ///< its last state is one of some from which the same actions lead back into them
  };
  Kind kind = Kind::closed;
  std::size_t start = 0;     ///< the steps from here on repeat
  ir::Expr recurrence = {};  ///< of recurrent: what holds whenever the loop begins
  /// Of recurrent: the values that are free within the loop, in the order of the decisions, as
  /// expressions over the state at that point.
  std::vector<ir::Expr> values = {};
};

/// A run of a System with all values: what a counterexample is.
struct ConcreteTrace {
  ir::Valuation initial;
  std::vector<ConcreteStep> steps;
  std::optional<Loop> loop = {};  ///< of a run without end
};

}  // namespace arges::analysis
