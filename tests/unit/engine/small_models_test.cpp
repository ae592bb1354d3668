// Hand-written small models under all pairs of option values: all verdicts are the stated one, all
// are certified, and CEGAR with its defaults reaches it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/source.h"
#include "engine/checker.h"
#include "engine/options.h"
#include "engine/task.h"
#include "support/shared_data.h"

namespace arges::engine {
namespace {

using analysis::Answer;

/// What follows a directive at the start of a model's comments, or nothing.
std::string directive(std::string_view text, const std::string& name) {
  const std::size_t at = text.find("// " + name + ": ");
  if (at == std::string_view::npos) return "";
  const std::size_t start = at + name.size() + 5;
  return std::string(text.substr(start, text.find('\n', start) - start));
}

/// The verdict a model states for the states checked.
std::string stated_verdict(const std::string& path, CheckAt check_at) {
  const SourcePtr source = read_source(path);
  const std::string stable = directive(source->text(), "VERDICT-STABLE");
  if (check_at == CheckAt::stable && !stable.empty()) return stable;
  return directive(source->text(), "VERDICT");
}

class SmallModels : public testing::TestWithParam<std::string> {};

TEST_P(SmallModels, AllConfigurationsAgree) {
  const ModelKind kind = model_kind(GetParam(), "");
  const Configuration usual = defaults_of(EngineKind::cegar);
  std::vector<Configuration> configurations = pairwise_configurations(kind);
  std::erase_if(configurations,
                [](const auto& one) { return one.engine == EngineKind::portfolio; });
  configurations.push_back(usual);
  for (const Configuration& configuration : configurations) {
    SCOPED_TRACE(testing::PrintToString(describe(configuration, kind)));
    Env env;
    // The default must decide however busy the machine is.
    const bool may_repeat = configuration.monitor == MonitorKind::disable;
    const double seconds = configuration == usual ? 60 : may_repeat ? 0.3 : 1;
    env.limits.start({.timeout_seconds = seconds, .memory_megabytes = {}});
    LoadRequest request;
    request.path = GetParam();
    configure(request, configuration);
    const auto task = load(env, request);
    const auto result = check_property(env, *task, 0, configuration, nullptr, {});
    if (result.verdict.answer == Answer::unknown) {
      EXPECT_THAT(result.verdict.reason,
                  testing::AnyOf("no refinement progress", "timeout", "solver unknown",
                                 "bound reached", testing::StartsWith("unsupported: "),
                                 testing::StartsWith("not proved: ")));
      EXPECT_FALSE(configuration == usual) << "the defaults of CEGAR should decide";
      continue;
    }
    EXPECT_EQ(result.verdict.answer == Answer::holds ? "true" : "false",
              stated_verdict(GetParam(), configuration.check_at));
    const bool out_of_time = env.limits.reason() != StopReason::none;
    EXPECT_TRUE(result.certificate.passed || out_of_time) << result.certificate.reason;
  }
}

/// Loops that need an invariant, which few configurations find.
class LoopPrograms : public testing::TestWithParam<std::string> {};

TEST_P(LoopPrograms, TheDefaultConfigurationProvesThem) {
  Env env;
  const auto task = load(env, {GetParam(), "", {}, {}, CheckAt::all});
  const auto result = check_property(env, *task, 0, defaults_of(EngineKind::cegar), nullptr, {});
  EXPECT_EQ(result.verdict.answer, Answer::holds) << result.verdict.reason;
  EXPECT_TRUE(result.certificate.passed) << result.certificate.reason;
}

std::vector<std::string> models_in(const std::string& folder) {
  return test::files_below(test::source_root() / "tests/models" / folder,
                           {".cfa", ".xsts", ".c", ".sm"});
}

const auto name_of = [](const auto& model) {
  return std::filesystem::path(model.param).stem().string();
};

INSTANTIATE_TEST_SUITE_P(Tests, SmallModels, testing::ValuesIn(models_in("small")), name_of);
INSTANTIATE_TEST_SUITE_P(Tests, LoopPrograms, testing::ValuesIn(models_in("loops")), name_of);

}  // namespace
}  // namespace arges::engine
