#include "ir/relevance.h"

#include <algorithm>

#include "ir/traversal.h"

namespace arges::ir {

const std::vector<Var>& Relevance::variables(Expr formula) {
  const auto [entry, is_new] = variables_.try_emplace(formula);
  if (is_new) entry->second = free_variables(formula);
  return entry->second;
}

const std::vector<Expr>& Relevance::versioned(Expr formula) {
  const auto [entry, is_new] = versioned_.try_emplace(formula);
  if (is_new)
    for_each_subexpression(formula, [&found = entry->second](Expr e) {
      if (e.is_variable()) found.push_back(e);
    });
  return entry->second;
}

std::vector<std::size_t> Relevance::connected(std::span<const Expr> formulas,
                                              std::span<const Var> seeds) {
  VarMap<bool> reached;
  for (const Var var : seeds) reached.set(var, true);
  std::vector<std::size_t> inside;
  std::vector<std::size_t> outside(formulas.size());
  for (std::size_t i = 0; i < formulas.size(); ++i) outside[i] = i;
  const auto touches = [&](std::size_t i) {
    const std::vector<Var>& vars = variables(formulas[i]);
    return std::any_of(vars.begin(), vars.end(), [&](Var v) { return reached.get(v); });
  };
  for (bool grows = true; grows;) {
    grows = false;
    std::erase_if(outside, [&](std::size_t i) {
      if (!touches(i)) return false;
      for (const Var var : variables(formulas[i])) reached.set(var, true);
      inside.push_back(i);
      return grows = true;
    });
  }
  std::sort(inside.begin(), inside.end());
  return inside;
}

std::vector<std::vector<std::size_t>> Relevance::parts(std::span<const Expr> formulas) {
  std::vector<std::size_t> root(formulas.size());
  const auto find = [&](std::size_t i) {
    while (root[i] != i) i = root[i] = root[root[i]];
    return i;
  };
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    root[i] = i;
    for (const Var var : variables(formulas[i])) {
      const std::uint32_t owner = owner_.get(var);
      if (owner == 0) {
        owner_.set(var, static_cast<std::uint32_t>(i + 1));
        continue;
      }
      const std::size_t a = find(owner - 1);
      const std::size_t b = find(i);
      root[std::max(a, b)] = std::min(a, b);
    }
  }
  for (const Expr formula : formulas)
    for (const Var var : variables(formula)) owner_.forget(var);
  std::vector<std::vector<std::size_t>> result;
  std::vector<std::size_t> place(formulas.size());
  for (std::size_t i = 0; i < formulas.size(); ++i) {
    const std::size_t first = find(i);
    if (first == i) {
      place[i] = result.size();
      result.emplace_back();
    }
    result[place[first]].push_back(i);
  }
  return result;
}

}  // namespace arges::ir
