#include "lts/petri/petri_net.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "lts/algebra/composition.h"
#include "lts/equivalence/bisimulation.h"
#include "support/random_lts.h"

namespace arges::lts {
namespace {

TEST(PetriNet, OfACompositionHasItsStatesAndSteps) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 200; ++round) {
    const auto table = std::make_shared<ActionTable>();
    std::vector<Mts> systems;
    test::RandomLts shape;
    shape.max_states = 4;
    shape.visible_actions = 3;
    shape.tau_percent = 20;
    for (int i = 0; i < 3; ++i) systems.push_back(test::random_lts(table, random, shape));
    std::vector<const Mts*> parts;
    for (const Mts& system : systems) parts.push_back(&system);
    const PetriNet net = composition_net(parts, {"a", "b", "c"}, 10'000);
    EXPECT_EQ(net.units.size(), 3U);
    const Mts markings = reachability_graph(net);
    const Mts composition = composed(parts);
    ASSERT_EQ(markings.num_states(), composition.num_states());
    ASSERT_EQ(markings.num_transitions(), composition.num_transitions());
    const Mts both = disjoint_union(markings, composition);
    ASSERT_TRUE(equivalence_classes(both, Equivalence::strong)
                    .same(both.initial(), second_initial(markings, composition)));
  }
}

TEST(PetriNet, TokensAreCounted) {
  PetriNet net;
  net.table = std::make_shared<ActionTable>();
  net.places = {{"free", 3}, {"used", 0}};
  net.transitions = {{net.table->intern("take"), {{0, 2}}, {{1, 1}}},
                     {net.table->intern("give"), {{1, 1}}, {{0, 2}}}};
  const Mts markings = reachability_graph(net);
  EXPECT_EQ(markings.num_states(), 2U);
  EXPECT_EQ(markings.num_transitions(), 2U);
}

TEST(PetriNet, RefusesTooManyTransitions) {
  const auto table = std::make_shared<ActionTable>();
  const Mts a = test::make_lts(table, "0 a 1 1 a 2 2 a 0");
  EXPECT_EQ(composition_net({&a, &a}, {"x", "y"}, 9).transitions.size(), 9U);
  EXPECT_THROW(composition_net({&a, &a}, {"x", "y"}, 8), UsageError);
}

}  // namespace
}  // namespace arges::lts
