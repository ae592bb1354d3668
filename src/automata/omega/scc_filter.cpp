#include "automata/omega/scc_filter.h"

#include <algorithm>

#include "automata/omega/components.h"

namespace arges::automata {

namespace {

Automaton useful_part(const Automaton& automaton) {
  const Components components(automaton);
  if (!components.useful(components.of(automaton.initial())))
    return empty_automaton(automaton.manager());
  std::vector<bool> kept(automaton.num_states(), false);
  for (StateId state = 0; state < automaton.num_states(); ++state)
    kept[state] =
        components.of(state) != Components::none && components.useful(components.of(state));
  return restricted_to(automaton, kept);
}

/// Whether in the component every inner edge of one set is in the other.
bool contained(const Automaton& automaton, const Components& components, std::uint32_t component,
               unsigned set, unsigned other) {
  for (const StateId state : components.states(component))
    for (const Edge& edge : automaton.edges(state))
      if (components.inside(state, edge) && ((edge.marks >> set) & 1U) == 1 &&
          ((edge.marks >> other) & 1U) == 0)
        return false;
  return true;
}

/// The sets that make a difference for runs that stay in an accepting component.
std::vector<unsigned> needed_sets(const Automaton& automaton, const Components& components,
                                  std::uint32_t component) {
  std::vector<unsigned> needed;
  for (unsigned set = 0; set < automaton.num_sets(); ++set)
    if (!on_every_cycle(automaton, components, component, set)) needed.push_back(set);
  for (std::size_t i = 0; i < needed.size();) {
    const bool implied = std::any_of(needed.begin(), needed.end(), [&](unsigned other) {
      return other != needed[i] && contained(automaton, components, component, other, needed[i]);
    });
    if (implied)
      needed.erase(needed.begin() + static_cast<std::ptrdiff_t>(i));
    else
      ++i;
  }
  return needed;
}

}  // namespace

Automaton scc_filter(const Automaton& automaton, IdleMarks idle) {
  Automaton result = useful_part(automaton);
  const Components components(result);
  std::vector<std::vector<unsigned>> needed(components.size());
  std::size_t num_sets = 0;
  bool some_reject = false;
  for (std::uint32_t component = 0; component < components.size(); ++component) {
    if (components.trivial(component)) continue;
    if (components.accepting(component))
      needed[component] = needed_sets(result, components, component);
    else
      some_reject = true;
    num_sets = std::max(num_sets, needed[component].size());
  }
  // Rejecting cycles must lack something.
  if (some_reject) num_sets = std::max<std::size_t>(num_sets, 1);
  result.set_num_sets(static_cast<unsigned>(num_sets));
  const Marks all = result.all_marks();
  for (StateId state = 0; state < result.num_states(); ++state) {
    const std::uint32_t component = components.of(state);
    for (Edge& edge : result.edges(state)) {
      const bool inside = components.inside(state, edge);
      if (!inside) {
        edge.marks = idle == IdleMarks::all ? all : 0;
      } else if (!components.accepting(component)) {
        edge.marks = 0;
      } else {
        const std::vector<unsigned>& sets = needed[component];
        Marks marks = all;
        for (std::size_t i = 0; i < sets.size(); ++i)
          if (((edge.marks >> sets[i]) & 1U) == 0) marks &= ~(Marks{1} << i);
        edge.marks = marks;
      }
    }
  }
  merge_edges(result);
  return result;
}

}  // namespace arges::automata
