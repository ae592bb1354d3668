#pragma once

#include "base/limits.h"
#include "frontend/scxml/scxml_document.h"
#include "frontend/scxml/scxml_parser.h"

namespace arges::frontend::scxml {

/// Reads a machine, or the machines that a system file names, and puts them together.
model::statechart::System read_system(ir::Context& context, const SourcePtr& source,
                                      const ScxmlOptions& options, const Limits* limits);

}  // namespace arges::frontend::scxml
