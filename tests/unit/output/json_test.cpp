#include "output/json.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "output/fake_results.h"

namespace arges::output {
namespace {

using Json = nlohmann::ordered_json;

TEST(JsonTest, ResultHasTheContractsMembersInOrder) {
  const test::FakeSystem system;
  const ModelResult result{"m.cfa", {test::violated(system)}};
  const Json json = to_json(result);
  EXPECT_EQ(json["model"], "m.cfa");
  const Json& one = json["results"][0];
  std::vector<std::string> names;
  for (const auto& [name, value] : one.items()) names.push_back(name);
  EXPECT_EQ(names, (std::vector<std::string>{"property", "verdict", "reason", "certificate",
                                             "counterexample", "statistics", "configuration",
                                             "concerns"}));
  EXPECT_EQ(one["verdict"], "false");
  EXPECT_TRUE(one["reason"].is_null());
  EXPECT_EQ(one["certificate"], Json::parse(R"({"checked": true, "reason": null})"));
  EXPECT_EQ(one["statistics"], Json::parse(R"({"cegar::iterations": 3, "time": 0.25})"));
  EXPECT_EQ(one["configuration"], Json::parse(R"({"domain": "expl", "max-enum": "10"})"));
  EXPECT_EQ(one["concerns"], Json::array());
}

TEST(JsonTest, CounterexampleStepsAreThoseOfTheText) {
  const test::FakeSystem system;
  const Json json = to_json(test::violated(system))["counterexample"];
  EXPECT_TRUE(json["loop_start"].is_null());
  EXPECT_TRUE(json["loop_kind"].is_null());
  ASSERT_EQ(json["steps"].size(), 3U);
  EXPECT_EQ(json["steps"][0], Json::parse(R"({"action": null, "location": "start", "event": null,
      "position": null, "branches": [], "changed": {"on": false, "color": "Color.GREEN"},
      "state": {"on": false, "color": "Color.GREEN"}})"));
  EXPECT_EQ(json["steps"][2], Json::parse(R"({"action": "step", "location": "loop", "event": null,
      "position": "fake.txt:2:1", "branches": [], "changed": {"n": 1, "on": true},
      "state": {"n": 1, "on": true, "color": "Color.GREEN"}})"));
}

TEST(JsonTest, UnknownHasItsReasonAndNoCounterexample) {
  const Json json = to_json(test::unknown("no refinement progress"));
  EXPECT_EQ(json["verdict"], "unknown");
  EXPECT_EQ(json["reason"], "no refinement progress");
  EXPECT_EQ(json["certificate"]["checked"], false);
  EXPECT_EQ(json["certificate"]["reason"], "no refinement progress");
  EXPECT_TRUE(json["counterexample"].is_null());
}

TEST(JsonTest, ConcernsAreListed) {
  PropertyResult result = test::unknown("timeout");
  result.concerns = {"it grows", "it slows"};
  EXPECT_EQ(to_json(result)["concerns"], Json::parse(R"(["it grows", "it slows"])"));
}

TEST(JsonTest, ValuesThatJsonCannotHoldAreText) {
  ir::Context context;
  const auto integer = [&](const std::string& digits) {
    return to_json(context.values().integer(mpz_class(digits)), context.int_type());
  };
  EXPECT_EQ(integer("9007199254740991"), Json(9007199254740991));
  EXPECT_EQ(integer("-9007199254740991"), Json(-9007199254740991));
  EXPECT_EQ(integer("9007199254740992"), "9007199254740992");
  EXPECT_EQ(integer("-100000000000000000000"), "-100000000000000000000");
  EXPECT_EQ(to_json(ir::Value::boolean(true), context.bool_type()), Json(true));
  EXPECT_EQ(to_json(ir::Value::small(1), context.enum_type("E", {"A", "B"})), "E.B");
  EXPECT_EQ(to_json(ir::Value::small(200), context.bv_type(8)), "8'd200");
  EXPECT_TRUE(to_json(ir::Value(), context.int_type()).is_null());
}

TEST(JsonTest, BrokenUtf8DoesNotThrow) {
  const ModelResult result{"m\xFF.cfa", {}};
  EXPECT_EQ(Json::parse(dump(to_json(result)))["model"], "m\uFFFD.cfa");
}

}  // namespace
}  // namespace arges::output
