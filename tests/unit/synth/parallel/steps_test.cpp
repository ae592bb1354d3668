#include <gtest/gtest.h>

#include "lts/algebra/composition.h"
#include "lts/algebra/contracts.h"
#include "lts/algebra/operators.h"
#include "lts/equivalence/bisimulation.h"
#include "support/random_lts.h"
#include "synth/parallel/bisimulation_task.h"
#include "synth/parallel/ctl_properties.h"
#include "synth/parallel/derivation.h"
#include "synth/parallel/extension.h"
#include "synth/parallel/lasso_word.h"
#include "synth/parallel/red_transitions.h"
#include "synth/parallel/state_bound.h"

namespace arges::synth {
namespace {

using lts::Modality;
using lts::Mts;

test::RandomLts modal_shape() {
  test::RandomLts shape;
  shape.max_states = 6;
  shape.visible_actions = 3;
  shape.transitions_per_state = 2;
  shape.tau_percent = 0;
  shape.may_percent = 50;
  return shape;
}

/// Weakly bisimilar with may and must told apart (Jasper 2021, Def. 51).
bool weakly_bisimilar(const Mts& a, const Mts& b) {
  const Mts first = lts::both_as_actions(lts::observational(a));
  const Mts second = lts::both_as_actions(lts::observational(b));
  const Mts both = lts::disjoint_union(first, second);
  return lts::equivalence_classes(both, lts::Equivalence::strong)
      .same(both.initial(), lts::second_initial(first, second));
}

TEST(Extension, ChangesNothingThatWasThereBefore) {
  std::mt19937_64 random(1);
  for (std::uint64_t seed = 1; seed <= 150; ++seed) {
    const auto table = std::make_shared<lts::ActionTable>();
    const Mts system = test::random_lts(table, random, modal_shape());
    if (system.alphabet().empty()) continue;
    Random choices(seed);
    FreshActions fresh(table, seed);
    ExtensionShape shape;
    shape.kind = seed % 2 == 0 ? ExtensionKind::convergent : ExtensionKind::nonconvergent;
    shape.shared_actions = seed % 4;
    shape.percent_early_cuts = seed % 3 == 0 ? 100 : 25;
    const lts::Alphabet cut(choices.sample(system.alphabet().actions(), 2));
    const Extension extension = make_extension(fresh, cut, shape, choices);
    const Mts seen = lts::view(lts::composed(system, extension.system), system.alphabet());
    ASSERT_TRUE(weakly_bisimilar(seen, system)) << seed;
    if (shape.kind == ExtensionKind::convergent) {
      ASSERT_TRUE(lts::is_convergent(seen)) << seed;
    }
  }
}

TEST(RedTransitions, LeaveAContext) {
  std::mt19937_64 random(2);
  std::size_t chosen = 0;
  std::size_t others = 0;
  std::size_t refused = 0;
  for (int round = 0; round < 300; ++round) {
    const auto table = std::make_shared<lts::ActionTable>();
    const Mts system = lts::determinized(test::random_lts(table, random, modal_shape()));
    std::vector<lts::ActionId> some;
    for (const lts::ActionId a : system.alphabet().actions())
      if (random() % 3 != 0) some.push_back(a);
    const lts::Alphabet communication(some);
    const std::vector<RedPlace> places = red_places(system, communication);
    lts::Contract contract{&system, communication, {}};
    for (const RedPlace& place : places)
      if (random() % 2 == 0) contract.red.push_back({place.source, place.action, 0});
    chosen += contract.red.size();
    ASSERT_TRUE(lts::context(contract)) << round;
    for (lts::StateId s = 0; s < system.num_states(); ++s)
      for (const lts::ActionId a : communication.actions()) {
        if (!system.transitions(s, a).empty()) continue;
        if (std::find(places.begin(), places.end(), RedPlace{s, a}) != places.end()) continue;
        ++others;
        refused += lts::context({&system, communication, {{s, a, 0}}}) ? 0 : 1;
      }
  }
  EXPECT_GT(chosen, 50U);
  // Nearly all that are not among them have none.
  EXPECT_GT(others, 50U);
  EXPECT_GT(refused, 9 * others / 10);
}

TEST(Lifted, PutsInWhatIsNeeded) {
  const auto table = std::make_shared<lts::ActionTable>();
  const Mts part = test::make_lts(table, "0 x 1 1 a 2 2 y 3 3 a 0");
  const lts::ActionId a = table->intern("a");
  const lts::ActionId b = table->intern("b");
  const lts::Alphabet known({a, b});
  const auto result = lifted({{b, a}, 1}, known, part);
  ASSERT_TRUE(result);
  // Two rounds of the loop, because the part tells them apart.
  const lts::ActionId x = table->intern("x");
  const lts::ActionId y = table->intern("y");
  std::vector<lts::ActionId> expected{b, x, a, y, a};
  EXPECT_EQ(result->word.letters, expected);
  EXPECT_EQ(result->word.loop_start, 1U);
  const auto run = run_along(result->word, {&part});
  ASSERT_TRUE(run);
  EXPECT_EQ(run->steps.back().after, std::vector<lts::StateId>{0});
  // Nobody may put in what is known.
  EXPECT_FALSE(lifted({{b, a}, 1}, lts::Alphabet({a, b, x}), part));
}

TEST(Derivation, NoticesWhatDoesNotRefine) {
  const auto table = std::make_shared<lts::ActionTable>();
  const Mts whole = test::make_lts(table, "0 a 1 1 b 0");
  const Mts one = test::make_lts(table, "0 a 1 1 b 0 1 a? 1");
  const Mts other = test::make_lts(table, "0 a 1 1 b 0");
  const Mts more = test::make_lts(table, "0 a 1 1 b 0 1 a 1");
  Derivation derivation;
  derivation.nodes = {{whole, {1, 2}}, {one, {}}, {other, {}}};
  const auto kind = lts::RefinementKind::convergent_weak;
  EXPECT_EQ(derivation_error(derivation, {more, other}, kind), "");
  EXPECT_NE(derivation_error(derivation, {more, more}, kind), "");
  EXPECT_NE(derivation_error(derivation, {more}, kind), "");
  EXPECT_NE(derivation_error(derivation, {more, other, other}, kind), "");
  derivation.nodes[2].system = more;
  EXPECT_NE(derivation_error(derivation, {more, more}, kind), "");
}

TEST(Derivation, NoticesActionsThatOthersKnow) {
  const auto table = std::make_shared<lts::ActionTable>();
  const Mts whole = test::make_lts(table, "0 a 0");
  const Mts extended = test::make_lts(table, "0 e 1 1 a 0");
  Derivation derivation;
  derivation.nodes = {{whole, {1, 2}}, {whole, {3}}, {whole, {4}}, {extended, {}}, {extended, {}}};
  EXPECT_NE(derivation_error(derivation, {extended, extended}, lts::RefinementKind::convergent_weak)
                .find("known below another"),
            std::string::npos);
  const Mts renamed = test::make_lts(table, "0 f 1 1 a 0");
  derivation.nodes[4].system = renamed;
  EXPECT_EQ(derivation_error(derivation, {extended, renamed}, lts::RefinementKind::convergent_weak),
            "");
}

TEST(Derivation, NoticesDivergence) {
  const auto table = std::make_shared<lts::ActionTable>();
  const Mts whole = test::make_lts(table, "0 a 0");
  const Mts divergent = test::make_lts(table, "0 e 0 0 a 0");
  Derivation derivation;
  derivation.nodes = {{whole, {1}}, {divergent, {}}};
  EXPECT_EQ(derivation_error(derivation, {divergent}, lts::RefinementKind::weak), "");
  EXPECT_NE(derivation_error(derivation, {divergent}, lts::RefinementKind::convergent_weak), "");
}

TEST(StateBound, IsNoMoreThanThereAre) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 100; ++round) {
    const auto table = std::make_shared<lts::ActionTable>();
    std::vector<Mts> components;
    for (int i = 0; i < 3; ++i) components.push_back(test::random_lts(table, random));
    const StateBound bound = state_bound(components, 100'000);
    ASSERT_TRUE(bound.exact);
    std::size_t product = 1;
    for (const std::size_t n : bound.independent) product *= n;
    ASSERT_LE(product, *bound.exact);
  }
}

TEST(BisimulationTask, BothAnswers) {
  for (std::uint64_t seed = 1; seed <= 12; ++seed) {
    BisimulationRequest request;
    request.equivalent = seed % 2 == 0;
    request.shape.components = 2;
    request.shape.decomposition.extension.kind = ExtensionKind::nonconvergent;
    const BisimulationTask made = synthesize_bisimulation(request, seed);
    EXPECT_EQ(bisimulation_error(made, request.equivalent), "");
    EXPECT_NE(bisimulation_error(made, !request.equivalent), "");
  }
}

TEST(CtlProperties, HaveBothAnswersAndKeepThem) {
  std::mt19937_64 random(3);
  std::size_t holding = 0;
  std::size_t all = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const auto table = std::make_shared<lts::ActionTable>();
    const Mts system = test::make_lts(table, "0 a 1 1 b 0 1 c 2 2 b 0 2 a 2 0 c 0");
    Random choices(seed);
    FreshActions fresh(table, seed);
    ExtensionShape shape;
    const Extension extension = make_extension(fresh, system.alphabet(), shape, choices);
    for (const CtlProperty& property : ctl_properties(system, 4, choices)) {
      ASSERT_EQ(ctl_holds({&system, &extension.system}, property.text), property.holds)
          << property.text;
      ++all;
      holding += property.holds ? 1 : 0;
    }
  }
  EXPECT_GT(holding, all / 4);
  EXPECT_LT(holding, 3 * all / 4 + 1);
}

}  // namespace
}  // namespace arges::synth
