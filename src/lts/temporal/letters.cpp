#include "lts/temporal/letters.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::lts {

namespace {

/// Whether a label holds if one variable does and no other.
bool holds_with(automata::Bdd label, int variable) {
  while (!label.is_constant()) label = label.variable() == variable ? label.high() : label.low();
  return label.is_true();
}

}  // namespace

ActionAutomaton::ActionAutomaton(const automata::Automaton& automaton,
                                 const std::vector<std::string>& names,
                                 const ActionPropositions& actions)
    : initial_(automaton.initial()),
      num_states_(automaton.num_states()),
      all_marks_(automaton.all_marks()),
      num_sets_(automaton.num_sets()),
      num_letters_(actions.size() + 1) {
  constexpr int no_variable = -1;
  std::vector<int> variables{no_variable};
  for (std::uint32_t p = 0; p < actions.size(); ++p) {
    variables.push_back(automaton.manager()->proposition(names[p]));
    if (letter_of_.size() <= actions[p]) letter_of_.resize(actions[p] + 1, 0);
    INVARIANT(letter_of_[actions[p]] == 0, "propositions should be different actions");
    letter_of_[actions[p]] = p + 1;
  }
  offsets_.push_back(0);
  for (automata::StateId state = 0; state < num_states_; ++state)
    for (const int variable : variables) {
      for (const automata::Edge& edge : automaton.edges(state))
        if (holds_with(edge.label, variable)) moves_.push_back({edge.target, edge.marks});
      offsets_.push_back(moves_.size());
    }
}

}  // namespace arges::lts
