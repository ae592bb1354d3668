#include "analysis/domain/product/product_domain.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/domain/product/explicit_predicate_product.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

using testing::UnorderedElementsAre;
using Strings = std::vector<std::string>;

/// x by value, predicates about y and x < y.
class ProductDomainTest : public testing::Test {
 protected:
  ProductDomainTest() {
    system_.add_integer("y");
    precision_.add_variable(0, x_);
    for (const char* predicate : {"y >= 5", "x < y"})
      precision_.add_predicate(0, canonical(system_.expr(predicate)).formula);
  }
  std::vector<StateId> initial(const std::string& condition) {
    return product_.initial(system_.edge(0, 0, "assume " + condition), precision_);
  }
  StateId state(const std::string& condition) { return initial(condition).front(); }
  Strings post(StateId before, const std::string& statement) {
    Strings result;
    const Action& action = system_.edge(0, 0, statement);
    for (const StateId after : product_.post({before, action, precision_}))
      result.push_back(product_.to_string(after));
    return result;
  }

  Env env_;
  test::TinySystem system_;
  ir::Var x_ = system_.add_integer("x");
  std::unique_ptr<smt::SolverFactory> solvers_ = smt::make_z3_factory(env_, system_.context());
  ExplicitDomain values_{env_, system_.context(), *solvers_, 10};
  PredicateDomain predicates_{env_, system_.context(), *solvers_, {}};
  ControlRefiner refiner_{predicates_, {}, 0};
  ProductDomain product_{{&values_, &predicates_}, refiner_};
  Precision precision_{Granularity::global};
};

TEST_F(ProductDomainTest, StatesSayWhatTheirPartsSay) {
  const StateId both = state("x = 2 and y = 3");
  EXPECT_EQ(product_.to_string(both), "x = 2; y < 5, x < y");
  EXPECT_EQ(state("x = 2 and y = 4"), both) << "no difference that is tracked";
}

TEST_F(ProductDomainTest, PredicatesLearnFromValues) {
  EXPECT_EQ(post(state("x = 6"), "y := x + 1"), Strings{"x = 6; 5 <= y, x < y"});
  EXPECT_EQ(post(state("x = 6"), "y := x"), Strings{"x = 6; 5 <= y, y <= x"});
}

/// y < 5 and x < y leave x no more than three, and the assumption no less.
TEST_F(ProductDomainTest, ValuesLearnFromPredicates) {
  EXPECT_EQ(post(state("y < 5 and x < y"), "assume x >= 3"), Strings{"x = 3; y < 5, x < y"});
  EXPECT_EQ(post(state("y < 5 and x < y"), "assume x >= 4"), Strings{});
}

TEST_F(ProductDomainTest, EachValueHasItsPredicates) {
  EXPECT_THAT(post(state("y = 3"), "choice { x := 1; y := 9 } or { x := 2; y := 1 }"),
              UnorderedElementsAre("x = 1; 5 <= y, x < y", "x = 2; y < 5, y <= x"));
}

TEST_F(ProductDomainTest, AllPartsMustBeCovered) {
  const StateId both = state("x = 2 and y = 9");
  const StateId value = state("x = 2");
  const StateId predicate = state("y = 9");
  EXPECT_TRUE(product_.leq(both, value));
  EXPECT_TRUE(product_.leq(both, predicate));
  EXPECT_FALSE(product_.leq(value, both));
  EXPECT_FALSE(product_.leq(value, predicate));
  const auto index = product_.make_cover_index();
  index->insert(1, 0, predicate);
  index->insert(2, 0, both);
  EXPECT_FALSE(index->find(0, value));
  EXPECT_EQ(index->find(0, both, [](NodeId node) { return node != 2; }), 1U);
  EXPECT_EQ(index->find(0, state("x = 7 and y = 9")), 1U);
  index->remove(1, 0, predicate);
  EXPECT_FALSE(index->find(0, state("x = 7 and y = 9")));
  EXPECT_EQ(index->find(0, both), 2U);
  EXPECT_FALSE(index->find(1, both)) << "another control point";
  index->clear();
  EXPECT_FALSE(index->find(0, both));
}

/// Once there are many nodes alike in x they are found by their predicates.
TEST_F(ProductDomainTest, ManyNodesOfOneValueAreFoundAsFewAre) {
  precision_.add_variable(0, system_.add_integer("z"));
  for (int bound = 10; bound < 40; ++bound)
    precision_.add_predicate(0, canonical(system_.expr("y >= " + std::to_string(bound))).formula);
  std::vector<StateId> nodes;
  const auto index = product_.make_cover_index();
  const auto state_of = [&](int y) { return state("x = 2 and y = " + std::to_string(y)); };
  for (int y = 10; y < 40; ++y) {
    nodes.push_back(state_of(y));
    index->insert(static_cast<NodeId>(nodes.size()), 0, nodes.back());
  }
  for (NodeId node = 1; node <= nodes.size(); ++node)
    EXPECT_EQ(index->find(0, nodes[node - 1]), node);
  EXPECT_FALSE(index->find(0, state_of(5)));
  EXPECT_EQ(index->find(0, state("x = 2 and z = 1 and y = 17")), 8U) << "says more";
  EXPECT_FALSE(index->find(0, state("x = 3 and y = 17")));
  for (NodeId node = 1; node <= nodes.size(); ++node) index->remove(node, 0, nodes[node - 1]);
  for (const StateId gone : nodes) EXPECT_FALSE(index->find(0, gone));
  index->insert(1, 0, nodes[3]);
  EXPECT_EQ(index->find(0, nodes[3]), 1U);
}

/// Whatever order their components' indices look at them in.
TEST_F(ProductDomainTest, OfManyCoverersTheAcceptedOneIsFound) {
  PredicateDomain boolean{
      env_, system_.context(), *solvers_, {.abstraction = PredicateAbstraction::boolean}};
  ControlRefiner refiner{boolean, {}, 0};
  ProductDomain product{{&values_, &boolean}, refiner};
  for (int bound = 10; bound < 40; ++bound)
    precision_.add_predicate(0, canonical(system_.expr("y >= " + std::to_string(bound))).formula);
  const auto state = [&](const std::string& condition) {
    return product.initial(system_.edge(0, 0, "assume x = 2 and " + condition), precision_).front();
  };
  const auto index = product.make_cover_index();
  for (NodeId bound = 10; bound < 40; ++bound)
    index->insert(bound, 0, state("y >= " + std::to_string(bound)));
  const StateId asked = state("y = 30");
  for (NodeId only = 10; only < 40; ++only) {
    const auto found = index->find(0, asked, [&](NodeId node) { return node == only; });
    EXPECT_EQ(found, only <= 30 ? std::optional(only) : std::nullopt);
  }
}

}  // namespace
}  // namespace arges::analysis
