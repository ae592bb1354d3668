#include "lts/logic/evaluator.h"

namespace arges::lts {

namespace {

using States = std::vector<bool>;

States complement(States states) {
  states.flip();
  return states;
}

class Evaluator {
 public:
  explicit Evaluator(const Mts& system) : system_(system), reverse_(system) {}

  States evaluate(const Formulas::Node& node, const std::vector<States>& values) const {
    const auto operand = [&](std::size_t i) -> const States& { return values[node.operands[i]]; };
    switch (node.kind) {
      case FormulaKind::truth:
        return States(system_.num_states(), true);
      case FormulaKind::falsity:
        return States(system_.num_states(), false);
      case FormulaKind::negation:
        return complement(operand(0));
      case FormulaKind::conjunction:
      case FormulaKind::disjunction:
        return combined(node, values);
      case FormulaKind::diamond:
        return before(operand(0), node.action, Modality::must);
      case FormulaKind::box:
        return complement(before(complement(operand(0)), node.action, Modality::may));
      case FormulaKind::weak_diamond:
        return weakly_before(operand(0), node.action, Modality::must);
      case FormulaKind::weak_box:
        return complement(weakly_before(complement(operand(0)), node.action, Modality::may));
      case FormulaKind::until:
        break;
    }
    return until(operand(0), node.action, operand(1));
  }

 private:
  States combined(const Formulas::Node& node, const std::vector<States>& values) const {
    const bool all = node.kind == FormulaKind::conjunction;
    States result(system_.num_states(), all);
    for (StateId s = 0; s < system_.num_states(); ++s)
      for (const FormulaId operand : node.operands)
        if (values[operand][s] != all) result[s] = !all;
    return result;
  }
  /// Who has a transition into the states that is at least so strong.
  States before(const States& states, ActionId action, Modality modality) const {
    States result(system_.num_states(), false);
    for (StateId s = 0; s < system_.num_states(); ++s)
      for (const Transition& t : system_.transitions(s, action))
        if (t.modality() >= modality && states[t.target()]) result[s] = true;
    return result;
  }
  /// Who gets into the states by internal steps, from where `allowed` holds.
  States internally_before(States states, const States& allowed, Modality modality) const {
    std::vector<StateId> stack;
    for (StateId s = 0; s < states.size(); ++s)
      if (states[s]) stack.push_back(s);
    while (!stack.empty()) {
      const StateId s = stack.back();
      stack.pop_back();
      for (const Transition& t : reverse_.transitions(s)) {
        const StateId source = t.target();
        if (t.action() != tau || t.modality() < modality || states[source] || !allowed[source])
          continue;
        states[source] = true;
        stack.push_back(source);
      }
    }
    return states;
  }
  States weakly_before(const States& states, ActionId action, Modality modality) const {
    const States everywhere(system_.num_states(), true);
    const States behind = internally_before(states, everywhere, modality);
    if (action == tau) return behind;
    return internally_before(before(behind, action, modality), everywhere, modality);
  }
  States until(const States& through, ActionId action, const States& goal) const {
    States last = before(goal, action, Modality::must);
    for (StateId s = 0; s < last.size(); ++s) last[s] = last[s] && through[s];
    States result = internally_before(std::move(last), through, Modality::must);
    if (action == tau)
      for (StateId s = 0; s < result.size(); ++s) result[s] = result[s] || goal[s];
    return result;
  }

  const Mts& system_;
  ReverseView reverse_;
};

}  // namespace

std::vector<bool> states_where(const Mts& system, const Formulas& formulas, FormulaId formula,
                               const Limits* limits) {
  const Evaluator evaluator(system);
  std::vector<States> values(formula + std::size_t{1});
  for (const FormulaId part : parts_of(formulas, formula)) {
    if (limits != nullptr) limits->check();
    values[part] = evaluator.evaluate(formulas[part], values);
  }
  return std::move(values[formula]);
}

bool holds(const Mts& system, const Formulas& formulas, FormulaId formula, const Limits* limits) {
  return states_where(system, formulas, formula, limits)[system.initial()];
}

}  // namespace arges::lts
