#include "output/precision_text.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "fake_system.h"

namespace arges::output {
namespace {

using analysis::Granularity;
using analysis::Precision;
using analysis::PrecisionFact;

class PrecisionTextTest : public testing::Test {
 protected:
  std::vector<PrecisionFact> read(const std::string& text) {
    texts_.push_back(std::make_shared<const SourceText>("facts.txt", text));
    return read_precision(system_, texts_.back());
  }
  /// "line:column: message" of every error.
  std::string errors(const std::string& text) {
    try {
      read(text);
    } catch (const InputError& error) {
      std::string result;
      for (const Diagnostic& d : error.diagnostics())
        result += std::to_string(d.location.line()) + ":" + std::to_string(d.location.column()) +
                  ": " + d.message + "\n";
      return result;
    }
    return "";
  }
  ir::Expr n() { return system_.context().var(system_.n()); }
  ir::Expr number(int value) { return system_.context().int_literal(value); }

  test::FakeSystem system_;
  std::vector<SourcePtr> texts_;
};

TEST_F(PrecisionTextTest, WhatIsWrittenIsReadBack) {
  Precision precision(Granularity::local);
  precision.add_variable(1, system_.on());
  precision.add_variable(1, system_.auxiliary_variables().front());
  precision.add_predicate(3, ir::lt(n(), number(5)));
  const std::string text = write_precision(system_, precision);
  EXPECT_EQ(text,
            "at loop: track on\n"
            "at loop: track |n#0|\n"
            "at within step: predicate n < 5\n");
  const auto facts = read(text);
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_EQ(facts[0].variable, system_.on());
  EXPECT_EQ(facts[0].control, 1U);
  EXPECT_EQ(facts[1].variable, system_.auxiliary_variables().front());
  EXPECT_EQ(facts[2].predicate, ir::lt(n(), number(5)));
  EXPECT_EQ(facts[2].control, 3U);
}

TEST_F(PrecisionTextTest, GlobalFactsNameNoPlace) {
  Precision precision(Granularity::global);
  precision.add_variable(1, system_.n());
  EXPECT_EQ(write_precision(system_, precision), "track n\n");
  EXPECT_FALSE(read("track n").front().control.has_value());
}

/// A system whose control points are all called "loop".
class AlwaysLoop : public test::FakeSystem {
 public:
  std::string control_name(analysis::Control) const override { return "loop"; }
};

TEST_F(PrecisionTextTest, ControlPointsOfOneNameAreNumbered) {
  const AlwaysLoop loops;
  Precision precision(Granularity::local);
  for (const analysis::Control control : {0U, 1U, 3U}) precision.add_variable(control, loops.n());
  const std::string text = write_precision(loops, precision);
  EXPECT_EQ(text, "at loop: track n\nat loop #2: track n\nat loop #4: track n\n");
  const auto facts = read_precision(loops, std::make_shared<const SourceText>("facts.txt", text));
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_EQ(facts[0].control, 0U);
  EXPECT_EQ(facts[1].control, 1U);
  EXPECT_EQ(facts[2].control, 3U);
}

TEST_F(PrecisionTextTest, BlankLinesAndCommentsSayNothing) {
  const auto facts = read("// for the counter\n\n  predicate n < 5 // its bound\n\t\ntrack n\r\n");
  ASSERT_EQ(facts.size(), 2U);
  EXPECT_EQ(facts[0].predicate, ir::lt(n(), number(5)));
  EXPECT_EQ(facts[1].variable, system_.n());
}

TEST_F(PrecisionTextTest, EveryMistakeIsReportedWhereItIs) {
  EXPECT_EQ(errors("track n\nfollow n\n"), "2:1: expected 'track' or 'predicate'\n");
  EXPECT_EQ(errors("track n + 1"), "1:7: only a variable's value can be tracked\n");
  EXPECT_EQ(errors("predicate n + 1"),
            "1:11: a predicate should be true or false, not of type int\n");
  EXPECT_EQ(errors("at nowhere: track n"), "1:4: expected a control point of the model and ':'\n");
  const std::string two = errors("predicate m < 5\ntrack n\n  predicate n <\n");
  EXPECT_NE(two.find("1:11: "), std::string::npos) << two;
  EXPECT_NE(two.find("3:"), std::string::npos) << two;
}

}  // namespace
}  // namespace arges::output
