#include "model/passes/reduce.h"

#include "model/passes/flatten.h"
#include "model/passes/slicing.h"

namespace arges::model {

std::unique_ptr<BlockSystem> reduce(const analysis::System& system, const Reductions& reductions) {
  BlockGraph graph(system, reductions.goals);
  if (reductions.slicing == Slicing::all) {
    propagate_constants(graph);
    slice_to_cone(graph);
  }
  flatten_choices(graph, reductions.flatten_depth);
  make_large_blocks(graph, reductions.blocks, reductions.most_statements);
  auto result = std::make_unique<BlockSystem>(graph);
  if (reductions.slicing == Slicing::all) result->mark_dead_variables();
  return result;
}

}  // namespace arges::model
