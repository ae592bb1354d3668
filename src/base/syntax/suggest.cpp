#include "base/syntax/suggest.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include <fmt/format.h>

namespace arges::syntax {

namespace {

/// Names beyond this length are generated, not mistyped.
constexpr std::size_t longest_name = 80;

/// The number of inserted, deleted, replaced or swapped neighbouring characters (optimal string
/// alignment).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> above(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

}  // namespace

Suggestion::Suggestion(std::string_view mistyped)
    : mistyped_(mistyped), best_distance_(std::max<std::size_t>(1, mistyped.size() / 3)) {}

void Suggestion::consider(std::string_view known) {
  if (mistyped_.size() > longest_name || known.size() > longest_name || known.empty()) return;
  const auto gap =
      std::max(known.size(), mistyped_.size()) - std::min(known.size(), mistyped_.size());
  if (gap > best_distance_) return;
  const std::size_t found = distance(mistyped_, known);
  // A name of one or two letters resembles every other one.
  if (found > best_distance_ || found >= mistyped_.size()) return;
  if (found == best_distance_ && !best_.empty() && best_ <= known) return;
  best_distance_ = found;
  best_ = known;
}

std::string Suggestion::hint() const {
  return best_.empty() ? "" : fmt::format("did you mean '{}'?", best_);
}

}  // namespace arges::syntax
