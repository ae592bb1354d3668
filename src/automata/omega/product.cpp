#include "automata/omega/product.h"

#include <limits>
#include <unordered_map>

#include "automata/omega/components.h"
#include "base/error.h"

namespace arges::automata {

std::optional<Automaton> product(const Automaton& a, const Automaton& b, std::size_t max_states) {
  if (a.num_sets() + b.num_sets() > max_acceptance_sets) return std::nullopt;
  Automaton result(a.manager());
  result.set_num_sets(a.num_sets() + b.num_sets());
  std::unordered_map<std::uint64_t, StateId> number;
  std::vector<std::pair<StateId, StateId>> pairs;
  const auto state_of = [&](StateId left, StateId right) {
    const auto [at, fresh] = number.try_emplace((std::uint64_t{left} << 32U) | right,
                                                static_cast<StateId>(pairs.size()));
    if (fresh) {
      pairs.emplace_back(left, right);
      result.add_state();
    }
    return at->second;
  };
  result.set_initial(state_of(a.initial(), b.initial()));
  for (StateId state = 0; state < pairs.size(); ++state) {
    if (pairs.size() > max_states) return std::nullopt;
    const auto [left, right] = pairs[state];
    for (const Edge& one : a.edges(left))
      for (const Edge& other : b.edges(right)) {
        Bdd label = one.label & other.label;
        if (label.is_false()) continue;
        const StateId target = state_of(one.target, other.target);
        const Marks marks =
            one.marks | (a.num_sets() == max_acceptance_sets ? 0 : other.marks << a.num_sets());
        result.add_edge(state, {target, marks, std::move(label)});
      }
  }
  return result;
}

Automaton intersection(const Automaton& a, const Automaton& b) {
  std::optional<Automaton> both = product(a, b, std::numeric_limits<StateId>::max());
  if (!both)
    throw InputError({}, "together the automata have more than 64 acceptance sets",
                     "degeneralize one of them");
  return std::move(*both);
}

bool intersect(const Automaton& a, const Automaton& b) { return !is_empty(intersection(a, b)); }

}  // namespace arges::automata
