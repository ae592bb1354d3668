#pragma once

#include <memory>
#include <span>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "engine/coverage/goals.h"

namespace arges::engine {

/// Tells which goals a run meets, from the run alone: it is executed once more on the model, by
/// code that did not find it.
class CoverageRecorder {
 public:
  virtual ~CoverageRecorder() = default;
  /// Goals that a trace meets, ascending. Where `keys` are given, one for the start and one for
  /// each step, positions of equal keys have the same run behind them. A trace that is no run of
  /// the model is a defect.
  virtual std::vector<GoalId> record(const analysis::ConcreteTrace& trace,
                                     std::span<const std::uint32_t> keys) = 0;
};

/// `model` and `table` must outlive it. Goals that can't be told beforehand, such as
/// configurations, are added to the table.
std::unique_ptr<CoverageRecorder> make_coverage_recorder(const TraceModel& model, GoalTable& table);

}  // namespace arges::engine
