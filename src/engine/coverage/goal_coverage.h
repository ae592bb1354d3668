#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/tracegen/trace_generator.h"
#include "base/env.h"
#include "engine/coverage/goals.h"
#include "engine/coverage/recorder.h"
#include "engine/task.h"
#include "output/trace_set.h"

namespace arges::engine {

/// Which traces meet which goals. Every claim is computed anew from the traces; for goals that none
/// meets, traces are looked for, or a proof that there is none.
class GoalCoverage {
 public:
  /// The model must outlive it. Throws UsageError or InputError for what is no goal of the model.
  GoalCoverage(const TraceModel& model, CoverageRequest request);

  /// Executes the generated traces, and leaves those out for which there is no time: what is
  /// recorded has to be written, too. Comes before the search.
  void record(const Limits& limits, const analysis::TraceGraph& graph,
              analysis::TraceGenerator& generator);

  struct Bounds {
    double seconds = 0;             ///< for all goals together
    std::uint64_t most_traces = 0;  ///< generated ones included; 0: no bound
    std::uint32_t longest = 0;      ///< in configurations; 0: no bound
    /// How many traces there are with these found ones, those left out that others start with.
    std::function<std::size_t(std::span<const analysis::ConcreteTrace>)> size_with = {};
  };
  /// Adds a trace for every goal that has one; the others are proved to have none, all at once.
  void search(Env& env, Task& task, const Bounds& bounds);
  /// Goals that no trace meets are not looked for, for this reason.
  void leave_open(const std::string& reason);
  /// Why a trace that meets a goal was left out; empty: none was.
  const std::string& why_cut() const { return why_cut_; }

  /// Traces that were found for goals that the generated ones do not meet.
  const std::vector<analysis::ConcreteTrace>& found() const { return found_; }
  /// Generated and found ones.
  std::size_t num_traces() const { return num_traces_; }
  /// Which traces meet a goal is much where there are many, so it is handed over.
  std::vector<output::CriterionResult> results() &&;

 private:
  /// What became of a goal that no trace meets.
  struct Outcome {
    bool is_settled = false;
    bool is_proved = false;
    std::string reason = {};
  };

  void note(const std::vector<GoalId>& met);
  /// Goals that are seen for the first time have a place from now on.
  void make_room();
  enum class Number : std::uint8_t { all, one };
  std::vector<bool> open_goals(Number number) const;
  /// What a search may take such that there is time left to write what was found.
  double seconds_for_search(const Limits& limits, double wanted) const;
  /// Why a run can't be one of the traces.
  struct Cut {
    std::string bound;   ///< of the set
    std::string reason;  ///< of the goals that it meets
  };
  std::optional<Cut> out_of_bounds(const analysis::ConcreteTrace& run, const Bounds& bounds) const;
  /// Whether that would be more traces than are wanted.
  bool is_one_more(const analysis::ConcreteTrace& run, const Bounds& bounds) const;
  /// In configurations, as --max-length counts.
  std::size_t length_of(const analysis::ConcreteTrace& run) const;
  /// Of the goals, those that a run meets.
  std::vector<bool> met_by(const analysis::ConcreteTrace& run,
                           const std::vector<bool>& wanted) const;

  const TraceModel& model_;
  CoverageRequest request_;
  GoalTable table_;
  std::unique_ptr<CoverageRecorder> recorder_;
  std::size_t num_traces_ = 0;
  std::vector<std::vector<std::size_t>> traces_of_;  ///< by goals
  std::vector<std::size_t> first_met_;               ///< by goals: in the first trace that does
  std::vector<Outcome> outcomes_;                    ///< by goals
  std::vector<analysis::ConcreteTrace> found_;
  double seconds_recorded_ = 0;
  std::string why_cut_;
};

}  // namespace arges::engine
