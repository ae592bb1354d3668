#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "analysis/domain/inclusion_index.h"
#include "analysis/domain/masked_index.h"
#include "analysis/domain/predicate/predicates.h"
#include "base/arena.h"

namespace arges::analysis {

/// A conjunction of literals, sorted, at most one of a predicate.
using Cube = std::vector<Literal>;

/// Whether a predicate occurs in a cube, and how.
std::optional<Literal> find_literal(std::span<const Literal> cube, PredicateId predicate);
/// Whether the first cube says all that the second says.
bool is_within(std::span<const Literal> cube, std::span<const Literal> weaker);

/// A set of predicates, sorted and interned: those of which a cube has literals.
struct CubeMask {
  std::size_t hash;
  std::uint64_t signature;  ///< a bit for each predicate, shared by those equal modulo 64
  std::vector<PredicateId> predicates;
};

/// The interned record of a predicate state: a disjunction of cubes, none within another, sorted.
struct PredicateState {
  std::size_t hash;
  StateId id;
  std::uint64_t common;  ///< a bit for each literal that all cubes have, shared modulo 64
  std::vector<Cube> cubes;
  const CubeMask* mask;  ///< of a single cube, else null
};

/// All predicate states of a run. Order is by inclusion of literals: no solver.
class PredicateStates {
 public:
  using Mask = CubeMask;
  using Key = PredicateId;
  StateId intern(std::vector<Cube> cubes);
  StateId intern(Cube cube) { return intern(std::vector<Cube>{std::move(cube)}); }
  const PredicateState& get(StateId id) const { return states_[id]; }
  bool leq(StateId a, StateId b) const;
  const CubeMask* mask_of(StateId id) const { return get(id).mask; }
  /// Of a state with one cube, the one with these literals only, if it has all and there is such.
  std::optional<StateId> restricted(StateId id, const CubeMask* to) const;
  const std::vector<PredicateId>& keys(StateId id) const { return mask_of(id)->predicates; }
  static bool is_before(PredicateId a, PredicateId b) { return a < b; }
  /// Of the predicate's literal in a state with one cube, if it has one.
  std::optional<std::size_t> digest(StateId id, PredicateId predicate) const;

 private:
  const CubeMask* mask(std::vector<PredicateId> predicates);

  std::deque<PredicateState> states_;
  InternTable<const PredicateState> table_;
  std::deque<CubeMask> masks_;
  InternTable<const CubeMask> mask_table_;
};

using PredicateCoverIndex = InclusionIndex<PredicateStates>;
/// For states with one cube each.
using CubeCoverIndex = MaskedIndex<PredicateStates>;

}  // namespace arges::analysis
