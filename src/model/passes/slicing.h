#pragma once

#include "model/passes/block_graph.h"

namespace arges::model {

/// Replaces variables that have one constant value wherever they are read by that value: the
/// initial condition and all assignments give it, or they are assigned before they are read.
/// Removes what becomes impossible. Every block must be one action.
void propagate_constants(BlockGraph& graph);

/// Leaves out variables that influence no assumption, directly or through other variables. All
/// assumptions stay, so exactly the same paths have runs. Every block must be one action.
void slice_to_cone(BlockGraph& graph);

}  // namespace arges::model
