#include "smt/interpolation/farkas.h"

#include "smt/interpolation/fixture.h"

namespace arges::smt {
namespace {

class FarkasTest : public InterpolationTest {
 protected:
  std::optional<Chain> interpolate(const FormulaTrace& trace,
                                   FarkasForm form = FarkasForm::equalities) {
    auto chain = farkas_interpolants(env_, *factory_, trace, form);
    if (chain) {
      EXPECT_EQ(check(trace, *chain), ChainStatus::holds) << text(chain);
    }
    return chain;
  }
  std::string equalities(const std::string& program, int rounds) {
    return text(interpolate(trace(loop_program(program), rounds), FarkasForm::equalities));
  }
  std::string weak(const std::string& program, int rounds) {
    return text(interpolate(trace(loop_program(program), rounds), FarkasForm::weak));
  }
};

TEST_F(FarkasTest, SumsOfEquationsAreInvariants) {
  EXPECT_EQ(equalities("equal", 2), "x = y | x = y | x = y | false");
  EXPECT_EQ(equalities("double", 2), "2 * x = y | 2 * x = y | 2 * x = y | false");
  EXPECT_EQ(equalities("up_down", 1), "x + y = n | x + y = n and x <= n | false");
}

TEST_F(FarkasTest, TheWeakFormGivesInequalities) {
  EXPECT_EQ(weak("equal", 1), "y <= x and x <= y | y <= x and x <= y | false");
  EXPECT_EQ(weak("monotone", 2), "1 <= x + y | 1 <= x | y <= x | false");
  EXPECT_EQ(equalities("monotone", 2), "x + y = 1 | x = 1 | x = y | false");
  EXPECT_EQ(weak("split", 1), "x <= 49 | x <= 99 | false");
  EXPECT_EQ(equalities("split", 1), "x = 0 | x <= 50 | false");
}

TEST_F(FarkasTest, WhatTheContradictionDoesNotNeedIsForgotten) {
  EXPECT_EQ(equalities("bound", 2), "true | true | i <= n | false");
  EXPECT_EQ(equalities("count", 2), "true | true | x <= 100 | false");
  EXPECT_EQ(equalities("lock", 2), "true | true | l = 1 or o = n - 1 | false");
}

TEST_F(FarkasTest, VariablesThatKeepTheirValueAreNamedAtEveryState) {
  integer("x");
  integer("n");
  const auto chain =
      interpolate(trace("n >= 5 and x = 0", {"x := x + 1", "{}", "x := x + 1", "assume n <= 3"}));
  EXPECT_EQ(text(chain), "5 <= n | 5 <= n | 5 <= n | 5 <= n | false");
}

TEST_F(FarkasTest, BooleansAndSelectorsOfChoices) {
  integer("x");
  boolean("b");
  EXPECT_EQ(text(interpolate(trace("b", {"x := 1", "assume not b"}))), "b | b | false");
  EXPECT_EQ(text(interpolate(trace("x = 0", {"b := x >= 0", "x := 7", "assume not b"}))),
            "x = 0 | b | b | false");
  EXPECT_EQ(text(interpolate(
                trace("x = 0", {"choice { x := x + 2 } or { x := x + 3 }", "assume x > 3"}))),
            "x = 0 | x = 3 or x = 2 | false");
}

TEST_F(FarkasTest, ConditionalTermsAreSplit) {
  integer("x");
  integer("y");
  const auto chain = interpolate(
      trace("x >= 1", {"y := if x > 5 then x - 5 else x", "assume y < 1"}), FarkasForm::weak);
  EXPECT_EQ(text(chain), "1 <= x | 1 <= y | false");
}

TEST_F(FarkasTest, StrictRationals) {
  declare("p", context.rat_type());
  declare("q", context.rat_type());
  declare("r", context.rat_type());
  const FormulaTrace path = trace("p < q", {"assume q <= r", "assume r <= p"});
  EXPECT_EQ(text(interpolate(path)), "p < q | p < r | false");
  const FormulaTrace late = trace("p <= q", {"assume q <= r", "assume r < p"});
  EXPECT_EQ(text(interpolate(late)), "p <= q | p <= r | false");
  EXPECT_EQ(text(interpolate(late, FarkasForm::weak)), "p <= q | p <= r | false");
  EXPECT_TRUE(interpolate(path, FarkasForm::weak));
  EXPECT_TRUE(
      interpolate(trace("p > 1%1", {"q := p / 3%1", "assume 3%1 * q < 1%1"}), FarkasForm::weak));
}

TEST_F(FarkasTest, IntegersBetweenRationals) {
  integer("x");
  integer("y");
  EXPECT_TRUE(interpolate(trace(
      "x >= 1 and x <= 5", {"assume 2 * y = x", "assume y >= 1", "assume 3 * y <= 5 and x >= 3"})));
  EXPECT_TRUE(interpolate(trace("y = 2 * x", {"assume y <= 3", "assume y >= 3"})));
}

TEST_F(FarkasTest, EquationsWithoutIntegerSolutions) {
  integer("x");
  integer("y");
  integer("z");
  EXPECT_EQ(text(interpolate(trace("x = 2 * y", {"y := 0", "assume x = 2 * z + 1"}))),
            "x mod 2 = 0 | x mod 2 = 0 | false");
  EXPECT_EQ(text(interpolate(trace("x = 6 * y + 1", {"havoc y", "z := x + 3 * y",
                                                     "havoc y; havoc x", "assume z = 3 * x"}))),
            "(2 * x + 1) mod 3 = 0 | (2 * x + 1) mod 3 = 0 | (2 * z + 1) mod 3 = 0 | (2 * z + 1) "
            "mod 3 = 0 | false");
}

TEST_F(FarkasTest, QuotientsAndRemainders) {
  integer("x");
  integer("y");
  EXPECT_TRUE(interpolate(trace("x >= 10", {"y := x div 3", "assume y < 3"})));
  EXPECT_TRUE(interpolate(trace("true", {"y := x mod 4", "assume y < 0 or y > 3"})));
  EXPECT_TRUE(interpolate(trace("x <= -7", {"y := x rem -4", "assume y > 0"})));
}

TEST_F(FarkasTest, Enumerations) {
  const ir::Type color = context.enum_type("Color", {"red", "green", "blue"});
  scope.add_type(color);
  declare("c", color);
  declare("d", color);
  integer("x");
  EXPECT_EQ(text(interpolate(trace("c = red", {"d := c", "x := 1", "assume d /= red"}))),
            "c = Color.red | d = Color.red | d = Color.red | false");
  EXPECT_EQ(text(interpolate(trace("c /= green", {"x := 1", "assume c = green"}))),
            "c = Color.red or c = Color.blue | c = Color.red or c = Color.blue | false");
  EXPECT_TRUE(interpolate(trace("c /= d", {"d := d", "assume c = red", "assume d = c"})));
}

TEST_F(FarkasTest, TermsBeyondLinearArithmeticAreUnknowns) {
  integer("x");
  integer("y");
  integer("z");
  EXPECT_EQ(text(interpolate(trace("x * y >= 5", {"z := x * y", "assume z < 5"}))),
            "5 <= x * y | 5 <= z | false");
  EXPECT_EQ(text(interpolate(trace("x = 2 and y = 3", {"z := x * y", "assume z < 5"}))), "none");
}

TEST_F(FarkasTest, WhatCanBeRunHasNoChain) {
  integer("x");
  EXPECT_EQ(text(interpolate(trace("x = 0", {"x := x + 1", "assume x = 1"}))), "none");
}

TEST_F(FarkasTest, TooManyCasesAreGivenUp) {
  integer("x");
  std::vector<std::string> actions(8, "choice { x := x + 1 } or { x := x + 2 }");
  actions.emplace_back("assume x > 16");
  EXPECT_EQ(text(interpolate(trace("x = 0", actions))), "none");
}

TEST_F(FarkasTest, LargeCoefficients) {
  integer("x");
  integer("y");
  const auto chain = interpolate(trace("x = 100000000000000000000000 * y",
                                       {"x := 100000000000000000000000 * x", "assume y = 1",
                                        "assume x < 10000000000000000000000000000000000000000"}));
  EXPECT_TRUE(chain);
}

/// All but the last action of these paths can be run, so that no interpolant may be turned round.
TEST_F(FarkasTest, TheCheckRefusesChainsWithAMistake) {
  for (const LoopProgram& program : loop_programs()) {
    const FormulaTrace path = trace(program, 2);
    const auto chain = interpolate(path);
    ASSERT_TRUE(chain) << program.name;
    for (std::size_t k = 0; k < chain->size(); ++k) {
      Chain wrong = *chain;
      wrong[k] = ir::not_(wrong[k]);
      EXPECT_EQ(check(path, wrong), ChainStatus::fails) << program.name << " at " << k;
    }
  }
}

TEST_F(FarkasTest, TheSameTraceHasTheSameChain) {
  for (const LoopProgram& program : loop_programs()) {
    const FormulaTrace path = trace(program, 2);
    EXPECT_EQ(interpolate(path), interpolate(path)) << program.name;
  }
}

class RandomFarkasTest : public FarkasTest, public ::testing::WithParamInterface<FarkasForm> {
 protected:
  Yield farkas_yield(const std::vector<ir::Var>& variables, unsigned seeds) {
    return yield(variables, seeds, [this](const FormulaTrace& path) {
      return farkas_interpolants(env_, *factory_, path, GetParam());
    });
  }
};

TEST_P(RandomFarkasTest, Integers) {
  const Yield chains = farkas_yield({integer("x"), integer("y"), integer("z")}, 200);
  EXPECT_GE(chains.contradictory, 50);
  EXPECT_GE(chains.found * 100, chains.contradictory * 95);
}

TEST_P(RandomFarkasTest, IntegersAndBooleans) {
  const Yield chains = farkas_yield({integer("x"), boolean("b"), integer("y"), boolean("c")}, 200);
  EXPECT_GE(chains.contradictory, 50);
  EXPECT_GE(chains.found * 100, chains.contradictory * 95);
}

TEST_P(RandomFarkasTest, Rationals) {
  const ir::Type rational = context.rat_type();
  const Yield chains =
      farkas_yield({declare("p", rational), declare("q", rational), declare("r", rational)}, 200);
  EXPECT_GE(chains.contradictory, 40);
  EXPECT_EQ(chains.found, chains.contradictory);
}

INSTANTIATE_TEST_SUITE_P(Forms, RandomFarkasTest,
                         ::testing::Values(FarkasForm::equalities, FarkasForm::weak));

}  // namespace
}  // namespace arges::smt
