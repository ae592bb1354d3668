#pragma once

#include <optional>
#include <string>

#include "engine/checker.h"
#include "engine/machine_task.h"

namespace arges::engine {

/// Checks a property of state machines by interval abstractions that refine themselves (Ojala
/// 2008), and certifies the verdict: a violation as a run of the lowered system, a proof as a
/// certificate about it. Where a loop counter is to be left to predicates, nothing is decided: then
/// the bounds of the cells come back, as read_precision reads them.
std::optional<std::string> check_by_intervals(Env& env, Task& task, std::size_t property,
                                              const Configuration& configuration,
                                              const CheckOptions& options,
                                              output::PropertyResult& result);

/// Looks for linear relations between the integers that prove a property; the verdict is unknown
/// unless they are a certificate.
void check_by_relations(Env& env, Task& task, std::size_t property, const CheckOptions& options,
                        output::PropertyResult& result);

}  // namespace arges::engine
