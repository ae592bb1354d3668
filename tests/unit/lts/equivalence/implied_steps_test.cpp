#include "lts/equivalence/implied_steps.h"

#include <gtest/gtest.h>

#include "base/invariant.h"
#include "support/random_lts.h"

namespace arges::lts {
namespace {

TEST(ImpliedSteps, AreLeftOut) {
  const auto table = std::make_shared<ActionTable>();
  const Mts lts = test::make_lts(table, "0 a 1 0 a 2 1 tau 2 0 tau 3 3 tau 4 0 tau 4");
  EXPECT_EQ(without_implied_steps(lts).num_transitions(), 4U);
}

TEST(ImpliedSteps, AreNoOrderWhereThereIsAnInternalCycle) {
  const auto table = std::make_shared<ActionTable>();
  const Mts lts = test::make_lts(table, "0 a 1 1 tau 2 2 tau 1 0 a 2");
  EXPECT_THROW(without_implied_steps(lts), InternalError);
}

TEST(ImpliedSteps, AreOfAnLts) {
  MtsBuilder builder(std::make_shared<ActionTable>());
  builder.ensure_states(2);
  builder.add(0, tau, 1, Modality::may);
  EXPECT_THROW(without_implied_steps(builder.build()), InternalError);
}

}  // namespace
}  // namespace arges::lts
