#pragma once

#include <vector>

#include "ir/context.h"

namespace arges::analysis {

/// A few of the candidates that are enough together: one if one is, else such that none of them can
/// be left out. Empty: nothing is needed, or all of them are not enough. What is enough must stay
/// so with more.
template <typename IsEnough>
std::vector<ir::Var> fewest(const std::vector<ir::Var>& candidates, const IsEnough& is_enough) {
  if (is_enough({}) || !is_enough(candidates)) return {};
  for (const ir::Var var : candidates)
    if (is_enough({var})) return {var};
  std::vector<ir::Var> result = candidates;
  for (std::size_t i = 0; i < result.size();) {
    std::vector<ir::Var> fewer = result;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    if (is_enough(fewer))
      result = std::move(fewer);
    else
      ++i;
  }
  return result;
}

}  // namespace arges::analysis
