#pragma once

#include <cstdint>
#include <optional>

#include "smt/interpolation/chain.h"
#include "smt/interpolation/projection.h"

namespace arges::smt {

/// Which statements count.
enum class PathPart : std::uint8_t { contradictory, whole };

/// What a postcondition says.
enum class Detail : std::uint8_t {
  live,  ///< about variables of the steps to come, and of that what they need
  all,   ///< about all variables
};

/// Interpolants as strongest postconditions of (the contradictory part of) the steps so far, as in
/// Newton refinement (Dietsch, Heizmann, Musa, Nutz, Podelski: "Craig vs. Newton in software model
/// checking", ESEC/FSE 2017), there with or without live variables.
///
/// An eliminator, if there is one, is asked where our own projection says too little. Nothing if
/// that does not help either.
std::optional<Chain> postcondition_interpolants(Env& env, SolverFactory& solvers,
                                                const FormulaTrace& trace,
                                                Eliminator* eliminator = nullptr,
                                                PathPart part = PathPart::contradictory,
                                                Detail detail = Detail::live);

}  // namespace arges::smt
