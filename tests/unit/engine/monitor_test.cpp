// Random automata without loops, in a domain that can't exclude most of their spurious paths, under
// all monitors: no verdict is wrong, and mitigation finds violations that detection gives up on.
#include <filesystem>
#include <fstream>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/checker.h"
#include "engine/options.h"
#include "engine/task.h"
#include "support/exhaustive_search.h"

namespace arges::engine {
namespace {

using analysis::Answer;
using analysis::PruneKind;
using analysis::SearchKind;

/// Writes automata whose paths compare variables that may have any value.
class RandomPaths {
 public:
  explicit RandomPaths(std::uint64_t seed) : random_(seed) {}

  std::string cfa() {
    const int locations = 4 + below(4);
    std::string text = "main process paths {\n  var u : bv[2]\n  var v : bv[2]\n  init loc L0\n";
    for (int k = 1; k < locations; ++k) text += fmt::format("  loc L{}\n", k);
    text += "  error loc ERR\n";
    for (int k = 0; k + 1 < locations; ++k)
      for (int edges = 1 + below(3); edges > 0; --edges)
        text += fmt::format("  L{} -> L{} {{ {} }}\n", k, k + 1 + below(locations - k - 1), step());
    for (const int k : {locations - 1, locations / 2})
      text +=
          fmt::format("  L{} -> ERR {{ assume u = 2'd{} and v = 2'd{} }}\n", k, below(4), below(4));
    return text + "}\n";
  }

 private:
  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }
  std::string variable() { return below(2) == 0 ? "u" : "v"; }
  /// Tells no value, so that nothing is known that could contradict it.
  std::string vague() {
    return below(3) == 0 ? "u /= v" : fmt::format("{} /= 2'd{}", variable(), below(4));
  }
  std::string step() {
    switch (below(6)) {
      case 0:
        return "havoc " + variable();
      case 1:
        return "u := v";
      default:
        return "assume " + vague();
    }
  }

  std::mt19937_64 random_;
};

class MonitorTest : public testing::TestWithParam<PruneKind> {
 protected:
  MonitorTest()
      : path_(testing::TempDir() + "arges_monitor_" + std::to_string(getpid()) + ".cfa") {}
  ~MonitorTest() override { std::filesystem::remove(path_); }

  /// Values are kept only where they are certain.
  static Configuration often_stuck(MonitorKind monitor, SearchKind search) {
    Configuration configuration = defaults_of(EngineKind::cegar);
    configuration.domain = DomainKind::explicit_values;
    configuration.max_enum = 1;
    configuration.encoding = Encoding::single;
    configuration.monitor = monitor;
    configuration.prune = GetParam();
    configuration.search = search;
    return configuration;
  }
  Answer answer(MonitorKind monitor, SearchKind search) const {
    Env env;
    const auto task = load(env, {path_, "", {}, {}, CheckAt::all});
    const auto expected = test::ExhaustiveSearch(task->system(0)).reaches_target();
    const auto result = check_property(env, *task, 0, often_stuck(monitor, search), nullptr, {});
    if (result.verdict.answer != Answer::unknown) {
      EXPECT_EQ(result.verdict.answer == Answer::violated, expected);
      EXPECT_TRUE(result.certificate.passed) << result.certificate.reason;
    } else {
      EXPECT_EQ(result.verdict.reason, "no refinement progress");
    }
    return result.verdict.answer;
  }

  std::string path_;
};

TEST_P(MonitorTest, NoVerdictIsWrongAndMitigationFindsEveryViolation) {
  int stuck = 0;
  int found_more = 0;
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const std::string text = RandomPaths(seed).cfa();
    std::ofstream(path_) << text;
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + text);
    const auto search = static_cast<SearchKind>(seed % 3);
    const Answer checked = answer(MonitorKind::check, search);
    const Answer checked_arg = answer(MonitorKind::check_arg, search);
    const Answer mitigated = answer(MonitorKind::mitigate, search);
    const Answer mitigated_arg = answer(MonitorKind::mitigate_arg, search);
    // What is left when every way was looked at has no violation.
    const bool is_violated = mitigated == Answer::violated;
    EXPECT_EQ(is_violated, mitigated_arg == Answer::violated);
    if (checked != Answer::unknown) {
      EXPECT_EQ(checked_arg, checked);
      EXPECT_EQ(mitigated, checked);
    }
    if (checked_arg != Answer::unknown) {
      EXPECT_EQ(mitigated, checked_arg);
    }
    stuck += checked == Answer::unknown ? 1 : 0;
    found_more += checked == Answer::unknown && mitigated == Answer::violated ? 1 : 0;
  }
  // Both happen often, or the models are no test.
  EXPECT_GT(stuck, 3);
  EXPECT_GT(found_more, 2);
}

INSTANTIATE_TEST_SUITE_P(Prune, MonitorTest, testing::Values(PruneKind::lazy, PruneKind::full),
                         [](const auto& prune) {
                           return prune.param == PruneKind::lazy ? "Lazy" : "Full";
                         });

}  // namespace
}  // namespace arges::engine
