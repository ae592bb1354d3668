#include "output/dot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "output/fake_results.h"

namespace arges::output {
namespace {

using testing::HasSubstr;

TEST(DotTest, ProofShowsStatesActionsAndCovering) {
  const test::FakeSystem system;
  const std::string dot = render_dot({"m.cfa", {test::proved(system)}});
  EXPECT_THAT(dot, HasSubstr("label=\"m.cfa: prop: true\""));
  EXPECT_THAT(dot, HasSubstr("p0_1 [label=\"loop\\nn = 0\"]"));
  EXPECT_THAT(dot, HasSubstr("p0_0 -> p0_1 [label=\"init\"]"));
  EXPECT_THAT(dot, HasSubstr("p0_1 -> p0_2 [style=dashed, constraint=false]"));
}

TEST(DotTest, CounterexampleIsAChain) {
  const test::FakeSystem system;
  PropertyResult result = test::violated(system);
  result.property = "say \"n\"";
  const std::string dot = render_dot({"m.cfa", {test::unknown("timeout"), result}});
  EXPECT_THAT(dot, HasSubstr("label=\"m.cfa: say \\\"n\\\": false\""));
  EXPECT_THAT(dot, HasSubstr("p1_1 -> p1_2 [label=\"step\"]"));
  EXPECT_THAT(dot, HasSubstr("p1_2 [label=\"loop\\nn = 1\\non = true\", color=red, penwidth=2]"));
}

}  // namespace
}  // namespace arges::output
