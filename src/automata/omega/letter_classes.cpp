#include "automata/omega/letter_classes.h"

namespace arges::automata {

std::optional<LetterClasses> LetterClasses::of(const Automaton& automaton,
                                               std::size_t max_classes) {
  LetterClasses result;
  result.classes_.push_back(Bdd::constant(true));
  for (StateId state = 0; state < automaton.num_states(); ++state)
    for (const Edge& edge : automaton.edges(state)) {
      if (!result.sets_.try_emplace(edge.label).second) continue;
      const std::size_t before = result.classes_.size();
      for (std::size_t i = 0; i < before; ++i) {
        Bdd inside = result.classes_[i] & edge.label;
        if (inside.is_false() || inside == result.classes_[i]) continue;
        result.classes_.push_back(result.classes_[i] - edge.label);
        result.classes_[i] = std::move(inside);
      }
      if (result.classes_.size() > max_classes) return std::nullopt;
    }
  for (auto& [label, set] : result.sets_) {
    set.assign(result.num_words(), 0);
    for (std::size_t i = 0; i < result.classes_.size(); ++i)
      if (result.classes_[i].intersects(label)) set[i / 64] |= std::uint64_t{1} << (i % 64);
  }
  return result;
}

Bdd LetterClasses::label_of(const std::uint64_t* set) const {
  Bdd result;
  for (std::size_t i = 0; i < classes_.size(); ++i)
    if (((set[i / 64] >> (i % 64)) & 1U) == 1) result |= classes_[i];
  return result;
}

}  // namespace arges::automata
