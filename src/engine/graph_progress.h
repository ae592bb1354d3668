#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "analysis/tracegen/trace_graph.h"
#include "ir/expr.h"

namespace arges::engine {

/// Tells every two seconds how far a graph is that traces are to be taken from.
class GraphProgress {
 public:
  /// Gets whole lines, without end of line.
  using Write = std::function<void(const std::string&)>;
  explicit GraphProgress(Write write) : write_(std::move(write)) {}
  void look(const analysis::TraceGraph& graph);

 private:
  using Clock = std::chrono::steady_clock;
  Write write_;
  Clock::time_point started_ = Clock::now();
  Clock::time_point last_line_ = started_;
};

/// A variable that takes many values, and how many were seen.
struct Growth {
  ir::Var variable;
  std::size_t values;
};
/// The variable with the most values in a graph, of a sample of its nodes; nothing: none has many.
std::optional<Growth> largest_growth(const analysis::TraceGraph& graph,
                                     const analysis::TraceGraph::ValuesOf& values_of,
                                     const std::vector<ir::Var>& variables);

}  // namespace arges::engine
