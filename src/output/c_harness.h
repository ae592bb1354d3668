#pragma once

#include <string>

#include "analysis/trace/concrete_trace.h"
#include "model/cfa/cfa.h"
#include "output/trace_set.h"

namespace arges::output {

/// A C file that, compiled together with the program, makes it run as the trace does: it defines
/// what the program only declares. When the error is reached, the program ends with the code
/// `reached_code`.
std::string c_harness(const model::Cfa& cfa, const analysis::ConcreteTrace& trace,
                      const std::string& property);

/// The same for all traces of a set; which one is run is told by an environment variable.
std::string c_harness(const TraceSet& set);

inline constexpr int reached_code = 77;

}  // namespace arges::output
