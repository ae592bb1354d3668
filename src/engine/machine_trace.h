#pragma once

#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "model/machines/lowering.h"

namespace arges::engine {

/// The actions of a lowered system, by the events that they are.
std::vector<const analysis::Action*> actions_of(const analysis::System& system, std::size_t events);

/// Events as a run of the lowered system, with the check at its end; the last of them, or what it
/// leads to, is what the system's question forbids.
analysis::ConcreteTrace as_trace(const model::machines::Lowering& lowering,
                                 const analysis::System& system,
                                 const std::vector<model::machines::Event>& events);

}  // namespace arges::engine
