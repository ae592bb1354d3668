#pragma once

#include "model/passes/block_graph.h"

namespace arges::model {

/// Makes every alternative of a choice or an if an action of its own: the analysis then decides for
/// one way through a step at a time, and counterexamples name it. `depth` says how far to go into
/// alternatives within alternatives. An action becomes at most `most_alternatives`; what would make
/// more of it stays as it is. Every block must be one action.
void flatten_choices(BlockGraph& graph, std::size_t depth, std::size_t most_alternatives = 64);

}  // namespace arges::model
