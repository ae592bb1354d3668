#pragma once

#include <string>

#include "analysis/trace/concrete_trace.h"
#include "model/cfa/cfa.h"

namespace arges::output {

/// A run of a program as a debugger would tell it: source lines, calls, and what changes.
std::string program_trace_text(const model::Cfa& cfa, const analysis::ConcreteTrace& trace);

}  // namespace arges::output
