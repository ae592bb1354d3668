#include "analysis/domain/relevance.h"

#include <algorithm>

#include "ir/traversal.h"

namespace arges::analysis {

const std::vector<ir::Var>& Relevance::variables(ir::Expr formula) {
  const auto [entry, is_new] = variables_.try_emplace(formula);
  if (is_new) entry->second = ir::free_variables(formula);
  return entry->second;
}

const std::vector<ir::Expr>& Relevance::versioned(ir::Expr formula) {
  const auto [entry, is_new] = versioned_.try_emplace(formula);
  if (is_new)
    ir::for_each_subexpression(formula, [&found = entry->second](ir::Expr e) {
      if (e.is_variable()) found.push_back(e);
    });
  return entry->second;
}

std::vector<std::size_t> Relevance::connected(std::span<const ir::Expr> formulas,
                                              std::span<const ir::Var> seeds) {
  ir::VarMap<bool> reached;
  for (const ir::Var var : seeds) reached.set(var, true);
  std::vector<std::size_t> inside;
  std::vector<std::size_t> outside(formulas.size());
  for (std::size_t i = 0; i < formulas.size(); ++i) outside[i] = i;
  const auto touches = [&](std::size_t i) {
    const std::vector<ir::Var>& vars = variables(formulas[i]);
    return std::any_of(vars.begin(), vars.end(), [&](ir::Var v) { return reached.get(v); });
  };
  for (bool grows = true; grows;) {
    grows = false;
    std::erase_if(outside, [&](std::size_t i) {
      if (!touches(i)) return false;
      for (const ir::Var var : variables(formulas[i])) reached.set(var, true);
      inside.push_back(i);
      return grows = true;
    });
  }
  std::sort(inside.begin(), inside.end());
  return inside;
}

}  // namespace arges::analysis
