#pragma once

#include "model/passes/block_graph.h"

namespace arges::model {

/// What an action of the reduced system may be.
enum class BlockKind : std::uint8_t {
  single,      ///< one action of the original
  sequential,  ///< actions one after another; never joins branches, so values are kept apart
  full,        ///< any part of the graph without a loop
};

/// Large-block encoding (Beyer, Cimatti, Griggio, Keremoglu, Sebastiani: "Software model checking
/// via large-block encoding", FMCAD 2009, section III): control points other than loop heads, the
/// initial one and targets are bypassed; in full blocks actions between the same two points become
/// a choice; until neither changes anything.
///
/// Departs from the paper: also bypasses points with many ways in and one out, and makes no block
/// of more than so many statements.
void make_large_blocks(BlockGraph& graph, BlockKind kind, std::size_t most_statements);

}  // namespace arges::model
