#pragma once

#include <cstdint>
#include <vector>

#include "analysis/tracegen/trace_generator.h"
#include "engine/coverage/run_keys.h"
#include "engine/trace_model.h"
#include "output/told_trace.h"

namespace arges::engine {

/// Tells generated traces one after another; steps that were told for the trace before are not told
/// again.
class TraceTeller {
 public:
  /// All but the subject must outlive it.
  TraceTeller(const TraceModel& model, const analysis::TraceGraph& graph,
              analysis::TraceGenerator& generator, output::RunSubject subject);

  output::ToldTrace tell(std::size_t trace);
  /// Of another run.
  output::ToldTrace tell(const analysis::ConcreteTrace& run) const;

 private:
  /// How often and in which order a step sends messages is only known from the start, and whether
  /// an assertion fails again.
  bool is_unclear(const std::vector<output::ToldStep>& steps) const;
  /// Whether telling may begin anew after so many actions of a path.
  bool is_seam(const std::vector<analysis::NodeId>& path, std::size_t actions) const;

  const TraceModel& model_;
  const analysis::TraceGraph& graph_;
  analysis::TraceGenerator& generator_;
  output::RunSubject subject_;
  RunKeys run_keys_;
  std::vector<std::uint32_t> told_keys_;  ///< of the trace that was told last
  output::ToldTrace told_;
};

}  // namespace arges::engine
