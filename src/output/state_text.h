#pragma once

#include <string>

#include "output/told_trace.h"

namespace arges::output {

/// A state, of which some values may be unknown, in the model's own words: of a statechart its
/// active states, then data, messages that wait and timers that run; of communicating machines
/// where the objects are, and data; else the control point and data.
std::string state_text(const RunSubject& subject, analysis::Control control,
                       const ir::Valuation& state);

}  // namespace arges::output
