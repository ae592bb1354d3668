// A proof whose check was ended by a limit stays one: marked, and there for somebody else to check.
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/checker.h"
#include "engine/options.h"
#include "engine/task.h"

namespace arges::engine {
namespace {

constexpr const char* machines = R"(
signal item(int number);
class Producer {
  Consumer consumer;
  int made;
  queue 1;
  initial state Making { [made < 3] { made += 1; send item(made) to consumer; } }
}
class Consumer {
  queue 3;
  initial state Waiting { on item(int n) { assert n > 0; } }
}
object producer : Producer { consumer = consumer; }
object consumer : Consumer;
check assertions;
)";

/// One file that is gone at the end.
class ModelFile {
 public:
  ModelFile() { std::ofstream(path_) << machines; }
  ~ModelFile() { std::filesystem::remove(path_); }
  ModelFile(const ModelFile&) = delete;
  ModelFile& operator=(const ModelFile&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_ = testing::TempDir() + "arges_unchecked_" + std::to_string(getpid()) + ".sm";
};

std::unique_ptr<Task> load(Env& env, const ModelFile& file) {
  return engine::load(env, {file.path(), "", {}, {}, CheckAt::all});
}

class UncheckedProof : public testing::TestWithParam<Configuration> {};

TEST_P(UncheckedProof, IsKeptAndCanBeCheckedLater) {
  const ModelFile file;
  Env env;
  const auto task = load(env, file);
  CheckOptions options;
  options.on_verdict = [&env] { env.limits.request_stop(StopReason::timeout); };
  const output::PropertyResult result = check_property(env, *task, 0, GetParam(), nullptr, options);
  EXPECT_EQ(result.verdict.answer, analysis::Answer::holds);
  EXPECT_FALSE(result.certificate.passed);
  EXPECT_TRUE(result.certificate.ran_out);
  EXPECT_EQ(result.certificate.reason, "timeout");
  ASSERT_TRUE(result.proof);

  Env later;
  const analysis::Check check = std::visit(
      [&](const auto& proof) { return validate_witness(later, *task, 0, proof); }, *result.proof);
  EXPECT_TRUE(check.passed) << check.reason;
}

Configuration states(Reduction reduction) {
  Configuration result = defaults_of(EngineKind::explicit_states);
  result.reduction = reduction;
  return result;
}

Configuration refined(DomainKind domain) {
  Configuration result = defaults_of(EngineKind::cegar);
  result.domain = domain;
  return result;
}

INSTANTIATE_TEST_SUITE_P(OfEveryEngine, UncheckedProof,
                         testing::Values(states(Reduction::none), states(Reduction::partial_order),
                                         refined(DomainKind::interval),
                                         refined(DomainKind::explicit_values),
                                         refined(DomainKind::product),
                                         defaults_of(EngineKind::bmc)));

}  // namespace
}  // namespace arges::engine
