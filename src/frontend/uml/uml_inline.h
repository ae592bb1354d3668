#pragma once

#include "base/error.h"
#include "frontend/uml/uml_outline.h"

namespace arges::frontend::uml {

/// Gives each state that stands for a machine a copy of what is in that machine; references to its
/// points become points of the state. A machine that has itself inside is complained about.
void inline_submachines(Outline& outline, Diagnostics& diagnostics);

}  // namespace arges::frontend::uml
