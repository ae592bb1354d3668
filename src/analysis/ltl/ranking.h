#pragma once

#include <map>
#include <optional>
#include <span>
#include <vector>

#include "analysis/system/system.h"
#include "base/env.h"

namespace arges::analysis {

/// A ranking function as a family of integer terms, one for each control point that has one.
using RankingFamily = std::map<Control, ir::Expr>;

/// A step that a ranking function is to be found for.
struct RankedStep {
  const Action* action;
  ir::Expr before;  ///< what is known of the states it is taken in
  ir::Expr after;   ///< and of those it leads to
};

/// Finds a family of linear terms that no step increases and some step decreases by one or more
/// from at least zero (Podelski, Rybalchenko, "A complete method for the synthesis of linear
/// ranking functions", VMCAI 2004: by Farkas' lemma a linear program). Departs from the paper:
/// there are terms for every control point on the way instead of one for a loop as a whole, so that
/// each action can be judged by itself. Only a candidate: whoever relies on it proves it.
struct FoundRanking {
  RankingFamily family;
  std::size_t decreasing;  ///< the step that decreases it
};
/// The steps that may be the decreasing one are the first so many.
std::optional<FoundRanking> find_ranking(Env& env, const System& system,
                                         std::span<const RankedStep> steps, std::size_t candidates);

}  // namespace arges::analysis
