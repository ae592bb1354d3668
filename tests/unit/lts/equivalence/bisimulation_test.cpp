#include "lts/equivalence/bisimulation.h"

#include <gtest/gtest.h>

#include "lts/equivalence/weak_search.h"
#include "support/naive_bisimulation.h"
#include "support/random_lts.h"

namespace arges::lts {
namespace {

using test::make_lts;
using test::NaiveBisimulation;

class BisimulationTest : public ::testing::Test {
 protected:
  bool equivalent(const std::string& a, const std::string& b, Equivalence equivalence) {
    const Mts first = make_lts(table_, a);
    const Mts second = make_lts(table_, b);
    const Mts both = disjoint_union(first, second);
    return equivalence_classes(both, equivalence)
        .same(both.initial(), second_initial(first, second));
  }
  ActionTablePtr table_ = std::make_shared<ActionTable>();
};

void expect_classes(const Mts& lts, const Partition& classes,
                    const NaiveBisimulation::Relation& relation, const std::string& what) {
  for (StateId p = 0; p < lts.num_states(); ++p)
    for (StateId q = 0; q < lts.num_states(); ++q)
      ASSERT_EQ(classes.same(p, q), relation[p][q]) << what << ": states " << p << " and " << q;
}

TEST_F(BisimulationTest, StrongTellsWhenAChoiceIsMade) {
  const std::string early = "0 a 1 0 a 2 1 b 3 2 c 3";
  const std::string late = "0 a 1 1 b 2 1 c 2";
  for (const Equivalence kind : {Equivalence::strong, Equivalence::branching, Equivalence::weak})
    EXPECT_FALSE(equivalent(early, late, kind));
  EXPECT_TRUE(equivalent("0 a 0", "0 a 1 1 a 0", Equivalence::strong));
}

TEST_F(BisimulationTest, InternalStepsThatDecideNothingDoNotCount) {
  EXPECT_FALSE(equivalent("0 a 1", "0 tau 1 1 a 2", Equivalence::strong));
  EXPECT_TRUE(equivalent("0 a 1", "0 tau 1 1 a 2", Equivalence::branching));
  EXPECT_TRUE(equivalent("0 a 1", "0 tau 1 1 tau 0 1 a 2", Equivalence::branching));
}

// Milner's third law: a.(p + tau.q) + a.q = a.(p + tau.q), which branching bisimilarity refuses.
TEST_F(BisimulationTest, WeakIgnoresWhatBranchingSees) {
  const std::string with = "0 a 1 1 b 2 1 tau 3 3 c 2 0 a 3";
  const std::string without = "0 a 1 1 b 2 1 tau 3 3 c 2";
  EXPECT_TRUE(equivalent(with, without, Equivalence::weak));
  EXPECT_FALSE(equivalent(with, without, Equivalence::branching));
}

TEST_F(BisimulationTest, DivergenceCountsOnlyIfAsked) {
  const std::string diverges = "0 tau 0 0 a 1";
  EXPECT_TRUE(equivalent(diverges, "0 a 1", Equivalence::branching));
  EXPECT_TRUE(equivalent(diverges, "0 a 1", Equivalence::weak));
  EXPECT_FALSE(equivalent(diverges, "0 a 1", Equivalence::divergent_branching));
  EXPECT_TRUE(equivalent(diverges, "0 tau 1 1 tau 0 1 a 2", Equivalence::divergent_branching));
}

TEST_F(BisimulationTest, OneStateAndNoTransitionsAreFine) {
  const Mts nothing = make_lts(table_, "");
  EXPECT_EQ(nothing.num_states(), 1U);
  for (const Equivalence kind : {Equivalence::strong, Equivalence::branching, Equivalence::weak})
    EXPECT_EQ(minimized(nothing, kind).num_states(), 1U);
}

/// Shapes with few and many internal steps, sparse and dense.
std::vector<test::RandomLts> shapes() {
  std::vector<test::RandomLts> result;
  for (const unsigned tau_percent : {0U, 30U, 60U, 85U})
    for (const double density : {1.1, 1.7, 2.5}) result.push_back({9, 2, density, tau_percent, 0});
  result.push_back({24, 2, 1.5, 70, 0});
  result.push_back({24, 3, 2.0, 50, 0});
  return result;
}

TEST_F(BisimulationTest, PartitionsAreTheGreatestFixpoints) {
  std::mt19937_64 random(7);
  for (const test::RandomLts& shape : shapes())
    for (int i = 0; i < 400; ++i) {
      const Mts lts = test::random_lts(table_, random, shape);
      const NaiveBisimulation naive(lts);
      const std::string what =
          "tau " + std::to_string(shape.tau_percent) + ", round " + std::to_string(i);
      expect_classes(lts, equivalence_classes(lts, Equivalence::strong), naive.strong(),
                     "strong, " + what);
      expect_classes(lts, equivalence_classes(lts, Equivalence::branching), naive.branching(),
                     "branching, " + what);
      expect_classes(lts, equivalence_classes(lts, Equivalence::weak), naive.weak(),
                     "weak, " + what);
      expect_classes(lts, weak_partition_by_search(lts), naive.weak(), "weak search, " + what);
      if (HasFatalFailure()) return;
    }
}

TEST_F(BisimulationTest, MinimizationIsIdempotentAndEquivalent) {
  std::mt19937_64 random(8);
  for (int i = 0; i < 500; ++i) {
    const Mts lts = test::random_lts(table_, random, {14, 2, 1.6, 50, 0});
    for (const Equivalence kind : {Equivalence::strong, Equivalence::divergent_branching,
                                   Equivalence::branching, Equivalence::weak}) {
      const Mts small = minimized(lts, kind);
      EXPECT_LE(small.num_states(), lts.num_states());
      EXPECT_EQ(minimized(small, kind).num_states(), small.num_states());
      const Mts both = disjoint_union(lts, small);
      EXPECT_TRUE(equivalence_classes(both, kind).same(both.initial(), second_initial(lts, small)));
    }
  }
}

Mts without_transition(const Mts& lts, std::size_t position) {
  MtsBuilder builder(lts.table());
  builder.ensure_states(static_cast<StateId>(lts.num_states()));
  builder.set_initial(lts.initial());
  builder.add_to_alphabet(lts.alphabet());
  for (StateId s = 0; s < lts.num_states(); ++s)
    for (std::size_t i = 0; i < lts.transitions(s).size(); ++i)
      if (lts.offset(s) + i != position)
        builder.add(s, lts.transitions(s)[i].action(), lts.transitions(s)[i].target());
  return builder.build();
}

TEST_F(BisimulationTest, NoTransitionOfAMinimalSystemCanGo) {
  std::mt19937_64 random(10);
  for (int i = 0; i < 400; ++i) {
    const Mts lts = test::random_lts(table_, random, {10, 2, 2.0, 30U + 10U * (i % 5), 0});
    for (const Equivalence kind : {Equivalence::branching, Equivalence::weak}) {
      const Mts small = minimized(lts, kind);
      for (std::size_t t = 0; t < small.num_transitions(); ++t) {
        const Mts less = without_transition(small, t);
        const Mts both = disjoint_union(small, less);
        EXPECT_FALSE(
            equivalence_classes(both, kind).same(both.initial(), second_initial(small, less)));
      }
    }
  }
}

TEST_F(BisimulationTest, WeakMinimizationLeavesOutWhatOthersImply) {
  const Mts law = make_lts(table_, "0 a 1 1 b 2 1 tau 3 3 c 2 0 a 3");
  EXPECT_EQ(minimized(law, Equivalence::weak).num_transitions(), 4U);
  EXPECT_EQ(minimized(law, Equivalence::branching).num_transitions(), 5U);
}

// A state that diverges stays apart from one that does not, and what the others say is kept.
TEST_F(BisimulationTest, EquivalencesAreOrderedByFineness) {
  std::mt19937_64 random(9);
  for (int i = 0; i < 500; ++i) {
    const Mts lts = test::random_lts(table_, random, {12, 2, 1.7, 50, 0});
    const Partition strong = equivalence_classes(lts, Equivalence::strong);
    const Partition divergent = equivalence_classes(lts, Equivalence::divergent_branching);
    const Partition branching = equivalence_classes(lts, Equivalence::branching);
    const Partition weak = equivalence_classes(lts, Equivalence::weak);
    for (StateId p = 0; p < lts.num_states(); ++p)
      for (StateId q = 0; q < lts.num_states(); ++q) {
        EXPECT_LE(strong.same(p, q), divergent.same(p, q));
        EXPECT_LE(divergent.same(p, q), branching.same(p, q));
        EXPECT_LE(branching.same(p, q), weak.same(p, q));
      }
  }
}

}  // namespace
}  // namespace arges::lts
