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

bool have_one_length(std::span<const Cube> cubes) {
  return std::all_of(cubes.begin(), cubes.end(),
                     [&](const Cube& cube) { return cube.size() == cubes.front().size(); });
}

/// Without cubes that say no more than another one admits.
std::vector<Cube> without_redundant(std::vector<Cube> cubes) {
  std::sort(cubes.begin(), cubes.end());
  cubes.erase(std::unique(cubes.begin(), cubes.end()), cubes.end());
  // So it is wherever all predicates are decided, and there may be very many then.
  if (have_one_length(cubes)) return cubes;
  std::vector<Cube> result;
  for (const Cube& cube : cubes) {
    const bool redundant = std::any_of(cubes.begin(), cubes.end(), [&](const Cube& other) {
      return &other != &cube && is_within(cube, other);
    });
    if (!redundant) result.push_back(cube);
  }
  return result;
}

std::vector<PredicateId> predicates_of(const Cube& cube) {
  std::vector<PredicateId> result;
  result.reserve(cube.size());
  for (const Literal literal : cube) result.push_back(literal.predicate);
  return result;
}

std::size_t hash_of(Literal literal) { return 2 * literal.predicate + (literal.negated ? 1 : 0); }

std::size_t hash_of(std::span<const Cube> cubes) {
  std::size_t hash = cubes.size();
  for (const Cube& cube : cubes) {
    for (const Literal literal : cube) hash = hash_combine(hash, hash_of(literal));
    hash = hash_combine(hash, cube.size());
  }
  return hash;
}

}  // namespace

StateId PredicateStates::intern(std::vector<Cube> cubes) {
  if (cubes.size() > 1) cubes = without_redundant(std::move(cubes));
  const std::size_t hash = hash_of(cubes);
  const auto equal = [&](const PredicateState& other) { return other.cubes == cubes; };
  const auto make = [&]() -> const PredicateState* {
    std::uint64_t common = ~std::uint64_t{0};
    for (const Cube& cube : cubes) common &= signature(cube);
    const CubeMask* mask = cubes.size() == 1 ? this->mask(predicates_of(cubes.front())) : nullptr;
    return &states_.emplace_back(
        PredicateState{hash, static_cast<StateId>(states_.size()), common, std::move(cubes), mask});
  };
  return table_.intern(hash, equal, make)->id;
}

const CubeMask* PredicateStates::mask(std::vector<PredicateId> predicates) {
  std::size_t hash = predicates.size();
  std::uint64_t signature = 0;
  for (const PredicateId predicate : predicates) {
    hash = hash_combine(hash, predicate);
    signature |= std::uint64_t{1} << (predicate % 64);
  }
  return mask_table_.intern(
      hash, [&](const CubeMask& other) { return other.predicates == predicates; },
      [&] {
        return &masks_.emplace_back(CubeMask{hash, signature, std::move(predicates)});
      });
}

std::optional<StateId> PredicateStates::restricted(StateId id, const CubeMask* to) const {
  const PredicateState& state = get(id);
  if ((to->signature & ~state.mask->signature) != 0) return std::nullopt;
  std::vector<Cube> part(1);
  part.front().reserve(to->predicates.size());
  auto at = state.cubes.front().begin();
  const auto end = state.cubes.front().end();
  for (const PredicateId predicate : to->predicates) {
    while (at != end && at->predicate < predicate) ++at;
    if (at == end || at->predicate != predicate) return std::nullopt;
    part.front().push_back(*at);
  }
  const PredicateState* found =
      table_.find(hash_of(part), [&](const PredicateState& other) { return other.cubes == part; });
  return found == nullptr ? std::nullopt : std::optional(found->id);
}

std::optional<std::size_t> PredicateStates::digest(StateId id, PredicateId predicate) const {
  const auto literal = find_literal(get(id).cubes.front(), predicate);
  return literal ? std::optional<std::size_t>(literal->negated) : std::nullopt;
}

bool PredicateStates::leq(StateId a, StateId b) const {
  if (a == b) return true;
  const PredicateState& small = get(a);
  const PredicateState& large = get(b);
  // What all of the larger one's cubes say must be said by all of the smaller one's.
  if ((large.common & ~small.common) != 0) return false;
  return std::all_of(small.cubes.begin(), small.cubes.end(), [&](const Cube& cube) {
    // Mostly it is there as it stands, of perhaps very many.
    return std::binary_search(large.cubes.begin(), large.cubes.end(), cube) ||
           std::any_of(large.cubes.begin(), large.cubes.end(),
                       [&](const Cube& weaker) { return is_within(cube, weaker); });
  });
}

}  // namespace arges::analysis
