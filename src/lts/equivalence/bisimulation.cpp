#include "lts/equivalence/bisimulation.h"

#include <algorithm>

#include "base/invariant.h"
#include "lts/equivalence/bunch_refinement.h"
#include "lts/equivalence/implied_steps.h"
#include "lts/equivalence/saturation.h"
#include "lts/equivalence/tau_components.h"
#include "lts/equivalence/weak_search.h"

namespace arges::lts {

namespace {

/// The system with each component one state; where it matters, those that diverge have a loop with
/// a label that no action has.
LabelledGraph contracted(const Mts& lts, const TauComponents& components, bool mark_divergence) {
  std::vector<std::uint32_t> starts(components.size() + 1, 0);
  for (const std::uint32_t c : components.component_of) ++starts[c + 1];
  for (std::size_t c = 0; c < components.size(); ++c) starts[c + 1] += starts[c];
  std::vector<StateId> members(lts.num_states());
  std::vector<std::uint32_t> next(starts.begin(), starts.end() - 1);
  for (StateId s = 0; s < lts.num_states(); ++s) members[next[components.component_of[s]]++] = s;

  const auto divergence = static_cast<std::uint32_t>(lts.table()->size());
  LabelledGraph graph;
  std::vector<std::pair<std::uint32_t, StateId>> edges;
  for (std::uint32_t c = 0; c < components.size(); ++c) {
    edges.clear();
    for (std::uint32_t i = starts[c]; i < starts[c + 1]; ++i)
      for (const Transition& t : lts.transitions(members[i])) {
        const std::uint32_t target = components.component_of[t.target()];
        if (t.action() != tau || target != c) edges.emplace_back(t.action(), target);
      }
    if (mark_divergence && components.diverges[c]) edges.emplace_back(divergence, c);
    std::sort(edges.begin(), edges.end());
    edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
    for (const auto& [label, target] : edges) graph.add_edge(label, target);
    graph.finish_state();
  }
  return graph;
}

Partition branching_classes(const Mts& lts, Equivalence equivalence, const Limits* limits) {
  const TauComponents components = tau_components(lts);
  const LabelledGraph graph =
      contracted(lts, components, equivalence == Equivalence::divergent_branching);
  const Partition coarse = stable_partition(graph, tau, limits);
  Partition fine;
  fine.block_of = components.component_of;
  return Partition::composed(fine, coarse);
}

/// The quotient by branching bisimilarity has no internal cycles: they would be in a component.
Partition weak_classes(const Mts& lts, const Limits* limits) {
  const Partition fine = branching_classes(lts, Equivalence::branching, limits);
  const Mts small = quotient_of_all(lts, fine, Equivalence::branching);
  // Where the observational relation is too large to be kept, it is computed again and again.
  constexpr std::size_t most_edges = 20'000'000;
  const std::optional<LabelledGraph> graph = saturated_up_to(small, most_edges, limits);
  return Partition::composed(
      fine, graph ? stable_partition(*graph, {}, limits) : weak_partition_by_search(small, limits));
}

}  // namespace

Partition equivalence_classes(const Mts& lts, Equivalence equivalence, const Limits* limits) {
  INVARIANT(lts.is_lts(), "equivalence should be asked of an LTS");
  switch (equivalence) {
    case Equivalence::strong:
      return stable_partition(graph_of(lts), {}, limits);
    case Equivalence::divergent_branching:
    case Equivalence::branching:
      return branching_classes(lts, equivalence, limits);
    case Equivalence::weak:
      break;
  }
  return weak_classes(lts, limits);
}

Mts quotient_of_all(const Mts& lts, const Partition& partition, Equivalence equivalence) {
  MtsBuilder builder(lts.table());
  builder.ensure_states(static_cast<StateId>(partition.num_blocks));
  builder.set_initial(partition.block_of[lts.initial()]);
  builder.add_to_alphabet(lts.alphabet());
  const bool keeps_loops = equivalence == Equivalence::strong;
  TauComponents components;
  if (equivalence == Equivalence::divergent_branching) components = tau_components(lts);
  for (StateId s = 0; s < lts.num_states(); ++s) {
    for (const Transition& t : lts.transitions(s))
      if (keeps_loops || t.action() != tau || !partition.same(s, t.target()))
        builder.add(partition.block_of[s], t.action(), partition.block_of[t.target()],
                    t.modality());
    if (equivalence == Equivalence::divergent_branching &&
        components.diverges[components.component_of[s]])
      builder.add(partition.block_of[s], tau, partition.block_of[s]);
  }
  return builder.build();
}

Mts quotient(const Mts& lts, const Partition& partition, Equivalence equivalence) {
  return reachable_part(quotient_of_all(lts, partition, equivalence));
}

Mts minimized(const Mts& lts, Equivalence equivalence, const Limits* limits) {
  const Mts reachable = reachable_part(lts);
  const Mts small =
      quotient(reachable, equivalence_classes(reachable, equivalence, limits), equivalence);
  // States on an internal cycle are weakly bisimilar, so the quotient has none.
  return equivalence == Equivalence::weak ? without_implied_steps(small, limits) : small;
}

Mts disjoint_union(const Mts& a, const Mts& b) {
  INVARIANT(a.table() == b.table(), "systems should share a table of actions");
  MtsBuilder builder(a.table());
  const auto behind = static_cast<StateId>(a.num_states());
  builder.ensure_states(behind + static_cast<StateId>(b.num_states()));
  builder.set_initial(a.initial());
  builder.add_to_alphabet(united(a.alphabet(), b.alphabet()));
  builder.reserve(a.num_transitions() + b.num_transitions());
  for (StateId s = 0; s < a.num_states(); ++s)
    for (const Transition& t : a.transitions(s))
      builder.add(s, t.action(), t.target(), t.modality());
  for (StateId s = 0; s < b.num_states(); ++s)
    for (const Transition& t : b.transitions(s))
      builder.add(behind + s, t.action(), behind + t.target(), t.modality());
  return builder.build();
}

StateId second_initial(const Mts& a, const Mts& b) {
  return static_cast<StateId>(a.num_states()) + b.initial();
}

}  // namespace arges::lts
