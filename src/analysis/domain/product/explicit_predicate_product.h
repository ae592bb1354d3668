#pragma once

#include <memory>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/domain/predicate/predicate_domain.h"
#include "analysis/domain/product/product_domain.h"
#include "analysis/domain/product/value_budgets.h"

namespace arges::analysis {

/// The product refiner of Bajkai 2018, Chapter 3: a variable is tracked explicitly at first; once
/// it was dropped, the predicates that mention it are added instead.
///
/// Past the paper: as a last resort, a variable that a refutation names although it is tracked has
/// shown that its values do not help, and is dropped as well.
class DropoutRefiner : public ProductRefiner {
 public:
  DropoutRefiner(const PredicateDomain& predicates, ValueBudget& budget)
      : predicates_(predicates), budget_(budget) {}
  void refine(Precision& precision, const Refutation& refutation, std::span<const Control> controls,
              Effort effort) override;

 private:
  void add_predicates(Precision& precision, const Refutation& refutation,
                      std::span<const Control> controls, Effort effort) const;
  const PredicateDomain& predicates_;
  ValueBudget& budget_;
};

/// Some variables by value, the others by predicates: for transition systems with control
/// variables. A variable about which more than `limit` predicates were found becomes explicit.
class ControlRefiner : public ProductRefiner {
 public:
  ControlRefiner(const PredicateDomain& predicates, std::vector<ir::Var> control,
                 std::size_t limit);
  void refine(Precision& precision, const Refutation& refutation, std::span<const Control> controls,
              Effort effort) override;

 private:
  bool is_explicit(ir::Var var) const { return explicit_.contains(var); }
  const PredicateDomain& predicates_;
  std::unordered_set<ir::Var> explicit_;
  std::unordered_map<ir::Var, std::unordered_set<ir::Expr>> atoms_;
  std::size_t limit_;
};

}  // namespace arges::analysis
