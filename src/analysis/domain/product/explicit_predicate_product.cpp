#include "analysis/domain/product/explicit_predicate_product.h"

#include <algorithm>

#include "ir/traversal.h"

namespace arges::analysis {

void DropoutRefiner::add_predicates(Precision& precision, const Refutation& refutation,
                                    std::span<const Control> controls, Effort effort) const {
  if (refutation.interpolants.empty()) return;
  for (std::size_t k = 0; k < controls.size(); ++k)
    for (const ir::Expr predicate : predicates_.predicates_of(refutation.interpolants[k], effort)) {
      const std::vector<ir::Var> vars = ir::free_variables(predicate);
      if (std::any_of(vars.begin(), vars.end(),
                      [&](ir::Var var) { return precision.is_dropped(var); }))
        precision.add_predicate(controls[k], predicate);
    }
}

void DropoutRefiner::refine(Precision& precision, const Refutation& refutation,
                            std::span<const Control> controls, Effort effort) {
  if (effort == Effort::usual) {
    for (std::size_t k = 0; k < controls.size(); ++k)
      for (const ir::Var var : refutation.variables[k]) precision.add_variable(controls[k], var);
    add_predicates(precision, refutation, controls, effort);
    return;
  }
  bool changed = false;
  for (const auto& vars : refutation.variables)
    for (const ir::Var var : vars) changed = budget_.wanted_again(var) || changed;
  if (changed) {
    precision.touch();
    return;
  }
  const std::uint32_t before = precision.version();
  for (const auto& vars : refutation.variables)
    for (const ir::Var var : vars) precision.drop(var);
  const bool dropped_some = precision.version() != before;
  add_predicates(precision, refutation, controls, dropped_some ? Effort::usual : effort);
}

ControlRefiner::ControlRefiner(const PredicateDomain& predicates, std::vector<ir::Var> control,
                               std::size_t limit)
    : predicates_(predicates), explicit_(control.begin(), control.end()), limit_(limit) {}

void ControlRefiner::refine(Precision& precision, const Refutation& refutation,
                            std::span<const Control> controls, Effort effort) {
  for (std::size_t k = 0; k < controls.size(); ++k) {
    for (const ir::Var var : refutation.variables[k])
      if (is_explicit(var)) precision.add_variable(controls[k], var);
    if (refutation.interpolants.empty()) continue;
    for (const ir::Expr predicate : predicates_.predicates_of(refutation.interpolants[k], effort)) {
      const std::vector<ir::Var> vars = ir::free_variables(predicate);
      for (const ir::Var var : vars)
        if (!is_explicit(var) && atoms_[var].insert(predicate).second &&
            atoms_[var].size() > limit_) {
          explicit_.insert(var);
          precision.add_variable(controls[k], var);
        }
      if (!std::all_of(vars.begin(), vars.end(), [&](ir::Var var) { return is_explicit(var); }))
        precision.add_predicate(controls[k], predicate);
    }
  }
}

}  // namespace arges::analysis
