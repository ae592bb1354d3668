#include "synth/property/promises.h"

#include <algorithm>
#include <map>
#include <set>

#include "automata/omega/acceptance.h"
#include "automata/translate/translator.h"
#include "base/invariant.h"
#include "lts/temporal/ltl_recheck.h"

namespace arges::synth {

namespace {

using lts::StateId;

/// All words of an alphabet behind one finite word.
lts::Mts continued_word(const lts::Mts& system, const lts::Alphabet& alphabet,
                        const std::vector<lts::ActionId>& word) {
  lts::MtsBuilder builder(system.table());
  StateId at = builder.add_state();
  for (const lts::ActionId action : word) {
    const StateId next = builder.add_state();
    builder.add(at, action, next);
    at = next;
  }
  for (const lts::ActionId action : alphabet.actions()) builder.add(at, action, at);
  return builder.build();
}

/// The sets of states that an automaton may be in, of those from which it accepts anything.
class PrefixMonitor {
 public:
  using Set = std::set<automata::StateId>;

  /// Both must outlive this.
  PrefixMonitor(const lts::ActionAutomaton& reader, const lts::Alphabet& alphabet)
      : reader_(reader), alphabet_(alphabet) {
    find_living();
  }
  Set initial() const { return lives_[reader_.initial()] ? Set{reader_.initial()} : Set{}; }
  Set after(const Set& set, lts::ActionId action) const {
    Set result;
    for (const automata::StateId s : set)
      for (const auto& move : reader_.moves(s, action))
        if (lives_[move.target]) result.insert(move.target);
    return result;
  }

 private:
  std::vector<bool> reaching(const std::vector<bool>& goal) const {
    std::vector<bool> result = goal;
    for (bool changed = true; changed;) {
      changed = false;
      for (automata::StateId s = 0; s < reader_.num_states(); ++s)
        for (const lts::ActionId action : alphabet_.actions())
          for (const auto& move : reader_.moves(s, action))
            if (!result[s] && result[move.target]) result[s] = changed = true;
    }
    return result;
  }

  /// As a greatest fixpoint: a state lives if for every acceptance set it reaches an edge of it
  /// that leads to a state that lives (Emerson and Lei 1986).
  void find_living() {
    lives_.assign(reader_.num_states(), true);
    const unsigned rounds = std::max(reader_.num_sets(), 1U);
    for (bool changed = true; changed;) {
      changed = false;
      for (unsigned set = 0; set < rounds; ++set) {
        std::vector<bool> goal(reader_.num_states(), false);
        for (automata::StateId s = 0; s < reader_.num_states(); ++s)
          for (const lts::ActionId action : alphabet_.actions())
            for (const auto& move : reader_.moves(s, action))
              if (lives_[move.target] && (reader_.num_sets() == 0 || (move.marks >> set & 1U) != 0))
                goal[s] = true;
        const std::vector<bool> reached = reaching(goal);
        for (automata::StateId s = 0; s < reader_.num_states(); ++s)
          if (lives_[s] && !reached[s]) {
            lives_[s] = false;
            changed = true;
          }
      }
    }
  }

  const lts::ActionAutomaton& reader_;
  const lts::Alphabet& alphabet_;
  std::vector<bool> lives_;
};

}  // namespace

lts::Mts without_transition(const lts::Mts& system, const Handle& left_out) {
  lts::MtsBuilder builder(system.table());
  builder.ensure_states(static_cast<StateId>(system.num_states()));
  builder.set_initial(system.initial());
  builder.add_to_alphabet(system.alphabet());
  for (StateId s = 0; s < system.num_states(); ++s)
    for (const lts::Transition& t : system.transitions(s))
      if (s != left_out.source || t.action() != left_out.action || t.target() != left_out.target)
        builder.add(s, t.action(), t.target(), t.modality());
  return builder.build();
}

bool is_satisfied(const lts::Mts& system, Vocabulary& vocabulary, automata::Formula formula,
                  const Limits* limits) {
  automata::Formulas& formulas = vocabulary.formulas();
  automata::Translator translator(formulas);
  const automata::Automaton negation = translator.translate(formulas.negation(formula));
  INVARIANT(automata::accepts_violations(negation, formulas, formula),
            "an automaton should accept what violates its formula");
  const lts::ActionFormula property = vocabulary.property(formula);
  const std::vector<const lts::Mts*> parts{&system};
  lts::LtlCheck check(parts, negation, property, lts::FiniteRuns::ignore);
  const bool holds = check.run(limits);
  const std::string wrong =
      holds ? lts::proof_error(parts, negation, property, lts::FiniteRuns::ignore, proof_of(check))
            : lts::counterexample_error(parts, property, lts::FiniteRuns::ignore,
                                        check.counterexample());
  INVARIANT(wrong.empty(), wrong);
  return holds;
}

std::optional<std::size_t> shortest_violating_prefix(const lts::Mts& system,
                                                     const lts::Alphabet& alphabet,
                                                     Vocabulary& vocabulary,
                                                     automata::Formula formula,
                                                     std::size_t longest) {
  automata::Formulas& formulas = vocabulary.formulas();
  const automata::Automaton automaton = automata::Translator(formulas).translate(formula);
  const lts::ActionAutomaton reader(automaton, lts::proposition_names(formulas),
                                    vocabulary.property(formula).actions);
  const PrefixMonitor monitor(reader, alphabet);
  struct Node {
    StateId state;
    PrefixMonitor::Set set;
    auto operator<=>(const Node&) const = default;
  };
  std::map<Node, std::vector<lts::ActionId>> layer{{{system.initial(), monitor.initial()}, {}}};
  std::set<Node> seen;
  for (std::size_t length = 0; length <= longest && !layer.empty(); ++length) {
    std::map<Node, std::vector<lts::ActionId>> next;
    for (const auto& [node, word] : layer) {
      if (node.set.empty()) {
        // By the definition: whatever comes behind the word, the formula does not hold.
        const lts::Mts continued = continued_word(system, alphabet, word);
        INVARIANT(is_satisfied(continued, vocabulary, formulas.negation(formula)),
                  "a violating prefix should have no continuation that satisfies the formula");
        return length;
      }
      for (const lts::Transition& t : system.transitions(node.state)) {
        Node after{t.target(), monitor.after(node.set, t.action())};
        if (!seen.insert(after).second) continue;
        std::vector<lts::ActionId> longer = word;
        longer.push_back(t.action());
        next.emplace(std::move(after), std::move(longer));
      }
    }
    layer = std::move(next);
  }
  return std::nullopt;
}

std::optional<std::size_t> distinct_states_by_handle(const lts::Mts& system, const Handle& handle) {
  std::map<StateId, std::size_t> distance{{system.initial(), 0}};
  std::vector<StateId> queue{system.initial()};
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const StateId s = queue[next];
    for (const lts::Transition& t : system.transitions(s)) {
      if (s == handle.source && t.action() == handle.action && t.target() == handle.target)
        continue;
      if (distance.try_emplace(t.target(), distance[s] + 1).second) queue.push_back(t.target());
    }
  }
  if (!distance.contains(handle.source)) return std::nullopt;
  std::set<StateId> behind;
  StateId at = handle.target;
  while (behind.insert(at).second) {
    if (distance.contains(at) || system.transitions(at).size() != 1) return std::nullopt;
    at = system.transitions(at).front().target();
  }
  return distance[handle.source] + 1 + behind.size();
}

std::size_t distinct_states(const lts::Run& run) {
  std::set<std::vector<StateId>> states{run.start};
  for (const lts::RunStep& step : run.steps) states.insert(step.after);
  return states.size();
}

}  // namespace arges::synth
