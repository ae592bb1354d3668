#pragma once

#include <cstdint>
#include <vector>

#include "base/limits.h"
#include "lts/algebra/composition.h"
#include "lts/temporal/emptiness.h"

namespace arges::lts {

/// All that a composition can do, as positions: the steps of its states, numbered state by state.
/// Where runs that end count, a state without a step has one that does no action and stays.
class StateSpace {
 public:
  using Position = std::uint32_t;
  struct Range {
    Position first;
    Position behind;
  };

  /// Explores the view, which must outlive this. Throws LimitReached.
  StateSpace(ParallelView& view, FiniteRuns finite_runs, const Limits* limits = nullptr,
             const SearchProgress& progress = {});

  StateId initial() const { return 0; }
  std::size_t num_states() const { return offsets_.size() - 1; }
  std::size_t num_positions() const { return actions_.size(); }
  Range from(StateId state) const { return {offsets_[state], offsets_[state + 1]}; }
  ActionId action(Position p) const { return actions_[p]; }
  StateId source(Position p) const { return sources_[p]; }
  StateId target(Position p) const { return targets_[p]; }
  /// The positions that lead to a state.
  std::span<const Position> into(StateId state) const {
    return {into_.data() + into_offsets_[state], into_offsets_[state + 1] - into_offsets_[state]};
  }
  std::vector<StateId> tuple(StateId state) const { return view_.tuple(state); }

 private:
  void add(ActionId action, StateId source, StateId target);
  void reverse();

  const ParallelView& view_;
  std::vector<Position> offsets_;
  std::vector<ActionId> actions_;
  std::vector<StateId> sources_;
  std::vector<StateId> targets_;
  std::vector<std::uint32_t> into_offsets_;
  std::vector<Position> into_;
};

}  // namespace arges::lts
