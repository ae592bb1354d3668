#pragma once

#include <memory>

#include "analysis/domain/explicit/explicit_domain.h"

namespace arges::analysis {

/// When a variable of a product has too many values to be tracked explicitly: the strategies of
/// Bajkai 2018, Chapter 3, and two from its future work.
enum class ProductStrategy : std::uint8_t {
  state,      ///< Algorithm 1: values among the successors of one state
  path,       ///< Algorithm 2: values on the path to a state, successors not enumerated
  arg,        ///< Algorithm 3: values in the whole graph
  path_enum,  ///< values on the path and among the successors, which are enumerated
  top_first,  ///< unknown at first; enumerated as in Algorithm 1 once a refinement asks again
  combined,   ///< Algorithm 1, and no more than some hundred values in the whole graph
};

std::unique_ptr<ValueBudget> make_budget(ProductStrategy strategy, std::size_t limit,
                                         const ExplicitDomain& domain);

}  // namespace arges::analysis
