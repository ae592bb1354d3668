#pragma once

#include <vector>

#include "ir/expr.h"

namespace arges::analysis {

/// Why an abstract trace has no concrete run, as facts at its states. With n actions there are
/// n + 1 states; position k speaks about the state before action k.
///
/// Interpolants, if given, follow from what comes before and contradict what comes after. Most ways
/// of making them give an inductive chain: the initial condition implies interpolants[0],
/// interpolants[k] and action k imply interpolants[k + 1], and the last one is false. A refutation
/// by variables alone has no interpolants.
struct Refutation {
  std::vector<ir::Expr> interpolants;
  std::vector<std::vector<ir::Var>> variables;
  bool is_chain = true;

  /// The first position with something to track.
  std::size_t first_relevant() const {
    std::size_t k = 0;
    while (k + 1 < variables.size() && variables[k].empty() &&
           (interpolants.empty() || interpolants[k].is_true()))
      ++k;
    return k;
  }
};

}  // namespace arges::analysis
