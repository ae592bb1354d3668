#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/env.h"
#include "ir/unfold.h"
#include "smt/solver.h"

namespace arges::smt {

/// A path as formulas over versioned variables, one step after another.
///
/// Steps share a version of a variable only if it keeps its value between them, and then every
/// state between them has that version; a version inside a single step is that step's own affair.
struct FormulaTrace {
  /// The conjuncts of the initial condition, then those of each action.
  std::vector<std::vector<ir::Expr>> steps;
  /// The versions after each step: those of state k after step k. As many as there are steps.
  std::vector<ir::Versions> states;
};

/// Why a trace can't be run: the formula at k speaks about state k, in unversioned variables.
/// Step 0 implies the first, each with the next step implies the next, and the last is false.
using Chain = std::vector<ir::Expr>;

/// What every query of the generators may cost: steps, so that each run finds the same chains, and
/// time for products, which the solver does not count.
inline constexpr QueryLimit interpolation_limit{.seconds = 30, .steps = 2000000};

enum class ChainStatus : std::uint8_t { holds, fails, unknown };

/// Whether this is a chain of the trace; unknown if a solver can't tell at some step.
ChainStatus check_chain(Env& env, SolverFactory& solvers, const FormulaTrace& trace,
                        const Chain& chain, QueryLimit limit = interpolation_limit);

/// The chain as it came; with ARGES_SELF_CHECKS it must not fail its check.
Chain self_checked(Env& env, SolverFactory& solvers, const FormulaTrace& trace, Chain chain);

/// The formula as a state says it, without versions; null if it mentions versions the state does
/// not have.
ir::Expr at_state(const ir::Versions& state, ir::Expr formula);

/// The trace with no more conjuncts than its contradiction needs; nothing if the solver finds none.
/// Of several contradictions one with the last conjunct, which says what the path should not lead
/// to, is preferred.
std::optional<FormulaTrace> contradiction(Env& env, SolverFactory& solvers,
                                          const FormulaTrace& trace);

}  // namespace arges::smt
