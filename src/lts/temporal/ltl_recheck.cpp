#include "lts/temporal/ltl_recheck.h"

#include <map>

#include "automata/ltl/lasso.h"
#include "lts/algebra/packed_states.h"

namespace arges::lts {

namespace {

/// The edges of an automaton that an action can take, found by asking the diagrams.
class EdgesByAction {
 public:
  EdgesByAction(const automata::Automaton& automaton, const ActionFormula& property)
      : automaton_(automaton), property_(property) {}

  const std::vector<const automata::Edge*>& edges(automata::StateId state, ActionId action) {
    const auto [found, is_new] = known_.try_emplace({state, action});
    if (is_new) {
      const automata::Bdd letter = letter_of(action);
      for (const automata::Edge& edge : automaton_.edges(state))
        if (edge.label.intersects(letter)) found->second.push_back(&edge);
    }
    return found->second;
  }

 private:
  automata::Bdd letter_of(ActionId action) const {
    automata::BddManager& manager = *automaton_.manager();
    automata::Bdd letter = automata::Bdd::constant(true);
    for (std::uint32_t p = 0; p < property_.actions.size(); ++p)
      letter &= manager.literal(manager.proposition(property_.formulas->proposition_name(p)),
                                property_.actions[p] == action);
    return letter;
  }

  const automata::Automaton& automaton_;
  const ActionFormula& property_;
  std::map<std::pair<automata::StateId, ActionId>, std::vector<const automata::Edge*>> known_;
};

/// Goes through the states of a proof and all their steps.
class ProofCheck {
 public:
  ProofCheck(const std::vector<const Mts*>& parts, const automata::Automaton& negation,
             const ActionFormula& property, FiniteRuns finite_runs, const EmptinessProof& proof)
      : system_(parts),
        edges_(negation, property),
        initial_(negation.initial()),
        finite_runs_(finite_runs),
        proof_(proof),
        states_(sizes(parts, negation)) {}

  std::string error(const Limits* limits) {
    for (std::size_t i = 0; i < proof_.num_states; ++i)
      if (states_.intern(proof_.state(i)) != i) return "a state of the proof is there twice";
    std::vector<StateId> first = system_.initial();
    first.push_back(initial_);
    if (!number(first)) return "the proof does not contain the initial state";
    for (std::size_t i = 0; i < proof_.num_states; ++i) {
      if (limits != nullptr) limits->check();
      if (std::string wrong = error_at(static_cast<StateId>(i)); !wrong.empty()) return wrong;
    }
    return "";
  }

 private:
  static std::vector<std::size_t> sizes(const std::vector<const Mts*>& parts,
                                        const automata::Automaton& negation) {
    std::vector<std::size_t> result;
    for (const Mts* part : parts) result.push_back(part->num_states());
    result.push_back(negation.num_states());
    return result;
  }

  /// None if it is no state of the proof.
  std::optional<StateId> number(const std::vector<StateId>& tuple) {
    const StateId found = states_.intern(tuple);
    if (found >= proof_.num_states) return {};
    return found;
  }

  std::string error_at(StateId state) {
    std::vector<StateId> at = states_.unpacked(state);
    const automata::StateId reader = at.back();
    at.pop_back();
    std::vector<PlainComposition::Move> moves = system_.moves(at);
    if (moves.empty() && finite_runs_ == FiniteRuns::stutter) moves.push_back({no_action, at});
    for (PlainComposition::Move& move : moves) {
      move.target.push_back(0);
      for (const automata::Edge* edge : edges_.edges(reader, move.action)) {
        move.target.back() = edge->target;
        const std::optional<StateId> target = number(move.target);
        if (!target) return "the proof does not contain a successor";
        const std::uint32_t before = proof_.emptiness->component[state];
        const std::uint32_t behind = proof_.emptiness->component[*target];
        if (behind > before) return "a step leads back to a component that was left";
        if (behind < before) continue;
        if (before >= proof_.emptiness->missing.size()) return "a state has no component";
        const std::uint32_t missing = proof_.emptiness->missing[before];
        if (missing == Emptiness::none) return "a component has a step that it should not have";
        if (((edge->marks >> missing) & 1U) != 0)
          return "a component passes the acceptance set that it should miss";
      }
    }
    return "";
  }

  PlainComposition system_;
  EdgesByAction edges_;
  automata::StateId initial_;
  FiniteRuns finite_runs_;
  const EmptinessProof& proof_;
  PackedStates states_;  ///< numbered as in the proof
};

}  // namespace

std::string counterexample_error(const std::vector<const Mts*>& parts,
                                 const ActionFormula& property, FiniteRuns finite_runs,
                                 const Run& run) {
  if (std::string wrong = run_error(PlainComposition(parts), run); !wrong.empty()) return wrong;
  if (!run.loop_start) return "the run does not go on for ever";
  automata::Lasso word;
  word.loop_start = *run.loop_start;
  for (const RunStep& step : run.steps) {
    if (step.action == no_action && finite_runs == FiniteRuns::ignore)
      return "the run ends, and such runs do not count";
    std::vector<bool>& letter = word.letters.emplace_back();
    for (const ActionId action : property.actions) letter.push_back(action == step.action);
  }
  return automata::satisfies(word, property.formula) ? "the run satisfies the formula" : "";
}

EmptinessProof proof_of(const LtlCheck& check) {
  return {check.product().num_states(),
          [&check](std::size_t i) {
            const auto state = static_cast<ActionProduct::State>(i);
            std::vector<StateId> result = check.system().tuple(check.product().system_state(state));
            result.push_back(check.product().automaton_state(state));
            return result;
          },
          &check.proof()};
}

std::string proof_error(const std::vector<const Mts*>& parts, const automata::Automaton& negation,
                        const ActionFormula& property, FiniteRuns finite_runs,
                        const EmptinessProof& proof, const Limits* limits) {
  if (!proof.emptiness->is_empty || proof.emptiness->component.size() != proof.num_states)
    return "this is no proof";
  return ProofCheck(parts, negation, property, finite_runs, proof).error(limits);
}

}  // namespace arges::lts
