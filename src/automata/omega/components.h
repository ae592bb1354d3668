#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The strongly connected components of an automaton's reachable states (Tarjan 1972), and what of
/// acceptance can be told by them.
class Components {
 public:
  explicit Components(const Automaton& automaton);
  /// Only edges that pass the test count.
  Components(const Automaton& automaton, const std::function<bool(StateId, const Edge&)>& counts);

  static constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

  /// Number of components; a component's successors have smaller numbers.
  std::uint32_t size() const { return static_cast<std::uint32_t>(states_.size()); }
  /// The component of a state; `none` if it can't be reached.
  std::uint32_t of(StateId state) const { return component_[state]; }
  const std::vector<StateId>& states(std::uint32_t component) const { return states_[component]; }
  /// Whether an edge stays within a component.
  bool inside(StateId source, const Edge& edge) const {
    return component_[source] == component_[edge.target];
  }
  /// Whether there is no cycle in it.
  bool trivial(std::uint32_t component) const { return trivial_[component]; }
  /// The marks of all its inner edges together.
  Marks marks(std::uint32_t component) const { return marks_[component]; }
  /// Whether some run that stays in it is accepting.
  bool accepting(std::uint32_t component) const {
    return !trivial_[component] && (marks_[component] & all_marks_) == all_marks_;
  }
  /// Whether an accepting component can be reached from it.
  bool useful(std::uint32_t component) const { return useful_[component]; }

 private:
  void explore(const Automaton& automaton, const std::function<bool(StateId, const Edge&)>& counts);
  void evaluate(const Automaton& automaton,
                const std::function<bool(StateId, const Edge&)>& counts);

  std::vector<std::uint32_t> component_;
  std::vector<std::vector<StateId>> states_;
  std::vector<bool> trivial_;
  std::vector<Marks> marks_;
  std::vector<bool> useful_;
  Marks all_marks_;
};

/// Whether the automaton accepts no word: no reachable component has an edge of every acceptance
/// set (Couvreur 1999, on a finished automaton).
bool is_empty(const Automaton& automaton);

/// Whether every cycle of the component passes the acceptance set.
bool on_every_cycle(const Automaton& automaton, const Components& components,
                    std::uint32_t component, unsigned set);

}  // namespace arges::automata
