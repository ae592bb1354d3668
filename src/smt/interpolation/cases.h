#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "ir/context.h"
#include "smt/interpolation/linear.h"

namespace arges::smt {

/// Something a step of a trace says.
struct Fact {
  std::size_t step = 0;
  ir::Expr formula = {};
  std::optional<Constraint> constraint = {};  ///< the same, if it is one
};

/// One of several facts of a step holds.
struct Alternatives {
  Fact all;  ///< the disjunction itself
  std::vector<Fact> cases;
};

/// Facts taken apart: constraints and Boolean literals, and what needs a case distinction.
struct Decomposition {
  std::vector<Fact> literals;
  std::vector<Alternatives> alternatives;
};

/// Takes formulas apart until nothing is left but literals and disjunctions. Boolean literals of a
/// step are resolved in the step's disjunctions, so that selectors of branches cost no case.
Decomposition decompose(std::span<const Fact> facts);

}  // namespace arges::smt
