#pragma once

#include <optional>

#include "analysis/ltl/choices.h"
#include "analysis/ltl/fair_components.h"
#include "base/env.h"

namespace arges::analysis {

/// An accepting lasso with the component it was found in, if that is how it was found.
struct FoundLasso {
  AbstractLasso lasso;
  FairComponents::Component component;  ///< at least the loop itself
};

/// Searches for a lasso; after none, every node that can be reached is expanded, and there is no
/// fair component. Nested and guided search know Büchi acceptance only: with ranking functions,
/// and for what guided search misses (it gives up nodes that it has left), components decide.
std::optional<FoundLasso> find_lasso(Env& env, LoopSearch search, const AcceptingSystem& system,
                                     AbstractGraph& graph, const FairComponents::Ranks& ranks);

}  // namespace arges::analysis
