#pragma once

#include <string>
#include <vector>

#include "lts/mts.h"
#include "lts/temporal/ltl_check.h"

namespace arges::output {

/// A formula with a name that Promela accepts.
struct PromelaFormula {
  std::string name;
  lts::ActionFormula property;  ///< without X
};

/// A composition of LTSs as a model for spin: each component a process with its state in a
/// variable, each action one d_step, in which all who know the action move together; so spin's
/// steps are the composition's. Any number of components can synchronise. The d_step is with one of
/// them. The variable `last` is the action that was done last, and formulas speak of it: they hold
/// of a run if they do of its actions with one before them that is none of the formula's. Throws
/// UsageError if the model would be too large, or a formula has X.
std::string composition_promela(const std::vector<const lts::Mts*>& parts,
                                const std::vector<PromelaFormula>& formulas,
                                const std::string& title);

}  // namespace arges::output
