#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/domain/inclusion_index.h"
#include "analysis/domain/predicate/predicates.h"
#include "base/arena.h"

namespace arges::analysis {

/// A conjunction of literals, sorted, at most one of a predicate.
using Cube = std::vector<Literal>;

/// Whether a predicate occurs in a cube, and how.
std::optional<Literal> find_literal(std::span<const Literal> cube, PredicateId predicate);
/// Whether the first cube says all that the second says.
bool is_within(std::span<const Literal> cube, std::span<const Literal> weaker);

/// The interned record of a predicate state: a disjunction of cubes, none within another, sorted.
struct PredicateState {
  std::size_t hash;
  StateId id;
  std::uint64_t common;  ///< a bit for each literal that all cubes have, shared modulo 64
  std::vector<Cube> cubes;
};

/// All predicate states of a run. Order is by inclusion of literals: no solver.
class PredicateStates {
 public:
  StateId intern(std::vector<Cube> cubes);
  StateId intern(Cube cube) { return intern(std::vector<Cube>{std::move(cube)}); }
  const PredicateState& get(StateId id) const { return states_[id]; }
  bool leq(StateId a, StateId b) const;

 private:
  std::deque<PredicateState> states_;
  InternTable<const PredicateState> table_;
};

using PredicateCoverIndex = InclusionIndex<PredicateStates>;

}  // namespace arges::analysis
