// Refinement that makes no progress: the figures of Ádám 2023, Section 6.3, and what must hold of
// going past counterexamples.
#include "analysis/monitor/refinement_progress.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "analysis/cegar/cegar.h"
#include "analysis/domain/explicit/explicit_domain.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

enum class Mode : std::uint8_t { disable, check, check_arg, mitigate, mitigate_arg };

/// Says of a trace with the given action that it is spurious because of x after its first action,
/// and of any other that it is real.
class ScriptedChecker : public TraceChecker {
 public:
  TraceStatus check(AbstractTrace trace) override {
    ++checks;
    TraceStatus status;
    status.is_spurious =
        spurious != nullptr && std::find(trace.begin(), trace.end(), spurious) != trace.end();
    if (status.is_spurious)
      status.refutation = because_of(variable, trace.size());
    else
      status.run.emplace();
    return status;
  }
  std::optional<Refutation> explain_again(AbstractTrace trace) override {
    return other_variable == nullptr ? std::nullopt
                                     : std::optional(because_of(other_variable, trace.size()));
  }
  const Action* spurious = nullptr;
  ir::Var variable = nullptr;
  ir::Var other_variable = nullptr;  ///< a second explanation, if any
  int checks = 0;

 private:
  static Refutation because_of(ir::Var variable, std::size_t actions) {
    Refutation refutation;
    refutation.variables.resize(actions + 1);
    refutation.variables[1].push_back(variable);
    return refutation;
  }
};

class RefinementProgress : public testing::Test {
 protected:
  RefinementProgress()
      : solvers_(smt::make_z3_factory(env_, system_.context())),
        domain_(env_, system_.context(), *solvers_, 10) {
    checker_.variable = system_.add_integer("x");
  }

  std::unique_ptr<Monitor> monitor(Mode mode, PruneKind prune) const {
    const bool graphs = mode == Mode::check_arg || mode == Mode::mitigate_arg;
    KnownCounterexamples known(system_, domain_,
                               graphs ? Recognition::graph : Recognition::counterexample);
    if (mode == Mode::check || mode == Mode::check_arg)
      return std::make_unique<StuckDetector>(std::move(known), prune);
    return std::make_unique<StuckMitigator>(std::move(known), prune);
  }
  Verdict run(Mode mode, PruneKind prune, SearchKind search = SearchKind::breadth_first) {
    domain_.start_over();
    monitor_ = monitor(mode, prune);
    std::vector<Monitor*> monitors;
    if (mode != Mode::disable) monitors.push_back(monitor_.get());
    cegar_ = std::make_unique<Cegar>(env_, system_, Cegar::Parts{domain_, checker_, search, prune},
                                     monitors);
    Precision precision(Granularity::global);
    precision.add_variable(0, checker_.variable);  // nothing is left to learn
    return cegar_->run(std::move(precision));
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  ExplicitDomain domain_;
  ScriptedChecker checker_;
  std::unique_ptr<Monitor> monitor_;
  std::unique_ptr<Cegar> cegar_;
};

/// The short way on the left is spurious and is cut back all the way; meanwhile the long way on the
/// right grows by one state an iteration.
class Figure63 : public RefinementProgress {
 protected:
  Figure63() {
    checker_.spurious = &system_.edge(0, 1, "");
    system_.edge(1, 5, "");
    system_.edge(0, 2, "");
    system_.edge(2, 3, "");
    system_.edge(3, 4, "");
    system_.edge(4, 5, "");
    system_.set_target(5);
  }
};

TEST_F(Figure63, LazyPruningHealsItself) {
  EXPECT_EQ(run(Mode::disable, PruneKind::lazy).answer, Answer::violated);
  EXPECT_GT(checker_.checks, 2) << "the same counterexample came several times";
}

TEST_F(Figure63, CounterexamplesAloneGiveUpTooEarly) {
  const Verdict verdict = run(Mode::check, PruneKind::lazy);
  EXPECT_EQ(verdict.answer, Answer::unknown);
  EXPECT_EQ(verdict.reason, "no refinement progress");
}

TEST_F(Figure63, GraphsTellThatItIsNotTheSame) {
  EXPECT_EQ(run(Mode::check_arg, PruneKind::lazy).answer, Answer::violated);
}

TEST_F(Figure63, WithFullPruningItIsTheSame) {
  EXPECT_EQ(run(Mode::check, PruneKind::full).answer, Answer::unknown);
  EXPECT_EQ(run(Mode::check_arg, PruneKind::full).answer, Answer::unknown);
  EXPECT_EQ(checker_.checks, 2) << "each found out in the first iteration";
}

TEST_F(Figure63, MitigationFindsTheOtherWay) {
  for (const Mode mode : {Mode::mitigate, Mode::mitigate_arg})
    for (const PruneKind prune : {PruneKind::lazy, PruneKind::full})
      for (const SearchKind search :
           {SearchKind::breadth_first, SearchKind::depth_first, SearchKind::error_distance})
        EXPECT_EQ(run(mode, prune, search).answer, Answer::violated);
}

/// The way through l1 is spurious, the longer one through l2 is real; both lead to the same state S
/// at l4, from where the target is `steps` away.
class Figure64 : public RefinementProgress, public testing::WithParamInterface<Control> {
 protected:
  Figure64() {
    checker_.spurious = &system_.edge(0, 1, "");
    system_.edge(1, 4, "");
    system_.edge(0, 2, "");
    system_.edge(2, 3, "");
    system_.edge(3, 4, "");
    const Control target = 4 + GetParam();
    for (Control c = 4; c < target; ++c) system_.edge(c, c + 1, "");
    system_.set_target(target);
  }
};

/// One step: S' is found when the target below S is known; S must not cover it any more. Five
/// steps: S covers S' by then; the covering edge goes, and S' is to be expanded.
TEST_P(Figure64, NodesOfKnownCounterexamplesDoNotHideRealOnes) {
  for (const Mode mode : {Mode::mitigate, Mode::mitigate_arg})
    for (const PruneKind prune : {PruneKind::lazy, PruneKind::full}) {
      EXPECT_EQ(run(mode, prune).answer, Answer::violated);
      EXPECT_TRUE(monitor_->concern().has_value());
    }
}

TEST_P(Figure64, DetectionStopsAtTheSpuriousOne) {
  EXPECT_EQ(run(Mode::check, PruneKind::full).answer, Answer::unknown);
}

INSTANTIATE_TEST_SUITE_P(Steps, Figure64, testing::Values(1, 5));

/// All ways are spurious: the graph ends up complete, with targets in it.
TEST_F(RefinementProgress, AKnownCounterexampleLeftInTheGraphIsNoProof) {
  system_.edge(0, 1, "");
  system_.edge(0, 1, "x := 1");
  checker_.spurious = &system_.edge(1, 2, "");
  system_.set_target(2);
  for (const Mode mode : {Mode::mitigate, Mode::mitigate_arg})
    for (const PruneKind prune : {PruneKind::lazy, PruneKind::full}) {
      const Verdict verdict = run(mode, prune);
      EXPECT_EQ(verdict.answer, Answer::unknown);
      EXPECT_EQ(verdict.reason, "no refinement progress");
    }
}

TEST_F(RefinementProgress, StrongerMeansAreTriedBeforeARunCountsAsStuck) {
  checker_.other_variable = system_.add_integer("y");
  checker_.spurious = &system_.edge(0, 1, "y := 0");
  system_.edge(1, 2, "assume y = 1");
  system_.set_target(2);
  for (const PruneKind prune : {PruneKind::lazy, PruneKind::full})
    EXPECT_EQ(run(Mode::check, prune).answer, Answer::holds);
}

/// Two successors of one action are at the target: the second is looked at as well.
TEST_F(RefinementProgress, EveryTargetOfAnActionIsLookedAt) {
  checker_.spurious = &system_.edge(0, 1, "choice { x := 1 } or { x := 2 }");
  system_.set_target(1);
  EXPECT_EQ(run(Mode::mitigate, PruneKind::full).answer, Answer::unknown);
  EXPECT_EQ(checker_.checks, 2);
}

TEST_F(RefinementProgress, ATargetAtTheRootIsFoundOnce) {
  system_.edge(0, 1, "");
  system_.set_target(0);
  ArgBuilder builder(env_, system_, domain_, SearchKind::breadth_first,
                     std::span<Monitor* const>{});
  Precision precision(Granularity::global);
  const std::vector<NodeId> targets = builder.build(precision, Targets::first);
  ASSERT_EQ(targets.size(), 1U);
  builder.go_past(targets.front());
  EXPECT_TRUE(builder.build(precision, Targets::first).empty());
  EXPECT_EQ(builder.targets(), targets);
}

/// Going past and pruning on the graph alone.
class GoingPast : public RefinementProgress {
 protected:
  GoingPast() {
    system_.edge(0, 1, "");
    system_.edge(1, 3, "");
    system_.edge(0, 2, "");
    system_.edge(2, 1, "");
    system_.set_target(3);
    builder_ = std::make_unique<ArgBuilder>(env_, system_, domain_, SearchKind::depth_first,
                                            std::span<Monitor* const>{});
  }
  std::size_t covered() const {
    std::size_t result = 0;
    for (NodeId id = 0; id < builder_->arg().end(); ++id)
      result += builder_->arg().node(id).covered_by != no_node ? 1 : 0;
    return result;
  }

  Precision precision_{Granularity::global};
  std::unique_ptr<ArgBuilder> builder_;
};

TEST_F(GoingPast, TheGraphIsIncompleteUntilWhatWasCoveredIsExpanded) {
  std::vector<NodeId> targets = builder_->build(precision_, Targets::all);
  ASSERT_EQ(targets.size(), 1U);
  ASSERT_EQ(covered(), 1U);
  EXPECT_TRUE(builder_->is_complete());
  builder_->go_past(targets.front());
  EXPECT_EQ(covered(), 0U);
  EXPECT_FALSE(builder_->is_complete());
  targets = builder_->build(precision_, Targets::all);
  EXPECT_EQ(targets.size(), 1U) << "the other way to the target, not the known one again";
  EXPECT_EQ(builder_->targets().size(), 2U);
  EXPECT_EQ(covered(), 0U);
  EXPECT_TRUE(builder_->is_complete());
}

TEST_F(GoingPast, NodesCoverAgainOnceTheTargetIsGone) {
  const NodeId target = builder_->build(precision_, Targets::all).front();
  builder_->go_past(target);
  const NodeId above = builder_->arg().node(target).parent;
  EXPECT_FALSE(builder_->arg().node(above).may_cover());
  builder_->prune(target);
  EXPECT_TRUE(builder_->arg().node(above).may_cover());
  EXPECT_EQ(builder_->build(precision_, Targets::all).size(), 1U);
  EXPECT_EQ(covered(), 1U);
}

}  // namespace
}  // namespace arges::analysis
