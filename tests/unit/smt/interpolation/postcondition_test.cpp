#include "smt/interpolation/postcondition.h"

#include "smt/interpolation/fixture.h"

namespace arges::smt {
namespace {

class PostconditionTest : public InterpolationTest {
 protected:
  std::optional<Chain> interpolate(const FormulaTrace& trace,
                                   PathPart part = PathPart::contradictory,
                                   Detail detail = Detail::live) {
    auto chain = postcondition_interpolants(env_, *factory_, trace, nullptr, part, detail);
    if (chain) {
      EXPECT_EQ(check(trace, *chain), ChainStatus::holds) << text(chain);
    }
    return chain;
  }
  std::string interpolate(const std::string& program, int rounds) {
    return text(interpolate(trace(loop_program(program), rounds)));
  }
  Yield postcondition_yield(const std::vector<ir::Var>& variables, unsigned seeds) {
    return yield(variables, seeds, [this](const FormulaTrace& path) {
      return postcondition_interpolants(env_, *factory_, path);
    });
  }
};

TEST_F(PostconditionTest, FollowsTheValues) {
  EXPECT_EQ(interpolate("equal", 2), "x = 0 and y = 0 | x = 1 and y = 1 | x = 2 and y = 2 | false");
  EXPECT_EQ(interpolate("double", 1), "x = 0 and y = 0 | x = 1 and y = 2 | false");
  EXPECT_EQ(interpolate("monotone", 2), "1 <= x and 0 <= y | 1 <= x | y <= x | false");
}

TEST_F(PostconditionTest, ForgetsWhatIsNotNeeded) {
  EXPECT_EQ(interpolate("bound", 2), "true | true | i <= n | false");
  EXPECT_EQ(interpolate("count", 2), "true | true | x <= 100 | false");
  EXPECT_EQ(interpolate("lock", 1), "true | o = n and l = 1 or l = 0 and o + 1 = n | false");
}

TEST_F(PostconditionTest, WithoutLiveVariablesAllOfTheStateIsTold) {
  integer("x");
  integer("y");
  const FormulaTrace path = trace("x = 0 and y = 7", {"x := x + 1", "assume x = 2"});
  EXPECT_EQ(text(interpolate(path, PathPart::whole, Detail::live)), "x <= 0 | x <= 1 | false");
  EXPECT_EQ(text(interpolate(path, PathPart::whole, Detail::all)),
            "x = 0 and y = 7 | y = 7 and x = 1 | false");
  EXPECT_EQ(text(interpolate(path, PathPart::contradictory, Detail::all)), "x = 0 | x = 1 | false");
}

TEST_F(PostconditionTest, HavockedVariablesAreCombinedAway) {
  integer("x");
  integer("y");
  integer("z");
  EXPECT_EQ(text(interpolate(trace("x <= y and y <= z", {"havoc y", "assume z < x"}))),
            "x <= z | x <= z | false");
  EXPECT_EQ(text(interpolate(trace("x = 2 * y", {"havoc y", "assume x = 3"}))),
            "x mod 2 = 0 | x mod 2 = 0 | false");
}

TEST_F(PostconditionTest, Arrays) {
  declare("a", context.array_type(context.int_type(), context.int_type()));
  integer("i");
  integer("x");
  EXPECT_EQ(text(interpolate(trace("true", {"a[i] := 3", "x := a[i]", "assume x /= 3"}))),
            "true | a[i] = 3 | x = 3 | false");
}

TEST_F(PostconditionTest, BitVectors) {
  declare("v", context.bv_type(8));
  declare("w", context.bv_type(8));
  const ir::Expr v = expr("v");
  const ir::Expr w = expr("w");
  const auto chain = interpolate(trace(ir::eq(v, context.bv_literal(8, 200)),
                                       {ir::assign(w.var(), ir::binary(ir::Op::bv_add, v, v)),
                                        ir::assume(ir::binary(ir::Op::bv_ult, v, w))}));
  EXPECT_TRUE(chain);
}

TEST_F(PostconditionTest, RandomIntegers) {
  const Yield chains = postcondition_yield({integer("x"), integer("y"), integer("z")}, 200);
  EXPECT_GE(chains.contradictory, 50);
  EXPECT_GE(chains.found * 100, chains.contradictory * 95);
}

TEST_F(PostconditionTest, RandomIntegersAndBooleans) {
  const Yield chains =
      postcondition_yield({integer("x"), boolean("b"), integer("y"), boolean("c")}, 200);
  EXPECT_GE(chains.contradictory, 50);
  EXPECT_GE(chains.found * 100, chains.contradictory * 95);
}

TEST_F(PostconditionTest, RandomRationals) {
  const ir::Type rational = context.rat_type();
  const Yield chains = postcondition_yield(
      {declare("p", rational), declare("q", rational), declare("r", rational)}, 200);
  EXPECT_GE(chains.contradictory, 40);
  EXPECT_EQ(chains.found, chains.contradictory);
}

}  // namespace
}  // namespace arges::smt
