#include "analysis/certify/certificate_checker.h"

#include <algorithm>
#include <chrono>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ir/traversal.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::HasSubstr;

/// A solver that can't tell anything once a formula mentions one variable, and takes its time.
class DoubtfulSolver : public smt::Solver {
 public:
  DoubtfulSolver(std::unique_ptr<smt::Solver> solver, ir::Var hard, std::chrono::milliseconds pause)
      : solver_(std::move(solver)), hard_(hard), pause_(pause), doubtful_{false} {}
  void push() override {
    doubtful_.push_back(doubtful_.back());
    solver_->push();
  }
  void pop() override {
    doubtful_.pop_back();
    solver_->pop();
  }
  void add(ir::Expr formula) override {
    if (ir::occurs(hard_, formula)) doubtful_.back() = true;
    solver_->add(formula);
  }
  smt::Status check(std::span<const ir::Expr> assumptions) override {
    const bool mentioned = std::any_of(assumptions.begin(), assumptions.end(),
                                       [&](ir::Expr e) { return ir::occurs(hard_, e); });
    if (!mentioned && !doubtful_.back()) return solver_->check(assumptions);
    std::this_thread::sleep_for(pause_);
    return smt::Status::unknown;
  }
  std::optional<ir::Value> value(ir::Expr expr) override { return solver_->value(expr); }
  std::vector<std::size_t> unsat_core() override { return solver_->unsat_core(); }
  std::string reason_unknown() const override { return "hard"; }
  void set_query_limit(smt::QueryLimit limit) override { solver_->set_query_limit(limit); }
  std::string to_smt2(std::span<const ir::Expr> assumptions) const override {
    return solver_->to_smt2(assumptions);
  }

 private:
  std::unique_ptr<smt::Solver> solver_;
  ir::Var hard_;
  std::chrono::milliseconds pause_;
  std::vector<bool> doubtful_;
};

class DoubtfulSolvers : public smt::SolverFactory {
 public:
  DoubtfulSolvers(smt::SolverFactory& solvers, ir::Var hard, std::chrono::milliseconds pause = {})
      : solvers_(solvers), hard_(hard), pause_(pause) {}
  smt::Capabilities capabilities() const override { return solvers_.capabilities(); }
  std::unique_ptr<smt::Solver> make(smt::Cores cores) override {
    return std::make_unique<DoubtfulSolver>(solvers_.make(cores), hard_, pause_);
  }
  std::unique_ptr<smt::Solver> make_one_shot() override { return make(smt::Cores::as_found); }
  std::uint64_t effort() override { return solvers_.effort(); }

 private:
  smt::SolverFactory& solvers_;
  ir::Var hard_;
  std::chrono::milliseconds pause_;
};

/// Proofs with nodes at some control points only, written by hand.
class CertificateCheckerTest : public testing::Test {
 protected:
  CertificateCheckerTest() : solvers_(smt::make_z3_factory(env_, system_.context())) {}

  std::uint32_t node(Control control, const std::string& state) {
    proof_.nodes.push_back({control, system_.expr(state), {}, {}});
    return static_cast<std::uint32_t>(proof_.nodes.size() - 1);
  }
  void successor(std::uint32_t from, const Action& first, std::uint32_t to) {
    proof_.nodes[from].successors.push_back({first.id, to});
  }
  Check check(const Certificate& proof) {
    return CertificateChecker(env_, system_, *solvers_).check(proof, 100);
  }
  std::string problem() { return check(proof_).reason; }

  /// 0 -> 1, then 1 -> 2 -> 4 and 1 -> 3 -> 4 (a diamond), 4 -> 1, and 4 -> 5, the target, unless x
  /// is between 0 and 9. The proof has nodes at 0 and 1 only.
  void make_diamond() {
    system_.add_integer("x");
    const Action& start = system_.edge(0, 1, "x := 0");
    const Action& less = system_.edge(1, 2, "assume x < 9");
    const Action& more = system_.edge(1, 3, "assume not x < 9");
    system_.edge(2, 4, "x := x + 1");
    system_.edge(3, 4, "choice { x := 0 } or { x := 1 }");
    system_.edge(4, 1, "");
    system_.edge(4, 5, "assume x < 0 or x > 9");
    system_.set_target(5);
    const auto root = node(0, "true");
    const auto head = node(1, "0 <= x and x <= 9");
    proof_.roots = {root};
    successor(root, start, head);
    successor(head, less, head);
    successor(head, more, head);
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  Certificate proof_;
};

TEST_F(CertificateCheckerTest, NodesAtLoopHeadsAreEnough) {
  make_diamond();
  EXPECT_EQ(problem(), "");
}

TEST_F(CertificateCheckerTest, TamperedProofsWithBlocksAreRefused) {
  make_diamond();
  for (const char* state :
       {"0 <= x and x <= 8", "1 <= x and x <= 9", "x <= 9", "true", "x = 0", "false"}) {
    Certificate other = proof_;
    other.nodes[1].state = system_.expr(state);
    EXPECT_FALSE(check(other).passed) << state;
  }
  for (std::uint32_t id = 0; id < proof_.nodes.size(); ++id)
    for (std::size_t i = 0; i < proof_.nodes[id].successors.size(); ++i) {
      Certificate fewer = proof_;
      fewer.nodes[id].successors.erase(fewer.nodes[id].successors.begin() +
                                       static_cast<std::ptrdiff_t>(i));
      EXPECT_FALSE(check(fewer).passed) << "node " << id << " without successor " << i;
    }
}

/// Nodes that differ only in what an action does not touch are one question.
TEST_F(CertificateCheckerTest, StepsOfLikeNodesAreCheckedOnce) {
  system_.add_integer("x");
  system_.add_integer("y");
  const Action& start = system_.edge(0, 1, "assume x > 0");
  const Action& step = system_.edge(1, 2, "x := x + 1");
  proof_.roots = {node(0, "true")};
  constexpr std::uint32_t many = 20;
  for (std::uint32_t i = 0; i < many; ++i) {
    const std::string other = i + 1 < many ? "y = " + std::to_string(i) : "(y < 0 or y > 18)";
    const auto before = node(1, "x > 0 and " + other);
    const auto after = node(2, "x > 1 and " + other);
    successor(0, start, before);
    successor(before, step, after);
  }
  system_.set_target(9);
  EXPECT_EQ(problem(), "");
  EXPECT_EQ(env_.statistics.counter("certify::by_repetition").value(), many - 1);
  for (const char* wrong : {"x > 2 and y = 7", "x > 1 and y = 8", "x > 1 and y = 7 and y = 8"}) {
    Certificate tampered = proof_;
    tampered.nodes[2 * 8].state = system_.expr(wrong);
    EXPECT_FALSE(check(tampered).passed) << wrong;
  }
}

/// Of a node without states everything follows, also where the action has nothing to do with why.
TEST_F(CertificateCheckerTest, StatesThatContradictThemselvesElsewhereHaveNoSteps) {
  system_.add_integer("x");
  system_.add_integer("y");
  const Action& step = system_.edge(0, 1, "x := x + 1");
  system_.set_initial("y > 3 and y < 3");
  proof_.roots = {node(0, "y > 3 and y < 3")};
  successor(0, step, node(1, "x = 0"));
  system_.set_target(9);
  EXPECT_EQ(problem(), "");
}

TEST_F(CertificateCheckerTest, WhatIsRefutedIsNotHiddenByWhatIsUndecided) {
  const ir::Var hard = system_.add_integer("hard");
  system_.add_integer("x");
  const Action& first = system_.edge(0, 1, "assume hard > 0; x := hard");
  const Action& second = system_.edge(1, 2, "havoc hard; assume x > 0");
  const auto root = node(0, "true");
  const auto middle = node(1, "x >= 0");
  const auto end = node(2, "x > 0");
  system_.set_target(9);
  proof_.roots = {root};
  successor(root, first, middle);
  successor(middle, second, end);
  EXPECT_TRUE(check(proof_).passed);

  DoubtfulSolvers doubtful(*solvers_, hard);
  const auto check_in_doubt = [&] {
    return CertificateChecker(env_, system_, doubtful).check(proof_, 100);
  };
  EXPECT_FALSE(check_in_doubt().passed);
  EXPECT_TRUE(check_in_doubt().ran_out) << "the first step is undecided, the second is fine";
  proof_.nodes[end].state = system_.expr("x > 1");
  EXPECT_FALSE(check_in_doubt().passed);
  EXPECT_FALSE(check_in_doubt().ran_out) << "the second step is wrong";
}

/// Also where the last question of all used it up.
TEST_F(CertificateCheckerTest, TimeThatIsUsedUpIsNotTheSolversDoubt) {
  const ir::Var hard = system_.add_integer("hard");
  const Action& step = system_.edge(0, 1, "assume hard > 0");
  proof_.roots = {node(0, "true")};
  successor(0, step, node(1, "hard > 0"));
  system_.set_target(9);
  DoubtfulSolvers slow(*solvers_, hard, std::chrono::milliseconds(300));
  const auto check_within = [&](double seconds) {
    return CertificateChecker(env_, system_, slow).check(proof_, seconds);
  };
  EXPECT_THAT(check_within(100).reason, HasSubstr("can't tell"));
  const Check check = check_within(0.2);
  EXPECT_TRUE(check.ran_out);
  EXPECT_EQ(check.reason, "the time for checking is used up");
}

TEST_F(CertificateCheckerTest, WaysRoundWithoutNodesAreRefused) {
  make_diamond();
  proof_.nodes.pop_back();
  proof_.nodes[0].successors.clear();
  EXPECT_THAT(problem(), HasSubstr("meets no node"));
}

TEST_F(CertificateCheckerTest, WaysToTargetsMustBeImpossible) {
  system_.add_integer("x");
  system_.edge(0, 1, "havoc x");
  system_.edge(1, 2, "assume x > 3");
  const Action& last = system_.edge(2, 3, "assume x < 4");
  system_.set_target(3);
  proof_.roots = {node(0, "true")};
  EXPECT_EQ(problem(), "");
  const_cast<Action&>(last).statement = system_.stmt("assume x < 5");
  EXPECT_THAT(problem(), HasSubstr("not covered"));
}

TEST_F(CertificateCheckerTest, WaysToNoTargetNeedNoNodes) {
  system_.add_integer("x");
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 1, "x := x + 1");
  system_.edge(0, 2, "assume x > 3; assume x < 4");
  system_.edge(2, 3, "");
  system_.set_target(3);
  proof_.roots = {node(0, "true")};
  EXPECT_EQ(problem(), "");
  system_.edge(1, 3, "assume x = 100000");
  EXPECT_THAT(problem(), HasSubstr("meets no node")) << "now 1 leads to a target";
}

TEST_F(CertificateCheckerTest, ImpossibleActionsNeedNothingBehindThem) {
  system_.add_integer("x");
  system_.edge(0, 1, "assume x > 3; assume x < 3");
  system_.edge(1, 1, "x := x + 1");
  system_.edge(1, 2, "");
  system_.set_target(2);
  proof_.roots = {node(0, "true")};
  EXPECT_EQ(problem(), "");
}

TEST_F(CertificateCheckerTest, NodesWithoutStatesMarkWhatIsUnreachable) {
  system_.add_integer("x");
  system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "assume x = 2");
  system_.edge(2, 2, "x := x + 1");
  system_.edge(2, 3, "");
  system_.set_target(3);
  proof_.roots = {node(0, "true")};
  EXPECT_THAT(problem(), HasSubstr("meets no node")) << "2 goes round";
  node(2, "false");
  EXPECT_EQ(problem(), "");
  const_cast<Action*>(system_.find_action(1))->statement = system_.stmt("assume x = 1");
  EXPECT_THAT(problem(), HasSubstr("not covered"));
}

/// Of the ways through a diamond, one more each time: their number doubles, the check does not.
TEST_F(CertificateCheckerTest, ManyWaysAreOneQuery) {
  system_.add_integer("x");
  system_.add_boolean("b");
  constexpr Control diamonds = 30;
  const Action& first = system_.edge(0, 1, "assume x = 0");
  for (Control k = 0; k < diamonds; ++k) {
    const Control at = 1 + 3 * k;
    system_.edge(at, at + 1, "assume b; x := x + 1");
    system_.edge(at, at + 2, "assume not b");
    system_.edge(at + 1, at + 3, "havoc b");
    system_.edge(at + 2, at + 3, "havoc b; x := x + 2");
  }
  const Control end = 1 + 3 * diamonds;
  system_.edge(end, end + 1, "assume x < 30");
  system_.edge(end, end + 2, "");
  system_.edge(end + 2, end + 1, "assume x > 60");
  system_.set_target(end + 1);
  proof_.roots = {node(0, "true")};
  successor(0, first, node(end + 2, "30 <= x and x <= 60"));
  EXPECT_EQ(problem(), "");
  proof_.nodes[1].state = system_.expr("30 <= x and x < 60");
  EXPECT_THAT(problem(), HasSubstr("not covered"));
}

TEST_F(CertificateCheckerTest, ValuesAreFollowedThroughBlocks) {
  system_.add_integer("x");
  const Action& first = system_.edge(0, 1, "x := 1");
  system_.edge(1, 2, "x := x + 1");
  system_.edge(1, 2, "assume x = 2");
  system_.edge(2, 3, "x := x * 2");
  system_.edge(2, 4, "assume x = 3");
  system_.edge(3, 4, "assume x = 5");
  system_.set_target(4);
  proof_.roots = {node(0, "x = 0")};
  successor(0, first, node(3, "x = 4"));
  system_.set_initial("x = 0");
  EXPECT_EQ(problem(), "");
  EXPECT_EQ(env_.statistics.counter("certify::by_evaluation").value(), 2U);
  EXPECT_EQ(env_.statistics.counter("certify::by_solver").value(), 1U) << "the initial states";
}

}  // namespace
}  // namespace arges::analysis
