#pragma once

#include <cstdint>
#include <optional>

#include "smt/interpolation/chain.h"
#include "smt/interpolation/projection.h"

namespace arges::smt {

/// Which statements count.
enum class PathPart : std::uint8_t { contradictory, whole };

/// Interpolants as strongest postconditions: what (the contradictory part of) the steps so far say
/// about the variables of the steps to come, less the conjuncts these don't need.
///
/// An eliminator, if there is one, is asked where our own projection says too little. Nothing if
/// that does not help either.
std::optional<Chain> postcondition_interpolants(Env& env, SolverFactory& solvers,
                                                const FormulaTrace& trace,
                                                Eliminator* eliminator = nullptr,
                                                PathPart part = PathPart::contradictory);

}  // namespace arges::smt
