#include "analysis/domain/predicate/predicate_domain.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/refine/refuter.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;
using Strings = std::vector<std::string>;

class PredicateDomainTest : public testing::Test {
 protected:
  PredicateDomainTest() {
    for (const char* name : {"x", "y"}) system_.add_integer(name);
    for (const char* name : {"p", "q"}) system_.add_boolean(name);
  }
  void make(PredicateAbstraction abstraction, PredicateSplit split = PredicateSplit::atoms) {
    domain_ = std::make_unique<PredicateDomain>(env_, system_.context(), *solvers_,
                                                PredicateDomain::Settings{abstraction, split});
  }
  Precision tracking(const Strings& predicates) {
    Precision result(Granularity::global);
    for (const std::string& predicate : predicates)
      result.add_predicate(0, canonical(system_.expr(predicate)).formula);
    return result;
  }
  /// The states after some statements, one after another, from anywhere.
  Strings run(const Strings& statements, Precision& precision) {
    std::vector<StateId> states;
    for (const std::string& statement : statements) {
      const Action& action = system_.edge(0, 0, statement);
      if (&statement == &statements.front()) {
        states = domain_->initial(action, precision);
        continue;
      }
      std::vector<StateId> next;
      for (const StateId state : states)
        std::ranges::copy(domain_->post({state, action, precision}), std::back_inserter(next));
      states = std::move(next);
    }
    Strings result;
    for (const StateId state : states) result.push_back(domain_->to_string(state));
    return result;
  }
  Strings predicates_of(PredicateSplit split, const std::string& interpolant,
                        Effort effort = Effort::usual) {
    make(PredicateAbstraction::cartesian, split);
    Strings result;
    for (const ir::Expr predicate : domain_->predicates_of(system_.expr(interpolant), effort))
      result.push_back(predicate.to_string());
    std::sort(result.begin(), result.end());
    return result;
  }

  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_z3_factory(env_, system_.context());
  std::unique_ptr<PredicateDomain> domain_;
  const std::string equal_ = "choice { x := 1; y := 1 } or { x := 2; y := 2 }";
};

TEST_F(PredicateDomainTest, CartesianStatesDoNotTellHowPredicatesDepend) {
  make(PredicateAbstraction::cartesian);
  Precision precision = tracking({"x = 1", "y = 1"});
  EXPECT_EQ(run({equal_}, precision), Strings{""});
  EXPECT_EQ(run({equal_, "assume x = 1"}, precision), Strings{"x = 1"});
}

TEST_F(PredicateDomainTest, BooleanStatesAreDisjunctions) {
  make(PredicateAbstraction::boolean);
  Precision precision = tracking({"x = 1", "y = 1"});
  EXPECT_EQ(run({equal_}, precision), Strings{"x = 1, y = 1 | x /= 1, y /= 1"});
  EXPECT_EQ(run({equal_, "assume x = 1"}, precision), Strings{"x = 1, y = 1"});
  EXPECT_EQ(run({equal_, "x := 1; y := 2"}, precision), Strings{"x = 1, y /= 1"})
      << "equal successors of both cubes are one";
}

TEST_F(PredicateDomainTest, SplitStatesAreOneEach) {
  make(PredicateAbstraction::split);
  Precision precision = tracking({"x = 1", "y = 1"});
  EXPECT_THAT(run({equal_}, precision), UnorderedElementsAre("x = 1, y = 1", "x /= 1, y /= 1"));
  EXPECT_EQ(run({equal_, "assume x = 1"}, precision), Strings{"x = 1, y = 1"});
}

TEST_F(PredicateDomainTest, ImpossibleActionsHaveNoSuccessor) {
  for (const auto abstraction : {PredicateAbstraction::cartesian, PredicateAbstraction::boolean,
                                 PredicateAbstraction::split}) {
    make(abstraction);
    Precision precision = tracking({"x = 1"});
    EXPECT_EQ(run({"x := 1", "assume x = 2"}, precision), Strings{});
  }
}

TEST_F(PredicateDomainTest, StatesAreFormulas) {
  make(PredicateAbstraction::boolean);
  Precision precision = tracking({"x = 1", "y = 1"});
  const StateId either = domain_->initial(system_.edge(0, 0, equal_), precision).front();
  const auto solver = solvers_->make();
  solver->add(ir::not_(ir::eq(domain_->to_expr(either), system_.expr("(x = 1) = (y = 1)"))));
  EXPECT_EQ(solver->check(), smt::Status::unsat);
}

TEST_F(PredicateDomainTest, InterpolantsBecomeAtomsConjunctsOrOnePredicate) {
  const std::string interpolant = "(x > 0 or p) and y <= 3";
  EXPECT_THAT(predicates_of(PredicateSplit::atoms, interpolant),
              ElementsAre("1 <= x", "4 <= y", "p"));
  EXPECT_EQ(predicates_of(PredicateSplit::conjuncts, interpolant).size(), 2U);
  EXPECT_EQ(predicates_of(PredicateSplit::whole, interpolant).size(), 1U);
}

/// Values of Booleans are connectives as well, comparisons of numbers are not.
TEST_F(PredicateDomainTest, AtomsAreBelowAllConnectives) {
  EXPECT_THAT(predicates_of(PredicateSplit::atoms, "p = (x = 1)"), ElementsAre("p", "x = 1"));
  EXPECT_THAT(predicates_of(PredicateSplit::atoms, "not (p and not q)"), ElementsAre("p", "q"));
  EXPECT_THAT(predicates_of(PredicateSplit::atoms, "x = y"), ElementsAre("x = y"));
}

TEST_F(PredicateDomainTest, TruthValuesAddNothing) {
  for (const auto split :
       {PredicateSplit::atoms, PredicateSplit::conjuncts, PredicateSplit::whole}) {
    EXPECT_EQ(predicates_of(split, "true"), Strings{});
    EXPECT_EQ(predicates_of(split, "false"), Strings{});
  }
}

TEST_F(PredicateDomainTest, ALastResortTakesInterpolantsAsAWhole) {
  EXPECT_EQ(predicates_of(PredicateSplit::atoms, "x > 0 or p", Effort::last_resort).size(), 1U);
}

TEST_F(PredicateDomainTest, RefinementAddsPredicatesWhereTheyWereFound) {
  make(PredicateAbstraction::cartesian);
  Precision precision(Granularity::local);
  const Refutation refutation =
      by_interpolants({system_.expr("true"), system_.expr("x > 0"), system_.expr("false")});
  const std::vector<Control> controls{0, 4, 5};
  domain_->refine(precision, refutation, controls, Effort::usual);
  EXPECT_TRUE(precision.at(0).predicates().empty());
  EXPECT_THAT(precision.at(4).predicates(), ElementsAre(system_.expr("1 <= x")));
  EXPECT_TRUE(precision.at(5).predicates().empty());
  const std::uint32_t version = precision.version();
  domain_->refine(precision, refutation, controls, Effort::usual);
  EXPECT_EQ(precision.version(), version) << "nothing new";
}

}  // namespace
}  // namespace arges::analysis
