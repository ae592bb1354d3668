#pragma once

#include "base/limits.h"
#include "lts/temporal/product.h"

namespace arges::lts {

/// A run that the product accepts: a shortest way to one of these states, which make up an
/// accepting component or a part of one, and from there a cycle that passes every acceptance set.
/// Throws LimitReached.
Run accepted_run(ActionProduct& product, const ParallelView& system,
                 const std::vector<ActionProduct::State>& accepting,
                 const Limits* limits = nullptr);

}  // namespace arges::lts
