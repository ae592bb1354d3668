#include "lts/temporal/ltl_check.h"

#include <gtest/gtest.h>

#include "automata/ltl/lasso.h"
#include "automata/ltl/parser.h"
#include "automata/ltl/random_formula.h"
#include "automata/translate/translator.h"
#include "lts/temporal/ltl_recheck.h"
#include "support/random_lts.h"

namespace arges::lts {
namespace {

using test::make_lts;
using Systems = std::vector<const Mts*>;

/// All lassos of a system whose prefix and loop have at most so many steps, as words, by going
/// through its transitions; independent of products and automata.
class Lassos {
 public:
  Lassos(const Mts& system, const ActionPropositions& actions, FiniteRuns finite_runs,
         std::size_t max_length)
      : system_(system), actions_(actions), finite_runs_(finite_runs), max_length_(max_length) {
    visited_.push_back(system.initial());
    extend();
  }
  const std::vector<automata::Lasso>& words() const { return words_; }

 private:
  void extend() {
    if (letters_.size() == max_length_) return;
    const auto step = [this](ActionId action, StateId target) {
      std::vector<bool> letter;
      for (const ActionId known : actions_) letter.push_back(known == action);
      letters_.push_back(letter);
      for (std::size_t i = 0; i < visited_.size(); ++i)
        if (visited_[i] == target) words_.push_back({letters_, i});
      visited_.push_back(target);
      extend();
      visited_.pop_back();
      letters_.pop_back();
    };
    const StateId at = visited_.back();
    for (const Transition& t : system_.transitions(at)) step(t.action(), t.target());
    if (system_.transitions(at).empty() && finite_runs_ == FiniteRuns::stutter) step(no_action, at);
  }

  const Mts& system_;
  const ActionPropositions& actions_;
  FiniteRuns finite_runs_;
  std::size_t max_length_;
  std::vector<StateId> visited_;
  std::vector<std::vector<bool>> letters_;
  std::vector<automata::Lasso> words_;
};

class LtlCheckTest : public ::testing::Test {
 protected:
  LtlCheckTest() {
    for (const char* name : {"a", "b", "c"}) table_->intern(name);
  }

  /// The answer, which is certified.
  bool holds(const Systems& parts, automata::Formulas& formulas, automata::Formula formula,
             FiniteRuns finite_runs = FiniteRuns::stutter) {
    const ActionFormula property{&formulas, formula, actions(formulas)};
    automata::Translator translator(formulas);
    const automata::Automaton negation = translator.translate(formulas.negation(formula));
    LtlCheck check(parts, negation, property, finite_runs);
    const bool result = check.run();
    if (result) {
      EXPECT_EQ(proof_error(parts, negation, property, finite_runs, proof_of(check)), "");
    } else {
      EXPECT_EQ(counterexample_error(parts, property, finite_runs, check.counterexample()), "");
    }
    return result;
  }
  bool holds(const Systems& parts, const std::string& text,
             FiniteRuns finite_runs = FiniteRuns::stutter) {
    automata::Formulas formulas;
    const SourceText source("test", text);
    const automata::Formula formula =
        automata::parse_formula(formulas, source, automata::LtlSyntax::spot).formula;
    return holds(parts, formulas, formula, finite_runs);
  }
  /// p0 is a, p1 is b, p2 is c; others go by their names.
  ActionPropositions actions(const automata::Formulas& formulas) const {
    ActionPropositions result;
    for (const std::string& name : proposition_names(formulas)) {
      const bool is_numbered = name.size() == 2 && name[0] == 'p';
      result.push_back(table_->find(
          is_numbered ? std::string(1, static_cast<char>('a' + name[1] - '0')) : name));
    }
    return result;
  }
  Mts made(const std::string& text) { return make_lts(table_, text); }

  ActionTablePtr table_ = std::make_shared<ActionTable>();
};

TEST_F(LtlCheckTest, PositionsCarryActions) {
  const Mts loop = made("0 a 1 1 b 0");
  EXPECT_TRUE(holds({&loop}, "a"));
  EXPECT_FALSE(holds({&loop}, "b"));
  EXPECT_TRUE(holds({&loop}, "X b"));
  EXPECT_TRUE(holds({&loop}, "G(a <-> X b)"));
  EXPECT_TRUE(holds({&loop}, "G F a & G F b"));
  EXPECT_FALSE(holds({&loop}, "F G a"));
  EXPECT_FALSE(holds({&loop}, "F(a & b)"));
}

TEST_F(LtlCheckTest, ThereAreInternalSteps) {
  const Mts system = made("0 tau 1 1 a 0");
  EXPECT_FALSE(holds({&system}, "a"));
  EXPECT_TRUE(holds({&system}, "X a"));
  EXPECT_TRUE(holds({&system}, "tau & G(tau <-> !a)"));
}

TEST_F(LtlCheckTest, RunsThatEndCountOrNot) {
  const Mts system = made("0 a 1 0 b 0");
  EXPECT_FALSE(holds({&system}, "G b"));
  EXPECT_TRUE(holds({&system}, "G b", FiniteRuns::ignore));
  EXPECT_TRUE(holds({&system}, "G(a -> X G(!a & !b & !tau))"));
  // Without any infinite run everything holds of all of them.
  const Mts end = made("0 a 1");
  EXPECT_TRUE(holds({&end}, "false", FiniteRuns::ignore));
  EXPECT_FALSE(holds({&end}, "false"));
}

TEST_F(LtlCheckTest, PartsMoveTogether) {
  const Mts left = made("0 a 1 1 s 0");
  const Mts right = made("0 b 1 1 s 0");
  EXPECT_TRUE(holds({&left, &right}, "G(s -> X((!s U a) & (!s U b)))"));
  EXPECT_FALSE(holds({&left, &right}, "G(s -> X a)"));
}

TEST_F(LtlCheckTest, AgreesWithEnumeratedLassos) {
  std::mt19937_64 random(11);
  int violated = 0;
  int by_lassos = 0;
  constexpr int rounds = 1500;
  for (int i = 0; i < rounds; ++i) {
    const Mts system = test::random_lts(table_, random, {4, 3, 1.7, 20, 0});
    automata::Formulas formulas;
    automata::RandomFormulas source(formulas, random(), {3, 8});
    const automata::Formula formula = source.formula();
    const FiniteRuns finite_runs = i % 2 == 0 ? FiniteRuns::stutter : FiniteRuns::ignore;
    const bool answer = holds({&system}, formulas, formula, finite_runs);
    const ActionPropositions known = actions(formulas);
    bool all_satisfy = true;
    const Lassos lassos(system, known, finite_runs, 6);
    for (const automata::Lasso& word : lassos.words())
      all_satisfy = all_satisfy && automata::satisfies(word, formula);
    if (answer) {
      EXPECT_TRUE(all_satisfy) << automata::to_string(formulas, formula);
    }
    violated += answer ? 0 : 1;
    by_lassos += all_satisfy ? 0 : 1;
  }
  EXPECT_GT(violated, rounds / 4);
  EXPECT_LT(violated, rounds);
  EXPECT_GT(by_lassos, violated * 9 / 10);  // short lassos show most violations
}

TEST_F(LtlCheckTest, OnTheFlyIsAsComposedBefore) {
  std::mt19937_64 random(12);
  for (int i = 0; i < 500; ++i) {
    const Mts a = test::random_lts(table_, random, {4, 2, 1.7, 20, 0});
    const Mts b = test::random_lts(table_, random, {4, 3, 1.7, 20, 0});
    const Mts c = test::random_lts(table_, random, {3, 3, 1.7, 20, 0});
    const Mts all = composed({&a, &b, &c});
    automata::Formulas formulas;
    automata::RandomFormulas source(formulas, random(), {3, 8});
    const automata::Formula formula = source.formula();
    EXPECT_EQ(holds({&a, &b, &c}, formulas, formula), holds({&all}, formulas, formula));
  }
}

TEST_F(LtlCheckTest, ASingleRunDecidesEveryFormula) {
  std::mt19937_64 random(13);
  const Mts lasso = made("0 a 1 1 tau 2 2 b 3 3 c 1");
  for (int i = 0; i < 300; ++i) {
    automata::Formulas formulas;
    automata::RandomFormulas source(formulas, random(), {3, 10});
    const automata::Formula formula = source.formula();
    EXPECT_NE(holds({&lasso}, formulas, formula),
              holds({&lasso}, formulas, formulas.negation(formula)));
  }
}

TEST_F(LtlCheckTest, WrongProofsAndRunsAreRefused) {
  const Mts system = made("0 a 1 1 b 0 0 c 2 2 b 2");
  automata::Formulas formulas;
  const SourceText source("test", "G(a -> F b) & F b");
  const automata::Formula formula =
      automata::parse_formula(formulas, source, automata::LtlSyntax::spot).formula;
  const ActionFormula property{&formulas, formula, actions(formulas)};
  automata::Translator translator(formulas);
  const automata::Automaton negation = translator.translate(formulas.negation(formula));
  LtlCheck check({&system}, negation, property, FiniteRuns::stutter);
  ASSERT_TRUE(check.run());
  const auto error = [&](const EmptinessProof& proof) {
    return proof_error({&system}, negation, property, FiniteRuns::stutter, proof);
  };
  EXPECT_EQ(error(proof_of(check)), "");
  int refused = 0;
  for (std::size_t i = 0; i < check.proof().component.size(); ++i) {
    Emptiness changed = check.proof();
    changed.component[i] = 1000;  // no such component, and larger than all before it
    EmptinessProof proof = proof_of(check);
    proof.emptiness = &changed;
    refused += error(proof).empty() ? 0 : 1;
    // One state less.
    changed = check.proof();
    changed.component.erase(changed.component.begin() + static_cast<std::ptrdiff_t>(i));
    proof.num_states -= 1;
    proof.state = [&check, i](std::size_t k) { return proof_of(check).state(k < i ? k : k + 1); };
    EXPECT_NE(error(proof), "") << i;
  }
  EXPECT_GT(refused, 0);
  // A violated formula whose automaton is given as one that accepts nothing on this system.
  Emptiness nothing;
  nothing.is_empty = true;
  EmptinessProof empty{0, {}, &nothing};
  EXPECT_NE(error(empty), "");

  const auto run_wrong = [&](const lts::Run& run, const std::string& text) {
    automata::Formulas own;
    const SourceText line("test", text);
    const automata::Formula parsed =
        automata::parse_formula(own, line, automata::LtlSyntax::spot).formula;
    return counterexample_error({&system}, {&own, parsed, actions(own)}, FiniteRuns::ignore, run);
  };
  const ActionId a = table_->find("a");
  const ActionId b = table_->find("b");
  const lts::Run good{{0}, {{a, {1}}, {b, {0}}}, 0};
  EXPECT_EQ(run_wrong(good, "F c"), "");
  EXPECT_EQ(run_wrong(good, "F a"), "the run satisfies the formula");
  EXPECT_EQ(run_wrong({{0}, {{a, {1}}}, {}}, "F c"), "the run does not go on for ever");
  EXPECT_EQ(run_wrong({{0}, {{a, {1}}, {b, {2}}}, 0}, "F c"), "step 2 is none of the system's");
  EXPECT_EQ(run_wrong({{0}, {{a, {1}}, {b, {0}}, {a, {1}}}, 0}, "F c"),
            "the loop does not come back to its first state");
  EXPECT_EQ(run_wrong({{1}, {{b, {0}}, {a, {1}}}, 0}, "F c"),
            "the run does not begin in the initial state");
  EXPECT_EQ(run_wrong({{0}, {{no_action, {0}}}, 0}, "F c"), "step 1 is none of the system's");
}

}  // namespace
}  // namespace arges::lts
