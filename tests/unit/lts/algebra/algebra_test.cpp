#include <gtest/gtest.h>

#include "lts/algebra/composition.h"
#include "lts/algebra/contracts.h"
#include "lts/algebra/operators.h"
#include "lts/equivalence/bisimulation.h"
#include "lts/mealy.h"
#include "lts/refinement/refinement.h"
#include "support/random_lts.h"

namespace arges::lts {
namespace {

using test::make_lts;

class AlgebraTest : public ::testing::Test {
 protected:
  bool equivalent(const Mts& a, const Mts& b, Equivalence kind = Equivalence::strong) {
    const Mts first = a.is_lts() && b.is_lts() ? a : both_as_actions(a);
    const Mts second = a.is_lts() && b.is_lts() ? b : both_as_actions(b);
    const Mts both = disjoint_union(first, second);
    return equivalence_classes(both, kind).same(both.initial(), second_initial(first, second));
  }
  bool refine(const Mts& concrete, const Mts& abstract) {
    Formulas formulas;
    return refines(concrete, abstract, RefinementKind::modal, formulas).refines;
  }
  Alphabet actions(std::initializer_list<const char*> names) {
    std::vector<ActionId> result;
    for (const char* name : names) result.push_back(table_->intern(name));
    return Alphabet(result);
  }
  Mts made(const std::string& text) { return make_lts(table_, text); }
  ActionTablePtr table_ = std::make_shared<ActionTable>();
};

TEST_F(AlgebraTest, TransitionsAreOnceAndInOrder) {
  const Mts system = made("0 b 1 0 a 1 0 a? 1 0 a? 0 1 tau 0");
  ASSERT_EQ(system.transitions(0).size(), 3U);
  EXPECT_EQ(system.transitions(0, table_->find("a")).size(), 2U);
  EXPECT_TRUE(system.transitions(0, table_->find("a"))[1].is_must());
  EXPECT_FALSE(system.is_lts());
  EXPECT_EQ(names(system.alphabet(), *table_), (std::vector<std::string>{"a", "b"}));
  const ReverseView reverse(system);
  EXPECT_EQ(reverse.transitions(1).size(), 2U);
}

TEST_F(AlgebraTest, CommonActionsAreDoneTogether) {
  const Mts both = composed(made("0 a 1 1 s 0"), made("0 b 1 1 s 0"));
  EXPECT_EQ(both.num_states(), 4U);
  EXPECT_EQ(both.num_transitions(), 5U);
  // In the alphabet but never possible: blocks.
  MtsBuilder builder(table_);
  builder.add_state();
  builder.add_to_alphabet(actions({"a"}));
  const Mts blocker = builder.build();
  EXPECT_EQ(composed(made("0 a 1"), blocker).num_transitions(), 0U);
  // Internal steps are everyone's own.
  EXPECT_EQ(composed(made("0 tau 1"), made("0 tau 1")).num_states(), 4U);
  // Required if it is for both.
  EXPECT_FALSE(composed(made("0 a? 1"), made("0 a 1")).is_lts());
}

TEST_F(AlgebraTest, ManyPartsArePackedInSeveralWords) {
  std::vector<Mts> parts;
  for (int i = 0; i < 70; ++i) parts.push_back(made("0 step 1 1 step 2 2 step 0"));
  std::vector<const Mts*> pointers;
  for (const Mts& part : parts) pointers.push_back(&part);
  EXPECT_EQ(composed(pointers).num_states(), 3U);
  ParallelView view(pointers);
  const auto moves = view.transitions(view.initial());
  ASSERT_EQ(moves.size(), 1U);
  EXPECT_EQ(view.tuple(moves[0].target()), std::vector<StateId>(70, 1));
}

TEST_F(AlgebraTest, CompositionIsCommutativeAndAssociative) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 500; ++i) {
    const Mts a = test::random_lts(table_, random, {4, 3, 1.7, 20, 30});
    const Mts b = test::random_lts(table_, random, {4, 3, 1.7, 20, 30});
    const Mts c = test::random_lts(table_, random, {4, 3, 1.7, 20, 30});
    EXPECT_TRUE(equivalent(composed(a, b), composed(b, a)));
    EXPECT_TRUE(equivalent(composed(composed(a, b), c), composed(a, composed(b, c))));
    EXPECT_TRUE(equivalent(composed(composed(a, b), c), composed({&a, &b, &c})));
    EXPECT_TRUE(equivalent(composed(a, neutral(table_, common(a.alphabet(), b.alphabet()))), a));
    // Prop. 7: views commute with composition if they keep what is common.
    const Alphabet kept = united(common(a.alphabet(), b.alphabet()), actions({"a"}));
    EXPECT_TRUE(equivalent(view(composed(a, b), kept), composed(view(a, kept), view(b, kept))));
  }
}

TEST_F(AlgebraTest, HidingAndViews) {
  const Mts system = made("0 a 1 1 b 2");
  EXPECT_TRUE(equivalent(hidden(system, actions({"a"})), made("0 tau 1 1 b 2")));
  EXPECT_TRUE(equivalent(view(system, actions({"a"})), made("0 a 1 1 tau 2")));
  EXPECT_FALSE(view(system, actions({"a"})).alphabet().contains(table_->find("b")));
}

TEST_F(AlgebraTest, ObservationalRelation) {
  const Mts seen = observational(made("0 tau 1 1 a 2 2 tau? 3"));
  EXPECT_EQ(seen.transitions(0, tau).size(), 2U);
  const auto steps = seen.transitions(0, table_->find("a"));
  ASSERT_EQ(steps.size(), 2U);
  EXPECT_TRUE(steps[0].is_must());   // to 2
  EXPECT_FALSE(steps[1].is_must());  // to 3
  EXPECT_EQ(seen.transitions(3, tau).size(), 1U);
}

TEST_F(AlgebraTest, ConvergenceIsAboutWhatCanBeReached) {
  EXPECT_TRUE(is_convergent(made("0 tau 1 1 a 0 2 tau 2")));
  EXPECT_EQ(divergent_state(made("0 a 1 1 tau 2 2 tau 1")), 1U);
}

TEST_F(AlgebraTest, MustAndMay) {
  const Mts system = made("0 a? 1 0 b 1");
  EXPECT_TRUE(equivalent(must_lts(system), made("0 b 1")));
  EXPECT_TRUE(equivalent(may_lts(system), made("0 a 1 0 b 1")));
  EXPECT_TRUE(refine(must_lts(system), system));
  EXPECT_TRUE(refine(may_lts(system), system));
  EXPECT_TRUE(refine(system, weakest(table_, system.alphabet())));
}

// "must a" as a name is not the action that stands for a required a.
TEST_F(AlgebraTest, RequiredActionsHaveNoNames) {
  MtsBuilder builder(table_);
  builder.ensure_states(2);
  builder.add(0, table_->intern("a"), 1, Modality::may);
  builder.add(0, table_->intern("must a"), 1, Modality::may);
  EXPECT_FALSE(equivalent(builder.build(), made("0 a 1")));
  EXPECT_TRUE(equivalent(made("0 a? 1 1 b 2"), made("0 a? 1 1 b 2 3 a 3")));
}

TEST_F(AlgebraTest, ConjunctionRefinesBoth) {
  std::mt19937_64 random(6);
  int defined = 0;
  for (int i = 0; i < 2000; ++i) {
    const Mts a = determinized(test::random_lts(table_, random, {4, 2, 1.7, 0, 80}));
    const Mts b = determinized(test::random_lts(table_, random, {4, 2, 1.7, 0, 80}));
    const Mts c = determinized(test::random_lts(table_, random, {3, 2, 1.5, 0, 40}));
    const std::optional<Mts> both = conjunction(a, b);
    if (!both) continue;
    ++defined;
    EXPECT_TRUE(refine(*both, a));
    EXPECT_TRUE(refine(*both, b));
    EXPECT_EQ(refine(c, *both), refine(c, a) && refine(c, b));
  }
  EXPECT_GT(defined, 200);
  EXPECT_FALSE(conjunction(made("0 a 1"), made("0 b? 1")));
}

TEST_F(AlgebraTest, MayCompletionAllowsEverything) {
  const Mts completed = may_completion(made("0 a 1 1 b? 0"));
  EXPECT_EQ(completed.num_states(), 3U);
  EXPECT_EQ(completed.num_transitions(), 6U);
  EXPECT_TRUE(refine(made("0 a 1 1 a 2 2 b 2"), completed));
}

TEST_F(AlgebraTest, DeterminizationKeepsWords) {
  const Mts system = determinized(made("0 a 1 0 a 2 1 b 3 2 c 3 0 tau 2"));
  EXPECT_TRUE(system.is_deterministic());
  EXPECT_TRUE(equivalent(system, made("0 a 1 0 c 3 1 b 2 1 c 3")));
}

// Lemmas 3 and 6, Theorems 6 and 7.
TEST_F(AlgebraTest, ContextsKeepTheSpecification) {
  std::mt19937_64 random(12);
  int contexts = 0;
  for (int i = 0; i < 1500; ++i) {
    const Mts specification = determinized(test::random_lts(table_, random, {5, 3, 1.7, 0, 60}));
    Contract contract{&specification, common(specification.alphabet(), actions({"a", "b"})), {}};
    EXPECT_TRUE(refine(composed(specification, green_context(contract)), specification));
    for (int k = 0; k < 2 && !contract.communication.empty(); ++k) {
      const auto& gamma = contract.communication.actions();
      const RedTransition red{static_cast<StateId>(random() % specification.num_states()),
                              gamma[random() % gamma.size()],
                              static_cast<StateId>(random() % specification.num_states())};
      if (specification.transitions(red.source, red.action).empty()) contract.red.push_back(red);
    }
    const Mts system = contract_system(contract);
    const std::optional<Mts> made = context(contract);
    if (!made) continue;
    contexts += contract.red.empty() ? 0 : 1;
    EXPECT_EQ(made->alphabet(), contract.communication);
    EXPECT_TRUE(refine(composed(system, *made), specification));
  }
  EXPECT_GT(contexts, 200);
}

TEST_F(AlgebraTest, MealyMachinesAlternate) {
  MealyMachine machine(table_);
  const StateId s = machine.add_state();
  const ActionId in = table_->intern("coin");
  const ActionId out = table_->intern("tea");
  machine.add(s, {in, out, s, Modality::must});
  EXPECT_TRUE(machine.is_deterministic());
  EXPECT_TRUE(equivalent(transition_system(machine), made("0 coin 1 1 tea 0")));
}

}  // namespace
}  // namespace arges::lts
