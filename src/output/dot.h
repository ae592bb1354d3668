#pragma once

#include <string>

#include "output/result.h"

namespace arges::output {

/// A Graphviz drawing of the results, one cluster a property: of `true` the abstract reachability
/// graph (dashed edges lead to the node that covers), of `false` the run that violates it.
std::string render_dot(const ModelResult& result);

}  // namespace arges::output
