#pragma once

#include <span>
#include <vector>

#include "analysis/domain/interval/interval_states.h"
#include "analysis/domain/interval/split_points.h"

namespace arges::analysis {

/// A tracked variable with what it is: a constant, or a term over an unknown.
struct TargetTerm {
  const Partitioned* target = nullptr;
  LinearTerm term = {};
};

/// All combinations of cells that variables are in together, if each unknown is anywhere in its
/// interval: an unknown is cut wherever one of its terms comes into another cell. Nothing: numbers
/// are too large to tell.
std::optional<std::vector<Box>> cells_of(std::span<const TargetTerm> terms,
                                         std::span<const Interval> unknowns);

}  // namespace arges::analysis
