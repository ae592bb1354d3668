#include "output/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "output/fake_results.h"

namespace arges::output {
namespace {

TEST(TextTest, FirstLineIsModelPropertyVerdict) {
  const test::FakeSystem system;
  EXPECT_EQ(render_text("m.cfa", test::proved(system), {}), "m.cfa: prop: true\n");
  EXPECT_EQ(render_text("m.cfa", test::unknown("timeout"), {}), "m.cfa: prop: unknown (timeout)\n");
}

TEST(TextTest, PropertyStaysOnOneLine) {
  EXPECT_EQ(result_line("m", "  prop {\n\tx < 5\r\n}\n", "true"), "m: prop { x < 5 }: true");
}

TEST(TextTest, CounterexampleMergesFragmentsAndShowsChanges) {
  const test::FakeSystem system;
  EXPECT_EQ(render_text("m.cfa", test::violated(system), {}),
            "m.cfa: n <= 0: false\n"
            "  counterexample, 2 steps:\n"
            "    0  initial state at start\n"
            "         on = false, color = Color.GREEN\n"
            "    1  init at loop            fake.txt:1\n"
            "         n = 0\n"
            "    2  step at loop            fake.txt:2\n"
            "         n = 1, on = true\n"
            "  property violated here: fake.txt:3\n");
}

TEST(TextTest, FullStatesShowEveryKnownVariable) {
  const test::FakeSystem system;
  const std::string text =
      render_text("m.cfa", test::violated(system), {StateDetail::full, StatisticsDetail::none});
  EXPECT_THAT(text, testing::HasSubstr("n = 0, on = false, color = Color.GREEN\n"));
  EXPECT_THAT(text, testing::HasSubstr("n = 1, on = true, color = Color.GREEN\n"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("bits")));
}

TEST(TextTest, LongStatesAreBrokenIntoLines) {
  const test::FakeSystem system;
  PropertyResult result = test::violated(system);
  mpz_class huge;
  mpz_ui_pow_ui(huge.get_mpz_t(), 10, 90);
  result.verdict.counterexample->initial.set(system.n(), system.context().values().integer(huge));
  EXPECT_THAT(render_text("m", result, {}),
              testing::HasSubstr(huge.get_str() + ",\n         on = false, color = Color.GREEN\n"));
}

TEST(TextTest, ViolationWithinAStepShowsTheBegunStep) {
  const test::FakeSystem system;
  PropertyResult result = test::violated(system);
  result.verdict.counterexample->steps.resize(2);
  EXPECT_THAT(render_text("m", result, {}),
              testing::HasSubstr("    2  step at within step     fake.txt:2\n"
                                 "         on = true\n"
                                 "  property violated here\n"));
}

TEST(TextTest, UncheckedVerdictSaysSo) {
  const test::FakeSystem system;
  PropertyResult result = test::proved(system);
  result.certificate = {};
  result.certificate.reason = "timeout";
  EXPECT_EQ(render_text("m", result, {}), "m: prop: true\n  certificate not checked: timeout\n");
}

TEST(TextTest, ConcernsAreNotesForThoseWhoAskForMore) {
  PropertyResult result = test::unknown("timeout");
  result.concerns = {"it grows"};
  TextOptions options;
  EXPECT_THAT(render_text("m", result, options), testing::Not(testing::HasSubstr("it grows")));
  options.concerns = ConcernDetail::all;
  EXPECT_THAT(render_text("m", result, options), testing::HasSubstr("  note: it grows\n"));
  options.concerns = ConcernDetail::none;
  options.statistics = StatisticsDetail::all;
  EXPECT_THAT(render_text("m", result, options), testing::HasSubstr("  note: it grows\n"));
}

TEST(TextTest, StatisticsAreAligned) {
  const test::FakeSystem system;
  EXPECT_THAT(
      render_text("m", test::violated(system), {StateDetail::changed, StatisticsDetail::all}),
      testing::HasSubstr("  certificate checked\n"
                         "  configuration:\n"
                         "    domain                     expl\n"
                         "    max-enum                     10\n"
                         "  statistics:\n"
                         "    cegar::iterations             3\n"
                         "    time                      0.250 s\n"));
}

}  // namespace
}  // namespace arges::output
