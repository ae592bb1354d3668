#include "analysis/domain/explicit/open_questions.h"

#include <algorithm>

namespace arges::analysis {

using ir::Expr;

std::vector<OpenQuestions::Formulas> OpenQuestions::groups(std::span<const Expr> formulas) {
  std::vector<Formulas> result;
  std::unordered_map<Expr, std::size_t> group_of;  // by variables, in some version
  for (const Expr formula : formulas) {
    const std::size_t own = result.size();
    result.push_back({formula});
    for (const Expr variable : relevance_.versioned(formula)) {
      const auto [known, fresh] = group_of.try_emplace(variable, own);
      if (fresh || known->second == own) continue;
      // What was a group of its own until now joins this one.
      const std::size_t other = known->second;
      result[own].insert(result[own].end(), result[other].begin(), result[other].end());
      result[other].clear();
      for (auto& [one, group] : group_of)
        if (group == other) group = own;
    }
  }
  std::erase_if(result, [](const Formulas& group) { return group.empty(); });
  return result;
}

bool OpenQuestions::is_about(const Formulas& group, std::span<const Expr> terms) {
  const auto mentions = [&](Expr formula, Expr term) {
    const std::vector<Expr>& inside = relevance_.versioned(formula);
    const std::vector<Expr>& wanted = relevance_.versioned(term);
    return std::find_first_of(inside.begin(), inside.end(), wanted.begin(), wanted.end()) !=
           inside.end();
  };
  return std::any_of(group.begin(), group.end(), [&](Expr formula) {
    return std::any_of(terms.begin(), terms.end(),
                       [&](Expr term) { return mentions(formula, term); });
  });
}

bool OpenQuestions::may_hold(const Formulas& group) {
  std::vector<std::uint64_t> key;
  for (const Expr formula : group) key.push_back(formula.id());
  std::sort(key.begin(), key.end());
  if (const auto known = answers_.find(key); known != answers_.end()) return known->second;
  queries_.add();
  solver_.push();
  for (const Expr formula : group) solver_.add(formula);
  const smt::Status status = solver_.check();
  solver_.pop();
  // Who was interrupted may know more another time.
  if (status != smt::Status::unknown) answers_.emplace(std::move(key), status == smt::Status::sat);
  return status != smt::Status::unsat;
}

}  // namespace arges::analysis
