#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "base/limits.h"
#include "lts/temporal/product.h"

namespace arges::lts {

/// What a search for an accepting run leaves behind: such a component, or a proof that there is
/// none.
struct Emptiness {
  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  bool is_empty = false;
  /// If not: states that lie on cycles with each other, whose edges pass every acceptance set.
  std::vector<ActionProduct::State> accepting;
  /// If so, of each state: its strongly connected component. Edges lead to the same or a smaller
  /// number.
  std::vector<std::uint32_t> component;
  /// Of each component: an acceptance set that no edge inside passes; `none`: there is no such
  /// edge.
  std::vector<std::uint32_t> missing;
};

/// Told from time to time how many states were met.
using SearchProgress = std::function<void(std::size_t states)>;

/// Searches a product, exploring no more than it needs: Couvreur, "On-the-fly verification of
/// linear temporal logic" (FM 1999), with the states of a component kept on a stack of their own,
/// as Gabow does. Generalized acceptance needs no degeneralization here. Throws LimitReached.
Emptiness search_accepting(ActionProduct& product, const Limits* limits = nullptr,
                           const SearchProgress& progress = {});

}  // namespace arges::lts
