#include "lts/temporal/ctl_check.h"

#include <functional>

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "automata/translate/translator.h"
#include "base/error.h"
#include "lts/temporal/ctl_explain.h"
#include "lts/temporal/ctl_parser.h"
#include "lts/temporal/ctl_recheck.h"
#include "lts/temporal/ltl_check.h"
#include "lts/temporal/plain_composition.h"
#include "support/random_lts.h"

namespace arges::lts {
namespace {

using test::make_lts;
using Systems = std::vector<const Mts*>;

/// A formula as a tree, with a text, and a meaning that is computed from the definition of each
/// operator, step by step and without dualities.
struct Tree {
  std::string op;  ///< "a", "true", "!", "&", "|", "->", "AX", … "AU", "EW", … "<>", "[]"
  std::vector<Tree> parts = {};

  std::string text() const {
    if (parts.empty()) return op;
    if (op == "!") return "!" + parts[0].text();
    if (op == "<>") return "<" + parts[0].text() + ">" + parts[1].text();
    if (op == "[]") return "[" + parts[0].text() + "]" + parts[1].text();
    if (parts.size() == 1) return op + " " + parts[0].text();
    if (op.size() == 2 && (op[0] == 'A' || op[0] == 'E'))
      return op.substr(0, 1) + "(" + parts[0].text() + " " + op[1] + " " + parts[1].text() + ")";
    return "(" + parts[0].text() + " " + op + " " + parts[1].text() + ")";
  }
};

/// The steps of a system as a table, without those that no infinite run begins with if runs that
/// end are ignored.
class Table {
 public:
  Table(const Mts& system, FiniteRuns finite_runs) : table_(system.table()) {
    steps_.resize(system.num_states());
    for (StateId s = 0; s < system.num_states(); ++s) {
      for (const Transition& t : system.transitions(s))
        steps_[s].push_back({t.action(), t.target()});
      if (steps_[s].empty() && finite_runs == FiniteRuns::stutter)
        steps_[s].push_back({no_action, s});
    }
    all_ = steps_;
    for (bool changed = finite_runs == FiniteRuns::ignore; changed;) {
      changed = false;
      for (auto& list : steps_)
        changed =
            std::erase_if(list, [&](const auto& t) { return steps_[t.second].empty(); }) > 0 ||
            changed;
    }
  }

  /// In the initial state: the formula holds of it, or of all its steps.
  bool holds(const Tree& tree, StateId initial, bool is_of_states) {
    if (is_of_states) return in_state(tree, initial);
    const Values values = at_steps(tree);
    return std::find(values[initial].begin(), values[initial].end(), false) ==
           values[initial].end();
  }

 private:
  using Values = std::vector<std::vector<bool>>;

  bool in_state(const Tree& tree, StateId s) {
    const std::string& op = tree.op;
    if (op == "true") return true;
    if (op == "!") return !in_state(tree.parts[0], s);
    if (op == "&") return in_state(tree.parts[0], s) && in_state(tree.parts[1], s);
    if (op == "|") return in_state(tree.parts[0], s) || in_state(tree.parts[1], s);
    if (op == "->") return !in_state(tree.parts[0], s) || in_state(tree.parts[1], s);
    if (op == "<>" || op == "[]") {
      bool some = false;
      bool all = true;
      for (const auto& [action, target] : all_[s]) {
        if (action == no_action || !fits(tree.parts[0], action)) continue;
        const bool good = in_state(tree.parts[1], target);
        some = some || good;
        all = all && good;
      }
      return op == "<>" ? some : all;
    }
    const Values values = at_steps(tree);
    const bool all = op[0] == 'A';
    for (const bool value : values[s])
      if (value != all) return !all;
    return all;
  }

  Values made(const std::function<bool(StateId, std::size_t)>& value) {
    Values result(steps_.size());
    for (StateId s = 0; s < steps_.size(); ++s)
      for (std::size_t i = 0; i < steps_[s].size(); ++i) result[s].push_back(value(s, i));
    return result;
  }
  bool behind(const Values& values, StateId s, std::size_t i, bool all) {
    const std::vector<bool>& next = values[steps_[s][i].second];
    for (const bool value : next)
      if (value != all) return !all;
    return all;
  }

  bool fits(const Tree& tree, ActionId action) {
    if (tree.op == "!") return !fits(tree.parts[0], action);
    if (tree.op == "|") return fits(tree.parts[0], action) || fits(tree.parts[1], action);
    return tree.op == "true" || table_->name(action) == tree.op;
  }

  /// Of a path operator: what is about states holds of all steps of a state, or of none.
  Values operand(const Tree& tree) {
    if (!is_of_states(tree)) return at_steps(tree);
    return made([&](StateId s, std::size_t) { return in_state(tree, s); });
  }

  static bool is_path(const Tree& tree) {
    return tree.op.size() == 2 && (tree.op[0] == 'A' || tree.op[0] == 'E');
  }
  static bool is_of_states(const Tree& tree) {
    if (tree.op == "true" || tree.op == "<>" || tree.op == "[]" || is_path(tree)) return true;
    if (tree.parts.empty()) return false;
    return std::all_of(tree.parts.begin(), tree.parts.end(), is_of_states);
  }

  Values at_steps(const Tree& tree) {
    const std::string& op = tree.op;
    const auto part = [&](std::size_t i) {
      return is_path(tree) ? operand(tree.parts[i]) : at_steps(tree.parts[i]);
    };
    if (op == "true") return made([](StateId, std::size_t) { return true; });
    if (op == "<>" || op == "[]")
      return made([&](StateId s, std::size_t) { return in_state(tree, s); });
    if (tree.parts.empty())
      return made([&](StateId s, std::size_t i) {
        return steps_[s][i].first != no_action && table_->name(steps_[s][i].first) == op;
      });
    const Values f = part(0);
    if (op == "!") return made([&](StateId s, std::size_t i) { return !f[s][i]; });
    const bool all = op[0] == 'A';
    if (op.size() == 2 && op[1] == 'X')
      return made([&](StateId s, std::size_t i) { return behind(f, s, i, all); });
    if (op.size() == 2 && op[1] == 'F')
      return fixpoint(false, all,
                      [&](StateId s, std::size_t i, bool next) { return f[s][i] || next; });
    if (op.size() == 2 && op[1] == 'G')
      return fixpoint(true, all,
                      [&](StateId s, std::size_t i, bool next) { return f[s][i] && next; });
    const Values g = part(1);
    if (op == "&") return made([&](StateId s, std::size_t i) { return f[s][i] && g[s][i]; });
    if (op == "|") return made([&](StateId s, std::size_t i) { return f[s][i] || g[s][i]; });
    if (op == "->") return made([&](StateId s, std::size_t i) { return !f[s][i] || g[s][i]; });
    if (op[1] == 'U' || op[1] == 'W')
      return fixpoint(op[1] == 'W', all, [&](StateId s, std::size_t i, bool next) {
        return g[s][i] || (f[s][i] && next);
      });
    return fixpoint(op[1] == 'R', all, [&](StateId s, std::size_t i, bool next) {
      return g[s][i] && (f[s][i] || next);
    });
  }

  Values fixpoint(bool greatest, bool all,
                  const std::function<bool(StateId, std::size_t, bool)>& step) {
    Values values = made([&](StateId, std::size_t) { return greatest; });
    while (true) {
      const Values next =
          made([&](StateId s, std::size_t i) { return step(s, i, behind(values, s, i, all)); });
      if (next == values) return values;
      values = next;
    }
  }

  ActionTablePtr table_;
  std::vector<std::vector<std::pair<ActionId, StateId>>> steps_;
  std::vector<std::vector<std::pair<ActionId, StateId>>> all_;  ///< whoever begins with them
};

class RandomTrees {
 public:
  explicit RandomTrees(std::uint64_t seed) : random_(seed) {}

  /// About steps, or only what states can have.
  Tree tree(int depth, bool of_states) {
    if (depth == 0) return leaf(of_states);
    switch (random_() % 6) {
      case 0:
        return {"!", {tree(depth - 1, of_states)}};
      case 1: {
        static const char* const ops[] = {"&", "|", "->"};
        return {ops[random_() % 3], {tree(depth - 1, of_states), tree(depth - 1, of_states)}};
      }
      case 2: {
        static const char* const ops[] = {"AX", "EX", "AF", "EF", "AG", "EG"};
        return {ops[random_() % 6], {tree(depth - 1, false)}};
      }
      case 3:
        return {random_() % 2 == 0 ? "<>" : "[]", {action_formula(), tree(depth - 1, true)}};
      case 4:
        return leaf(of_states);
      default: {
        static const char* const ops[] = {"AU", "EU", "AW", "EW", "AR", "ER", "AM", "EM"};
        return {ops[random_() % 8], {tree(depth - 1, false), tree(depth - 1, false)}};
      }
    }
  }

 private:
  Tree leaf(bool of_states) {
    if (of_states || random_() % 5 == 0) return {"true"};
    static const char* const actions[] = {"a", "b", "c", "tau"};
    return {actions[random_() % 4]};
  }
  Tree action_formula() {
    const Tree one = leaf(false);
    if (random_() % 2 == 0) return one;
    return {"|", {{"!", {one}}, leaf(false)}};
  }
  std::mt19937_64 random_;
};

class CtlCheckTest : public ::testing::Test {
 protected:
  CtlCheckTest() {
    for (const char* name : {"a", "b", "c"}) table_->intern(name);
  }

  struct Answer {
    bool holds;
    std::optional<CtlExplanation> explanation;
  };
  /// The answer, which is certified, and what explains it.
  Answer ask(const Systems& parts, const std::string& text,
             FiniteRuns finite_runs = FiniteRuns::stutter) {
    CtlFormulas formulas(finite_runs);
    const SourceText source("test", text);
    const ParsedCtl parsed = parse_ctl(formulas, source);
    ActionPropositions actions;
    for (const std::string& name : formulas.propositions()) actions.push_back(table_->find(name));
    const CtlId formula = formulas.of_state(parsed.formula);
    ParallelView view(parts);
    const StateSpace space(view, finite_runs);
    EXPECT_EQ(space_error(parts, space, finite_runs), "");
    CtlCheck check(space, formulas, actions);
    Answer result{check.holds(formula), {}};
    EXPECT_EQ(sets_error(space, formulas, actions, check.sets(), formula), "") << text;
    result.explanation = explain(space, formulas, check.sets(), formula);
    if (result.explanation) {
      EXPECT_EQ(run_error(PlainComposition(parts), result.explanation->run), "") << text;
    }
    return result;
  }
  bool holds(const Systems& parts, const std::string& text,
             FiniteRuns finite_runs = FiniteRuns::stutter) {
    return ask(parts, text, finite_runs).holds;
  }
  bool linear(const Mts& system, const std::string& text, FiniteRuns finite_runs) {
    automata::Formulas formulas;
    const SourceText source("test", text);
    const automata::Formula formula =
        automata::parse_formula(formulas, source, automata::LtlSyntax::spot).formula;
    ActionFormula property{&formulas, formula, {}};
    for (const std::string& name : proposition_names(formulas))
      property.actions.push_back(table_->find(name));
    automata::Translator translator(formulas);
    const automata::Automaton negation = translator.translate(formulas.negation(formula));
    LtlCheck check({&system}, negation, property, finite_runs);
    return check.run();
  }
  Mts made(const std::string& text) { return make_lts(table_, text); }

  ActionTablePtr table_ = std::make_shared<ActionTable>();
};

TEST_F(CtlCheckTest, QuantifiersAreAboutRunsThatBeginWithAStep) {
  // After a there is always b; from the start there is also another way.
  const Mts system = made("0 a 1 1 b 2 2 tau 2 0 c 3 3 tau 3");
  EXPECT_TRUE(holds({&system}, "AG(a -> AF b)"));
  EXPECT_FALSE(holds({&system}, "AF b"));
  EXPECT_TRUE(holds({&system}, "EF b & EF c"));
  EXPECT_TRUE(holds({&system}, "AG(c -> !EF b)"));
  EXPECT_TRUE(holds({&system}, "A(true U tau)"));
  // Without a quantifier: of every first step.
  EXPECT_TRUE(holds({&system}, "a | c"));
  EXPECT_FALSE(holds({&system}, "a"));
}

TEST_F(CtlCheckTest, WhatIsAboutStatesIsSoUnderQuantifiers) {
  const Mts system = made("0 b 1 0 c 2 1 b 1 2 a 2");
  EXPECT_TRUE(holds({&system}, "<c>true -> EF b"));
  EXPECT_TRUE(holds({&system}, "AG(<c>true -> EF b)")) << "by the other step";
  EXPECT_FALSE(holds({&system}, "AG(c -> EF b)")) << "runs that begin with c";
  EXPECT_TRUE(holds({&system}, "E((EF b & EF a) U a)"));
}

TEST_F(CtlCheckTest, ModalitiesAreAboutStates) {
  const Mts system = made("0 a 1 0 a 2 1 b 0 2 c 0");
  EXPECT_TRUE(holds({&system}, "<a><b>true & <a><c>true"));
  EXPECT_FALSE(holds({&system}, "<a>(<b>true & <c>true)"));
  EXPECT_TRUE(holds({&system}, "[a]<b | c>true & [!a]false & [b]false"));
  EXPECT_TRUE(holds({&system}, "AG <true>true"));
  EXPECT_TRUE(holds({&system}, "AG EF <c>true"));
  EXPECT_FALSE(holds({&system}, "[a]AX a & <a>EX b"));
}

TEST_F(CtlCheckTest, RunsThatEndCountOrNot) {
  const Mts system = made("0 a 1 0 b 0");
  EXPECT_TRUE(holds({&system}, "EF a"));
  EXPECT_FALSE(holds({&system}, "EF a", FiniteRuns::ignore));
  EXPECT_TRUE(holds({&system}, "AG b & <a>true", FiniteRuns::ignore)) << "a is possible, though";
  EXPECT_TRUE(holds({&system}, "[a]![true]true & [a][true]false | [a][true]false"));
  const Mts end = made("0 a 1");
  EXPECT_TRUE(holds({&end}, "AF false & !EF true & a", FiniteRuns::ignore));
  EXPECT_TRUE(holds({&end}, "<a>true", FiniteRuns::ignore));
  EXPECT_FALSE(holds({&system}, "AG <true>true"));
}

TEST_F(CtlCheckTest, ExplanationsShowWhatOneRunCanShow) {
  const Mts system = made("0 a 1 1 b 2 2 c 1 2 a 3");
  const auto shown = [&](const std::string& text) {
    std::string result;
    const std::optional<CtlExplanation> why = ask({&system}, text).explanation;
    if (!why) return result;
    for (const RunStep& step : why->run.steps)
      result += step.action == no_action ? "." : table_->name(step.action);
    if (why->run.loop_start) result += "@" + std::to_string(*why->run.loop_start);
    for (const auto& note : why->notes)
      result += " " + std::to_string(note.step) +
                (note.where == CtlExplanation::Where::all_along ? "*" : ":") + note.text +
                (note.value ? "+" : "-");
    return result;
  };
  EXPECT_EQ(shown("AG !c"), "abc");
  EXPECT_EQ(shown("EF c"), "abc");
  EXPECT_EQ(shown("AG(b -> AF a)"), "abc@1");
  EXPECT_EQ(shown("AF AG !a"), "abc@1 0*AG !a-");
  EXPECT_EQ(shown("AG EF c"), "aba 3:EF c-");
  EXPECT_EQ(shown("[a][b]<b>true"), "ab 2:<b>true-");
  EXPECT_EQ(shown("<a>EX a"), "aba");
  EXPECT_EQ(shown("AG true"), "");
  EXPECT_EQ(shown("A(a U c)"), "ab");
}

TEST_F(CtlCheckTest, AgreesWithTheDefinition) {
  std::mt19937_64 random(21);
  RandomTrees trees(22);
  int holding = 0;
  constexpr int rounds = 3000;
  for (int i = 0; i < rounds; ++i) {
    const Mts system = test::random_lts(table_, random, {5, 3, 1.6, 25, 0});
    const bool of_states = i % 3 != 0;
    const Tree tree = trees.tree(1 + i % 4, of_states);
    const FiniteRuns finite_runs = i % 2 == 0 ? FiniteRuns::stutter : FiniteRuns::ignore;
    // A tree that should be about steps may happen to be about states.
    CtlFormulas formulas(finite_runs);
    const SourceText source("test", tree.text());
    const bool is_of_states = formulas.is_of_states(parse_ctl(formulas, source).formula);
    const bool answer = holds({&system}, tree.text(), finite_runs);
    EXPECT_EQ(answer, Table(system, finite_runs).holds(tree, system.initial(), is_of_states))
        << tree.text() << " in round " << i;
    holding += answer ? 1 : 0;
  }
  EXPECT_GT(holding, rounds / 5);
  EXPECT_LT(holding, rounds * 4 / 5);
}

TEST_F(CtlCheckTest, CompositionIsAsComposedBefore) {
  std::mt19937_64 random(23);
  RandomTrees trees(24);
  for (int i = 0; i < 500; ++i) {
    const Mts a = test::random_lts(table_, random, {4, 2, 1.7, 20, 0});
    const Mts b = test::random_lts(table_, random, {4, 3, 1.7, 20, 0});
    const Mts both = composed(a, b);
    const std::string text = trees.tree(3, true).text();
    EXPECT_EQ(holds({&a, &b}, text), holds({&both}, text)) << text;
  }
}

TEST_F(CtlCheckTest, QuantifiersAreDual) {
  std::mt19937_64 random(25);
  RandomTrees trees(26);
  for (int i = 0; i < 300; ++i) {
    const Mts system = test::random_lts(table_, random, {5, 3, 1.6, 25, 0});
    const std::string f = "(" + trees.tree(2, false).text() + ")";
    const std::string g = "(" + trees.tree(2, false).text() + ")";
    const FiniteRuns finite_runs = i % 2 == 0 ? FiniteRuns::stutter : FiniteRuns::ignore;
    const auto same = [&](const std::string& one, const std::string& other) {
      EXPECT_EQ(holds({&system}, one, finite_runs), holds({&system}, other, finite_runs))
          << one << " and " << other;
    };
    same("AX " + f, "!EX !" + f);
    same("AF " + f, "!EG !" + f);
    same("AG " + f, "!EF !" + f);
    same("A(" + f + " U " + g + ")", "!E(!" + f + " R !" + g + ")");
    same("A(" + f + " W " + g + ")", "!E(!" + f + " M !" + g + ")");
    same("EF " + f, "E(true U " + f + ")");
    same("EG " + f, "E(" + f + " W false)");
  }
}

TEST_F(CtlCheckTest, AgreesWithLinearTimeWhereBothCanSayIt) {
  std::mt19937_64 random(27);
  const std::pair<const char*, const char*> formulas[] = {
      {"AG !a", "G !a"},
      {"AF a", "F a"},
      {"AG(a | tau)", "G(a | tau)"},
      {"AX b", "X b"},
      {"A(a U b)", "a U b"},
      {"A(!a W b)", "!a W b"},
      {"A(a R !b)", "a R !b"},
      {"AG(a -> AF b)", "G(a -> F b)"},
      {"AG(a -> AX b)", "G(a -> X b)"},
      {"AG AF a", "G F a"},
      {"a -> AX AF c", "a -> X F c"},
      {"A(!c U (c & AX AG !c))", "!c U (c & X G !c)"},
  };
  for (int i = 0; i < 400; ++i) {
    const Mts system = test::random_lts(table_, random, {5, 3, 1.5, 20, 0});
    const FiniteRuns finite_runs = i % 2 == 0 ? FiniteRuns::stutter : FiniteRuns::ignore;
    for (const auto& [branching, line] : formulas)
      EXPECT_EQ(holds({&system}, branching, finite_runs), linear(system, line, finite_runs))
          << branching;
  }
}

TEST_F(CtlCheckTest, WrongSetsAreRefused) {
  const Mts system = made("0 a 1 1 b 0 1 c 2 2 tau 2 0 tau 3 3 a 2");
  CtlFormulas formulas(FiniteRuns::stutter);
  const SourceText source("test", "AG(a -> EX(b | c) & EF tau) | E(a U EG b) & <a>[c]AG tau");
  const CtlId formula = formulas.of_state(parse_ctl(formulas, source).formula);
  ActionPropositions actions;
  for (const std::string& name : formulas.propositions()) actions.push_back(table_->find(name));
  ParallelView view({&system});
  const StateSpace space(view, FiniteRuns::stutter);
  CtlCheck check(space, formulas, actions);
  check.holds(formula);
  ASSERT_EQ(sets_error(space, formulas, actions, check.sets(), formula), "");
  const CtlSets good = check.sets();
  int changes = 0;
  for (CtlId id = 0; id < formulas.size(); ++id) {
    for (std::size_t p = 0; p < good.positions[id].size(); ++p) {
      CtlSets changed = good;
      changed.positions[id][p] = !changed.positions[id][p];
      EXPECT_NE(sets_error(space, formulas, actions, changed, formula), "") << id << " " << p;
      ++changes;
    }
    for (std::size_t s = 0; s < good.states[id].size(); ++s) {
      CtlSets changed = good;
      changed.states[id][s] = !changed.states[id][s];
      EXPECT_NE(sets_error(space, formulas, actions, changed, formula), "") << id << " " << s;
      ++changes;
    }
    // Whoever needs a rank can't do with the smallest.
    for (std::size_t p = 0; p < good.ranks[id].size(); ++p) {
      if (good.ranks[id][p] == 0) continue;
      CtlSets changed = good;
      changed.ranks[id][p] = 0;
      EXPECT_NE(sets_error(space, formulas, actions, changed, formula), "") << id << " " << p;
      ++changes;
    }
  }
  EXPECT_GT(changes, 100);
  // A cycle that holds itself up is no least fixpoint.
  const Mts other = made("0 a 1 1 b 0");
  EXPECT_NE(space_error({&other}, space, FiniteRuns::stutter), "");
  EXPECT_NE(space_error({&system}, space, FiniteRuns::ignore) +
                space_error({&other}, space, FiniteRuns::ignore),
            "");
}

TEST_F(CtlCheckTest, MistakesAreTold) {
  const auto message = [](const std::string& text) -> std::string {
    CtlFormulas formulas(FiniteRuns::stutter);
    const SourceText source("test", text);
    try {
      parse_ctl(formulas, source);
    } catch (const InputError& error) {
      const Diagnostic& first = error.diagnostics().front();
      return std::to_string(first.location.column()) + ": " + first.message;
    }
    return "";
  };
  EXPECT_EQ(message("G a"), "1: G needs A or E in front of it");
  EXPECT_EQ(message("AG (a U b)"), "7: U needs A or E in front of it");
  EXPECT_EQ(message("<AF a>true"), "2: a modality is about actions only");
  EXPECT_EQ(message("<a>b"),
            "4: behind a modality there is a state, and actions are what steps have");
  EXPECT_NE(message("A a"), "");
  EXPECT_NE(message("AG"), "");
  EXPECT_NE(message("E(a U b"), "");
  EXPECT_NE(message("a b"), "");
  EXPECT_EQ(message("AG(\"PUT !6\" -> A[!x U \"AG\"])"), "");
  EXPECT_EQ(message("E F a & A (G b) & AX EG E[a WU b]"), "");
  EXPECT_NE(message(std::string(5000, '!') + "a"), "");
}

}  // namespace
}  // namespace arges::lts
