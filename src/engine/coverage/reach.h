#pragma once

#include <functional>
#include <span>
#include <vector>

#include "analysis/tracegen/trace_generator.h"
#include "output/trace_set.h"

namespace arges::engine {

/// Of the abstract states that generated traces do not get to, what others do or do not.
struct Reach {
  std::vector<analysis::Unreached> unreached = {};
  std::vector<analysis::Unreached> by_others = {};
};

/// Compares runs with the abstract states of a TraceGraph, and tells these.
class ReachedStates {
 public:
  /// All must outlive it.
  ReachedStates(const analysis::TraceGraph& graph, const analysis::TraceGraph::ValuesOf& values_of,
                const std::vector<ir::Var>& tracked,
                const std::function<bool(analysis::Control)>& rests)
      : graph_(graph), values_of_(values_of), tracked_(tracked), rests_(rests) {}

  /// Traces that were found for goals may get where no trace of the graph does.
  Reach with(const std::vector<analysis::Unreached>& unreached,
             std::span<const analysis::ConcreteTrace> others) const;
  /// States that differ in nothing that people see are one.
  std::vector<output::UnreachedState> tell(const output::RunSubject& subject,
                                           const std::vector<analysis::Unreached>& states) const;

 private:
  std::vector<ir::Var> known_in(const ir::Valuation& values) const;

  const analysis::TraceGraph& graph_;
  const analysis::TraceGraph::ValuesOf& values_of_;
  const std::vector<ir::Var>& tracked_;
  const std::function<bool(analysis::Control)>& rests_;
};

}  // namespace arges::engine
