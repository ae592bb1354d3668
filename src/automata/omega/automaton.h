#pragma once

#include <cstdint>
#include <vector>

#include "automata/bdd/bdd_manager.h"

namespace arges::automata {

using StateId = std::uint32_t;

/// A set of acceptance sets, as bits.
using Marks = std::uint64_t;
inline constexpr unsigned max_acceptance_sets = 64;

struct Edge {
  StateId target = 0;
  Marks marks = 0;  ///< the acceptance sets it belongs to
  Bdd label;        ///< over propositions
};

/// An omega automaton with one initial state, Boolean functions on its edges and transition-based
/// generalized Büchi acceptance: a run is accepting iff it passes every acceptance set infinitely
/// often (with none, every infinite run is).
class Automaton {
 public:
  explicit Automaton(BddManagerPtr manager) : manager_(std::move(manager)) {}

  const BddManagerPtr& manager() const { return manager_; }
  std::size_t num_states() const { return edges_.size(); }
  std::size_t num_edges() const;

  StateId add_state() {
    edges_.emplace_back();
    return static_cast<StateId>(edges_.size() - 1);
  }
  void add_edge(StateId source, Edge edge) { edges_[source].push_back(std::move(edge)); }
  const std::vector<Edge>& edges(StateId state) const { return edges_[state]; }
  std::vector<Edge>& edges(StateId state) { return edges_[state]; }

  StateId initial() const { return initial_; }
  void set_initial(StateId state) { initial_ = state; }

  unsigned num_sets() const { return num_sets_; }
  void set_num_sets(unsigned number) { num_sets_ = number; }
  Marks all_marks() const {
    return num_sets_ == max_acceptance_sets ? ~Marks{0} : (Marks{1} << num_sets_) - 1;
  }

 private:
  BddManagerPtr manager_;  // first: the labels refer to it
  std::vector<std::vector<Edge>> edges_;
  StateId initial_ = 0;
  unsigned num_sets_ = 0;
};

/// The variables of the propositions that the labels depend on, in their order.
std::vector<int> propositions_of(const Automaton& automaton);

/// Whether no two edges of a state have a letter in common.
bool is_deterministic(const Automaton& automaton);

/// Whether all edges of a state are in the same acceptance sets, of which there is at most one: it
/// can be told of the state then.
bool accepts_on_states(const Automaton& automaton);

/// Joins the labels of edges that agree otherwise, and drops those with an empty label.
void merge_edges(Automaton& automaton);

/// The part that some states make up, renumbered in their order; `initial` must be among them.
Automaton restricted_to(const Automaton& automaton, const std::vector<bool>& kept);

/// The states that can be reached, numbered breadth-first from the initial one.
Automaton reachable_part(const Automaton& automaton);

/// The automaton that accepts nothing: one state without edges.
Automaton empty_automaton(const BddManagerPtr& manager);

}  // namespace arges::automata
