#pragma once

#include <functional>
#include <map>
#include <optional>

#include "base/limits.h"
#include "lts/logic/formula.h"

namespace arges::lts {

/// Makes formulas that hold in one of two states and not in the other, each from those of pairs
/// that were told apart earlier; without recursion, as there may be many levels.
class PairFormulas {
 public:
  using Pair = std::pair<StateId, StateId>;

  explicit PairFormulas(Formulas& formulas) : formulas_(formulas) {}
  virtual ~PairFormulas() = default;

  /// Holds in `p`, not in `q`; nothing if more than `most_pairs` are involved.
  std::optional<FormulaId> formula(StateId p, StateId q, const Limits* limits);
  static constexpr std::size_t most_pairs = 20000;

 protected:
  /// What a pair's formula is made of: formulas of other pairs, in this order.
  struct Plan {
    std::vector<Pair> needs;
    std::function<FormulaId(const std::vector<FormulaId>&)> make;
  };
  virtual Plan plan(StateId p, StateId q) = 0;
  Formulas& formulas() { return formulas_; }

 private:
  Formulas& formulas_;
  std::map<Pair, FormulaId> made_;
};

}  // namespace arges::lts
