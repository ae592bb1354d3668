#include <unordered_map>

#include "ir/evaluator.h"
#include "ir/reference_evaluator.h"
#include "ir/traversal.h"
#include "smt/fixture.h"
#include "support/random_expr.h"

namespace arges::smt {
namespace {

using ir::Expr;
using ir::Value;

/// Three opinions on the value of an expression must agree: the solver's, the compiled
/// evaluator's, the reference evaluator's.
class RandomExpressionsTest : public SmtTest, public ::testing::WithParamInterface<int> {
 protected:
  struct Opinions {
    std::vector<Expr> equations;  ///< variable = value
    Value compiled;
    std::optional<Value> reference;
  };

  Opinions evaluate_at_random(Expr e, test::RandomExpr& random) {
    Opinions result;
    std::unordered_map<ir::Var, Value> map;
    ir::Valuation valuation;
    for (const ir::Var var : ir::free_variables(e)) {
      const Value value = random.value(var->type);
      map.emplace(var, value);
      valuation.set(var, value);
      result.equations.push_back(ir::eq(context_.var(var), context_.literal(var->type, value)));
    }
    result.compiled = ir::evaluate(e, map);
    result.reference = ir::reference_evaluate(e, valuation);
    return result;
  }

  std::string report(Expr e, const Opinions& opinions) const {
    std::string text = e.to_string() + "\n";
    for (const Expr equation : opinions.equations) text += "  " + equation.to_string() + "\n";
    return text;
  }
  static std::string text(std::optional<Value> value, ir::Type type) {
    return value ? ir::to_string(*value, type) : "nothing";
  }

  ir::Scope scope_{context_};
};

TEST_P(RandomExpressionsTest, EvaluateLikeTheSolverSays) {
  test::RandomExpr random(scope_, static_cast<std::uint64_t>(GetParam()),
                          {.quantifiers = false, .versions = false});
  int undecided = 0;
  constexpr int rounds = 250;
  for (int i = 0; i < rounds; ++i) {
    const Expr e = random.any(1 + i % 4);
    const Opinions opinions = evaluate_at_random(e, random);
    SCOPED_TRACE(report(e, opinions));
    ASSERT_TRUE(opinions.reference);
    const std::string expected = text(opinions.reference, e.type());
    EXPECT_EQ(text(opinions.compiled, e.type()), expected);
    EXPECT_EQ(opinions.compiled, *opinions.reference) << "equal values should be the same";

    // The model's value needs evaluation only …
    const auto solver = factory_->make();
    solver->set_query_limit({.seconds = 1, .steps = {}});
    ASSERT_EQ(solver->check(opinions.equations), Status::sat);
    const std::optional<Value> modelled = solver->value(e);
    EXPECT_EQ(text(modelled, e.type()), expected);
    EXPECT_EQ(modelled, opinions.reference) << "equal values should be the same";

    // … that there is no other needs search.
    std::vector<Expr> other_value = opinions.equations;
    other_value.push_back(ir::neq(e, context_.literal(e.type(), *opinions.reference)));
    const Status other = solver->check(other_value);
    EXPECT_NE(other, Status::sat);
    undecided += other == Status::unknown ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_LE(undecided, rounds / 50);
}

TEST_P(RandomExpressionsTest, ModelsSatisfyFormulas) {
  test::RandomExpr random(scope_, static_cast<std::uint64_t>(2000 + GetParam()),
                          {.quantifiers = false, .versions = false});
  int satisfied = 0;
  constexpr int rounds = 150;
  for (int i = 0; i < rounds; ++i) {
    const Expr formula = ir::and_(random.of(context_.bool_type(), 2 + i % 3),
                                  random.of(context_.bool_type(), 2 + i % 3));
    SCOPED_TRACE(formula.to_string());
    const auto solver = factory_->make();
    solver->set_query_limit({.seconds = 1, .steps = {}});
    solver->add(formula);
    const Status status = solver->check();
    if (status == Status::sat) {
      ir::Valuation model;
      for (const ir::Var var : ir::free_variables(formula)) {
        const std::optional<Value> value = solver->value(context_.var(var));
        ASSERT_TRUE(value) << var->name << " should have a value";
        model.set(var, *value);
      }
      EXPECT_EQ(ir::reference_evaluate(formula, model), Value::boolean(true));
      ++satisfied;
    } else if (status == Status::unsat) {
      for (int attempt = 0; attempt < 20; ++attempt)
        EXPECT_EQ(evaluate_at_random(formula, random).reference, Value::boolean(false));
    }
    if (HasFailure()) break;
  }
  EXPECT_GT(satisfied, rounds / 4);
}

TEST_P(RandomExpressionsTest, QuantifiersMeanTheSame) {
  test::RandomExpr random(scope_, static_cast<std::uint64_t>(1000 + GetParam()),
                          {.versions = false});
  int compared = 0;
  for (int i = 0; i < 100; ++i) {
    const Expr e = random.of(context_.bool_type(), 4);
    const Opinions opinions = evaluate_at_random(e, random);
    SCOPED_TRACE(report(e, opinions));
    if (!opinions.compiled.is_unknown() && opinions.reference) {
      EXPECT_EQ(opinions.compiled, *opinions.reference);
    }
    if (!opinions.reference) continue;
    const auto solver = factory_->make();
    solver->set_query_limit({.seconds = 0.2, .steps = {}});
    for (const Expr equation : opinions.equations) solver->add(equation);
    const Status other = solver->check(std::array{opinions.reference->is_true() ? ir::not_(e) : e});
    EXPECT_NE(other, Status::sat);
    compared += other == Status::unsat ? 1 : 0;
    if (HasFailure()) break;
  }
  EXPECT_GT(compared, 30);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomExpressionsTest, ::testing::Range(1, 5));

}  // namespace
}  // namespace arges::smt
