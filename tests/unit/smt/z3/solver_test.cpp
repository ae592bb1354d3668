#include "smt/solver.h"

#include <gmock/gmock.h>

#include "smt/fixture.h"

namespace arges::smt {
namespace {

using ir::Expr;
using ir::Value;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

class Z3SolverTest : public SmtTest {
 protected:
  std::unique_ptr<Solver> solver_ = factory_->make();
  Expr x_ = variable("x", context_.int_type());
  Expr y_ = variable("y", context_.int_type());
};

TEST_F(Z3SolverTest, EmptySolverIsSatisfiable) { EXPECT_EQ(solver_->check(), Status::sat); }

TEST_F(Z3SolverTest, SaysWhatItCanDo) {
  const Capabilities capabilities = factory_->capabilities();
  EXPECT_TRUE(capabilities.models);
  EXPECT_TRUE(capabilities.cores);
  EXPECT_TRUE(capabilities.quantifiers);
  EXPECT_FALSE(capabilities.interpolants);
}

TEST_F(Z3SolverTest, PopForgetsFormulas) {
  solver_->add(ir::lt(x_, num(5)));
  solver_->push();
  solver_->add(ir::gt(x_, num(5)));
  EXPECT_EQ(solver_->check(), Status::unsat);
  solver_->push();
  EXPECT_EQ(solver_->check(), Status::unsat);
  solver_->pop();
  EXPECT_EQ(solver_->check(), Status::unsat);
  solver_->pop();
  EXPECT_EQ(solver_->check(), Status::sat);
  EXPECT_LT(solver_->value(x_)->as_small(), 5);
}

TEST_F(Z3SolverTest, AssumptionsHoldForOneCheck) {
  solver_->add(ir::lt(x_, num(5)));
  const Expr above = ir::gt(x_, num(5));
  EXPECT_EQ(solver_->check(std::array{above}), Status::unsat);
  EXPECT_EQ(solver_->check(), Status::sat);
  EXPECT_EQ(solver_->check(std::array{ir::not_(above)}), Status::sat);
  EXPECT_EQ(solver_->check(std::array{above}), Status::unsat);
}

TEST_F(Z3SolverTest, AssumptionsFirstUsedInAPoppedScopeStillWork) {
  const Expr above = ir::gt(x_, num(5));
  solver_->add(ir::lt(x_, num(5)));
  solver_->push();
  EXPECT_EQ(solver_->check(std::array{above}), Status::unsat);
  solver_->pop();
  EXPECT_EQ(solver_->check(std::array{above}), Status::unsat);
  EXPECT_THAT(solver_->unsat_core(), ElementsAre(0));
}

TEST_F(Z3SolverTest, CoreNamesTheAssumptionsThatClash) {
  solver_->add(ir::lt(x_, y_));
  const std::array assumptions = {context_.true_expr(), ir::lt(y_, num(3)), ir::lt(num(0), y_),
                                  ir::lt(num(3), x_)};
  ASSERT_EQ(solver_->check(assumptions), Status::unsat);
  EXPECT_THAT(solver_->unsat_core(), ElementsAre(1, 3));
}

TEST_F(Z3SolverTest, MinimalCoresHaveNoMemberToSpare) {
  const auto solver = factory_->make(Cores::minimal);
  std::vector<Expr> assumptions;
  for (int i = 0; i < 20; ++i) assumptions.push_back(ir::lt(num(i), x_));
  for (int i = 0; i < 20; ++i) assumptions.push_back(ir::lt(x_, num(i - 5)));
  ASSERT_EQ(solver->check(assumptions), Status::unsat);
  EXPECT_EQ(solver->unsat_core().size(), 2);
}

TEST_F(Z3SolverTest, OneShotSolversDecideAndShowModels) {
  const auto solver = factory_->make_one_shot();
  solver->add(ir::lt(x_, y_));
  solver->add(ir::eq(y_, num(3)));
  ASSERT_EQ(solver->check(), Status::sat);
  EXPECT_LT(solver->value(x_)->as_small(), 3);
  EXPECT_EQ(solver->value(y_)->as_small(), 3);
  solver->add(ir::lt(num(5), x_));
  EXPECT_EQ(solver->check(), Status::unsat);
}

TEST_F(Z3SolverTest, CoreIsEmptyIfFormulasClash) {
  solver_->add(ir::lt(x_, x_));
  ASSERT_EQ(solver_->check(std::array{ir::lt(x_, y_)}), Status::unsat);
  EXPECT_THAT(solver_->unsat_core(), IsEmpty());
}

TEST_F(Z3SolverTest, BooleanLiteralsAreAssumptionsOfTheirOwn) {
  const Expr p = variable("p", context_.bool_type());
  const Expr q = variable("q", context_.bool_type());
  solver_->add(ir::or_(p, q));
  EXPECT_EQ(solver_->check(std::array{ir::not_(p)}), Status::sat);
  EXPECT_TRUE(solver_->value(q)->is_true());
  ASSERT_EQ(solver_->check(std::array{ir::not_(p), ir::not_(q)}), Status::unsat);
  EXPECT_THAT(solver_->unsat_core(), ElementsAre(0, 1));
  ASSERT_EQ(solver_->check(std::array{q, p, ir::not_(p)}), Status::unsat);
  EXPECT_THAT(solver_->unsat_core(), ElementsAre(1, 2));
  ASSERT_EQ(solver_->check(std::array{p, q, p}), Status::sat);
}

TEST_F(Z3SolverTest, TruthValuesMayBeAssumed) {
  EXPECT_EQ(solver_->check(std::array{context_.true_expr()}), Status::sat);
  ASSERT_EQ(solver_->check(std::array{ir::lt(x_, y_), context_.false_expr()}), Status::unsat);
  EXPECT_THAT(solver_->unsat_core(), ElementsAre(1));
}

TEST_F(Z3SolverTest, VersionsAreDifferentConstants) {
  const Expr next = context_.var(x_.var(), 1);
  solver_->add(ir::eq(next, ir::add(x_, num(1))));
  solver_->add(ir::eq(x_, num(7)));
  ASSERT_EQ(solver_->check(), Status::sat);
  EXPECT_EQ(solver_->value(x_)->as_small(), 7);
  EXPECT_EQ(solver_->value(next)->as_small(), 8);
}

TEST_F(Z3SolverTest, VariablesOfOneNameAreDifferentConstants) {
  const Expr other = variable("x", context_.int_type());
  const Expr boolean = variable("x", context_.bool_type());
  solver_->add(ir::lt(x_, other));
  solver_->add(boolean);
  EXPECT_EQ(solver_->check(), Status::sat);
}

TEST_F(Z3SolverTest, ModelsAreCompleted) {
  const ir::Type color = context_.enum_type("Color", {"red", "green"});
  const ir::Type array = context_.array_type(context_.int_type(), color);
  ASSERT_EQ(solver_->check(), Status::sat);
  EXPECT_TRUE(solver_->value(x_));
  EXPECT_TRUE(solver_->value(variable("b", context_.bool_type())));
  EXPECT_TRUE(solver_->value(variable("r", context_.rat_type())));
  EXPECT_TRUE(solver_->value(variable("c", color)));
  EXPECT_TRUE(solver_->value(variable("v", context_.bv_type(80))));
  EXPECT_TRUE(solver_->value(variable("a", array)));
}

TEST_F(Z3SolverTest, NumbersMayBeOfAnySize) {
  const mpz_class huge("-123456789012345678901234567890");
  const Expr r = variable("r", context_.rat_type());
  const Expr v = variable("v", context_.bv_type(100));
  const Expr w = variable("w", context_.bv_type(64));
  solver_->add(ir::eq(x_, num(huge)));
  solver_->add(ir::eq(ir::mul(rat("3"), r), rat("-22/7")));
  solver_->add(ir::eq(ir::bv_not(v), bits(100, 0)));
  solver_->add(ir::eq(ir::bv_not(w), bits(64, 1)));
  ASSERT_EQ(solver_->check(), Status::sat);
  EXPECT_EQ(solver_->value(x_)->integer(), huge);
  EXPECT_EQ(solver_->value(x_), num(huge).value());
  EXPECT_EQ(solver_->value(r)->rational(), mpq_class(-22, 21));
  EXPECT_EQ(solver_->value(v)->integer(), (mpz_class(1) << 100) - 1);
  EXPECT_EQ(solver_->value(w)->integer(), (mpz_class(1) << 64) - 2);
}

TEST_F(Z3SolverTest, RationalsAreNotIrrational) {
  const Expr r = variable("r", context_.rat_type());
  solver_->add(ir::eq(ir::mul(r, r), rat("2")));
  EXPECT_NE(solver_->check(), Status::sat);
}

TEST_F(Z3SolverTest, ArraysAreReadBack) {
  const ir::Type type = context_.array_type(context_.int_type(), context_.int_type());
  const Expr a = variable("a", type);
  const Expr b = variable("b", type);
  solver_->add(ir::eq(ir::select(a, num(3)), num(30)));
  solver_->add(ir::eq(ir::select(a, num(4)), num(40)));
  solver_->add(ir::eq(b, ir::store(ir::const_array(type, num(7)), x_, num(8))));
  solver_->add(ir::eq(x_, num(-1)));
  ASSERT_EQ(solver_->check(), Status::sat);
  const std::optional<Value> value = solver_->value(a);
  ASSERT_TRUE(value);
  EXPECT_EQ(ir::array_get(*value, Value::small(3)), Value::small(30));
  EXPECT_EQ(ir::array_get(*value, Value::small(4)), Value::small(40));
  const Value expected =
      context_.values().array(type, Value::small(7), {{Value::small(-1), Value::small(8)}});
  EXPECT_EQ(solver_->value(b), expected);
}

TEST_F(Z3SolverTest, ArrayModelsSatisfyTheirFormulas) {
  const ir::Type inner = context_.array_type(context_.bool_type(), context_.int_type());
  const ir::Type type = context_.array_type(context_.int_type(), inner);
  const Expr a = variable("a", type);
  const Expr b = variable("b", type);
  const Expr p = variable("p", context_.bool_type());
  const std::vector formulas = {
      ir::neq(a, b), ir::eq(ir::select(a, x_), ir::select(b, y_)),
      ir::lt(ir::select(ir::select(a, x_), p), ir::select(ir::select(b, y_), ir::not_(p))),
      ir::neq(x_, y_)};
  for (const Expr f : formulas) solver_->add(f);
  ASSERT_EQ(solver_->check(), Status::sat);
  // Whatever can be read must be a model by itself.
  std::vector<Expr> equations;
  for (const Expr e : {a, b, x_, y_, p})
    if (const auto value = solver_->value(e))
      equations.push_back(ir::eq(e, context_.literal(e.type(), *value)));
  EXPECT_EQ(equations.size(), 5);
  EXPECT_EQ(solver_->check(equations), Status::sat);
}

/// Z3 4.8.12 finds these equal if they are given to it as they stand.
TEST_F(Z3SolverTest, ArraysOverFewIndicesAreToldApart) {
  const ir::Type color = context_.enum_type("Color", {"red", "green", "blue"});
  for (const ir::Type index : {color, context_.bv_type(3), context_.bv_type(9)}) {
    const ir::Type type = context_.array_type(index, context_.int_type());
    const Expr a = variable("a", type);
    const auto array = [&](int everywhere, int position, int there) {
      const Expr at = context_.literal(index, Value::small(position));
      return ir::store(ir::const_array(type, num(everywhere)), at, num(there));
    };
    const auto solver = factory_->make();
    solver->add(ir::eq(a, array(1, 1, 2)));
    EXPECT_EQ(solver->check(std::array{ir::eq(a, array(2, 2, 1))}), Status::unsat);
    EXPECT_EQ(solver->check(std::array{ir::eq(a, array(1, 1, 2))}), Status::sat);
  }
}

TEST_F(Z3SolverTest, EnumerationsHaveExactlyTheirLiterals) {
  const ir::Type color = context_.enum_type("Color", {"red", "green", "blue"});
  const Expr c = variable("c", color);
  solver_->add(ir::neq(c, context_.enum_literal(color, 0)));
  solver_->add(ir::neq(c, context_.enum_literal(color, 2)));
  ASSERT_EQ(solver_->check(), Status::sat);
  EXPECT_EQ(solver_->value(c), Value::small(1));
  solver_->add(ir::neq(c, context_.enum_literal(color, 1)));
  EXPECT_EQ(solver_->check(), Status::unsat);
}

TEST_F(Z3SolverTest, EnumerationsMayShareNamesOfLiteralsAndSorts) {
  const ir::Type one = context_.enum_type("Int", {"a", "b"});
  const ir::Type two = context_.enum_type("Two", {"a", "b", "c"});
  const Expr u = variable("u", one);
  const Expr v = variable("v", two);
  solver_->add(ir::eq(u, context_.enum_literal(one, 1)));
  solver_->add(ir::eq(v, context_.enum_literal(two, 2)));
  ASSERT_EQ(solver_->check(), Status::sat);
  EXPECT_EQ(solver_->value(u), Value::small(1));
  EXPECT_EQ(solver_->value(v), Value::small(2));
}

TEST_F(Z3SolverTest, QuantifiersBindTheirVariables) {
  const Expr below = ir::quantifier(ir::Op::forall, std::array{y_.var()},
                                    ir::or_(ir::lt(y_, num(0)), ir::le(x_, y_)));
  solver_->add(below);
  solver_->add(ir::eq(y_, num(-3)));  // the free y is another one
  EXPECT_EQ(solver_->check(std::array{ir::le(x_, num(0))}), Status::sat);
  EXPECT_EQ(solver_->check(std::array{ir::lt(num(0), x_)}), Status::unsat);
}

TEST_F(Z3SolverTest, ProductsAreSearchedWithAllFormulas) {
  solver_->add(ir::and_(ir::lt(num(1), x_), ir::lt(x_, num(4))));
  solver_->push();
  solver_->add(ir::eq(y_, ir::add(x_, num(1))));
  EXPECT_EQ(solver_->check(std::array{ir::lt(y_, num(4))}), Status::sat);
  const Expr product = ir::mul(x_, y_);
  const std::array assumptions = {ir::lt(y_, num(4)), ir::eq(product, num(12))};
  ASSERT_EQ(solver_->check(assumptions), Status::unsat);
  EXPECT_THAT(solver_->unsat_core(), ElementsAre(0, 1));
  ASSERT_EQ(solver_->check(std::array{ir::eq(product, num(12))}), Status::sat);
  EXPECT_EQ(solver_->value(x_)->as_small(), 3);
  solver_->pop();
  EXPECT_EQ(solver_->check(std::array{ir::eq(product, num(13)), ir::lt(num(0), y_)}),
            Status::unsat);
  EXPECT_EQ(solver_->check(std::array{ir::lt(num(3), x_)}), Status::unsat);
}

/// These only Z3's newer arithmetic decides.
TEST_F(Z3SolverTest, HarderProductsAreDecidedToo) {
  const Expr small = ir::lt(ir::mul(x_, y_), ir::add(x_, y_));
  const std::array assumptions = {ir::lt(num(3), x_), ir::lt(num(-9), x_), ir::lt(num(3), y_),
                                  small};
  solver_->push();
  ASSERT_EQ(solver_->check(assumptions), Status::unsat);
  EXPECT_THAT(solver_->unsat_core(), ElementsAre(0, 2, 3));
  solver_->pop();
  const Expr z = variable("z", context_.int_type());
  solver_->add(ir::eq(ir::add(ir::mul(x_, x_), ir::mul(y_, y_)), ir::mul(z, z)));
  ASSERT_EQ(solver_->check(std::array{ir::lt(num(0), x_), ir::lt(x_, y_), ir::lt(num(9), z)}),
            Status::sat);
  const auto value = [&](Expr e) { return solver_->value(e)->as_small(); };
  EXPECT_EQ(value(x_) * value(x_) + value(y_) * value(y_), value(z) * value(z));
  EXPECT_GT(value(z), 9);
}

TEST_F(Z3SolverTest, DeepExpressionsDoNotOverflowTheStack) {
  Expr e = x_;
  for (int i = 0; i < 50'000; ++i) e = ir::ite(ir::lt(e, num(i)), ir::add(e, num(1)), e);
  solver_->add(ir::eq(x_, num(0)));
  solver_->push();
  solver_->add(ir::eq(y_, e));
  solver_->pop();
  ASSERT_EQ(solver_->check(), Status::sat);
  EXPECT_EQ(solver_->value(e)->as_small(), 49'999);
  EXPECT_FALSE(solver_->to_smt2(std::array{ir::eq(y_, e)}).empty());
}

TEST_F(Z3SolverTest, SolversOfOneFactoryAreIndependent) {
  const auto other = factory_->make();
  solver_->add(ir::lt(x_, num(0)));
  other->add(ir::lt(num(0), x_));
  ASSERT_EQ(solver_->check(), Status::sat);
  ASSERT_EQ(other->check(), Status::sat);
  EXPECT_LT(solver_->value(x_)->as_small(), 0);
  EXPECT_GT(other->value(x_)->as_small(), 0);
}

TEST_F(Z3SolverTest, SolversMayOutliveTheirFactory) {
  factory_.reset();
  solver_->add(ir::lt(x_, y_));
  EXPECT_EQ(solver_->check(), Status::sat);
}

TEST_F(Z3SolverTest, AnswersAreTheSameOnEveryRun) {
  const auto answers = [] {
    Env env;
    ir::Context context;
    const auto factory = make_z3_factory(env, context);
    const auto solver = factory->make();
    std::vector<Expr> variables;
    for (int i = 0; i < 6; ++i)
      variables.push_back(context.var(context.declare("v", context.int_type())));
    for (int i = 0; i + 1 < 6; ++i) solver->add(ir::lt(variables[i], variables[i + 1]));
    EXPECT_EQ(solver->check(), Status::sat);
    std::vector<std::int64_t> values;
    for (const Expr v : variables) values.push_back(solver->value(v)->as_small());
    return values;
  };
  EXPECT_EQ(answers(), answers());
}

TEST_F(Z3SolverTest, ChecksAreCounted) {
  solver_->add(ir::lt(x_, y_));
  solver_->check();
  solver_->check(std::array{ir::lt(y_, x_)});
  EXPECT_EQ(env_.statistics.counter("smt::checks").value(), 2);
  EXPECT_EQ(env_.statistics.counter("smt::sat").value(), 1);
  EXPECT_EQ(env_.statistics.counter("smt::unsat").value(), 1);
  EXPECT_EQ(env_.statistics.counter("smt::unknown").value(), 0);
  EXPECT_GT(env_.statistics.timer("smt::time").seconds(), 0);
  const auto hits = env_.statistics.counter("smt::translation_hits").value();
  factory_->make()->add(ir::lt(x_, y_));
  EXPECT_GT(env_.statistics.counter("smt::translation_hits").value(), hits);
}

}  // namespace
}  // namespace arges::smt
