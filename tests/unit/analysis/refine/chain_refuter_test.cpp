#include "analysis/refine/chain_refuter.h"

#include "analysis/refine/fixture.h"
#include "smt/interpolation/farkas.h"

namespace arges::analysis {
namespace {

class ChainRefuterTest : public RefuterTest {
 protected:
  ChainMaker farkas() {
    return [&](const smt::FormulaTrace& trace) {
      return smt::farkas_interpolants(env_, *solvers_, trace, smt::FarkasForm::equalities);
    };
  }
  std::unique_ptr<Refuter> fixed(const char* name, std::optional<Refutation> answer) {
    return std::make_unique<FixedRefuter>(name, std::move(answer), calls_[name]);
  }
  template <typename... Ways>
  static std::vector<std::unique_ptr<Refuter>> list(Ways... ways) {
    std::vector<std::unique_ptr<Refuter>> result;
    (result.push_back(std::move(ways)), ...);
    return result;
  }

  std::map<std::string, int> calls_;
};

TEST_F(ChainRefuterTest, AMakerSeesTheInitialConditionAndTheActionsAsSteps) {
  const TraceEncoding& encoding =
      trace("x = 0 and y = 0", {"x := x + 1; assume y = 0", "assume x = 7"});
  const smt::FormulaTrace formulas = formula_trace(encoding);
  ASSERT_EQ(formulas.steps.size(), 3U);
  EXPECT_EQ(formulas.steps[0].size(), 2U);
  EXPECT_EQ(formulas.steps[1].size(), 2U);
  EXPECT_EQ(formulas.steps[2].size(), 1U);
  ASSERT_EQ(formulas.states.size(), 3U);
  const ir::Var x = system_.scope.find("x")->var;
  EXPECT_EQ(formulas.states[0].get(x), 0U);
  EXPECT_EQ(formulas.states[1].get(x), 1U);
  EXPECT_EQ(formulas.states[2].get(x), 1U);
}

/// A formula that mentions a selector or a local can't be said at a state.
TEST_F(ChainRefuterTest, LocalsAndSelectorsAreNoPartOfAState) {
  const ir::Var temporary = system_.integer("temporary");  // not one of the system's
  const TraceEncoding& encoding =
      trace("true", {"temporary := 1; choice { x := temporary } or { x := 2 }", "assume x = 3"});
  const smt::FormulaTrace formulas = formula_trace(encoding);
  ir::Context& context = system_.context();
  const auto version = encoding.versions(1).get(temporary);
  EXPECT_FALSE(smt::at_state(formulas.states[1], context.var(temporary, version)));
  EXPECT_FALSE(smt::at_state(formulas.states[1], context.var(context.selector())));
  EXPECT_FALSE(smt::at_state(formulas.states[1], context.var(context.selector(), 1)));
  const ir::Var x = system_.scope.find("x")->var;
  EXPECT_TRUE(smt::at_state(formulas.states[1], context.var(x, encoding.versions(1).get(x))));
}

TEST_F(ChainRefuterTest, TracesWithManyBranchesAreLeftToOthers) {
  int asked = 0;
  ChainRefuter refuter("counting", [&](const smt::FormulaTrace&) -> std::optional<smt::Chain> {
    ++asked;
    return std::nullopt;
  });
  std::string choices;
  for (int i = 0; i < 16; ++i) choices += "choice { x := 1 } or { x := 2 }; ";
  EXPECT_FALSE(refuter.refute(trace("true", {choices, "assume x = 3"})));
  EXPECT_EQ(asked, 1);
  EXPECT_FALSE(refuter.refute(trace("true", {choices, "if (p) { x := 2 }", "assume x = 3"})));
  EXPECT_EQ(asked, 1);
}

class BinaryRefuterTest : public ChainRefuterTest {
 protected:
  using Direction = BinaryRefuter::Direction;
  BinaryRefuter binary(Direction direction) { return {env_, *solvers_, direction, {farkas()}}; }
  /// Only the first action and the last but one have to do with each other.
  const TraceEncoding& far_apart() {
    return trace("true", {"x := 0", "y := 0", "y := 1", "assume x = 1", "z := 0"});
  }
  /// Where there is neither true nor false; such a position must be the only one.
  static std::size_t position(const Refutation& refutation) {
    std::vector<std::size_t> found;
    for (std::size_t k = 0; k < refutation.interpolants.size(); ++k)
      if (!refutation.interpolants[k].is_literal()) found.push_back(k);
    EXPECT_EQ(found.size(), 1U) << text(refutation);
    return found.empty() ? 0 : found.front();
  }
};

TEST_F(BinaryRefuterTest, ForwardTheInterpolantIsAtTheEndOfTheLongestPrefixWithARun) {
  const TraceEncoding& encoding = far_apart();
  const auto refutation = binary(Direction::forward).refute(encoding);
  ASSERT_TRUE(refutation);
  EXPECT_EQ(position(*refutation), 3U) << text(*refutation);
  EXPECT_TRUE(separates(encoding, 3, refutation->interpolants[3]));
  EXPECT_EQ(variables(refutation), "- | - | - | x | - | -");
  EXPECT_FALSE(refutation->is_chain);
}

TEST_F(BinaryRefuterTest, BackwardItIsAtTheStartOfTheLongestSuffixWithARun) {
  const TraceEncoding& encoding = far_apart();
  const auto refutation = binary(Direction::backward).refute(encoding);
  ASSERT_TRUE(refutation);
  EXPECT_EQ(position(*refutation), 1U) << text(*refutation);
  EXPECT_TRUE(separates(encoding, 1, refutation->interpolants[1]));
  EXPECT_EQ(variables(refutation), "- | x | - | - | - | -");
  EXPECT_FALSE(refutation->is_chain);
}

TEST_F(BinaryRefuterTest, TheInitialConditionIsPartOfThePrefix) {
  for (const auto direction : {Direction::forward, Direction::backward}) {
    const TraceEncoding& encoding = trace("x = 0", {"assume x = 1"});
    const auto refutation = binary(direction).refute(encoding);
    ASSERT_TRUE(refutation);
    EXPECT_EQ(position(*refutation), 0U);
    EXPECT_TRUE(separates(encoding, 0, refutation->interpolants[0]));
  }
}

TEST_F(BinaryRefuterTest, ForATraceThatComesBackThereIsNothing) {
  BinaryRefuter refuter = binary(Direction::forward);
  const TraceEncoding& encoding = far_apart();
  EXPECT_TRUE(refuter.refute(encoding));
  EXPECT_FALSE(refuter.refute(encoding));
  EXPECT_TRUE(refuter.refute(trace("x = 0", {"assume x = 1"}))) << "another trace";
}

TEST_F(BinaryRefuterTest, MakersAreTriedInOrder) {
  const auto never = [](const smt::FormulaTrace&) { return std::optional<smt::Chain>(); };
  EXPECT_FALSE(BinaryRefuter(env_, *solvers_, Direction::forward, {never}).refute(far_apart()));
  EXPECT_TRUE(
      BinaryRefuter(env_, *solvers_, Direction::forward, {never, farkas()}).refute(far_apart()));
}

class UnitedRefuterTest : public ChainRefuterTest {};

TEST_F(UnitedRefuterTest, WhatTheWaysFindIsConjoined) {
  const TraceEncoding& encoding =
      trace("x = 0 and y = 0", {"x := x + 1; y := y + 1", "assume x > 1; assume y > 1"});
  UnitedRefuter united(list(fixed("x", refutation({"x <= 0", "x <= 1", "false"})),
                            fixed("fails", std::nullopt),
                            fixed("y", refutation({"y <= 0", "y <= 1", "false"}))));
  const auto both = united.refute(encoding);
  ASSERT_TRUE(both);
  EXPECT_EQ(text(both), "x <= 0 and y <= 0 | x <= 1 and y <= 1 | false");
  EXPECT_TRUE(is_chain(encoding, *both));
}

TEST_F(UnitedRefuterTest, OneWayMustSucceed) {
  const TraceEncoding& encoding = trace("x = 0", {"assume x = 1"});
  Refutation only_variables;
  only_variables.variables.resize(2);
  EXPECT_FALSE(UnitedRefuter(list(fixed("fails", std::nullopt), fixed("core", only_variables)))
                   .refute(encoding));
}

TEST_F(UnitedRefuterTest, WithWhatIsNoChainItIsNone) {
  const TraceEncoding& encoding = trace("x = 0", {"y := x", "assume x = 1"});
  Refutation single = refutation({"true", "x = 0", "false"});
  single.is_chain = false;
  const auto united = UnitedRefuter(list(fixed("chain", refutation({"x = 0", "x = 0", "false"})),
                                         fixed("single", single)))
                          .refute(encoding);
  ASSERT_TRUE(united);
  EXPECT_FALSE(united->is_chain);
}

class EscalatingRefuterTest : public ChainRefuterTest {
 protected:
  /// "weak" for two refutations, then "strong" for three, then "last".
  EscalatingRefuter escalating(const std::optional<Refutation>& weak,
                               const std::optional<Refutation>& strong,
                               const std::optional<Refutation>& last) {
    std::vector<EscalatingRefuter::Level> levels;
    levels.push_back({0, fixed("weak", weak)});
    levels.push_back({2, fixed("strong", strong)});
    levels.push_back({5, fixed("last", last)});
    return EscalatingRefuter(std::move(levels));
  }
  /// The interpolant at the first state, for every time the refuter is asked.
  std::string answers(EscalatingRefuter& refuter, int times) {
    const TraceEncoding& encoding = trace("x = 0", {"assume x = 1"});
    std::string result;
    for (int i = 0; i < times; ++i) {
      const auto refutation = refuter.refute(encoding);
      result += (result.empty() ? "" : " ") +
                (refutation ? refutation->interpolants[0].to_string() : "none");
    }
    return result;
  }
  Refutation p() { return refutation({"p", "false"}); }
  Refutation q() { return refutation({"q", "false"}); }
  Refutation r() { return refutation({"r", "false"}); }
};

TEST_F(EscalatingRefuterTest, MeansGetStrongerWithTheNumberOfRefutations) {
  EscalatingRefuter refuter = escalating(p(), q(), r());
  EXPECT_EQ(answers(refuter, 7), "p p q q q r r");
  EXPECT_EQ(calls_["weak"], 2);
  EXPECT_EQ(calls_["strong"], 3);
}

TEST_F(EscalatingRefuterTest, WhereTheUsualDoesNotHelpTheStrongestMeansComeAtOnce) {
  EscalatingRefuter refuter = escalating(p(), q(), r());
  EXPECT_EQ(answers(refuter, 1), "p");
  refuter.escalate();
  EXPECT_EQ(answers(refuter, 2), "r r");
}

TEST_F(EscalatingRefuterTest, WhereOneFailsWeakerMeansAreTriedThenStrongerOnes) {
  EscalatingRefuter refuter = escalating(p(), std::nullopt, r());
  EXPECT_EQ(answers(refuter, 6), "p p p p p r");
  EscalatingRefuter without_weak = escalating(std::nullopt, std::nullopt, r());
  EXPECT_EQ(answers(without_weak, 1), "r");
  EscalatingRefuter none = escalating(std::nullopt, std::nullopt, std::nullopt);
  EXPECT_EQ(answers(none, 1), "none");
}

}  // namespace
}  // namespace arges::analysis
