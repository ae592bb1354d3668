#include "automata/omega/universal_states.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "automata/translate/translator.h"

namespace arges::automata {
namespace {

std::size_t num_universal(const std::string& text) {
  Formulas formulas;
  const SourceText source("f", text);
  const Formula formula = parse_formula(formulas, source, LtlSyntax::spot).formula;
  Translator translator(formulas);
  const std::vector<bool> found = universal_states(translator.translate_both(formula).tgba);
  return static_cast<std::size_t>(std::count(found.begin(), found.end(), true));
}

TEST(UniversalStates, OneBehindWhatIsGuaranteed) {
  EXPECT_EQ(num_universal("F a"), 1U);
  EXPECT_EQ(num_universal("F (a & X b)"), 1U);
  EXPECT_EQ(num_universal("F a | F G b"), 1U);
}

TEST(UniversalStates, NoneWhereSomethingIsLeftToDo) {
  EXPECT_EQ(num_universal("G a"), 0U);
  EXPECT_EQ(num_universal("G F a"), 0U);
  EXPECT_EQ(num_universal("F G a"), 0U);
}

TEST(UniversalStates, WhateverComesIsCoveredByTheEdgesTogether) {
  const BddManagerPtr manager = BddManager::instance();
  Automaton automaton(manager);
  const StateId first = automaton.add_state();
  const StateId second = automaton.add_state();
  automaton.set_num_sets(1);
  const Bdd a = manager->literal(manager->proposition("a"));
  automaton.add_edge(first, {first, 1, a});
  automaton.add_edge(first, {second, 0, !a});
  EXPECT_EQ(universal_states(automaton), (std::vector<bool>{false, false}));
  automaton.add_edge(second, {second, 0, Bdd::constant(true)});
  EXPECT_EQ(universal_states(automaton), (std::vector<bool>{false, false}));
  automaton.add_edge(second, {second, 1, Bdd::constant(true)});
  EXPECT_EQ(universal_states(automaton), (std::vector<bool>{true, true}));
}

}  // namespace
}  // namespace arges::automata
