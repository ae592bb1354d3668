#pragma once

#include "lts/logic/formula.h"

namespace arges::lts {

/// Whether steps of a formula are transitions, or ways with internal steps before and behind.
enum class StepKind : std::uint8_t { single, weak };

/// What a formula about `both_as_actions` of a modal system, or of its observational system, says
/// about the modal system itself: "must a" is what a diamond asks for, and that a is allowed is
/// that a box does not hold. The formula has no modalities but diamonds.
FormulaId modal_formula(Formulas& formulas, FormulaId formula, const ActionTable& table,
                        StepKind steps);

}  // namespace arges::lts
