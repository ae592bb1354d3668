#include "synth/property/vocabulary.h"

#include <set>

#include "base/invariant.h"

namespace arges::synth {

Vocabulary::Vocabulary(lts::ActionTablePtr table) : table_(std::move(table)) {}

automata::Formula Vocabulary::action(lts::ActionId action) {
  const automata::Formula result = formulas_.proposition(table_->name(action));
  if (result.proposition() == actions_.size()) actions_.push_back(action);
  INVARIANT(actions_.at(result.proposition()) == action, "an action should be one proposition");
  return result;
}

automata::Formula Vocabulary::any_of(const std::vector<lts::ActionId>& actions) {
  std::vector<automata::Formula> parts;
  parts.reserve(actions.size());
  for (const lts::ActionId one : actions) parts.push_back(action(one));
  if (parts.empty()) return formulas_.constant(false);
  return parts.size() == 1 ? parts.front() : formulas_.disjunction(parts);
}

lts::ActionFormula Vocabulary::property(automata::Formula formula) const {
  return {&formulas_, formula, actions_};
}

lts::Alphabet Vocabulary::actions_of(automata::Formula formula) const {
  std::vector<lts::ActionId> found;
  std::set<automata::Formula> seen;
  std::vector<automata::Formula> stack{formula};
  while (!stack.empty()) {
    const automata::Formula next = stack.back();
    stack.pop_back();
    if (!seen.insert(next).second) continue;
    if (next.is(automata::Op::proposition)) found.push_back(actions_[next.proposition()]);
    for (const automata::Formula child : next.children()) stack.push_back(child);
  }
  return lts::Alphabet(std::move(found));
}

std::string Vocabulary::text(automata::Formula formula) const {
  return automata::to_string(formulas_, formula);
}

}  // namespace arges::synth
