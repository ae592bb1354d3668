#pragma once

#include <memory>

#include "frontend/c/options.h"
#include "frontend/c/syntax/program.h"

namespace arges::frontend::c {

/// Reads a C text by libclang; throws InputError. What is valid C but not supported is in the
/// program as such: it matters only where it is used.
std::unique_ptr<Program> read_program(const SourcePtr& source, DataModel data_model);

}  // namespace arges::frontend::c
