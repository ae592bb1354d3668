#pragma once

#include "base/limits.h"
#include "lts/equivalence/labelled_graph.h"

namespace arges::lts {

/// How closely two systems must follow each other; each is finer than those behind it.
enum class Equivalence : std::uint8_t {
  strong,               ///< step by step, internal steps included
  divergent_branching,  ///< as `branching`, and who can go on internally for ever is told apart
  branching,  ///< internal steps that decide nothing do not count (van Glabbeek, Weijland)
  weak,       ///< internal steps before and behind a step do not count (Milner)
};

/// The coarsest partition of an LTS's states into equivalent ones. Strong and branching: O(m log
/// n). Weak: the branching quotient first, then its observational relation, which may be quadratic
/// in the quotient's states. Throws LimitReached.
Partition equivalence_classes(const Mts& lts, Equivalence equivalence,
                              const Limits* limits = nullptr);

/// As `quotient`, with a state for each block, numbered as the block is.
Mts quotient_of_all(const Mts& lts, const Partition& partition, Equivalence equivalence);

/// One state a block, without the internal transitions that the equivalence ignores; only what can
/// be reached.
Mts quotient(const Mts& lts, const Partition& partition, Equivalence equivalence);

/// The smallest equivalent LTS, in states and in transitions.
Mts minimized(const Mts& lts, Equivalence equivalence, const Limits* limits = nullptr);

/// Both systems beside each other: states of `b` come behind those of `a`; the initial one is a's.
/// They must share a table of actions.
Mts disjoint_union(const Mts& a, const Mts& b);
/// In a disjoint union, the initial state of the second.
StateId second_initial(const Mts& a, const Mts& b);

}  // namespace arges::lts
