#pragma once

#include <deque>
#include <vector>

#include "analysis/domain/inclusion_index.h"
#include "analysis/domain/interval/interval.h"
#include "base/arena.h"

namespace arges::analysis {

/// What is known of one variable.
struct VariableInterval {
  ir::Var variable = nullptr;
  Interval interval = {};
  bool operator==(const VariableInterval&) const = default;
};
/// Variables by order of declaration; one that may have any value is left out.
using Box = std::vector<VariableInterval>;

/// The interval of a variable in a box; nothing: it may have any value.
std::optional<Interval> find_interval(const Box& box, ir::Var var);

/// All states of a run of the interval domain. Order is by inclusion: no solver.
class IntervalStates {
 public:
  /// Leaves out what says nothing.
  StateId intern(Box box);
  const Box& get(StateId id) const { return states_[id].box; }
  bool leq(StateId a, StateId b) const;

 private:
  struct State {
    std::size_t hash;
    StateId id;
    Box box;
  };
  std::deque<State> states_;
  InternTable<const State> table_;
};

using IntervalCoverIndex = InclusionIndex<IntervalStates>;

}  // namespace arges::analysis
