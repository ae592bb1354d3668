#pragma once

#include "base/error.h"
#include "frontend/machines/sm_parser.h"
#include "frontend/machines/sm_syntax.h"

namespace arges::frontend::machines {

/// Puts a model together from a file as it is written; complains and goes on.
MachineSystem build_machines(const FileText& file, Diagnostics& diagnostics);

}  // namespace arges::frontend::machines
