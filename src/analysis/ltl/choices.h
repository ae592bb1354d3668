#pragma once

#include <cstdint>

namespace arges::analysis {

/// What a run that can't go on is worth to a temporal formula.
enum class FiniteRuns : std::uint8_t {
  automatic,      ///< what is usual for such models
  stutter_final,  ///< where the model says that a run ends, its last state repeats (Mondok 2019)
  stutter_all,    ///< in every state without a successor it does
  ignore,         ///< nothing: formulas speak of infinite runs
};

/// How an abstract graph is searched for accepting lassos.
enum class LoopSearch : std::uint8_t {
  components,  ///< strong components, while the graph is explored breadth first
  nested,      ///< nested depth-first search (Mondok 2019, Algorithm 1)
  guided,      ///< depth-first search that counts accepting states on its stack (Theta's GDFS)
  full,        ///< the whole graph first, then its components
};
/// Whether the search wants an automaton with acceptance on states.
inline bool is_on_states(LoopSearch search) {
  return search == LoopSearch::nested || search == LoopSearch::guided;
}

/// What is done about an abstract lasso that can be traversed but does not close.
enum class LoopRefinement : std::uint8_t {
  direct,     ///< the loop's start and its end are told apart (Mondok 2019, 3.4.4)
  unrolling,  ///< first some more rounds are tried
  ranking,    ///< before that, a reason why the loop ends: a ranking function
};

}  // namespace arges::analysis
