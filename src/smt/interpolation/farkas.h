#pragma once

#include <cstdint>
#include <optional>

#include "smt/interpolation/chain.h"

namespace arges::smt {

/// Which of the interpolants between "follows from the steps so far" and "suffices for the steps
/// to come" is chosen.
enum class FarkasForm : std::uint8_t {
  equalities,  ///< what follows from the steps so far, as an equation if only equations were used
  weak,        ///< an inequality that barely suffices for the steps to come
};

/// Interpolants by linear arithmetic over integers and rationals: sums of the constraints of the
/// steps so far, weighted as in a contradictory sum of all. Everything Boolean, disequalities and
/// integers between rationals are resolved by case distinctions (McMillan, "An interpolating
/// theorem prover", 2005, section 3; here the cases are split by formulas of one step each, so that
/// chains of the cases are just conjoined before that step and disjoined after it).
///
/// Nothing if linear arithmetic does not show the contradiction, or takes too many cases.
std::optional<Chain> farkas_interpolants(Env& env, SolverFactory& solvers,
                                         const FormulaTrace& trace, FarkasForm form);

}  // namespace arges::smt
