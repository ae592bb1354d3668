#include "analysis/domain/predicate/predicate_states.h"

#include <random>

#include <gtest/gtest.h>

namespace arges::analysis {
namespace {

/// Predicates are just numbers here: 3 and !3 are written pos(3) and neg(3).
Literal pos(PredicateId predicate) { return {predicate, false}; }
Literal neg(PredicateId predicate) { return {predicate, true}; }

TEST(Cubes, LiteralsAreFoundByTheirPredicate) {
  const Cube cube{pos(1), neg(4)};
  EXPECT_EQ(find_literal(cube, 1), pos(1));
  EXPECT_EQ(find_literal(cube, 4), neg(4));
  for (const PredicateId absent : {0U, 2U, 5U}) EXPECT_FALSE(find_literal(cube, absent));
  EXPECT_FALSE(find_literal(Cube{}, 0));
}

TEST(Cubes, ACubeIsWithinAnyPartOfIt) {
  const Cube cube{pos(1), neg(4)};
  EXPECT_TRUE(is_within(cube, Cube{}));
  EXPECT_TRUE(is_within(cube, Cube{neg(4)}));
  EXPECT_TRUE(is_within(cube, cube));
  EXPECT_FALSE(is_within(cube, Cube{pos(4)}));
  EXPECT_FALSE(is_within(Cube{neg(4)}, cube));
}

class PredicateStatesTest : public testing::Test {
 protected:
  StateId state(std::vector<Cube> cubes) { return states_.intern(std::move(cubes)); }
  PredicateStates states_;
};

TEST_F(PredicateStatesTest, EqualStatesAreOne) {
  const StateId both = state({{pos(0), neg(1)}, {neg(0), pos(1)}});
  EXPECT_EQ(state({{neg(0), pos(1)}, {pos(0), neg(1)}}), both) << "in any order";
  EXPECT_EQ(state({{pos(0), neg(1)}, {neg(0), pos(1)}, {pos(0), neg(1)}}), both) << "repeated";
  EXPECT_NE(state({{pos(0), neg(1)}}), both);
  EXPECT_NE(state({{pos(0), neg(1)}, {neg(0), neg(1)}}), both);
}

TEST_F(PredicateStatesTest, CubesWithinOthersAreLeftOut) {
  const StateId weak = state({{pos(0)}});
  EXPECT_EQ(state({{pos(0)}, {pos(0), pos(1)}, {pos(0), neg(2)}}), weak);
  EXPECT_EQ(state({{}, {pos(0)}}), state({{}}));
  EXPECT_EQ(states_.get(weak).cubes, std::vector<Cube>{{pos(0)}});
}

TEST_F(PredicateStatesTest, OrderIsInclusionOfLiterals) {
  const StateId top = state({{}});
  const StateId p = state({{pos(0)}});
  const StateId not_p = state({{neg(0)}});
  const StateId pq = state({{pos(0), pos(1)}});
  EXPECT_TRUE(states_.leq(p, p));
  EXPECT_TRUE(states_.leq(pq, p));
  EXPECT_TRUE(states_.leq(p, top));
  EXPECT_FALSE(states_.leq(p, pq));
  EXPECT_FALSE(states_.leq(p, not_p));
  EXPECT_FALSE(states_.leq(top, p));
}

TEST_F(PredicateStatesTest, EachCubeMustBeWithinOneOfTheOthers) {
  const StateId either = state({{pos(0)}, {pos(1)}});
  EXPECT_TRUE(states_.leq(state({{pos(0)}}), either));
  EXPECT_TRUE(states_.leq(state({{pos(0), neg(2)}, {neg(0), pos(1)}}), either));
  EXPECT_FALSE(states_.leq(state({{pos(0)}, {pos(2)}}), either));
  EXPECT_FALSE(states_.leq(either, state({{pos(0)}})));
}

/// To compare each with each would take minutes.
TEST_F(PredicateStatesTest, AllCombinationsOfManyPredicatesAreAState) {
  constexpr PredicateId many = 16;
  std::vector<Cube> cubes;
  for (std::uint32_t bits = 0; bits < 1U << many; ++bits) {
    Cube& cube = cubes.emplace_back();
    for (PredicateId id = 0; id < many; ++id) cube.push_back({id, (bits >> id & 1U) != 0});
  }
  const StateId all = state(cubes);
  EXPECT_EQ(states_.get(all).cubes.size(), cubes.size());
  cubes.pop_back();
  EXPECT_TRUE(states_.leq(state(cubes), all));
  EXPECT_FALSE(states_.leq(all, state(cubes)));
}

/// A state remembers its literals as 64 bits, which predicates 32 apart share.
TEST_F(PredicateStatesTest, PredicatesFarApartAreNotConfused) {
  EXPECT_FALSE(states_.leq(state({{pos(0)}}), state({{pos(32)}})));
  EXPECT_FALSE(states_.leq(state({{pos(32)}}), state({{pos(64)}})));
  EXPECT_TRUE(states_.leq(state({{pos(0), pos(32)}}), state({{pos(32)}})));
  EXPECT_TRUE(states_.leq(state({{pos(0), neg(32)}, {pos(0), pos(32)}}), state({{pos(0)}})));
}

class PredicateCoverIndexTest : public PredicateStatesTest {
 protected:
  PredicateCoverIndexTest()
      : index_(states_),
        top_(state({{}})),
        p_(state({{pos(0)}})),
        pq_(state({{pos(0), pos(1)}})),
        not_p_(state({{neg(0)}})) {}
  static constexpr Control here = 0;

  PredicateCoverIndex index_;
  StateId top_, p_, pq_, not_p_;
};

TEST_F(PredicateCoverIndexTest, WeakerStatesOfTheSameControlPointCover) {
  index_.insert(7, here, p_);
  EXPECT_EQ(index_.find(here, p_), 7U);
  EXPECT_EQ(index_.find(here, pq_), 7U);
  EXPECT_FALSE(index_.find(here, top_));
  EXPECT_FALSE(index_.find(here, not_p_));
  EXPECT_FALSE(index_.find(here + 1, p_)) << "another control point";
}

/// Another order of the table would give another graph, and another output.
TEST_F(PredicateCoverIndexTest, TheSameStateIsPreferredThenTheOldestNode) {
  for (PredicateId extra = 100; extra > 10; --extra)
    index_.insert(extra, here, state({{pos(1), pos(extra)}}));
  index_.insert(3, here, top_);
  index_.insert(2, here, p_);
  index_.insert(9, here, pq_);
  EXPECT_EQ(index_.find(here, pq_), 9U);
  EXPECT_EQ(index_.find(here, state({{pos(0), neg(1)}})), 2U);
  EXPECT_EQ(index_.find(here, not_p_), 3U);
}

TEST_F(PredicateCoverIndexTest, OnlyAcceptedNodesAreFound) {
  index_.insert(1, here, p_);
  index_.insert(2, here, p_);
  index_.insert(5, here, top_);
  EXPECT_EQ(index_.find(here, p_, [](NodeId node) { return node > 1; }), 2U);
  EXPECT_EQ(index_.find(here, p_, [](NodeId node) { return node > 2; }), 5U);
  EXPECT_FALSE(index_.find(here, p_, [](NodeId) { return false; }));
}

/// Look-up by masks finds a coverer exactly where comparing all states does.
TEST_F(PredicateCoverIndexTest, CubesAreFoundByTheirMasks) {
  CubeCoverIndex masked(states_);
  std::mt19937 random(7);
  const auto cube = [&] {
    Cube result;
    for (PredicateId predicate = 0; predicate < 5; ++predicate)
      if (const auto kind = random() % 3; kind < 2) result.push_back({predicate, kind == 0});
    return state({result});
  };
  std::vector<StateId> nodes;
  for (NodeId node = 0; node < 60; ++node) {
    nodes.push_back(cube());
    masked.insert(node, here, nodes.back());
    index_.insert(node, here, nodes.back());
  }
  int found = 0;
  for (int round = 0; round < 400; ++round) {
    const StateId asked = cube();
    const NodeId least = random() % 60;
    const auto accept = [&](NodeId node) { return node >= least; };
    const auto coverer = masked.find(here, asked, accept);
    ASSERT_EQ(coverer.has_value(), index_.find(here, asked, accept).has_value());
    if (coverer) {
      ++found;
      EXPECT_GE(*coverer, least);
      EXPECT_TRUE(states_.leq(asked, nodes[*coverer]));
    }
    if (const NodeId gone = random() % 60; round % 8 == 0) {
      masked.remove(gone, here, nodes[gone]);
      index_.remove(gone, here, nodes[gone]);
    }
  }
  EXPECT_GT(found, 50);
  EXPECT_LT(found, 350);
}

TEST_F(PredicateCoverIndexTest, RemovedNodesCoverNothing) {
  index_.insert(1, here, p_);
  index_.insert(2, here, p_);
  index_.remove(1, here, p_);
  EXPECT_EQ(index_.find(here, pq_), 2U);
  index_.remove(2, here, p_);
  EXPECT_FALSE(index_.find(here, pq_));
  index_.insert(3, here, top_);
  index_.clear();
  EXPECT_FALSE(index_.find(here, pq_));
}

}  // namespace
}  // namespace arges::analysis
