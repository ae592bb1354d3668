#include "lts/refinement/refinement.h"

#include <gtest/gtest.h>

#include "lts/algebra/composition.h"
#include "lts/algebra/operators.h"
#include "lts/logic/evaluator.h"
#include "support/naive_bisimulation.h"
#include "support/random_lts.h"

namespace arges::lts {
namespace {

using test::make_lts;

class RefinementTest : public ::testing::Test {
 protected:
  bool refine(const Mts& concrete, const Mts& abstract,
              RefinementKind kind = RefinementKind::modal) {
    Formulas formulas;
    const RefinementResult result = refines(concrete, abstract, kind, formulas);
    if (result.formula) {
      EXPECT_TRUE(holds(abstract, formulas, *result.formula));
      EXPECT_FALSE(holds(concrete, formulas, *result.formula));
      text_ = to_string(formulas, *result.formula, *table_);
    }
    EXPECT_EQ(result.refines, !result.formula && !result.divergent);
    return result.refines;
  }
  bool refine(const std::string& concrete, const std::string& abstract,
              RefinementKind kind = RefinementKind::modal) {
    return refine(make_lts(table_, concrete), make_lts(table_, abstract), kind);
  }
  ActionTablePtr table_ = std::make_shared<ActionTable>();
  std::string text_;
};

TEST_F(RefinementTest, WhatIsAllowedMayBeLeftOutWhatIsRequiredNot) {
  EXPECT_TRUE(refine("0 a 1", "0 a 1 0 b? 1"));
  EXPECT_TRUE(refine("0 a 1 0 b 1", "0 a 1 0 b? 1"));
  EXPECT_FALSE(refine("0 b 1", "0 a 1 0 b? 1"));
  EXPECT_EQ(text_, "<a>true");
  EXPECT_FALSE(refine("0 a 1 1 a 2", "0 a 1 0 b? 1"));
  EXPECT_EQ(text_, "[a][a]false");
}

TEST_F(RefinementTest, WeakRefinementIgnoresInternalSteps) {
  EXPECT_FALSE(refine("0 tau 1 1 a 2", "0 a 1"));
  EXPECT_TRUE(refine("0 tau 1 1 a 2", "0 a 1", RefinementKind::weak));
  EXPECT_TRUE(refine("0 tau 1 1 a 2", "0 a 1", RefinementKind::convergent_weak));
  EXPECT_TRUE(refine("0 tau 0 0 a 2", "0 a 1", RefinementKind::weak));
  EXPECT_FALSE(refine("0 tau 0 0 a 2", "0 a 1", RefinementKind::convergent_weak));
}

TEST_F(RefinementTest, IsTheGreatestFixpoint) {
  std::mt19937_64 random(3);
  int yes = 0;
  for (int i = 0; i < 4000; ++i) {
    const Mts concrete = test::random_lts(table_, random, {5, 2, 1.5, 20, 20});
    const Mts abstract = test::random_lts(table_, random, {5, 2, 2.5, 20, 80});
    const bool expected =
        test::naive_refinement(concrete, abstract)[concrete.initial()][abstract.initial()];
    ASSERT_EQ(refine(concrete, abstract), expected);
    const bool weak = test::naive_refinement(
        observational(concrete), observational(abstract))[concrete.initial()][abstract.initial()];
    ASSERT_EQ(refine(concrete, abstract, RefinementKind::weak), weak);
    ASSERT_EQ(refine(concrete, abstract, RefinementKind::convergent_weak),
              weak && is_convergent(concrete));
    yes += expected ? 1 : 0;
  }
  EXPECT_GT(yes, 100);
}

// Prop. 4 to 8 of Jasper 2021 on random systems.
TEST_F(RefinementTest, IsKeptByComposition) {
  std::mt19937_64 random(4);
  int kept = 0;
  for (int i = 0; i < 3000; ++i) {
    const Mts concrete = test::random_lts(table_, random, {4, 2, 1.5, 20, 20});
    const Mts abstract = test::random_lts(table_, random, {4, 2, 2.5, 10, 80});
    const Mts context = test::random_lts(table_, random, {4, 3, 1.5, 0, 30});
    ASSERT_TRUE(refine(concrete, concrete));
    ASSERT_TRUE(refine(concrete, composed(concrete, weakest(table_, context.alphabet()))) ||
                !concrete.alphabet().includes(context.alphabet()));
    if (!alphabets_fit(abstract.alphabet(), concrete.alphabet(), context.alphabet())) continue;
    for (const RefinementKind kind : {RefinementKind::modal, RefinementKind::weak})
      if (refine(concrete, abstract, kind)) {
        ++kept;
        ASSERT_TRUE(refine(composed(concrete, context), composed(abstract, context), kind));
      }
  }
  EXPECT_GT(kept, 100);
}

}  // namespace
}  // namespace arges::lts
