#include "analysis/cegar/pruner.h"

namespace arges::analysis {

void prune(PruneKind kind, ArgBuilder& builder, std::span<const NodeId> path,
           const Refutation& refutation) {
  if (kind == PruneKind::full) {
    builder.prune_all();
    return;
  }
  builder.prune(path[refutation.first_relevant()]);
}

}  // namespace arges::analysis
