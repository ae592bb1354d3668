#pragma once

#include <optional>
#include <vector>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// A deterministic and complete automaton without acceptance, and which states of the original can
/// have been reached where it is.
struct SubsetAutomaton {
  Automaton automaton;
  std::vector<std::vector<StateId>> subsets;  ///< sorted
};

/// nullopt if there are more subsets than that.
std::optional<SubsetAutomaton> subset_construction(const Automaton& automaton,
                                                   std::size_t max_subsets);

}  // namespace arges::automata
