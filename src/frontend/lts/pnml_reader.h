#pragma once

#include "base/limits.h"
#include "base/source.h"
#include "lts/petri/petri_net.h"

namespace arges::frontend {

/// Reads a place/transition net in PNML (ISO/IEC 15909-2): places, transitions and arcs of all
/// pages, initial markings and weights; the name of a transition is its action, "tau" being the
/// internal one, and without a name it is the transition's identifier. Units of nested-unit Petri
/// nets (`nupn`) that hold places are kept. Drawings are skipped; nets of other types are refused.
/// Throws InputError with all that is wrong.
lts::PetriNet read_pnml(const SourceText& source, const lts::ActionTablePtr& table);

}  // namespace arges::frontend
