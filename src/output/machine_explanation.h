#pragma once

#include <string>

#include "model/machines/interval_refinement.h"

namespace arges::output {

/// Tells why a counterexample is spurious, as Tables 5.1 and 5.2 of Ojala 2008 do: both executions
/// side by side, relevant locations between underscores, and the split that comes of it.
std::string explain(const model::machines::Spurious& spurious);

}  // namespace arges::output
