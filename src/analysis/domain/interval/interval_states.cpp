#include "analysis/domain/interval/interval_states.h"

namespace arges::analysis {

namespace {

/// The first entry that is not of a variable declared before.
Box::const_iterator lower_bound(const Box& box, ir::Var var) {
  return std::lower_bound(box.begin(), box.end(), var,
                          [](const VariableInterval& entry, ir::Var other) {
                            return ir::declared_before(entry.variable, other);
                          });
}

}  // namespace

std::optional<Interval> find_interval(const Box& box, ir::Var var) {
  const auto at = lower_bound(box, var);
  if (at == box.end() || at->variable != var) return std::nullopt;
  return at->interval;
}

StateId IntervalStates::intern(Box box) {
  std::erase_if(box, [](const VariableInterval& entry) {
    return entry.interval.contains(*Interval::all_of(entry.variable->type));
  });
  std::size_t hash = box.size();
  for (const VariableInterval& entry : box) {
    hash = hash_combine(hash, entry.variable->id);
    hash = hash_combine(hash, static_cast<std::uint64_t>(entry.interval.lo));
    hash = hash_combine(hash, static_cast<std::uint64_t>(entry.interval.hi));
  }
  const auto equal = [&](const State& other) { return other.box == box; };
  const auto make = [&]() -> const State* {
    return &states_.emplace_back(State{hash, static_cast<StateId>(states_.size()), std::move(box)});
  };
  return table_.intern(hash, equal, make)->id;
}

bool IntervalStates::leq(StateId a, StateId b) const {
  if (a == b) return true;
  const Box& small = get(a);
  const Box& large = get(b);
  if (large.size() > small.size()) return false;
  auto at = small.begin();
  for (const VariableInterval& wanted : large) {
    while (at != small.end() && ir::declared_before(at->variable, wanted.variable)) ++at;
    if (at == small.end() || at->variable != wanted.variable ||
        !wanted.interval.contains(at->interval))
      return false;
  }
  return true;
}

}  // namespace arges::analysis
