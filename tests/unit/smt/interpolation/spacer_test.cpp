#include "smt/z3/spacer.h"

#include "smt/interpolation/fixture.h"

namespace arges::smt {
namespace {

class SpacerTest : public InterpolationTest {
 protected:
  std::optional<Chain> interpolate(const FormulaTrace& trace) {
    auto chain = spacer_interpolants(env_, *factory_, trace);
    if (chain) {
      EXPECT_EQ(check(trace, *chain), ChainStatus::holds) << text(chain);
    }
    return chain;
  }
  std::string interpolate(const std::string& program, int rounds) {
    return text(interpolate(trace(loop_program(program), rounds)));
  }
};

TEST_F(SpacerTest, GeneralizesLoops) {
  EXPECT_EQ(interpolate("equal", 1), "y <= x and x <= y | y <= x and x <= y | false");
  EXPECT_EQ(interpolate("up_down", 1), "n <= x + y and x + y <= n | n <= x + y and x <= n | false");
  EXPECT_EQ(interpolate("lock", 2), "true | true | o <= n - 1 or 1 <= l | false");
  EXPECT_EQ(interpolate("count", 2), "true | true | x <= 100 | false");
  EXPECT_EQ(interpolate("monotone", 2), "1 <= x + y | 1 <= x | y <= x | false");
}

TEST_F(SpacerTest, EveryProgram) {
  for (const LoopProgram& program : loop_programs())
    for (const int rounds : {1, 2})
      EXPECT_TRUE(interpolate(trace(program, rounds))) << program.name << rounds;
}

TEST_F(SpacerTest, AStepThatContradictsItself) {
  integer("x");
  EXPECT_EQ(text(interpolate(trace("x = 0", {"x := 1", "assume x < x", "x := 2"}))),
            "true | true | false | false");
}

TEST_F(SpacerTest, OtherTypes) {
  const ir::Type color = context.enum_type("Color", {"red", "green", "blue"});
  scope.add_type(color);
  declare("c", color);
  declare("d", color);
  declare("a", context.array_type(context.int_type(), context.int_type()));
  integer("i");
  integer("x");
  EXPECT_TRUE(interpolate(trace("c = red", {"d := c", "assume d /= red"})));
  EXPECT_TRUE(interpolate(trace("c /= green", {"d := c", "assume d = green"})));
  EXPECT_TRUE(interpolate(trace("true", {"a[i] := 3", "x := a[i]", "assume x /= 3"})));
}

TEST_F(SpacerTest, BitVectors) {
  const ir::Expr v = context.var(declare("v", context.bv_type(4)));
  const ir::Expr w = context.var(declare("w", context.bv_type(4)));
  const ir::Expr nine = context.bv_literal(4, 9);
  EXPECT_TRUE(interpolate(trace(ir::eq(v, nine), {ir::assign(w.var(), ir::bv_sub(v, nine)),
                                                  ir::assume(ir::binary(ir::Op::bv_ult, v, w))})));
}

TEST_F(SpacerTest, EndsAtItsLimit) {
  const FormulaTrace path = trace(loop_program("up_down"), 2);
  EXPECT_FALSE(spacer_interpolants(env_, *factory_, path, {.seconds = {}, .steps = 10}));
}

TEST_F(SpacerTest, RandomPaths) {
  const Yield chains = yield(
      {integer("x"), boolean("b"), integer("y"), boolean("c")}, 60,
      [this](const FormulaTrace& path) { return spacer_interpolants(env_, *factory_, path); });
  EXPECT_GE(chains.contradictory, 15);
  EXPECT_GE(chains.found * 100, chains.contradictory * 90);
}

}  // namespace
}  // namespace arges::smt
