#include "analysis/ltl/buchi_product.h"

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "automata/translate/translator.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

class BuchiProductTest : public testing::Test {
 protected:
  BuchiProduct product(const std::string& formula, std::vector<Ending> endings = {}) {
    const SourceText source("f", formula);
    automata::Translator translator(formulas_);
    const auto automaton = translator.translate(
        automata::parse_formula(formulas_, source, automata::LtlSyntax::spot).formula);
    Atoms atoms;
    for (std::uint32_t p = 0; p < formulas_.num_propositions(); ++p)
      atoms[automaton.manager()->proposition(formulas_.proposition_name(p))] =
          system_.expr(formulas_.proposition_name(p));
    return {{system_, [](const Action& action) { return action.role == ActionRole::step; },
             [](Control) { return false; }, std::move(endings)},
            automaton,
            atoms};
  }

  test::TinySystem system_;
  automata::Formulas formulas_;
};

TEST_F(BuchiProductTest, LettersAreReadAfterActions) {
  system_.add_boolean("p");
  system_.edge(0, 1, "p := true");
  system_.edge(1, 1, "p := not p");
  const BuchiProduct made = product("G p");
  ASSERT_EQ(made.actions(made.initial_control()).size(), 1U);
  const Action& first = *made.actions(made.initial_control())[0];
  EXPECT_EQ(first.statement.to_string(), "p := true; assume p");
  EXPECT_EQ(made.model_action(first)->id, 0U);
  EXPECT_TRUE(made.reads(first));
  EXPECT_EQ(made.marks(first) & made.all_marks(), made.all_marks()) << "every run is accepting";
  EXPECT_EQ(made.model_control(first.target), 1U);
}

TEST_F(BuchiProductTest, EveryEdgeOfTheAutomatonIsAnAction) {
  system_.add_boolean("p");
  system_.edge(0, 0, "havoc p");
  const BuchiProduct made = product("G F p");
  std::size_t accepting = 0;
  for (const Action* action : made.actions(made.initial_control()))
    accepting += made.marks(*action) == made.all_marks() ? 1U : 0U;
  EXPECT_EQ(made.actions(made.initial_control()).size(), 2U);
  EXPECT_EQ(accepting, 1U);
}

TEST_F(BuchiProductTest, RunsThatEndedRepeatTheirState) {
  system_.add_boolean("p");
  system_.edge(0, 1, "p := true");
  EXPECT_TRUE(product("G p").actions(1).empty());
  const BuchiProduct made = product("G p", {{1, system_.expr("p")}});
  ASSERT_EQ(made.actions(1).size(), 1U);
  EXPECT_EQ(made.model_action(*made.actions(1)[0]), nullptr);
  EXPECT_TRUE(made.reads(*made.actions(1)[0]));
}

TEST_F(BuchiProductTest, DeadlocksAreStatesWithoutASuccessor) {
  system_.add_integer("x");
  system_.add_boolean("b");
  system_.edge(0, 0, "assume x > 3");
  system_.edge(0, 1, "havoc b; assume b and x < 0");
  system_.edge(1, 1, "choice { assume x = 0 } or { assume x /= 0 }");
  const auto found = deadlocks(system_);
  ASSERT_TRUE(found);
  ASSERT_EQ(found->size(), 1U);
  EXPECT_EQ((*found)[0].control, 0U);
  EXPECT_EQ((*found)[0].condition.to_string(), "x <= 3 and 0 <= x");
}

TEST_F(BuchiProductTest, FreeIntegersLeaveDeadlocksOpen) {
  system_.add_integer("x");
  system_.add_integer("y");
  system_.edge(0, 0, "havoc y; assume x > y * y");
  EXPECT_FALSE(deadlocks(system_));
}

}  // namespace
}  // namespace arges::analysis
