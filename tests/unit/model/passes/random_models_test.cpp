// Random models under every combination of passes: a target is reachable in both systems or in
// neither; runs of the reduced one are runs of the original, and proofs are proofs of it.
#include <gtest/gtest.h>

#include "analysis/cegar/cegar.h"
#include "analysis/certify/certificate_builder.h"
#include "analysis/certify/certificate_checker.h"
#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/refine/core_refuter.h"
#include "model/passes/reduce.h"
#include "smt/z3/factory.h"
#include "support/exhaustive_search.h"
#include "support/random_system.h"

namespace arges::model {
namespace {

using analysis::Answer;
using test::RandomKind;
using test::RandomSystem;

std::vector<Reductions> all_reductions() {
  std::vector<Reductions> result;
  for (const Slicing slicing : {Slicing::none, Slicing::all})
    for (const BlockKind blocks : {BlockKind::single, BlockKind::sequential, BlockKind::full})
      for (const std::size_t most : {4U, 100U})
        for (const std::size_t depth : {0U, 2U}) result.push_back({slicing, blocks, most, depth});
  return result;
}

class RandomModelsTest : public testing::TestWithParam<RandomKind> {
 protected:
  static constexpr std::uint64_t models = 60;

  static std::string describe(const RandomSystem& random, const Reductions& reductions) {
    return "slicing " + std::to_string(static_cast<int>(reductions.slicing)) + ", blocks " +
           std::to_string(static_cast<int>(reductions.blocks)) + " of " +
           std::to_string(reductions.most_statements) + ", flattened to " +
           std::to_string(reductions.flatten_depth) + "\n" + random.text;
  }
};

INSTANTIATE_TEST_SUITE_P(Kinds, RandomModelsTest,
                         testing::Values(RandomKind::cfa, RandomKind::xsts), [](const auto& kind) {
                           return kind.param == RandomKind::cfa ? "Cfa" : "Xsts";
                         });

TEST_P(RandomModelsTest, TargetsAreReachableInBothOrNeither) {
  std::size_t reachable = 0;
  std::size_t smaller = 0;
  for (std::uint64_t seed = 1; seed <= models; ++seed) {
    const RandomSystem random(GetParam(), seed);
    const auto expected = test::ExhaustiveSearch(*random.system).reaches_target();
    ASSERT_TRUE(expected.has_value());
    reachable += *expected ? 1 : 0;
    for (const Reductions& reductions : all_reductions()) {
      SCOPED_TRACE(describe(random, reductions));
      const auto reduced = reduce(*random.system, reductions);
      EXPECT_EQ(test::ExhaustiveSearch(*reduced).reaches_target(), expected);
      if (reductions.blocks == BlockKind::full && reduced->num_controls() < 4) ++smaller;
    }
  }
  EXPECT_GT(reachable, models / 10);
  EXPECT_LT(reachable, models * 9 / 10);
  EXPECT_GT(smaller, models);
}

/// The explicit analysis of the reduced system, with a counterexample told by the original.
class Pipeline {
 public:
  Pipeline(RandomSystem& random, const Reductions& reductions)
      : random_(random),
        reduced_(reduce(*random.system, reductions)),
        solvers_(smt::make_z3_factory(env_, random.context)),
        domain_(env_, random.context, *solvers_, 10),
        refuter_(env_, *solvers_),
        checker_(env_, *reduced_, *solvers_, refuter_),
        cegar_(env_, *reduced_,
               {domain_, checker_, analysis::SearchKind::breadth_first, analysis::PruneKind::lazy},
               {}) {}

  Answer run() {
    verdict_ = cegar_.run(analysis::Precision(analysis::Granularity::global));
    return verdict_.answer;
  }
  std::vector<const analysis::Action*> lifted() const {
    const auto path = reduced_->lift(*verdict_.counterexample);
    EXPECT_TRUE(path.has_value());
    return path.value_or(std::vector<const analysis::Action*>{});
  }
  /// What is wrong with the original's run along the lifted actions; "" if nothing.
  std::string replay() {
    const auto actions = lifted();
    analysis::SolverTraceChecker checker(env_, *random_.system, *solvers_, refuter_);
    const analysis::TraceStatus status = checker.check(actions);
    if (!status.run) return "no run: " + status.unknown_reason;
    const auto error = random_.replayer->replay(*status.run);
    return error ? error->message : "";
  }
  /// What is wrong with the proof as one of the original; "" if nothing.
  std::string certify() {
    const auto proof = analysis::make_certificate(cegar_.arg(), domain_, *reduced_);
    return analysis::CertificateChecker(env_, *random_.system, *solvers_).check(proof, 100).reason;
  }

 private:
  Env env_;
  RandomSystem& random_;
  std::unique_ptr<BlockSystem> reduced_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  analysis::ExplicitDomain domain_;
  analysis::CoreRefuter refuter_;
  analysis::SolverTraceChecker checker_;
  analysis::Cegar cegar_;
  analysis::Verdict verdict_;
};

void expect_path(const analysis::System& system, const std::vector<const analysis::Action*>& path) {
  analysis::Control at = system.initial_control();
  for (const analysis::Action* action : path) {
    EXPECT_EQ(action->source, at);
    EXPECT_EQ(system.find_action(action->id), action);
    at = action->target;
  }
  EXPECT_TRUE(system.is_target(at));
}

TEST_P(RandomModelsTest, CounterexamplesAndProofsAreThoseOfTheOriginal) {
  std::size_t violated = 0;
  std::size_t proved = 0;
  for (std::uint64_t seed = 1; seed <= models / 6; ++seed) {
    RandomSystem random(GetParam(), seed);
    const auto expected = test::ExhaustiveSearch(*random.system).reaches_target();
    for (const Reductions& reductions : all_reductions()) {
      SCOPED_TRACE(describe(random, reductions));
      Pipeline pipeline(random, reductions);
      const Answer answer = pipeline.run();
      if (answer == Answer::unknown) continue;
      EXPECT_EQ(answer == Answer::violated, expected.value());
      if (answer == Answer::holds) {
        ++proved;
        EXPECT_EQ(pipeline.certify(), "");
        continue;
      }
      ++violated;
      expect_path(*random.system, pipeline.lifted());
      EXPECT_EQ(pipeline.replay(), "");
    }
  }
  EXPECT_GT(violated, models / 10);
  EXPECT_GT(proved, models / 10);
}

}  // namespace
}  // namespace arges::model
