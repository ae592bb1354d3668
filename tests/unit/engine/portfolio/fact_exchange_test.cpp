// What one member of a portfolio tracked is fit for every other: it can be read, and changes no
// verdict.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/checker.h"
#include "engine/portfolio/preset.h"
#include "support/random_model.h"
#include "support/task_of.h"

namespace arges::engine {
namespace {

using analysis::Answer;

class FactExchangeTest : public testing::TestWithParam<ModelKind> {};

output::PropertyResult check(Task& task, const Configuration& configuration, std::string facts) {
  Env env;
  env.limits.start({.timeout_seconds = 2, .memory_megabytes = {}});
  return check_property(env, task, 0, configuration, nullptr, {{}, true, std::move(facts)});
}

TEST_P(FactExchangeTest, EveryMemberTakesTheFactsOfEveryOther) {
  const bool is_cfa = GetParam() == ModelKind::cfa;
  const Preset& preset = find_preset(is_cfa ? "loops" : "statechart");
  std::size_t exchanged = 0;
  for (std::uint64_t seed = 1; seed <= (is_cfa ? 30U : 6U); ++seed) {
    test::RandomModel random(seed);
    const std::string text = is_cfa ? random.cfa() : random.xsts();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    Env env;
    const auto task = load(env, test::request_for(is_cfa ? "m.cfa" : "m.xsts", text));
    for (const Member& from : preset.members) {
      const output::PropertyResult first = check(*task, from.configuration, "");
      if (first.precision.empty()) continue;
      for (const Member& to : preset.members) {
        SCOPED_TRACE(from.options + " to " + to.options + "\n" + first.precision);
        const output::PropertyResult second = check(*task, to.configuration, first.precision);
        const Answer a = first.verdict.answer;
        const Answer b = second.verdict.answer;
        EXPECT_TRUE(a == b || a == Answer::unknown || b == Answer::unknown);
        ++exchanged;
      }
    }
  }
  EXPECT_GE(exchanged, 20U);
}

INSTANTIATE_TEST_SUITE_P(Kinds, FactExchangeTest, testing::Values(ModelKind::cfa, ModelKind::xsts),
                         [](const auto& kind) {
                           return kind.param == ModelKind::cfa ? "Cfa" : "Xsts";
                         });

}  // namespace
}  // namespace arges::engine
