#pragma once

#include "model/machines/interval_refinement.h"
#include "output/explanation.h"

namespace arges::output {

/// Tells why a counterexample is spurious, as Tables 5.1 and 5.2 of Ojala 2008 do: both executions,
/// the relevant locations, and the split that comes of it.
Explanation explain(const model::machines::Spurious& spurious);

}  // namespace arges::output
