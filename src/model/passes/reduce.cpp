#include "model/passes/reduce.h"

#include "model/passes/slicing.h"

namespace arges::model {

std::unique_ptr<BlockSystem> reduce(const analysis::System& system, const Reductions& reductions) {
  BlockGraph graph(system);
  if (reductions.slicing == Slicing::all) {
    propagate_constants(graph);
    slice_to_cone(graph);
  }
  make_large_blocks(graph, reductions.blocks, reductions.most_statements);
  return std::make_unique<BlockSystem>(graph);
}

}  // namespace arges::model
