#pragma once

#include "base/error.h"
#include "frontend/machines/sm_parser.h"
#include "frontend/uml/uml_fragments.h"
#include "frontend/uml/uml_outline.h"

namespace arges::frontend::uml {

/// Whether a machine has what the flat ones of objects have not; told where.
struct Foreign {
  SourceLocation location;
  std::string what;
};
std::optional<Foreign> beyond_objects(const Outline& outline, Index machine);

/// Makes a system of objects of the instance specifications, by way of the syntax of `.sm`;
/// complains and goes on.
MachineSystem build_objects(const Outline& outline, Fragments& fragments, Diagnostics& diagnostics);

}  // namespace arges::frontend::uml
