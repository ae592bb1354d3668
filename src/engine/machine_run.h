#pragma once

#include "engine/checker.h"
#include "engine/machine_task.h"

namespace arges::engine {

/// Events as a run of the lowered system, with the check at its end; the last of them, or what it
/// leads to, is what the system's question forbids.
analysis::ConcreteTrace as_trace(const model::machines::Lowering& lowering,
                                 const analysis::System& system,
                                 const std::vector<model::machines::Event>& events);

/// Checks a property of state machines by interval abstractions that refine themselves (Ojala
/// 2008), and certifies the verdict: a violation as a run of the lowered system, a proof as a
/// certificate about it.
void check_by_intervals(Env& env, Task& task, std::size_t property,
                        const Configuration& configuration, const CheckOptions& options,
                        output::PropertyResult& result);

/// Looks for linear relations between the integers that prove a property; the verdict is unknown
/// unless they are a certificate.
void check_by_relations(Env& env, Task& task, std::size_t property, const CheckOptions& options,
                        output::PropertyResult& result);

}  // namespace arges::engine
