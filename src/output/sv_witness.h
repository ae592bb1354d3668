#pragma once

#include <string>

#include "output/result.h"

namespace arges::output {

/// Whether the result is about a C program and decided.
bool has_sv_witness(const PropertyResult& result);

/// The verdict on a C program in SV-COMP's witness format, version 2.0 (YAML): a violation as the
/// values that its functions return, a proof as invariants of its loops.
std::string write_sv_witness(const PropertyResult& result);

}  // namespace arges::output
