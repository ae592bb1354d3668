#include "model/passes/reduce.h"

namespace arges::model {

std::unique_ptr<BlockSystem> reduce(const analysis::System& system, const Reductions& reductions) {
  BlockGraph graph(system);
  make_large_blocks(graph, reductions.blocks, reductions.most_statements);
  return std::make_unique<BlockSystem>(graph);
}

}  // namespace arges::model
