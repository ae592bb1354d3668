// The examples of Bajkai 2018 (Figures 2.3 to 2.5, 3.1, 3.2, 3.4): shapes of abstract reachability
// graphs and what ends up in the precision. Single blocks, Cartesian predicates, breadth first.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/cegar/cegar.h"
#include "analysis/certify/certificate_builder.h"
#include "analysis/certify/certificate_checker.h"
#include "analysis/domain/product/explicit_predicate_product.h"
#include "analysis/monitor/refinement_progress.h"
#include "analysis/refine/cascade_refuter.h"
#include "analysis/refine/core_refuter.h"
#include "analysis/refine/precondition_refuter.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::UnorderedElementsAre;
using Strings = std::vector<std::string>;

class BajkaiFigures : public testing::Test {
 protected:
  BajkaiFigures()
      : solvers_(smt::make_z3_factory(env_, system_.context())),
        explicit_(env_, system_.context(), *solvers_, 1),
        enumerating_(env_, system_.context(), *solvers_, 0),
        predicates_(env_, system_.context(), *solvers_, {}) {}

  /// The whole graph under a precision that stays, as "l2: a = false" and so on.
  Strings graph(Domain& domain, Precision& precision) {
    builder_ = std::make_unique<ArgBuilder>(env_, system_, domain, SearchKind::breadth_first,
                                            std::span<Monitor* const>{});
    targets_ = builder_->build(precision, Targets::all);
    return nodes(builder_->arg(), domain);
  }
  Strings nodes(const Arg& arg, const Domain& domain) const {
    Strings result;
    for (NodeId id = 0; id < arg.end(); ++id) {
      const ArgNode& node = arg.node(id);
      if (!node.alive()) continue;
      result.push_back(system_.control_name(node.control) + ": " + domain.to_string(node.state) +
                       (node.covered_by == no_node ? "" : " (covered)"));
    }
    return result;
  }
  Precision precision(const std::vector<ir::Var>& vars, const Strings& predicates) {
    Precision result(Granularity::global);
    for (const ir::Var var : vars) result.add_variable(0, var);
    for (const std::string& predicate : predicates)
      result.add_predicate(0, canonical(system_.expr(predicate)).formula);
    return result;
  }
  /// A run of the product with one of the strategies; the domain is kept for looking at it.
  Verdict run_product(ProductStrategy strategy, std::size_t limit) {
    budget_ = make_budget(strategy, limit, enumerating_);
    enumerating_.set_budget(*budget_);
    refiner_ = std::make_unique<DropoutRefiner>(predicates_, *budget_);
    product_ = std::make_unique<ProductDomain>(std::vector<Domain*>{&enumerating_, &predicates_},
                                               *refiner_);
    return run(*product_);
  }
  Verdict run(Domain& domain) {
    std::vector<std::unique_ptr<Refuter>> ways;
    ways.push_back(std::make_unique<PreconditionRefuter>(
        env_, *solvers_, PreconditionRefuter::Statements::contradictory,
        PreconditionRefuter::Quantifiers::none));
    ways.push_back(std::make_unique<CoreRefuter>(env_, *solvers_));
    refuter_ = std::make_unique<CascadeRefuter>(env_, std::move(ways));
    checker_ = std::make_unique<SolverTraceChecker>(env_, system_, *solvers_, *refuter_);
    detector_ = std::make_unique<StuckDetector>(
        KnownCounterexamples(system_, domain, Recognition::counterexample), PruneKind::full);
    cegar_ = std::make_unique<Cegar>(
        env_, system_, Cegar::Parts{domain, *checker_, SearchKind::breadth_first, PruneKind::full},
        std::vector<Monitor*>{detector_.get()});
    return cegar_->run(Precision(Granularity::global));
  }
  bool is_certified(const Domain& domain) {
    const Certificate proof = make_certificate(cegar_->arg(), domain);
    return CertificateChecker(env_, system_, *solvers_).check(proof, 100).passed;
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  ExplicitDomain explicit_;     ///< keeps unknown what has several values
  ExplicitDomain enumerating_;  ///< lists all values
  PredicateDomain predicates_;
  std::unique_ptr<ValueBudget> budget_;
  std::unique_ptr<ProductRefiner> refiner_;
  std::unique_ptr<ProductDomain> product_;
  std::unique_ptr<ArgBuilder> builder_;
  std::unique_ptr<Refuter> refuter_;
  std::unique_ptr<SolverTraceChecker> checker_;
  std::unique_ptr<StuckDetector> detector_;
  std::unique_ptr<Cegar> cegar_;
  std::vector<NodeId> targets_;
};

/// a alternates while x counts to 1000; only a is tracked. Our assumptions tell values where the
/// paper's keep them unknown, hence a = false and a = true at the ends.
TEST_F(BajkaiFigures, Figure23ExplicitValues) {
  const ir::Var a = system_.add_boolean("a");
  system_.add_integer("x");
  system_.edge(0, 1, "a := false");
  system_.edge(1, 2, "x := 0");
  system_.edge(2, 3, "assume x < 1000");
  system_.edge(3, 4, "a := x mod 2 = 1");
  system_.edge(4, 2, "x := x + 1");
  system_.edge(2, 5, "assume not x < 1000");
  system_.edge(5, 6, "assume not a");
  system_.edge(5, 7, "assume a");
  system_.set_target(7);
  Precision tracked = precision({a}, {});
  EXPECT_THAT(graph(explicit_, tracked),
              UnorderedElementsAre("l0: ", "l1: a = false", "l2: a = false", "l3: a = false",
                                   "l4: ", "l5: a = false", "l6: a = false", "l2: ", "l3: ",
                                   "l4:  (covered)", "l5: ", "l6: a = false", "l7: a = true"));
  EXPECT_EQ(targets_.size(), 1U);
}

/// x counts to 11 under the predicate x > 10: safe.
TEST_F(BajkaiFigures, Figure24Predicates) {
  system_.add_integer("x");
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 2, "assume x <= 10");
  system_.edge(2, 1, "x := x + 1");
  system_.edge(1, 3, "assume not x <= 10");
  system_.edge(3, 4, "assume x > 10");
  system_.edge(3, 5, "assume not x > 10");
  system_.set_target(5);
  Precision tracked = precision({}, {"x > 10"});
  EXPECT_THAT(graph(predicates_, tracked),
              UnorderedElementsAre("l0: ", "l1: x < 11", "l2: x < 11",
                                   "l1: ", "l2: x < 11 (covered)", "l3: 11 <= x", "l4: 11 <= x"));
  EXPECT_TRUE(targets_.empty());
}

/// a by value and x >= 5 as a predicate: the assertion x = 6 can't be decided.
TEST_F(BajkaiFigures, Figure25Product) {
  const ir::Var a = system_.add_boolean("a");
  system_.add_integer("x");
  system_.edge(0, 1, "a := false");
  system_.edge(1, 2, "x := 0");
  system_.edge(2, 3, "assume not a");
  system_.edge(3, 4, "assume not x >= 5");
  system_.edge(4, 2, "x := x + 1");
  system_.edge(3, 5, "assume x >= 5");
  system_.edge(5, 4, "a := true");
  system_.edge(2, 6, "assume a");
  system_.edge(6, 7, "assume x = 6");
  system_.edge(6, 8, "assume not x = 6");
  system_.set_target(8);
  DropoutRefiner refiner(predicates_, *make_budget(ProductStrategy::state, 1, explicit_));
  ProductDomain product({&explicit_, &predicates_}, refiner);
  Precision tracked = precision({a}, {"x >= 5"});
  EXPECT_THAT(
      graph(product, tracked),
      UnorderedElementsAre("l0: ", "l1: a = false", "l2: a = false; x < 5", "l3: a = false; x < 5",
                           "l4: a = false; x < 5", "l2: a = false", "l3: a = false",
                           "l4: a = false; x < 5 (covered)", "l5: a = false; 5 <= x",
                           "l4: a = true; 5 <= x", "l2: a = true; 5 <= x", "l6: a = true; 5 <= x",
                           "l7: a = true; 5 <= x", "l8: a = true; 5 <= x"));
  EXPECT_EQ(targets_.size(), 1U);
}

/// The CFA of Figure 3.1a: x /= 1, then x = 1.
class Figure31 : public BajkaiFigures {
 protected:
  Figure31() {
    x_ = system_.add_integer("x");
    system_.edge(0, 2, "assume x = 1");
    system_.edge(0, 1, "assume not x = 1");
    system_.edge(1, 3, "assume x = 1");
    system_.edge(1, 2, "assume not x = 1");
    system_.set_target(3);
  }
  ir::Var x_ = nullptr;
};

TEST_F(Figure31, ExplicitValuesCanNotDecide) {
  Precision tracked = precision({x_}, {});
  EXPECT_THAT(graph(explicit_, tracked),
              UnorderedElementsAre("l0: ", "l2: x = 1", "l1: ", "l3: x = 1", "l2: "));
  EXPECT_EQ(targets_.size(), 1U);
  EXPECT_EQ(run(explicit_).answer, Answer::unknown);
}

TEST_F(Figure31, Figure32TheStateStrategyDropsXAndFindsAPredicate) {
  for (const std::size_t limit : {1U, 2U, 8U, 32U}) {
    EXPECT_EQ(run_product(ProductStrategy::state, limit).answer, Answer::holds);
    EXPECT_THAT(nodes(cegar_->arg(), *product_),
                UnorderedElementsAre("l0: ", "l2: x = 1", "l1: x /= 1", "l2: x /= 1"));
    EXPECT_TRUE(is_certified(*product_));
  }
}

TEST_F(BajkaiFigures, Figure34ThePathStrategyStopsCounting) {
  system_.add_integer("x");
  system_.edge(0, 1, "x := 0");
  system_.edge(1, 2, "assume x <= 1000");
  system_.edge(2, 1, "x := x + 1");
  system_.edge(1, 3, "assume not x <= 1000");
  system_.edge(3, 4, "assume x > 1000");
  system_.edge(3, 5, "assume not x > 1000");
  system_.set_target(5);
  EXPECT_EQ(run_product(ProductStrategy::path, 8).answer, Answer::holds);
  EXPECT_THAT(nodes(cegar_->arg(), *product_),
              UnorderedElementsAre("l0: ", "l1: x < 1001", "l2: x < 1001", "l1: ",
                                   "l2: x < 1001 (covered)", "l3: 1001 <= x", "l4: 1001 <= x"));
  EXPECT_LT(env_.statistics.counter("arg::nodes_created").value(), 100U);
  EXPECT_TRUE(is_certified(*product_));
}

}  // namespace
}  // namespace arges::analysis
