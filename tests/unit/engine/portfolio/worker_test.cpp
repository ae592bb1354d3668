#include "engine/portfolio/worker.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "output/witness.h"
#include "support/task_of.h"

namespace arges::engine {
namespace {

using analysis::Answer;
using testing::HasSubstr;

WorkerRequest request_for(const char* text, EngineKind engine) {
  WorkerRequest request;
  request.model = test::request_for("m.cfa", text);
  request.configuration = defaults_of(engine);
  return request;
}

/// What the parent of a worker would read.
output::PropertyResult result_of(const WorkerRequest& request) {
  Env env;
  const std::string text = answer(env, request, [] {});
  const auto task = load(env, request.model);
  output::PropertyResult result =
      output::Witness(std::make_shared<const SourceText>("answer", text))
          .result(0, task->system(0));
  result.system = nullptr;  // ends with the task
  return result;
}

TEST(WorkerTest, RequestsAreReadAsTheyAreWritten) {
  WorkerRequest request = request_for(test::counts_by_two, EngineKind::bmc);
  request.model.input_format = "cfa";
  request.model.properties = {"x < 5", "a\"b"};
  request.model.error_locations = {"E"};
  request.properties = {2, 4};
  request.configuration.bound = 7;
  request.limits = {.timeout_seconds = 1.5, .memory_megabytes = 100};
  request.slice_seconds = 0.25;
  request.facts = "predicate x < 5\n";
  request.wants_proof = true;
  const WorkerRequest read =
      read_request(std::make_shared<const SourceText>("request", write_request(request)));
  EXPECT_EQ(read.model.path, "m.cfa");
  EXPECT_EQ(read.model.text->text(), test::counts_by_two);
  EXPECT_EQ(read.model.input_format, "cfa");
  EXPECT_EQ(read.model.properties, request.model.properties);
  EXPECT_EQ(read.model.error_locations, request.model.error_locations);
  EXPECT_EQ(read.properties, (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(read.configuration, request.configuration);
  EXPECT_EQ(read.limits.timeout_seconds, 1.5);
  EXPECT_EQ(read.limits.memory_megabytes, 100U);
  EXPECT_EQ(read.slice_seconds, 0.25);
  EXPECT_EQ(read.facts, request.facts);
  EXPECT_TRUE(read.wants_proof);
}

TEST(WorkerTest, AnswersHaveTheVerdictAndWhatWasTracked) {
  WorkerRequest request = request_for(test::counts_by_two, EngineKind::cegar);
  const output::PropertyResult proved = result_of(request);
  EXPECT_EQ(proved.verdict.answer, Answer::holds);
  EXPECT_TRUE(proved.certificate.passed);
  EXPECT_FALSE(proved.proof) << "was not asked for";
  EXPECT_THAT(proved.precision, HasSubstr("x"));
  EXPECT_FALSE(proved.statistics.empty());
  request.wants_proof = true;
  EXPECT_TRUE(result_of(request).proof);

  const output::PropertyResult violated =
      result_of(request_for(test::counts_to_eight, EngineKind::cegar));
  EXPECT_EQ(violated.verdict.answer, Answer::violated);
  EXPECT_TRUE(violated.verdict.counterexample);
}

TEST(WorkerTest, FactsAreTrackedFromTheStart) {
  WorkerRequest request = request_for(test::counts_by_two, EngineKind::cegar);
  request.configuration.domain = DomainKind::pred_cart;
  request.facts = "predicate x mod 2 = 0\n";
  const output::PropertyResult result = result_of(request);
  EXPECT_EQ(result.verdict.answer, Answer::holds);
  EXPECT_THAT(result.precision, HasSubstr("mod 2"));
}

TEST(WorkerTest, BoundedModelCheckingTakesFactsAsCandidatesAndTellsInvariants) {
  // Counts on, so that only an invariant proves it.
  const char* model = R"(main process p { var x : int init loc A loc B error loc E
    A -> B { x := 0 } B -> B { x := x + 2 } B -> E { assume x = 7 } })";
  WorkerRequest request = request_for(model, EngineKind::bmc);
  request.configuration.bound = 10;
  request.facts = "predicate x mod 2 = 0\ntrack x\n";
  const output::PropertyResult helped = result_of(request);
  EXPECT_EQ(helped.verdict.answer, Answer::holds);
  EXPECT_TRUE(helped.certificate.passed);
  EXPECT_THAT(helped.precision, HasSubstr("predicate x mod 2 = 0\n"));
}

TEST(WorkerTest, ASliceEndsTheSearchForAVerdictButNotItsCheck) {
  WorkerRequest request = request_for(test::counts_by_two, EngineKind::cegar);
  Env env;
  env.limits.start({});
  int told = 0;
  request.slice_seconds = 0;
  EXPECT_THAT(answer(env, request, [&] { ++told; }), HasSubstr("\"reason\": \"timeout\""));
  EXPECT_EQ(told, 0);

  request.slice_seconds = 20;
  const auto while_certified = [&] {
    ++told;
    EXPECT_FALSE(env.limits.seconds_left()) << "the slice should be over";
  };
  EXPECT_THAT(answer(env, request, while_certified), HasSubstr("\"verdict\": \"true\""));
  EXPECT_EQ(told, 1);
}

TEST(WorkerTest, ALimitIsAnAnswer) {
  Env env;
  env.limits.request_stop(StopReason::timeout);
  const std::string text = answer(env, request_for(test::counts_by_two, EngineKind::cegar), [] {});
  EXPECT_THAT(text, HasSubstr("\"reason\": \"timeout\""));
}

}  // namespace
}  // namespace arges::engine
