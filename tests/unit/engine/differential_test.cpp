// Random small models under all pairs of option values: every verdict is the oracle's, every one is
// certified, and most are reached.
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/checker.h"
#include "engine/options.h"
#include "engine/task.h"
#include "support/exhaustive_search.h"
#include "support/random_model.h"

namespace arges::engine {
namespace {

using analysis::Answer;

class DifferentialTest : public testing::TestWithParam<ModelKind> {
 protected:
  /// A model file that is gone after the test.
  std::string write(const std::string& text) {
    const char* ending = GetParam() == ModelKind::cfa ? "cfa" : "xsts";
    path_ = testing::TempDir() + "arges_differential_" + std::to_string(getpid()) + "." + ending;
    std::ofstream(path_) << text;
    return path_;
  }
  void TearDown() override { std::filesystem::remove(path_); }

  std::string path_;
};

TEST_P(DifferentialTest, AllConfigurationsAgreeWithExhaustiveSearch) {
  const int models = GetParam() == ModelKind::cfa ? 12 : 4;
  int decided = 0;
  int runs = 0;
  int violated = 0;
  for (int seed = 1; seed <= models; ++seed) {
    test::RandomModel random(static_cast<std::uint64_t>(seed));
    const std::string text = GetParam() == ModelKind::cfa ? random.cfa() : random.xsts();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    for (const Configuration& configuration : pairwise_configurations(GetParam())) {
      if (configuration.engine == EngineKind::portfolio) continue;
      SCOPED_TRACE(testing::PrintToString(describe(configuration, GetParam())));
      Env env;
      // Without a monitor, what is stuck goes on until then.
      const double seconds = configuration.monitor == MonitorKind::disable ? 0.3 : 1;
      env.limits.start({.timeout_seconds = seconds, .memory_megabytes = {}});
      const auto task = load(env, {write(text), "", {}, {}, configuration.check_at});
      const auto expected = test::ExhaustiveSearch(task->system(0)).reaches_target();
      ASSERT_TRUE(expected.has_value());
      const auto result = check_property(env, *task, 0, configuration, nullptr, {});
      ++runs;
      if (result.verdict.answer == Answer::unknown) {
        EXPECT_THAT(result.verdict.reason,
                    testing::AnyOf("no refinement progress", "timeout", "solver unknown",
                                   "bound reached", testing::StartsWith("unsupported: ")));
        continue;
      }
      EXPECT_EQ(result.verdict.answer == Answer::violated, *expected);
      if (result.certificate.ran_out) continue;
      ++decided;
      violated += *expected ? 1 : 0;
      EXPECT_TRUE(result.certificate.passed) << result.certificate.reason;
    }
  }
  // Both answers occur often, or the models are no test.
  EXPECT_GT(decided, runs * 6 / 10);
  EXPECT_GT(violated, runs / 10);
  EXPECT_GT(decided - violated, runs / 10);
}

/// More models for the engines with few options: explicit-state search decides them all.
TEST_P(DifferentialTest, OtherEnginesAgreeOnMoreModels) {
  int decided = 0;
  int runs = 0;
  const int models = GetParam() == ModelKind::cfa ? 20 : 5;
  for (int seed = 101; seed < 101 + models; ++seed) {
    test::RandomModel random(static_cast<std::uint64_t>(seed));
    const std::string text = GetParam() == ModelKind::cfa ? random.cfa() : random.xsts();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    for (const EngineKind engine : {EngineKind::explicit_states, EngineKind::bmc})
      for (const Encoding encoding : {Encoding::single, Encoding::large}) {
        Configuration configuration = defaults_of(engine);
        configuration.encoding = encoding;
        if (engine == EngineKind::bmc) configuration.bound = 8;
        Env env;
        const auto task = load(env, {write(text), "", {}, {}, configuration.check_at});
        const auto expected = test::ExhaustiveSearch(task->system(0)).reaches_target();
        ASSERT_TRUE(expected.has_value());
        const auto result = check_property(env, *task, 0, configuration, nullptr, {});
        ++runs;
        if (result.verdict.answer == Answer::unknown) {
          EXPECT_EQ(result.verdict.reason, "bound reached");
          continue;
        }
        ++decided;
        EXPECT_EQ(result.verdict.answer == Answer::violated, *expected);
        EXPECT_TRUE(result.certificate.passed) << result.certificate.reason;
      }
  }
  EXPECT_GT(decided, runs * 8 / 10);
}

INSTANTIATE_TEST_SUITE_P(Kinds, DifferentialTest, testing::Values(ModelKind::cfa, ModelKind::xsts),
                         [](const auto& kind) {
                           return kind.param == ModelKind::cfa ? "Cfa" : "Xsts";
                         });

}  // namespace
}  // namespace arges::engine
