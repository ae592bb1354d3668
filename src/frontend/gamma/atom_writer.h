#pragma once

#include "base/error.h"
#include "base/syntax/tree.h"
#include "frontend/gamma/gamma_parser.h"

namespace arges::frontend::gamma {

/// An expression of a property file as users write it for statecharts, with qualified names; what
/// can't be written so is reported.
GammaAtom write_atom(const syntax::Tree& tree, syntax::NodeId node, Diagnostics& diagnostics);

}  // namespace arges::frontend::gamma
