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
  /// Goals that a trace meets, ascending. A trace that is no run of the model is a defect.
  virtual std::vector<GoalId> record(const analysis::ConcreteTrace& trace) = 0;
  /// The same of a trace with a key for the start and one for each step: positions of equal keys
  /// have the same run behind them. `rest` is what of the trace is left after the first
  /// `known(keys)` actions.
  virtual std::vector<GoalId> record_rest(const analysis::ConcreteTrace& rest,
                                          std::span<const std::uint32_t> keys) = 0;
  /// Behind how many actions the trace that was recorded last met a goal first; it did.
  virtual std::size_t first_met(GoalId goal) const = 0;
  /// How many actions of a trace need not be recorded again, after the last one.
  virtual std::size_t known(std::span<const std::uint32_t> keys) const = 0;
};

/// `model` and `table` must outlive it. Goals that can't be told beforehand, such as
/// configurations, are added to the table.
std::unique_ptr<CoverageRecorder> make_coverage_recorder(const TraceModel& model, GoalTable& table);

}  // namespace arges::engine
