#include "analysis/cegar/cegar.h"

#include <gtest/gtest.h>

#include "analysis/certify/certificate_builder.h"
#include "analysis/certify/certificate_checker.h"
#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/monitor/refinement_progress.h"
#include "analysis/refine/cascade_refuter.h"
#include "analysis/refine/core_refuter.h"
#include "analysis/refine/precondition_refuter.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

enum class RefutationKind : std::uint8_t { unsat_core, weakest_precondition };

struct Setting {
  RefutationKind refutation;
  SearchKind search;
  PruneKind prune;
  Granularity granularity;
};

std::vector<Setting> all_settings() {
  std::vector<Setting> result;
  for (const auto r : {RefutationKind::unsat_core, RefutationKind::weakest_precondition})
    for (const auto s :
         {SearchKind::breadth_first, SearchKind::depth_first, SearchKind::error_distance})
      for (const auto p : {PruneKind::lazy, PruneKind::full})
        for (const auto g : {Granularity::global, Granularity::local})
          result.push_back({r, s, p, g});
  return result;
}

class CegarTest : public testing::TestWithParam<Setting> {
 protected:
  CegarTest() : solvers_(smt::make_z3_factory(env_, system_.context())) {}

  Verdict run() {
    const Setting& setting = GetParam();
    domain_ = std::make_unique<ExplicitDomain>(env_, system_.context(), *solvers_, 10);
    std::vector<std::unique_ptr<Refuter>> ways;
    if (setting.refutation == RefutationKind::weakest_precondition)
      ways.push_back(std::make_unique<PreconditionRefuter>(
          env_, *solvers_, PreconditionRefuter::Statements::contradictory,
          PreconditionRefuter::Quantifiers::allowed));
    ways.push_back(std::make_unique<CoreRefuter>(env_, *solvers_));
    refuter_ = std::make_unique<CascadeRefuter>(env_, std::move(ways));
    checker_ = std::make_unique<SolverTraceChecker>(env_, system_, *solvers_, *refuter_);
    detector_ = std::make_unique<StuckDetector>(
        KnownCounterexamples(system_, *domain_, Recognition::counterexample), setting.prune);
    cegar_ = std::make_unique<Cegar>(
        env_, system_, Cegar::Parts{*domain_, *checker_, setting.search, setting.prune},
        std::vector<Monitor*>{detector_.get()});
    return cegar_->run(Precision(setting.granularity));
  }
  Certificate proof() { return make_certificate(cegar_->arg(), *domain_); }
  Check check(const Certificate& certificate) {
    return CertificateChecker(env_, system_, *solvers_).check(certificate, 100);
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  std::unique_ptr<ExplicitDomain> domain_;
  std::unique_ptr<Refuter> refuter_;
  std::unique_ptr<SolverTraceChecker> checker_;
  std::unique_ptr<StuckDetector> detector_;
  std::unique_ptr<Cegar> cegar_;
};

INSTANTIATE_TEST_SUITE_P(AllSettings, CegarTest, testing::ValuesIn(all_settings()));

/// Bajkai 2018, Figure 2.1: x counts to 5, y := x % 5, is y 0 at the end?
TEST_P(CegarTest, CountingProgramOfFigure21) {
  system_.add_integer("x");
  system_.add_integer("y");
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 2, "y := 0");
  system_.edge(2, 3, "assume x < 5");
  system_.edge(3, 4, "y := x mod 5");
  system_.edge(4, 2, "x := x + 1");
  system_.edge(2, 5, "assume not x < 5");
  system_.edge(5, 6, "assume y = 4");
  system_.edge(5, 7, "assume not y = 4");
  system_.set_target(7);
  EXPECT_EQ(run().answer, Answer::holds);
  EXPECT_TRUE(check(proof()).passed);
}

TEST_P(CegarTest, RealCounterexampleHasValues) {
  const ir::Var x = system_.add_integer("x");
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 1, "assume x < 7; x := x + 2");
  system_.edge(1, 2, "assume x > 6");
  system_.set_target(2);
  const Verdict verdict = run();
  ASSERT_EQ(verdict.answer, Answer::violated);
  EXPECT_EQ(verdict.counterexample->steps.size(), 6U);
  EXPECT_EQ(verdict.counterexample->steps.back().state.get(x), ir::Value::small(8));
}

/// Bajkai 2018, Figure 3.1: x ≠ 1 and then x = 1, with x unknown: values can't show it.
TEST_P(CegarTest, UnknownValuesGiveNoProgressInsteadOfALoop) {
  system_.add_integer("x");
  system_.edge(0, 1, "assume not x = 1");
  system_.edge(1, 2, "assume x = 1");
  system_.set_target(2);
  const Verdict verdict = run();
  EXPECT_EQ(verdict.answer, Answer::unknown);
  EXPECT_EQ(verdict.reason, "no refinement progress");
}

TEST_P(CegarTest, IrrelevantVariablesAreNotTracked) {
  for (const char* name : {"a", "b", "c"}) system_.add_integer(name);
  system_.edge(0, 1, "a := 1; b := 0; c := 0");
  system_.edge(1, 1, "b := b + 1; c := c + b");
  system_.edge(1, 2, "assume a = 2");
  system_.set_target(2);
  EXPECT_EQ(run().answer, Answer::holds) << "b counts without end";
}

TEST_P(CegarTest, InitialConditionCounts) {
  system_.add_integer("x");
  system_.set_initial("x = 3");
  system_.edge(0, 1, "assume x = 4");
  system_.set_target(1);
  EXPECT_EQ(run().answer, Answer::holds);
  EXPECT_TRUE(check(proof()).passed);
}

TEST_P(CegarTest, TamperedProofsAreRefused) {
  system_.add_integer("x");
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 1, "assume x < 3; x := x + 1");
  system_.edge(1, 2, "assume x > 3");
  system_.set_target(2);
  ASSERT_EQ(run().answer, Answer::holds);
  const Certificate good = proof();
  ASSERT_TRUE(check(good).passed);

  Certificate lost_root = good;
  lost_root.roots.clear();
  EXPECT_FALSE(check(lost_root).passed);

  for (std::uint32_t i = 0; i < good.nodes.size(); ++i) {
    Certificate stronger = good;
    stronger.nodes[i].state = system_.expr("x = 77");
    EXPECT_FALSE(check(stronger).passed) << "node " << i;
    if (!good.nodes[i].successors.empty()) {
      Certificate fewer = good;
      fewer.nodes[i].successors.pop_back();
      EXPECT_FALSE(check(fewer).passed) << "node " << i;
    }
  }
  Certificate circle = good;
  for (std::uint32_t i = 0; i < good.nodes.size(); ++i)
    if (good.nodes[i].control == 1) circle.nodes[i].covered_by = i;
  EXPECT_FALSE(check(circle).passed);
}

/// The target is reachable: x = 0, then the second branch. A state that mentions the selector of an
/// unfolded choice would restrict the next one and make the last step look impossible.
TEST_P(CegarTest, ProofsAboutOtherThanTheSystemsVariablesAreRefused) {
  system_.add_integer("x");
  const Action& start = system_.edge(0, 1, "choice { x := 0 } or { x := 1 }");
  system_.edge(1, 2, "choice { assume x = 1; assume x = 2 } or { assume x = 0 }");
  system_.set_target(2);
  ASSERT_EQ(run().answer, Answer::violated);
  const ir::Expr selector = system_.context().var(system_.context().selector());
  Certificate forged;
  forged.nodes.resize(2);
  forged.nodes[0] = {0, system_.expr("true"), {}, {{start.id, 1}}};
  forged.nodes[1] = {1, ir::or_(selector, system_.expr("x = 1")), {}, {}};
  forged.roots = {0};
  EXPECT_FALSE(check(forged).passed);
  forged.nodes[1].state = system_.expr("x@1 = 0");
  EXPECT_FALSE(check(forged).passed);
}

}  // namespace
}  // namespace arges::analysis
