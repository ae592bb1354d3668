#pragma once

#include <vector>

#include "analysis/domain/interval/interval.h"
#include "analysis/precision/precision.h"

namespace arges::analysis {

/// The cells of one variable: where they begin, and whether single values are told apart.
struct Partitioned {
  ir::Var variable = nullptr;
  std::vector<std::int64_t> cuts = {};  ///< a cell begins at each of them; in order
  bool by_values = false;               ///< a value is kept as such where it is known

  /// The cell that the interval is in; nothing if it is in several.
  std::optional<Interval> cell(const Interval& interval) const;
};

/// What is tracked at one scope, by order of declaration. A split point c of x is the predicate
/// `c <= x`; a variable that is tracked as such is told apart value by value.
std::vector<Partitioned> partitions(const Facts& facts);

/// The predicate of a split point.
ir::Expr split_point(ir::Context& context, ir::Var var, std::int64_t cut);

/// What of a formula boxes can tell.
struct BoxFacts {
  std::vector<ir::Expr> bounds = {};     ///< split points
  std::vector<ir::Var> few_values = {};  ///< Booleans and enumerations
  std::vector<ir::Var> related = {};     ///< integers that are only told in terms of others
};
BoxFacts box_facts(ir::Expr formula);

}  // namespace arges::analysis
