#pragma once

#include "base/error.h"
#include "frontend/scxml/scxml_document.h"
#include "frontend/uml/uml_outline.h"

namespace arges::frontend::uml {

/// Reads XMI 2.x as Eclipse UML2 and Papyrus write it; complains and goes on.
Outline read_xmi(const scxml::Document& document, Diagnostics& diagnostics);

}  // namespace arges::frontend::uml
