#include "lts/temporal/product.h"

namespace arges::lts {

ActionProduct::ActionProduct(ParallelView& system, const ActionAutomaton& automaton,
                             FiniteRuns finite_runs)
    : system_(system), automaton_(automaton), finite_runs_(finite_runs) {
  number(system.initial(), automaton.initial());
}

ActionProduct::State ActionProduct::number(StateId system, automata::StateId automaton) {
  const std::uint64_t key = std::uint64_t{system} << 32U | automaton;
  const auto [found, is_new] = numbers_.try_emplace(key, static_cast<State>(pairs_.size()));
  if (is_new) pairs_.push_back({system, automaton});
  return found->second;
}

std::vector<ActionProduct::Edge> ActionProduct::edges(State state) {
  const Pair from = pairs_[state];
  std::vector<Edge> result;
  const auto follow = [&](ActionId action, StateId target) {
    for (const ActionAutomaton::Move& move : automaton_.moves(from.automaton, action))
      result.push_back({action, move.marks, number(target, move.target)});
  };
  const std::vector<Transition> transitions = system_.transitions(from.system);
  for (const Transition& t : transitions) follow(t.action(), t.target());
  met_dead_end_ = met_dead_end_ || transitions.empty();
  if (transitions.empty() && finite_runs_ == FiniteRuns::stutter) follow(no_action, from.system);
  return result;
}

}  // namespace arges::lts
