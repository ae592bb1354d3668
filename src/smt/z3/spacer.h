#pragma once

#include <optional>

#include "smt/interpolation/chain.h"

namespace arges::smt {

/// Interpolants from Z3's Horn clause solver: each state of the trace is a predicate over the
/// variables that its contradiction carries past it (Komuravelli, Gurfinkel, Chaki, "SMT-based
/// model checking for recursive programs", 2014; a straight path is the simplest case).
///
/// Ten to a hundred times slower than the other generators, but it generalises best, so for traces
/// whose predicates diverge. Every chain is checked, as little is known of how far Z3's covers can
/// be relied on. Nothing if there is none within the limit.
std::optional<Chain> spacer_interpolants(Env& env, SolverFactory& solvers,
                                         const FormulaTrace& trace,
                                         QueryLimit limit = interpolation_limit);

}  // namespace arges::smt
