#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace arges::model::statechart {

/// How well a user's name fits a full one, the best first.
enum class NameFit : std::uint8_t {
  whole,        ///< it is the name
  end,          ///< without leading parts
  abbreviated,  ///< some parts, in order, the last being the same
  not_at_all,
};
NameFit fit_of(std::string_view full, std::string_view name);

/// Those of some things that fit best, in their order; `fit` says how well one does.
template <typename Things, typename Fit>
std::vector<typename Things::value_type> best_fits(const Things& things, const Fit& fit) {
  std::vector<typename Things::value_type> result;
  NameFit best = NameFit::not_at_all;
  for (const auto& one : things) {
    const NameFit own = fit(one);
    if (own == NameFit::not_at_all || own > best) continue;
    if (own < best) result.clear();
    best = own;
    result.push_back(one);
  }
  return result;
}

}  // namespace arges::model::statechart
