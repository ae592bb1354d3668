#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "automata/ltl/random_formula.h"
#include "automata/ltl/simplifier.h"
#include "automata/omega/acceptance.h"
#include "automata/omega/complement.h"
#include "automata/omega/degeneralization.h"
#include "automata/omega/product.h"
#include "automata/omega/scc_filter.h"
#include "automata/omega/simulation.h"
#include "automata/omega/suspension.h"
#include "automata/omega/weak_minimization.h"
#include "automata/translate/couvreur.h"

namespace arges::automata {
namespace {

/// Tableaux that were not reduced yet.
class ReductionTest : public testing::Test {
 protected:
  Automaton tableau(Formula formula) {
    return couvreur_automaton(formulas_, simplifier_, manager_,
                              negation_normal_form(formulas_, formula));
  }
  Automaton tableau(const std::string& text) {
    const SourceText source("f", text);
    return tableau(parse_formula(formulas_, source, LtlSyntax::spot).formula);
  }

  BddManagerPtr manager_ = BddManager::instance();
  Formulas formulas_;
  Simplifier simplifier_{formulas_, manager_};
};

TEST_F(ReductionTest, ForwardSimulationMergesAndPrunes) {
  const Automaton before = scc_filter(tableau("(a U b) | (a U (b & c))"));
  const Automaton after = reduced_by_simulation(before, Direction::forward, AcceptanceOn::edges);
  EXPECT_LT(after.num_edges(), before.num_edges());
}

TEST_F(ReductionTest, BackwardSimulationMergesStatesWithTheSamePast) {
  const Automaton before = scc_filter(tableau("FGa | FGb"));
  EXPECT_LT(reduced_by_simulation(before, Direction::backward, AcceptanceOn::edges).num_states(),
            before.num_states());
  EXPECT_EQ(reduced_by_simulations(before).num_states(), 3U);
}

TEST_F(ReductionTest, WeakMinimizationIsMinimal) {
  const auto states = [&](const std::string& text) {
    return minimal_weak_automaton(tableau(text), 1000)->num_states();
  };
  EXPECT_EQ(states("a U b"), 2U);
  EXPECT_EQ(states("Fa & Fb & Fc"), 8U);
  EXPECT_EQ(states("(a U b) | (b U a) | Ga"), 2U);
  EXPECT_EQ(states("a & !a"), 1U);
  EXPECT_FALSE(minimal_weak_automaton(tableau("Fa & Fb & Fc"), 4).has_value());
}

TEST_F(ReductionTest, DegeneralizationNeedsOneCopyMoreThanSets) {
  EXPECT_EQ(small_buchi_automaton(reduced_by_simulations(tableau("GFa & GFb"))).num_states(), 3U);
  EXPECT_EQ(small_buchi_automaton(reduced_by_simulations(tableau("GFa"))).num_states(), 2U);
  EXPECT_EQ(small_buchi_automaton(reduced_by_simulations(tableau("Ga"))).num_states(), 1U);
}

TEST_F(ReductionTest, SuspendedPartsAreWatchedOnlyWhereTheRestAccepts) {
  const Automaton base = scc_filter(tableau("a U (b & Xc)"));
  const Automaton product = suspended_product(base, scc_filter(tableau("GFp & GFq")));
  EXPECT_EQ(product.num_states(), base.num_states());
  EXPECT_FALSE(intersect(product, tableau("FG!p")));
  EXPECT_FALSE(intersect(product, tableau("!(a U (b & Xc))")));
  EXPECT_TRUE(intersect(product, tableau("a U (b & Xc) & GFp & GFq")));
}

TEST_F(ReductionTest, GuaranteesRepeat) {
  const Automaton once = reduced_by_simulations(tableau("F(a & X(b & Xc))"));
  for (const NextRound next : {NextRound::behind_last_letter, NextRound::with_last_letter}) {
    const std::optional<Automaton> always = repeated(once, next);
    ASSERT_TRUE(always.has_value());
    EXPECT_EQ(always->num_states(), 3U);
    EXPECT_FALSE(intersect(*always, tableau("FG!(a & X(b & Xc))")));
    EXPECT_TRUE(intersect(*always, tableau("GF(a & X(b & Xc)) & FG(!a | !c)")));
  }
  EXPECT_FALSE(repeated(tableau("FGa"), NextRound::with_last_letter).has_value());
}

/// Each reduction alone keeps the language, whatever the others would have done before.
TEST_F(ReductionTest, KeepLanguagesOfRandomTableaux) {
  for (const char* name : {"p0", "p1"}) formulas_.proposition(name);
  RandomFormulas random(formulas_, 11, {.propositions = 2, .max_size = 10});
  for (int i = 0; i < 250; ++i) {
    const Formula formula = random.formula();
    const Automaton core = tableau(formula);
    std::vector<Automaton> same{core, scc_filter(core), scc_filter(core, IdleMarks::all)};
    for (const Direction direction : {Direction::forward, Direction::backward}) {
      same.push_back(reduced_by_simulation(core, direction, AcceptanceOn::edges));
      same.push_back(reduced_by_simulation(same[2], direction, AcceptanceOn::edges));
      same.push_back(reduced_by_simulation(degeneralized(core), direction, AcceptanceOn::states));
    }
    same.push_back(small_buchi_automaton(core));
    if (negation_normal_form(formulas_, formula).traits().obligation)
      same.push_back(*minimal_weak_automaton(core, 10000));
    for (int j = 0; j < 10; ++j) {
      const Lasso word = random.word(4);
      const bool holds = satisfies(word, formula);
      for (std::size_t k = 0; k < same.size(); ++k) {
        ASSERT_EQ(accepts(same[k], formulas_, word), holds)
            << to_string(formulas_, formula) << ", automaton " << k;
        if (j == 0 && is_deterministic(same[k])) {
          ASSERT_EQ(accepts(complemented_deterministic(same[k]), formulas_, word), !holds)
              << to_string(formulas_, formula) << ", complement of automaton " << k;
        }
      }
    }
  }
}

}  // namespace
}  // namespace arges::automata
