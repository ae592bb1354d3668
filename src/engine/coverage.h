#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "engine/options.h"
#include "engine/trace_model.h"
#include "output/trace_set.h"

namespace arges::engine {

/// What a set of traces should cover.
enum class Criterion : std::uint8_t { states, configurations, transitions };
/// The values of `--criteria`; the numbers are Criterions.
const Choices& coverage_criteria();

/// A goal of a criterion: something that should happen in some trace.
struct CoverageGoal {
  Criterion criterion = Criterion::states;
  std::string name;
  SourceLocation position = {};
};

/// Tells which goals a run meets, from the run alone: it is executed once more on the model, by
/// code that did not find it.
class CoverageRecorder {
 public:
  virtual ~CoverageRecorder() = default;
  /// Goals known by now; recording may find more of those that can't be told beforehand, such as
  /// configurations.
  const std::vector<CoverageGoal>& goals() const { return goals_; }
  /// Goals that a trace meets, ascending. Positions of equal keys, one for the start and one for
  /// each step, have the same run behind them. Throws std::logic_error for a trace that is no run.
  virtual std::vector<std::size_t> record(const analysis::ConcreteTrace& trace,
                                          std::span<const std::uint32_t> keys) = 0;

 protected:
  std::size_t add_goal(CoverageGoal goal);
  std::vector<CoverageGoal> goals_;
};

/// `model` must outlive it.
std::unique_ptr<CoverageRecorder> make_coverage_recorder(const TraceModel& model,
                                                         std::span<const Criterion> criteria);

}  // namespace arges::engine
