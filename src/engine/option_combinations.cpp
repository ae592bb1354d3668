#include <algorithm>
#include <set>
#include <tuple>

#include "engine/options.h"

namespace arges::engine {

namespace {

std::vector<std::uint32_t> values_of(const Axis& axis) {
  if (axis.is_number()) return {axis.samples.begin(), axis.samples.end()};
  std::vector<std::uint32_t> result;
  for (const Choice& value : axis.choices.values) result.push_back(value.number);
  return result;
}

/// Two axes (by position, the first smaller) and their values.
using Pair = std::tuple<std::size_t, std::uint32_t, std::size_t, std::uint32_t>;

std::vector<Pair> pairs_of(const Configuration& configuration) {
  std::vector<Pair> result;
  for (std::size_t a = 0; a < axes().size(); ++a)
    for (std::size_t b = a + 1; b < axes().size(); ++b)
      result.emplace_back(a, axes()[a].get(configuration), b, axes()[b].get(configuration));
  return result;
}

}  // namespace

std::vector<Configuration> all_configurations(ModelKind kind) {
  std::vector<Configuration> result{Configuration{}};
  for (const Axis& axis : axes()) {
    if ((axis.models & only(kind)) == 0) continue;
    std::vector<Configuration> extended;
    for (const Configuration& base : result) {
      for (const std::uint32_t value : values_of(axis)) {
        extended.push_back(base);
        axis.set(extended.back(), value);
      }
    }
    result = std::move(extended);
  }
  return result;
}

// Greedy, as the products are small: always the configuration with most pairs not seen yet.
std::vector<Configuration> pairwise_configurations(ModelKind kind) {
  const std::vector<Configuration> candidates = all_configurations(kind);
  std::set<Pair> open;
  for (const Configuration& candidate : candidates)
    for (const Pair& pair : pairs_of(candidate)) open.insert(pair);

  std::vector<Configuration> result;
  const auto take = [&](const Configuration& configuration) {
    result.push_back(configuration);
    for (const Pair& pair : pairs_of(configuration)) open.erase(pair);
  };
  const auto gain = [&](const Configuration& configuration) {
    const std::vector<Pair> pairs = pairs_of(configuration);
    return std::count_if(pairs.begin(), pairs.end(),
                         [&](const Pair& pair) { return open.count(pair) != 0; });
  };
  take(Configuration{});
  while (!open.empty())
    take(*std::max_element(
        candidates.begin(), candidates.end(),
        [&](const Configuration& a, const Configuration& b) { return gain(a) < gain(b); }));
  return result;
}

}  // namespace arges::engine
