#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "base/limits.h"
#include "model/statechart/interpreter.h"
#include "model/statechart/lowering.h"

namespace arges::model::statechart {

/// Runs a system by its interpreter, breadth first and then at random, for a while, to find states
/// that violate invariants: where most can be violated, most are at once. Counts steps, not time:
/// the same on every run.
class Explorer {
 public:
  Explorer(const Lowering& chart, const Limits& limits);

  struct Wanted {
    ir::Expr invariant;  ///< over the layout's variables
    Lowering::CheckPoints check_points = Lowering::CheckPoints::all;
    Lowering::Problems problems = Lowering::Problems::escape;
    /// How long to look for it: where it is unlikely to be found, not for long.
    enum class Effort : std::uint8_t { long_, brief } effort = Effort::long_;
  };
  /// A run that violates an invariant in its last state.
  struct Run {
    ir::Valuation initial;
    struct Step {
      StepChoice choice;
      ir::Valuation state;
    };
    std::vector<Step> steps;
  };
  /// By the positions of those that were found violated.
  std::map<std::size_t, Run> find(const std::vector<Wanted>& wanted);

 private:
  /// A state that was come to, and how.
  struct Visit {
    State state;
    std::size_t parent;
    StepChoice choice;
  };
  static constexpr std::size_t no_parent = static_cast<std::size_t>(-1);

  void search(const std::vector<Wanted>& wanted);
  void wander(const std::vector<Wanted>& wanted);
  static const StepChoice& quietest(const std::vector<StepChoice>& open);
  /// A state after which the run is not followed.
  void end_with(Visit visit, const std::vector<Wanted>& wanted);
  /// Follows every way of a step; the numbers of states that are new.
  std::vector<std::size_t> follow(std::size_t from, const StepChoice& choice,
                                  const std::vector<Wanted>& wanted);
  void judge(std::size_t visit, const ir::Valuation& values, const std::vector<Wanted>& wanted);
  std::vector<StepChoice> choices(const State& state) const;
  void add_inputs(const StepChoice& step, std::vector<StepChoice>& result) const;
  std::vector<std::vector<ir::Value>> arguments(EventRef event) const;
  std::vector<ir::Value> values_for(MachineId machine, const Parameter& parameter) const;
  std::size_t key(const Place& place, const ir::Valuation& values) const;
  Run run_to(std::size_t visit) const;

  const Lowering& chart_;
  const System& system_;
  Interpreter interpreter_;
  const Limits& limits_;
  std::vector<std::vector<std::int64_t>> numbers_;  ///< by machines: those their text mentions
  std::vector<Visit> visits_;
  std::map<std::size_t, std::size_t> known_;  ///< by hashes
  std::map<std::size_t, std::size_t> found_;  ///< by positions: where
  std::size_t wanted_left_ = 0;
  std::size_t long_wanted_left_ = 0;  ///< of these, those that are worth it
  std::size_t followed_ = 0;
  std::mt19937 random_{1};
};

/// The run as one of a System made of the same lowering, with the check at its end; nothing if how
/// its steps decide what is open can't be told.
std::optional<analysis::ConcreteTrace> as_trace(const Lowering& chart, const Explorer::Run& run,
                                                const analysis::System& system);

}  // namespace arges::model::statechart
