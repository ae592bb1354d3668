#pragma once

#include <map>
#include <memory>
#include <tuple>
#include <vector>

#include "analysis/ltl/fair_components.h"
#include "analysis/ltl/ranking.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Tells for abstract edges what they do to ranking functions (Balaban, Pnueli, Zuck, "Ranking
/// abstraction as companion to predicate abstraction", 2005): decreasing if every step of the edge
/// decreases the function from at least zero, increasing unless it is proved that none does. What
/// the solver can't tell counts as increasing and not as decreasing. So every infinite run that
/// has infinitely many decreasing edges has infinitely many increasing ones.
class RankOracle {
 public:
  RankOracle(ir::Context& context, smt::SolverFactory& solvers)
      : context_(context), solver_(solvers.make()) {}

  /// More could not be told apart by bits.
  static constexpr std::size_t most_families = 60;

  /// False if the family is known, or there are too many.
  bool add(RankingFamily family);
  const std::vector<RankingFamily>& families() const { return families_; }

  /// What an action from states with `before` to states with `after` does.
  RankingMarks marks(const Action& action, ir::Expr before, ir::Expr after);

 private:
  struct Answer {
    bool decreasing;
    bool increasing;
  };
  Answer ask(const Action& action, ir::Expr before, ir::Expr after, const RankingFamily& family);

  ir::Context& context_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<RankingFamily> families_;
  /// By family, action and the two states.
  std::map<std::tuple<std::size_t, std::uint32_t, std::uint32_t, std::uint32_t>, Answer> known_;
};

}  // namespace arges::analysis
