#include "lts/logic/distinguish.h"

#include <gtest/gtest.h>

#include "lts/logic/evaluator.h"
#include "support/random_lts.h"

namespace arges::lts {
namespace {

using test::make_lts;

class DistinguishTest : public ::testing::Test {
 protected:
  std::string formula(const std::string& a, const std::string& b, Equivalence kind) {
    const Mts first = make_lts(table_, a);
    const Mts second = make_lts(table_, b);
    const Mts both = disjoint_union(first, second);
    Formulas formulas;
    const auto made = distinguishing_formula(formulas, both, equivalence_classes(both, kind),
                                             both.initial(), second_initial(first, second), kind);
    EXPECT_TRUE(made);
    EXPECT_TRUE(holds(first, formulas, *made));
    EXPECT_FALSE(holds(second, formulas, *made));
    return to_string(formulas, *made, *table_);
  }
  ActionTablePtr table_ = std::make_shared<ActionTable>();
};

TEST_F(DistinguishTest, FormulasSayWhatOneCanDo) {
  EXPECT_EQ(formula("0 a 1 1 b 2", "0 a 1", Equivalence::strong), "<a><b>true");
  EXPECT_EQ(formula("0 a 1", "0 a 1 1 b 2", Equivalence::strong), "<a>!<b>true");
  EXPECT_EQ(formula("0 a 1 0 a 2 1 b 3 2 c 3", "0 a 1 1 b 2 1 c 2", Equivalence::strong),
            "<a>!<c>true");
  EXPECT_EQ(formula("0 tau 1 1 a 2 1 tau 3", "0 a 1", Equivalence::weak), "<<>>!<<a>>true");
}

TEST_F(DistinguishTest, BranchingNeedsUntil) {
  const std::string with = "0 a 1 1 b 2 1 tau 3 3 c 2 0 a 3";
  const std::string without = "0 a 1 1 b 2 1 tau 3 3 c 2";
  EXPECT_NE(formula(with, without, Equivalence::branching).find("{"), std::string::npos);
}

TEST_F(DistinguishTest, ALongWayToTheDifference) {
  std::string first;
  for (int i = 0; i < 3000; ++i) first += std::to_string(i) + " a " + std::to_string(i + 1) + " ";
  const std::string text = formula(first + "3000 a 3001", first, Equivalence::strong);
  EXPECT_EQ(text.substr(0, 9), "<a><a><a>");
}

TEST_F(DistinguishTest, FormulasHoldOnOneSideOnly) {
  std::mt19937_64 random(11);
  int told_apart = 0;
  for (int i = 0; i < 1500; ++i) {
    const Mts lts = test::random_lts(table_, random, {10, 2, 1.8, i % 3 == 0 ? 60U : 30U, 0});
    for (const Equivalence kind :
         {Equivalence::strong, Equivalence::branching, Equivalence::weak}) {
      const Partition classes = equivalence_classes(lts, kind);
      const auto p = static_cast<StateId>(random() % lts.num_states());
      const auto q = static_cast<StateId>(random() % lts.num_states());
      if (classes.same(p, q)) continue;
      ++told_apart;
      Formulas formulas;
      const auto made = distinguishing_formula(formulas, lts, classes, p, q, kind);
      ASSERT_TRUE(made);
      const std::vector<bool> where = states_where(lts, formulas, *made);
      ASSERT_TRUE(where[p]) << to_string(formulas, *made, *table_);
      ASSERT_FALSE(where[q]) << to_string(formulas, *made, *table_);
    }
  }
  EXPECT_GT(told_apart, 1000);
}

}  // namespace
}  // namespace arges::lts
