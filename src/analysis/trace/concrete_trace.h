#pragma once

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

/// A run of a System with all values: what a counterexample is.
struct ConcreteTrace {
  ir::Valuation initial;
  std::vector<ConcreteStep> steps;
};

}  // namespace arges::analysis
