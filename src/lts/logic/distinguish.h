#pragma once

#include <optional>

#include "base/limits.h"
#include "lts/equivalence/bisimulation.h"
#include "lts/logic/formula.h"

namespace arges::lts {

/// A formula that holds in state `p` of an LTS and not in state `q`, which the equivalence (strong,
/// branching or weak) tells apart; `classes` are its classes. Of least modal depth where the
/// equivalence is strong or weak. Nothing if it would be too large to be of use. Throws
/// LimitReached.
///
/// States are told apart in rounds (Cleaveland, "On automatically explaining bisimulation
/// inequivalence", 1990, with rounds for splits): in a round, by what they can do into the classes
/// of the round before. The formula follows the rounds back.
std::optional<FormulaId> distinguishing_formula(Formulas& formulas, const Mts& lts,
                                                const Partition& classes, StateId p, StateId q,
                                                Equivalence equivalence,
                                                const Limits* limits = nullptr);

}  // namespace arges::lts
