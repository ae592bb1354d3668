#pragma once

#include <optional>
#include <vector>

#include "analysis/ltl/buchi_product.h"
#include "analysis/ltl/resolved_path.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// The loop of a run as a path that reads, at every letter, what the run reads there: each of the
/// atoms has the same truth value every time. Nothing if the run does not fit.
std::optional<ResolvedPath> loop_path(const BuchiProduct& product, const ConcreteTrace& run,
                                      std::size_t start, std::span<const ir::Expr> atoms,
                                      const ValueRule& rule);

/// Whether from every state of the set the path can be taken and leads back into it; nothing where
/// the solver can't tell.
std::optional<bool> is_recurrence_set(smt::SolverFactory& solvers, const ResolvedPath& path,
                                      ir::Expr set);

/// Looks for a recurrence set of the loop that a run ends with (Gupta, Henzinger, Majumdar,
/// Rybalchenko, Xu, "Proving non-termination", POPL 2008) and that the loop began in: of some
/// conditions that hold there, those that the loop keeps (Houdini). Only a candidate: it is proved
/// again from the trace.
std::optional<Loop> find_recurrence(Env& env, const BuchiProduct& product,
                                    smt::SolverFactory& solvers, const ConcreteTrace& run,
                                    std::size_t start, std::span<const ir::Expr> atoms,
                                    ir::Expr known);

}  // namespace arges::analysis
