#pragma once

#include <cstdint>
#include <vector>

#include "analysis/system/reduced_system.h"

namespace arges::analysis {

/// The proof of a `true` by runs of bounded length. A way is from one of the points to the next, or
/// to a target. No run of fewer than `k` ways gets to a target, and there is a reason why longer
/// ones do not either.
struct InductionCertificate {
  enum class Basis : std::uint8_t {
    induction,   ///< from no point do `k` ways lead to a target, if its invariant holds
    exhaustion,  ///< no run has `k` ways
  };
  struct Point {
    Control control = 0;
    ir::Expr invariant;  ///< together they are inductive
  };
  Basis basis = Basis::induction;
  std::uint32_t k = 0;
  std::vector<Point> points;  ///< every run without end meets one again and again
};

}  // namespace arges::analysis
