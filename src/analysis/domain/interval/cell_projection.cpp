#include "analysis/domain/interval/cell_projection.h"

#include <numeric>

namespace arges::analysis {

namespace {

/// An integer is told apart value by value only where it has so few of them.
constexpr std::int64_t most_values = 64;
/// Of more combinations, the variables with most cells are left unknown.
constexpr std::size_t most_combinations = 4096;

/// One way to cut an unknown, or none to cut: what its terms are in each piece.
using Pieces = std::vector<Box>;

/// Where the unknown must be cut for the cells of one term.
void add_cuts(const TargetTerm& one, const Interval& all, std::vector<std::int64_t>& cuts) {
  const LinearTerm& term = one.term;
  for (const std::int64_t cut : one.target->cuts) {
    const Interval below = term.base_if_at_most(cut - 1);
    cuts.push_back(below.hi == Interval::no_upper ? below.lo : below.hi + 1);
  }
  if (!one.target->by_values || !all.is_bounded()) return;
  const bool has_few = all.hi - all.lo < most_values || !one.target->variable->type.is_int();
  if (!has_few) return;
  for (std::int64_t value = all.lo; value <= all.hi; ++value) cuts.push_back(value);
}

/// What terms over the same unknown are together; nothing where that can't be told.
std::optional<Pieces> pieces_of(std::span<const TargetTerm> terms, const Interval& all) {
  std::vector<std::int64_t> cuts;
  for (const TargetTerm& one : terms)
    if (!one.term.is_constant()) add_cuts(one, all, cuts);
  std::erase_if(cuts, [&](std::int64_t cut) { return cut <= all.lo || cut > all.hi; });
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  Pieces result;
  for (std::size_t i = 0; i <= cuts.size(); ++i) {
    const Interval piece{i == 0 ? all.lo : cuts[i - 1], i == cuts.size() ? all.hi : cuts[i] - 1};
    Box box;
    for (const TargetTerm& one : terms) {
      const auto cell = one.target->cell(one.term.range(piece));
      if (!cell) return std::nullopt;
      box.push_back({one.target->variable, *cell});
    }
    if (std::find(result.begin(), result.end(), box) == result.end())
      result.push_back(std::move(box));
  }
  return result;
}

/// Leaves the unknown with most pieces uncut until there are not too many combinations.
void limit_combinations(std::vector<Pieces>& groups) {
  for (;;) {
    double combinations = 1;
    for (const Pieces& pieces : groups) combinations *= static_cast<double>(pieces.size());
    if (combinations <= static_cast<double>(most_combinations)) return;
    const auto largest =
        std::max_element(groups.begin(), groups.end(),
                         [](const Pieces& a, const Pieces& b) { return a.size() < b.size(); });
    *largest = {Box{}};
  }
}

std::vector<Box> combine(const std::vector<Pieces>& groups) {
  std::vector<Box> result{Box{}};
  for (const Pieces& pieces : groups) {
    std::vector<Box> next;
    for (const Box& box : result)
      for (const Box& piece : pieces) {
        Box both = box;
        both.insert(both.end(), piece.begin(), piece.end());
        next.push_back(std::move(both));
      }
    result = std::move(next);
  }
  for (Box& box : result)
    std::sort(box.begin(), box.end(), [](const VariableInterval& a, const VariableInterval& b) {
      return ir::declared_before(a.variable, b.variable);
    });
  return result;
}

}  // namespace

std::optional<std::vector<Box>> cells_of(std::span<const TargetTerm> terms,
                                         std::span<const Interval> unknowns) {
  std::vector<TargetTerm> sorted(terms.begin(), terms.end());
  const auto group_of = [](const TargetTerm& one) {
    return one.term.is_constant() ? 0 : std::size_t{one.term.base} + 1;
  };
  std::stable_sort(sorted.begin(), sorted.end(), [&](const TargetTerm& a, const TargetTerm& b) {
    return group_of(a) < group_of(b);
  });
  std::vector<Pieces> groups;
  for (std::size_t at = 0; at < sorted.size();) {
    const std::size_t group = group_of(sorted[at]);
    std::size_t end = at;
    while (end < sorted.size() && group_of(sorted[end]) == group) ++end;
    const auto pieces = pieces_of(std::span(sorted).subspan(at, end - at),
                                  group == 0 ? Interval::of(0) : unknowns[group - 1]);
    if (!pieces) return std::nullopt;
    groups.push_back(*pieces);
    at = end;
  }
  limit_combinations(groups);
  return combine(groups);
}

}  // namespace arges::analysis
