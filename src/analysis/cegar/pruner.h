#pragma once

#include <cstdint>
#include <span>

#include "analysis/arg/arg_builder.h"
#include "analysis/refine/refutation.h"

namespace arges::analysis {

/// What is thrown away after a refinement.
enum class PruneKind : std::uint8_t {
  lazy,  ///< from the first state of the counterexample that the refutation speaks about
  full,  ///< everything
};

/// Removes what the refined precision makes out of date along the counterexample `path`.
void prune(PruneKind kind, ArgBuilder& builder, std::span<const NodeId> path,
           const Refutation& refutation);

}  // namespace arges::analysis
