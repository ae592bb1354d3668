#pragma once

#include <vector>

#include "analysis/tracegen/trace_graph.h"
#include "output/trace_set.h"

namespace arges::engine {

/// What is tracked but not known in all states of the graph, though it matters there: its values
/// come from what is not tracked, or from inputs that may have more values than are listed. What
/// traces show of it is not all there is. What states are not told apart by does not count.
std::vector<output::PartlyTracked> partly_tracked(const analysis::TraceGraph& graph,
                                                  const analysis::TraceGraph::ValuesOf& values_of,
                                                  const std::vector<ir::Var>& tracked,
                                                  const analysis::RunView& view);

}  // namespace arges::engine
