#pragma once

#include "lts/equivalence/labelled_graph.h"

namespace arges::lts {

/// The strongly connected components of the internal transitions. Who leads to whom: an internal
/// transition to another component leads to one with a smaller number.
struct TauComponents {
  std::vector<std::uint32_t> component_of;
  std::vector<bool> diverges;  ///< of each component: an internal cycle is in it

  std::size_t size() const { return diverges.size(); }
};

/// Tarjan's algorithm, without recursion.
TauComponents tau_components(const Mts& system);

}  // namespace arges::lts
