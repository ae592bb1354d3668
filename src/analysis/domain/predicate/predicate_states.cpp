#include "analysis/domain/predicate/predicate_states.h"

#include <algorithm>

namespace arges::analysis {

std::optional<Literal> find_literal(std::span<const Literal> cube, PredicateId predicate) {
  const auto at =
      std::lower_bound(cube.begin(), cube.end(), predicate,
                       [](Literal literal, PredicateId id) { return literal.predicate < id; });
  if (at == cube.end() || at->predicate != predicate) return std::nullopt;
  return *at;
}

bool is_within(std::span<const Literal> cube, std::span<const Literal> weaker) {
  return std::includes(cube.begin(), cube.end(), weaker.begin(), weaker.end());
}

namespace {

std::uint64_t signature(const Cube& cube) {
  std::uint64_t bits = 0;
  for (const Literal literal : cube)
    bits |= std::uint64_t{1} << ((2 * literal.predicate + (literal.negated ? 1 : 0)) % 64);
  return bits;
}

/// Without cubes that say no more than another one admits.
std::vector<Cube> without_redundant(std::vector<Cube> cubes) {
  std::sort(cubes.begin(), cubes.end());
  cubes.erase(std::unique(cubes.begin(), cubes.end()), cubes.end());
  std::vector<Cube> result;
  for (const Cube& cube : cubes) {
    const bool redundant = std::any_of(cubes.begin(), cubes.end(), [&](const Cube& other) {
      return &other != &cube && is_within(cube, other);
    });
    if (!redundant) result.push_back(cube);
  }
  return result;
}

}  // namespace

StateId PredicateStates::intern(std::vector<Cube> cubes) {
  if (cubes.size() > 1) cubes = without_redundant(std::move(cubes));
  std::size_t hash = cubes.size();
  std::uint64_t common = ~std::uint64_t{0};
  for (const Cube& cube : cubes) {
    for (const Literal literal : cube)
      hash = hash_combine(hash, 2 * literal.predicate + (literal.negated ? 1 : 0));
    hash = hash_combine(hash, cube.size());
    common &= signature(cube);
  }
  const auto equal = [&](const PredicateState& other) { return other.cubes == cubes; };
  const auto make = [&]() -> const PredicateState* {
    return &states_.emplace_back(
        PredicateState{hash, static_cast<StateId>(states_.size()), common, std::move(cubes)});
  };
  return table_.intern(hash, equal, make)->id;
}

bool PredicateStates::leq(StateId a, StateId b) const {
  if (a == b) return true;
  const PredicateState& small = get(a);
  const PredicateState& large = get(b);
  // What all of the larger one's cubes say must be said by all of the smaller one's.
  if ((large.common & ~small.common) != 0) return false;
  return std::all_of(small.cubes.begin(), small.cubes.end(), [&](const Cube& cube) {
    return std::any_of(large.cubes.begin(), large.cubes.end(),
                       [&](const Cube& weaker) { return is_within(cube, weaker); });
  });
}

}  // namespace arges::analysis
