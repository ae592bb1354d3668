#pragma once

#include <map>
#include <span>

#include "analysis/system/system.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Conditions that hold whenever a run is at a control point, for those points where some were
/// found; together they are inductive.
///
/// Candidates are what the model's text suggests: its own conditions and their opposites, bounds
/// and orders of variables by the numbers and variables they occur with, values that a variable or
/// two of them together do not have; linear relations of its integers (linear_invariants.h); and
/// what is suggested by the caller. Those that an action can
/// break are left out until none is (Flanagan, Leino: "Houdini, an annotation assistant for
/// ESC/Java", FME 2001). Departs from the paper: each control point has candidates of its own.
std::map<Control, ir::Expr> simple_invariants(Env& env, const System& system,
                                              smt::SolverFactory& solvers,
                                              std::span<const ir::Expr> suggested = {});

}  // namespace arges::analysis
