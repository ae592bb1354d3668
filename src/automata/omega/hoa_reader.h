#pragma once

#include "automata/omega/automaton.h"
#include "base/source.h"

namespace arges::automata {

/// Reads an automaton in the Hanoi Omega-Automata format, version 1, whoever wrote it: acceptance
/// on states or edges, labels on states or edges, written out or implicit, aliases, several initial
/// states. Acceptance must be a conjunction of Inf(…) (Büchi, generalized Büchi, all). Throws
/// InputError with a position.
Automaton read_hoa(const SourceText& source);

}  // namespace arges::automata
