#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "analysis/tracegen/trace_generator.h"

namespace arges::engine {

/// By numbers of traces, the generated ones and after them those that were found for goals: which
/// one shows it, as it starts with it; itself, if no other does. Of equal ones it is the first. No
/// generated one is the beginning of another, which is not looked at again.
std::vector<std::size_t> shown_by(const analysis::TraceGraph& graph,
                                  analysis::TraceGenerator& generator,
                                  std::span<const analysis::ConcreteTrace> found);

}  // namespace arges::engine
