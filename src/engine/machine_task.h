#pragma once

#include <memory>

#include "base/env.h"
#include "engine/options.h"
#include "engine/task.h"
#include "frontend/machines/sm_parser.h"
#include "model/machines/lowering.h"

namespace arges::engine {

/// What `--check` can ask of state machines that send each other messages; the numbers mean
/// nothing.
const Choices& machine_checks();

/// The checks of statecharts and of state machines.
const Choices& checks_of_any_model();

/// Why the verdict is unknown where a run comes to a full queue.
std::string full_queue_reason();

/// The name of a check, be it one of statecharts or of state machines; throws UsageError.
std::string_view check_of_any_model(std::string_view name);

/// A property of such a system, for the engine that knows it as what it is.
struct MachineQuestion {
  const model::machines::Lowering* lowering = nullptr;
  const model::machines::Question* question = nullptr;
  /// Conditions of the property, or atoms of the formula, that may have no value.
  std::vector<model::machines::PartialCondition> partial = {};
};

/// Reads such a system: text, or objects of UML; throws InputError with all that is wrong.
frontend::MachineSystem read_machines(const SourcePtr& source, const Limits* limits);

/// Tells whoever wrote the model what is allowed and rarely meant.
void warn_about(const frontend::MachineSystem& system, const Log& log);

/// A system of state machines with the properties asked for.
std::unique_ptr<Task> make_machine_task(Env& env, const SourcePtr& source,
                                        const LoadRequest& request);

}  // namespace arges::engine
