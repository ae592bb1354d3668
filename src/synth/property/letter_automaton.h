#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include "automata/omega/automaton.h"
#include "synth/property/vocabulary.h"

namespace arges::synth {

using automata::Marks;
using lts::StateId;

/// A Büchi automaton that reads actions one by one, its edges written out: generalized acceptance
/// on edges, as in `automata`. The automata of formulas, their products and what is cut out of them
/// are of this kind.
struct LetterAutomaton {
  struct Edge {
    lts::ActionId action;
    StateId target;
    Marks marks;
  };

  StateId initial = 0;
  unsigned num_sets = 0;
  std::vector<std::vector<Edge>> edges;  ///< of each state

  std::size_t num_states() const { return edges.size(); }
  Marks all_marks() const { return (Marks{1} << num_sets) - 1; }
};

/// The words of actions of an alphabet that satisfy a formula; only states from which some word is
/// accepted, numbered breadth-first. Without any, one state without edges.
LetterAutomaton letter_automaton(Vocabulary& vocabulary, automata::Formula formula,
                                 const lts::Alphabet& alphabet);

/// Inputs and the others in turns, beginning with an input.
LetterAutomaton alternation(const lts::Alphabet& inputs, const lts::Alphabet& others);

/// The determinised safety closure of an automaton, all of whose states accept something: its
/// states are the sets of states that words lead to, and the empty set is that of words which no
/// continuation can save (Jasper 2021, Def. 34).
struct SafetyClosure {
  LetterAutomaton automaton;        ///< complete and deterministic; no acceptance sets
  std::optional<StateId> violated;  ///< the state of violating prefixes, if there are any
};
SafetyClosure safety_closure(const LetterAutomaton& automaton, const lts::Alphabet& alphabet);

/// The words with a violating prefix: what remains of the closure where such prefixes can still
/// come, with every violation accepted.
SafetyClosure words_with_violating_prefix(const SafetyClosure& closure);

/// The words none of whose prefixes up to that length violates: Theorem 5's set of continued
/// prefixes. The prefix tree is the closure with a counter, so that its size is that of the closure
/// times the length.
LetterAutomaton without_short_violations(const SafetyClosure& closure, std::size_t length);

/// Whether no word is accepted.
bool accepts_nothing(const LetterAutomaton& automaton);

/// Of each state: whether some word is accepted from it.
std::vector<bool> useful_states(const LetterAutomaton& automaton);

/// The strongly connected component of each state; edges lead to the same or a smaller number.
/// Edges count that have none of these marks.
std::vector<std::uint32_t> components_without(const LetterAutomaton& automaton, Marks left_out);

/// The intersection of automata, of whose states one knows what they are made of.
class LetterProduct {
 public:
  /// Only states from which some word is accepted. Throws SynthesisError past so many.
  LetterProduct(const std::vector<const LetterAutomaton*>& parts, std::size_t max_states);

  const LetterAutomaton& automaton() const { return automaton_; }
  const std::vector<StateId>& parts(StateId state) const { return tuples_[state]; }
  /// The state made of these; nothing: none of those that accept anything.
  std::optional<StateId> find(const std::vector<StateId>& parts) const;

 private:
  LetterAutomaton automaton_;
  std::vector<std::vector<StateId>> tuples_;
  std::map<std::vector<StateId>, StateId> numbers_;
};

}  // namespace arges::synth
