#include "lts/logic/pair_formulas.h"

namespace arges::lts {

std::optional<FormulaId> PairFormulas::formula(StateId p, StateId q, const Limits* limits) {
  std::map<Pair, Plan> plans;
  std::vector<Pair> stack = {{p, q}};
  while (!stack.empty()) {
    if (limits != nullptr) limits->check();
    const Pair pair = stack.back();
    if (made_.contains(pair)) {
      stack.pop_back();
      continue;
    }
    auto found = plans.find(pair);
    if (found == plans.end()) {
      if (plans.size() + made_.size() > most_pairs) return {};
      found = plans.emplace(pair, plan(pair.first, pair.second)).first;
      const std::size_t before = stack.size();
      for (const Pair& need : found->second.needs)
        if (!made_.contains(need)) stack.push_back(need);
      if (stack.size() > before) continue;
    }
    std::vector<FormulaId> parts;
    for (const Pair& need : found->second.needs) parts.push_back(made_.at(need));
    made_.emplace(pair, found->second.make(parts));
    plans.erase(found);
    stack.pop_back();
  }
  return made_.at({p, q});
}

}  // namespace arges::lts
