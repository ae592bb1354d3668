#include "engine/portfolio/portfolio.h"

#include <chrono>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/portfolio/preset.h"
#include "support/task_of.h"

namespace arges::engine {
namespace {

using analysis::Answer;
using testing::HasSubstr;

const std::vector<std::string> arges{ARGES_PROGRAM, "worker"};

class PortfolioTest : public testing::TestWithParam<std::string> {
 protected:
  output::PropertyResult check(const LoadRequest& model, std::vector<std::string> command = arges,
                               std::optional<double> seconds = {}) {
    task_ = load(env_, model);
    PortfolioRequest request{*task_, model, configuration_, std::move(command)};
    request.wants_proof = true;
    request.progress = [this](const std::string& line) { told_ += line + "\n"; };
    return check_by_portfolio(env_, request, 0, seconds);
  }
  output::PropertyResult check(const char* text, std::vector<std::string> command = arges,
                               std::optional<double> seconds = {}) {
    return check(test::request_for("m.cfa", text), std::move(command), seconds);
  }

  Env env_;
  Configuration configuration_;
  std::unique_ptr<Task> task_;
  std::string told_;
};

TEST_F(PortfolioTest, ProvesAndSaysWho) {
  const output::PropertyResult result = check(test::counts_by_two);
  EXPECT_EQ(result.verdict.answer, Answer::holds);
  EXPECT_TRUE(result.certificate.passed);
  EXPECT_TRUE(result.proof);
  ASSERT_TRUE(result.portfolio);
  EXPECT_EQ(result.portfolio->preset, "loops");
  ASSERT_TRUE(result.portfolio->decided);
  EXPECT_EQ(result.portfolio->runs[*result.portfolio->decided].outcome, "true");
  EXPECT_THAT(told_, HasSubstr("start --domain prod"));
}

TEST_F(PortfolioTest, FindsViolations) {
  const output::PropertyResult result = check(test::counts_to_eight);
  EXPECT_EQ(result.verdict.answer, Answer::violated);
  ASSERT_TRUE(result.verdict.counterexample);
  EXPECT_EQ(result.system, &task_->system(0));
}

/// Each preset decides small models of every kind.
TEST_P(PortfolioTest, PresetsWork) {
  configuration_.preset = GetParam();
  EXPECT_EQ(check(test::counts_by_two).verdict.answer, Answer::holds);
  const output::PropertyResult result = check(test::request_for("m.xsts", R"(
    type Mode : { Off, On, Broken }
    ctrl var mode : Mode = Off
    var count : integer = 0
    trans {
      choice { assume mode == Off; mode := On; count := count + 1; }
      or { assume mode == On; mode := Off; }
      or { assume count > 2; mode := Broken; }
    }
    init {} env {}
    prop { mode != Broken })"));
  EXPECT_EQ(result.verdict.answer, Answer::violated);
  EXPECT_EQ(result.portfolio->preset, GetParam());
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  for (const Preset& preset : presets()) result.push_back(preset.name);
  return result;
}
INSTANTIATE_TEST_SUITE_P(All, PortfolioTest, testing::ValuesIn(names()),
                         [](const auto& preset) { return preset.param; });

TEST_F(PortfolioTest, AWorkerThatFailsIsNoVerdict) {
  testing::internal::CaptureStderr();
  const output::PropertyResult result = check(test::counts_by_two, {"/bin/sh", "-c", "exit 4"});
  EXPECT_THAT(testing::internal::GetCapturedStderr(),
              HasSubstr("a worker of the portfolio failed"));
  EXPECT_EQ(result.verdict.answer, Answer::unknown);
  EXPECT_EQ(result.verdict.reason, "every worker failed");
  EXPECT_EQ(result.portfolio->runs.front().outcome, "failed: no answer, exit code 4");
}

TEST_F(PortfolioTest, ACounterexampleThatIsNoneIsAFailure) {
  testing::internal::CaptureStderr();
  const char* lies = R"sh(printf '%s\n' '{"format": "arges-witness", "version": 1, "results": [{
      "property": "p", "verdict": "false", "reason": null, "certificate": {"checked": true},
      "statistics": {}, "trace": {"initial": {"x": 0}, "steps": []}}]}')sh";
  const output::PropertyResult result = check(test::counts_by_two, {"/bin/sh", "-c", lies});
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("is no run of the model"));
  EXPECT_EQ(result.verdict.answer, Answer::unknown);
}

TEST_F(PortfolioTest, WorkersGetTheTextsOfPropertyFiles) {
  const std::string path = testing::TempDir() + "arges_property.prop";
  std::ofstream(path) << "x < 8";
  LoadRequest model = test::request_for("m.cfa", test::counts_by_two);
  model.properties = {path};
  model = with_texts(model);
  std::ofstream(path) << "x < 100";  // what it says now is not what was asked
  EXPECT_EQ(check(model).verdict.answer, Answer::violated);
  std::filesystem::remove(path);
  EXPECT_EQ(check(model).verdict.answer, Answer::violated);
}

TEST_F(PortfolioTest, AnAnswerThatIsNoneIsAFailure) {
  testing::internal::CaptureStderr();
  const output::PropertyResult result = check(test::counts_by_two, {"/bin/echo", "[1,"});
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("its answer can't be read"));
  EXPECT_EQ(result.verdict.reason, "every worker failed");
}

TEST_F(PortfolioTest, AVerdictThatCouldNotBeCertifiedIsKept) {
  const char* proves = R"sh(printf '%s\n' '{"format": "arges-witness", "version": 1, "results": [{
      "property": "p", "verdict": "true", "reason": null, "certificate": {"checked": false,
      "reason": "the solver gave up"}, "statistics": {}}]}')sh";
  const output::PropertyResult result = check(test::counts_by_two, {"/bin/sh", "-c", proves});
  EXPECT_EQ(result.verdict.answer, Answer::holds);
  EXPECT_FALSE(result.certificate.passed);
  EXPECT_EQ(result.portfolio->decided, 0U);
  EXPECT_EQ(result.portfolio->runs.size(), find_preset("loops").members.size())
      << "others might have done better";
}

TEST_F(PortfolioTest, ThatARunLeavesTheModelSaysMoreThanThatTimeIsUp) {
  // One member says so, all others search until the end; before that another one gave up.
  const std::string folder = testing::TempDir() + "arges_escape";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  const std::string one_escapes = R"sh(
      answer() { printf '%s\n' '{"format": "arges-witness", "version": 1, "results": [{
        "property": "p", "verdict": "unknown", "reason": "'"$1"'", "certificate": {"checked": false,
        "reason": null}, "statistics": {}'"$2"'}]}'; }
      if mkdir )sh" + folder + R"sh(/first 2>/dev/null; then answer "no refinement progress" ""
      elif mkdir )sh" + folder + R"sh(/second 2>/dev/null; then
        answer "not proved: a queue is full" ', "leaves_model": true'
      else exec sleep 20; fi)sh";
  const output::PropertyResult result =
      check(test::counts_by_two, {"/bin/sh", "-c", one_escapes}, 1.0);
  EXPECT_EQ(result.verdict.answer, Answer::unknown);
  EXPECT_EQ(result.verdict.reason, "not proved: a queue is full");
  EXPECT_TRUE(result.leaves_model);
  std::filesystem::remove_all(folder);
}

TEST_F(PortfolioTest, TheNextGoesOnWhereOneMakesNoProgress) {
  // Every worker gives up; each tracked something else than it was told.
  const char* gives_up = R"sh(
    case "$(cat)" in *'track x'*) tracked='track y' ;; *) tracked='track x' ;; esac
    printf '%s\n' '{"format": "arges-witness", "version": 1, "results": [{"property": "p",
      "verdict": "unknown", "reason": "no refinement progress", "certificate": {"checked": false},
      "statistics": {}, "precision": "'"$tracked"'"}]}')sh";
  const output::PropertyResult result = check(test::counts_by_two, {"/bin/sh", "-c", gives_up});
  EXPECT_EQ(result.verdict.reason, "no refinement progress");
  EXPECT_EQ(result.portfolio->runs.size(), find_preset("loops").members.size());
  EXPECT_THAT(told_, HasSubstr("start --engine bmc for 1.0 s, with 1 facts"));
  EXPECT_EQ(result.precision, "track x") << "of the first";
}

TEST_F(PortfolioTest, WhoCertifiesKeepsItsTurn) {
  // Longer than the first slice, which is a second.
  const char* certifies = R"sh(echo certifying; sleep 2;
    printf '%s\n' '{"format": "arges-witness", "version": 1, "results": [{
      "property": "p", "verdict": "true", "reason": null, "certificate": {"checked": true},
      "statistics": {}}]}')sh";
  const output::PropertyResult result = check(test::counts_by_two, {"/bin/sh", "-c", certifies});
  EXPECT_EQ(result.verdict.answer, Answer::holds);
  EXPECT_TRUE(result.certificate.passed);
  EXPECT_THAT(told_, HasSubstr("--domain prod: certifies a verdict"));
}

TEST_F(PortfolioTest, StopsInTime) {
  const auto start = std::chrono::steady_clock::now();
  const output::PropertyResult result =
      check(test::counts_by_two, {"/bin/sh", "-c", "trap '' TERM; exec sleep 100"}, 0.2);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_EQ(result.verdict.answer, Answer::unknown);
  EXPECT_EQ(result.verdict.reason, "timeout");
  EXPECT_EQ(result.portfolio->runs.size(), 1U);
}

TEST_F(PortfolioTest, AnInterruptStopsIt) {
  env_.limits.request_stop(StopReason::interrupted);
  LoadRequest model = test::request_for("m.cfa", test::counts_by_two);
  Env other;
  task_ = load(other, model);
  const PortfolioRequest request{*task_, model, configuration_, arges};
  EXPECT_EQ(check_by_portfolio(env_, request, 0, {}).verdict.reason, "interrupted");
}

}  // namespace
}  // namespace arges::engine
