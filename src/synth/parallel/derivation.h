#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "lts/mts.h"
#include "lts/refinement/refinement.h"

namespace arges::synth {

/// How a composition came about, step by step: a tree of systems in which each is refined by the
/// composition of those below it, if one looks at its own actions only.
struct Derivation {
  struct Node {
    lts::Mts system;
    std::vector<std::size_t> parts;  ///< nodes; none: a component refines it
  };
  std::vector<Node> nodes;  ///< the first is the root, parts come behind what they are parts of
};

/// The leaves below a node, in order.
std::vector<std::size_t> leaves(const Derivation& derivation, std::size_t node = 0);

/// What is wrong with a derivation, or "". If nothing is, the composition of the components, seen
/// by the root's actions, is a (convergent, if asked for) weak refinement of the root: each step is
/// checked on its own systems by `lts/refinement`, whoever made them, and Theorem 1 of Jasper 2021
/// puts the steps together, because what is new below one part is unknown below all others. The
/// components refine the leaves, in order.
std::string derivation_error(const Derivation& derivation, const std::vector<lts::Mts>& components,
                             lts::RefinementKind kind, const Limits* limits = nullptr);

}  // namespace arges::synth
