#include "engine/portfolio/fact_pool.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arges::engine {
namespace {

using testing::HasSubstr;
using testing::Not;

Member member(EngineKind engine) { return {"", "", defaults_of(engine)}; }

const std::vector<Member> members{member(EngineKind::cegar), member(EngineKind::cegar),
                                  member(EngineKind::bmc), member(EngineKind::explicit_states)};

TEST(FactPoolTest, CegarGoesOnWhereItStopped) {
  FactPool pool(members);
  pool.add(0, "track x\npredicate y > 0\n", FactPool::Turn::another);
  EXPECT_EQ(pool.facts_for(0), "track x\npredicate y > 0\n");
  EXPECT_EQ(pool.facts_for(1), "") << "another way to look at the model";
}

TEST(FactPoolTest, CegarGoesOnWhereAnotherGaveUp) {
  FactPool pool(members);
  pool.add(0, "track x\n", FactPool::Turn::last);
  EXPECT_EQ(pool.facts_for(1), "track x\n");
  pool.add(1, "predicate y > 0\n", FactPool::Turn::another);
  EXPECT_EQ(pool.facts_for(1), "predicate y > 0\n");
}

TEST(FactPoolTest, BoundedModelCheckingGetsEveryPredicateAsACandidate) {
  FactPool pool(members);
  pool.add(0, "predicate x > 0\n", FactPool::Turn::another);
  pool.add(1, "predicate x > 0\npredicate y > 0\n", FactPool::Turn::another);
  EXPECT_EQ(pool.facts_for(2), "predicate x > 0\npredicate y > 0\n");
}

TEST(FactPoolTest, SomeInvariantsGoToCegar) {
  FactPool pool(members);
  std::string many;
  for (int i = 0; i < 100; ++i) many += "predicate x > " + std::to_string(i) + "\n";
  pool.add(2, many, FactPool::Turn::another);
  EXPECT_THAT(pool.facts_for(0), HasSubstr("predicate x > 0\n"));
  EXPECT_THAT(pool.facts_for(0), Not(HasSubstr("predicate x > 99\n")));
  EXPECT_EQ(pool.facts_for(3), "") << "explicit search has no use for them";
}

TEST(FactPoolTest, ARunThatTellsNothingTakesNothingAway) {
  FactPool pool(members);
  pool.add(0, "track x\n", FactPool::Turn::another);
  pool.add(0, "", FactPool::Turn::another);
  EXPECT_EQ(pool.facts_for(0), "track x\n");
}

}  // namespace
}  // namespace arges::engine
