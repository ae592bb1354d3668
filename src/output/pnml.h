#pragma once

#include <string>

#include "lts/petri/petri_net.h"

namespace arges::output {

/// A Petri net in PNML (ISO/IEC 15909-2): the name of a transition is its action, units are told
/// where tools for nested-unit Petri nets look for them (`nupn`, as in the Model Checking Contest).
/// A transition with the internal action is called "tau".
std::string pnml(const lts::PetriNet& net, const std::string& name);

}  // namespace arges::output
