#pragma once

#include <memory>

#include "base/env.h"
#include "ir/context.h"
#include "smt/interpolation/projection.h"

namespace arges::smt {

/// Z3's quantifier elimination, each time under a limit of wall time (it counts no steps). `env`
/// and `context` must outlive it.
std::unique_ptr<Eliminator> make_z3_eliminator(Env& env, ir::Context& context, double seconds = 1);

}  // namespace arges::smt
