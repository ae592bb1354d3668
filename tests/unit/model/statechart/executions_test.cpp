#include <gtest/gtest.h>

#include "support/execution_comparison.h"
#include "support/random_statechart.h"

namespace arges::model::statechart {
namespace {

using Shape = test::RandomStatechart::Shape;

class Executions : public testing::TestWithParam<Shape> {};

TEST_P(Executions, AgreeOnRandomSystems) {
  const char* more = std::getenv("ARGES_STATECHARTS");  // for long hunts
  // Where much is timed, runs are short and what matters is rare: that a message is released by its
  // own arguments was first seen at seed 625.
  // That a state is left when something happens on the way out of it was first seen at seed 237,
  // that a local join leaves what its sources are in at seed 476.
  const std::uint32_t usual = GetParam() == Shape::timed ? 700
                              : GetParam() == Shape::uml ? 480
                                                         : 60;
  const std::uint32_t count = more != nullptr ? static_cast<std::uint32_t>(std::atoi(more)) : usual;
  std::size_t made = 0;
  std::size_t steps = 0;
  for (std::uint32_t seed = 0; seed < count; ++seed) {
    ir::Context context;
    const auto system = test::RandomStatechart(context, seed).make(GetParam());
    if (!system) continue;
    ++made;
    test::ExecutionComparison comparison(context, *system, seed);
    const std::string difference = comparison.run(25, steps);
    ASSERT_EQ(difference, "") << "seed " << seed;
  }
  RecordProperty("systems", static_cast<int>(made));
  RecordProperty("steps", static_cast<int>(steps));
  EXPECT_GT(made, count / 10);
  EXPECT_GT(steps, 10 * made);
  if (more != nullptr) fmt::print("{} systems, {} steps compared\n", made, steps);
}

/// Two transitions of one state, each for where no other is enabled: the rule for conflicts
/// decides.
TEST(ExecutionsOfOne, AgreeOnSeveralElseTransitions) {
  ir::Context context;
  const auto system = test::RandomStatechart(context, 625).make(Shape::other_events);
  ASSERT_TRUE(system);
  std::size_t steps = 0;
  EXPECT_EQ(test::ExecutionComparison(context, *system, 625).run(25, steps), "");
}

INSTANTIATE_TEST_SUITE_P(Shapes, Executions,
                         testing::Values(Shape::events, Shape::other_events, Shape::two_machines,
                                         Shape::timed, Shape::uml, Shape::cycles,
                                         Shape::synchronous, Shape::cascade, Shape::turns,
                                         Shape::scheduled));

}  // namespace
}  // namespace arges::model::statechart
