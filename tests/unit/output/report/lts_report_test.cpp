#include "output/report/lts_report.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace arges::output {
namespace {

using Json = nlohmann::ordered_json;

/// Two systems: a line of states that `go` leads along, and one that waits in its only state.
class LtsReportTest : public testing::Test {
 protected:
  LtsReportTest()
      : table_(std::make_shared<lts::ActionTable>()),
        go_(table_->intern("go")),
        line_(make_line(3)),
        other_(make_line(1)) {
    model_ = {"m.aut", {"line", "other"}, table_};
    result_.property = "G !go";
    result_.logic = "ltl";
    result_.answer = analysis::Answer::violated;
    result_.certificate.passed = true;
    result_.run = lts::Run{{0, 0}, {{go_, {1, 0}}, {go_, {0, 0}}}, 0};
  }

  lts::Mts make_line(lts::StateId length) const {
    lts::MtsBuilder line(table_);
    line.ensure_states(length);
    for (lts::StateId state = 0; state + 1 < length; ++state) line.add(state, go_, state + 1);
    if (length > 1) line.add(1, go_, 0);
    return line.build();
  }

  Json data() const {
    return lts_report_data(model_, {&line_, &other_}, {result_}, {"no/such.file"},
                           {"arges lts check m.aut", "no/such.file"});
  }

  lts::ActionTablePtr table_;
  lts::ActionId go_;
  lts::Mts line_;
  lts::Mts other_;
  LtsModel model_;
  LtsResult result_;
};

TEST_F(LtsReportTest, ASystemIsAGroupOfItsStates) {
  const Json graph = data()["graphs"][0];
  ASSERT_EQ(graph["nodes"].size(), 6U);  // with the groups
  EXPECT_EQ(graph["nodes"][0]["label"], "line");
  EXPECT_EQ(graph["nodes"][1]["parent"], 0);
  EXPECT_EQ(graph["nodes"][1]["kind"], "initial");
  EXPECT_EQ(graph["edges"].size(), 3U);
  EXPECT_EQ(graph["edges"][0]["label"], "go");
}

TEST_F(LtsReportTest, AStepTakesEdgesAndEndsInAStateOfEachSystem) {
  const Json report = data();
  const Json& run = report["results"][0]["run"];
  const Json& edges = report["graphs"][0]["edges"];
  ASSERT_EQ(run["steps"].size(), 3U);
  EXPECT_EQ(run["loop_start"], 0);
  const Json& back = run["steps"][2];
  EXPECT_EQ(back["cause"], "go");
  EXPECT_EQ(back["where"], "line 0, other 0");
  EXPECT_EQ(back["at"].size(), 2U);
  ASSERT_EQ(back["edges"].size(), 1U);
  const Json& taken = edges[back["edges"][0].get<std::size_t>()];
  EXPECT_EQ(taken["from"], 2);
  EXPECT_EQ(taken["to"], 1);
}

TEST_F(LtsReportTest, OfALargeSystemWhatIsNearTheRunIsDrawn) {
  line_ = make_line(20'000);
  const Json graph = data()["graphs"][0];
  EXPECT_LT(graph["nodes"].size(), 10U);
  EXPECT_TRUE(graph.contains("left_out"));
}

TEST_F(LtsReportTest, NotesStandAtTheirSteps) {
  result_.notes = {{1, lts::CtlExplanation::Where::from_there, "EF go", false}};
  const Json report = data();
  const Json& steps = report["results"][0]["run"]["steps"];
  EXPECT_TRUE(steps[0]["notes"].empty());
  EXPECT_EQ(steps[1]["notes"][0], "EF go is false");
}

}  // namespace
}  // namespace arges::output
