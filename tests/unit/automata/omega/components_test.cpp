#include "automata/omega/components.h"

#include <gtest/gtest.h>

#include "automata/omega/product.h"
#include "automata/omega/scc_filter.h"

namespace arges::automata {
namespace {

const Bdd any = Bdd::constant(true);

/// An automaton of some states, with edges (source, target, marks) for every letter.
Automaton make(std::size_t states, unsigned sets,
               const std::vector<std::tuple<StateId, StateId, Marks>>& edges) {
  Automaton result(BddManager::instance());
  result.set_num_sets(sets);
  for (std::size_t i = 0; i < states; ++i) result.add_state();
  for (const auto& [source, target, marks] : edges) result.add_edge(source, {target, marks, any});
  return result;
}

TEST(Components, AcceptingNeedsEverySetInOneComponent) {
  const Automaton apart = make(3, 2, {{0, 0, 1}, {0, 1, 0}, {1, 1, 2}, {2, 2, 3}});
  const Components components(apart);
  EXPECT_EQ(components.of(2), Components::none);
  EXPECT_FALSE(components.accepting(components.of(0)));
  EXPECT_TRUE(is_empty(apart));
  EXPECT_FALSE(is_empty(make(2, 2, {{0, 1, 1}, {1, 0, 2}})));
}

TEST(Components, WithoutSetsEveryCycleAccepts) {
  EXPECT_FALSE(is_empty(make(2, 0, {{0, 1, 0}, {1, 1, 0}})));
  EXPECT_TRUE(is_empty(make(2, 0, {{0, 1, 0}})));
}

TEST(Components, SeesSetsOnEveryCycle) {
  const Automaton automaton = make(2, 2, {{0, 1, 1}, {1, 0, 0}, {1, 1, 3}});
  const Components components(automaton);
  EXPECT_TRUE(on_every_cycle(automaton, components, components.of(0), 0));
  EXPECT_FALSE(on_every_cycle(automaton, components, components.of(0), 1));
}

TEST(SccFilter, DropsWhatCannotAccept) {
  const Automaton filtered = scc_filter(make(3, 1, {{0, 0, 1}, {0, 1, 0}, {1, 1, 0}, {0, 2, 1}}));
  EXPECT_EQ(filtered.num_states(), 1U);
  EXPECT_EQ(filtered.num_edges(), 1U);
  EXPECT_EQ(filtered.num_sets(), 0U);
}

TEST(SccFilter, ComponentsShareSets) {
  // The first component needs set 0 only, the second set 1 only.
  const Automaton filtered =
      scc_filter(make(2, 2, {{0, 0, 3}, {0, 0, 2}, {0, 1, 0}, {1, 1, 3}, {1, 1, 1}}));
  EXPECT_EQ(filtered.num_sets(), 1U);
}

TEST(SccFilter, KeepsRejectingCyclesRejecting) {
  const Automaton filtered = scc_filter(make(2, 1, {{0, 0, 0}, {0, 1, 0}, {1, 1, 1}}));
  EXPECT_EQ(filtered.num_sets(), 1U);
  EXPECT_EQ(filtered.edges(0).front().marks, 0U);
  EXPECT_FALSE(is_empty(filtered));
}

TEST(Product, AcceptsWhatBothAccept) {
  const Automaton first = make(2, 1, {{0, 1, 1}, {1, 0, 0}});
  const Automaton second = make(1, 1, {{0, 0, 1}});
  EXPECT_TRUE(intersect(first, second));
  EXPECT_FALSE(intersect(first, make(1, 1, {{0, 0, 0}})));
  EXPECT_FALSE(product(first, second, 1).has_value());
}

}  // namespace
}  // namespace arges::automata
