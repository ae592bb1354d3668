#pragma once

#include "base/error.h"
#include "frontend/scxml/scxml_document.h"
#include "frontend/uml/uml_outline.h"

namespace arges::frontend::uml {

/// Whether it is a state machine of the tests of PSSM as Tetrabox has them, in a dialect of Ecore.
bool is_pssm(const scxml::Document& document);

/// Reads such a file; complains and goes on.
Outline read_pssm(const scxml::Document& document, Diagnostics& diagnostics);

}  // namespace arges::frontend::uml
