#pragma once

#include <vector>

#include "analysis/tracegen/trace_graph.h"
#include "output/trace_set.h"

namespace arges::engine {

/// Variables of the model's data that should be tracked but get values from others that are not, so
/// that the graph does not know them everywhere: what it shows of them is not all there is.
std::vector<output::PartlyTracked> partly_tracked(const analysis::TraceGraph& graph,
                                                  const analysis::TraceGraph::ValuesOf& values_of,
                                                  const std::vector<ir::Var>& tracked,
                                                  const std::vector<ir::Var>& data);

}  // namespace arges::engine
