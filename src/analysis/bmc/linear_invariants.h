#pragma once

#include <map>
#include <vector>

#include "analysis/system/system.h"
#include "base/env.h"

namespace arges::analysis {

/// Linear equations and inequalities of a model's integers that hold whenever a run is at a control
/// point, for those points where some were found (Cousot, Halbwachs: "Automatic discovery of linear
/// restraints among variables of a program", POPL 1978). Departs from the paper: what an action
/// does is followed case by case, and joined where it ends; widening keeps to the conditions that
/// the model itself has.
///
/// Good candidates for invariants, no more: whoever relies on them proves them.
/// `most_work` bounds an attempt, in statements run on a polyhedron.
std::map<Control, std::vector<ir::Expr>> linear_invariants(
    Env& env, const System& system, std::size_t most_work = static_cast<std::size_t>(-1));

}  // namespace arges::analysis
