#pragma once

#include <optional>

#include "base/limits.h"
#include "engine/task.h"
#include "frontend/gamma/gamma_parser.h"
#include "model/statechart/system.h"

namespace arges::engine {

/// A statechart or a system of them, as it was read.
struct StatechartModel {
  model::statechart::System system;
  /// If the file is one of Gamma's properties: those, the system being what they are about.
  std::optional<frontend::GammaProperties> properties = {};
};

/// Reads what the request names; throws UsageError, InputError or LimitReached.
StatechartModel read_statechart(ir::Context& context, const SourcePtr& source,
                                const LoadRequest& request, const Limits* limits);

/// Tells whoever wrote the model what is allowed and rarely meant.
void warn_about(const model::statechart::System& system, const Log& log);

}  // namespace arges::engine
