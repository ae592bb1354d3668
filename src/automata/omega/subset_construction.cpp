#include "automata/omega/subset_construction.h"

#include <algorithm>
#include <map>

#include "automata/omega/letter_classes.h"

namespace arges::automata {

namespace {

constexpr std::size_t max_letter_classes = 2048;

using Subset = std::vector<StateId>;

/// Where each class of letters leads from each state.
class Successors {
 public:
  Successors(const Automaton& automaton, const LetterClasses& classes)
      : targets_(automaton.num_states(), std::vector<Subset>(classes.size())) {
    for (StateId state = 0; state < automaton.num_states(); ++state)
      for (const Edge& edge : automaton.edges(state)) {
        const LetterClasses::Set& set = classes.set_of(edge.label);
        for (std::size_t i = 0; i < classes.size(); ++i)
          if (((set[i / 64] >> (i % 64)) & 1U) == 1) targets_[state][i].push_back(edge.target);
      }
  }

  Subset of(const Subset& subset, std::size_t letters) const {
    Subset result;
    for (const StateId state : subset) {
      const Subset& targets = targets_[state][letters];
      result.insert(result.end(), targets.begin(), targets.end());
    }
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

 private:
  std::vector<std::vector<Subset>> targets_;
};

}  // namespace

std::optional<SubsetAutomaton> subset_construction(const Automaton& automaton,
                                                   std::size_t max_subsets) {
  const std::optional<LetterClasses> classes = LetterClasses::of(automaton, max_letter_classes);
  if (!classes) return std::nullopt;
  const Successors successors(automaton, *classes);
  SubsetAutomaton result{Automaton(automaton.manager()), {}};
  std::map<Subset, StateId> number;
  const auto state_of = [&](const Subset& subset) {
    const auto [at, fresh] =
        number.try_emplace(subset, static_cast<StateId>(result.subsets.size()));
    if (fresh) {
      result.subsets.push_back(subset);
      result.automaton.add_state();
    }
    return at->second;
  };
  result.automaton.set_initial(state_of({automaton.initial()}));
  for (StateId state = 0; state < result.subsets.size(); ++state) {
    if (result.subsets.size() > max_subsets) return std::nullopt;
    std::map<StateId, LetterClasses::Set> letters;
    for (std::size_t i = 0; i < classes->size(); ++i) {
      LetterClasses::Set& set = letters[state_of(successors.of(result.subsets[state], i))];
      set.resize(classes->num_words());
      set[i / 64] |= std::uint64_t{1} << (i % 64);
    }
    for (const auto& [target, set] : letters)
      result.automaton.add_edge(state, {target, 0, classes->label_of(set.data())});
  }
  return result;
}

}  // namespace arges::automata
