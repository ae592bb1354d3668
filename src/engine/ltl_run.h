#pragma once

#include "engine/checker.h"

namespace arges::engine {

/// Checks a temporal formula: from configuration to certified verdict. May throw LimitReached.
void check_formula(Env& env, const LtlProperty& property, const Configuration& configuration,
                   const CheckOptions& options, ModelKind kind, output::PropertyResult& result);

}  // namespace arges::engine
