#pragma once

#include <string>
#include <vector>

#include "base/limits.h"
#include "base/source.h"
#include "lts/mts.h"

namespace arges::frontend {

/// A transition system and what its file calls it.
struct NamedSystem {
  std::string name;
  lts::Mts system;
};

/// Reads transition systems from Graphviz' language as RERS and AutomataLib write them: each
/// digraph is a component, each edge with a label a transition; "tau" is the internal action, a
/// dashed edge is only allowed. The initial state is the one that an edge without a label leads to,
/// from a node that is drawn as nothing or a point (`__start0`); without such an edge, the first
/// one that is mentioned. Throws InputError with all that is wrong, and LimitReached.
std::vector<NamedSystem> read_dot(const SourceText& source, const lts::ActionTablePtr& table,
                                  const Limits* limits = nullptr);

}  // namespace arges::frontend
