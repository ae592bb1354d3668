// Random small models and random formulas: every way to search, to refine and to abstract gives the
// verdict of an oracle that knows no automata, and every verdict is certified.
#include <map>
#include <random>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "automata/ltl/random_formula.h"
#include "engine/checker.h"
#include "engine/options.h"
#include "engine/task.h"
#include "ir/reference_evaluator.h"
#include "support/exhaustive_ltl.h"
#include "support/task_of.h"

namespace arges::engine {
namespace {

using analysis::Answer;
using analysis::FiniteRuns;

/// Writes small finite models over two Booleans and a number below three.
class RandomRing {
 public:
  explicit RandomRing(std::uint64_t seed) : random_(seed) {}

  std::string cfa() {
    const int locations = 2 + below(3);
    std::string text = "main process ring {\n  var p : bool\n  var q : bool\n  var n : int\n";
    text += "  init loc START\n  final loc END\n";
    for (int k = 0; k < locations; ++k) text += fmt::format("  loc L{}\n", k);
    text += fmt::format("  START -> L0 {{ n := {} p := false q := {} }}\n", below(3),
                        below(2) == 0 ? "true" : "p");
    for (int k = 0; k < locations + 3; ++k)
      text += fmt::format("  L{} -> L{} {{ {}}}\n", k < locations ? k : below(locations),
                          below(locations), statements());
    if (below(2) == 0) text += fmt::format("  L0 -> END {{ assume {} }}\n", condition());
    return text + "}\n";
  }

  std::string xsts() {
    const auto block = [&] { return xsts_statements(); };
    std::string trans = block();
    std::string other = block();
    return fmt::format(
        "var p : boolean = false\nvar q : boolean = true\nvar n : integer = {}\n"
        "trans {{ {} }} or {{ {} }}\ninit {{ {} }}\nenv {{ {} }}\nprop {{ true }}\n",
        below(3), trans, other, below(2) == 0 ? "" : "havoc q;", block());
  }

  std::string atom(int number) {
    static const char* atoms[] = {"p", "q", "n = 0", "n >= 2", "n = 1"};
    return atoms[(number + below(3)) % 5];
  }
  int below(int bound) { return static_cast<int>(random_() % static_cast<std::uint64_t>(bound)); }

 private:
  std::string condition() {
    static const char* forms[] = {"p", "not p", "q", "n < 2", "n = 0", "not q", "n > 0"};
    return forms[below(7)];
  }
  std::string statements() {
    std::string text;
    for (int k = below(3); k >= 0; --k) {
      switch (below(6)) {
        case 0:
          text += fmt::format("assume {} ", condition());
          break;
        case 1:
          text += "p := not p ";
          break;
        case 2:
          text += "havoc q ";
          break;
        case 3:
          text += "n := (n + 1) mod 3 ";
          break;
        case 4:
          text += fmt::format("q := {} ", condition());
          break;
        default:
          text += fmt::format("n := {} ", below(3));
          break;
      }
    }
    return text;
  }
  std::string xsts_statements() {
    std::string text;
    for (int k = below(2); k >= 0; --k) {
      switch (below(6)) {
        case 0:
          text += "if (n < 2) { n := n + 1; } else { n := 0; } ";
          break;
        case 1:
          text += "p := !p; ";
          break;
        case 2:
          text += "havoc q; ";
          break;
        case 3:
          text += "choice { assume p; q := false; } or { n := 2; } ";
          break;
        case 4:
          text += "assume q || n < 2; ";
          break;
        default:
          text += "q := n == 0; ";
          break;
      }
    }
    return text;
  }
  std::mt19937_64 random_;
};

/// All letters of a model, found without the product: state by state, action by action.
struct Letters {
  std::vector<test::ExhaustiveLtl::Node> nodes;
  std::vector<std::size_t> starts;
};

Letters letters_of(const analysis::BuchiProduct& product, const std::vector<ir::Expr>& atoms,
                   const std::function<bool(const analysis::Action&)>& reads,
                   const std::function<bool(analysis::Control)>& is_final, FiniteRuns finite_runs) {
  const analysis::System& system = product.model();
  Letters result;
  std::map<std::vector<std::uint64_t>, std::size_t> number;
  std::vector<std::pair<analysis::Control, ir::Valuation>> states;
  const auto add = [&](analysis::Control control, const ir::Valuation& state) {
    std::vector<std::uint64_t> key{control};
    for (const ir::Var var : system.variables()) key.push_back(state.get(var).word());
    const auto [found, is_new] = number.try_emplace(key, states.size());
    if (is_new) {
      states.emplace_back(control, state);
      auto& node = result.nodes.emplace_back();
      for (const ir::Expr atom : atoms)
        node.letter.push_back(ir::reference_evaluate(atom, state)->is_true());
    }
    return found->second;
  };
  // Letters that come after a state, other states being passed.
  const auto next_letters = [&](analysis::Control control, const ir::Valuation& state) {
    std::vector<std::size_t> found;
    std::vector<std::pair<analysis::Control, ir::Valuation>> todo{{control, state}};
    while (!todo.empty()) {
      const auto [at, here] = todo.back();
      todo.pop_back();
      bool moves = false;
      if (!is_final(at))
        for (const analysis::Action* action : system.actions(at))
          for (const ir::Valuation& end : test::ExhaustiveSearch::after(action->statement, here)) {
            moves = true;
            if (reads(*action))
              found.push_back(add(action->target, end));
            else
              todo.emplace_back(action->target, end);
          }
      const bool repeats = (is_final(at) && finite_runs != FiniteRuns::ignore) ||
                           (!moves && finite_runs == FiniteRuns::stutter_all);
      if (repeats) found.push_back(add(at, here));
    }
    return found;
  };
  for (const ir::Valuation& start : test::ExhaustiveSearch(system).initial_states())
    for (const std::size_t first : next_letters(system.initial_control(), start))
      result.starts.push_back(first);
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto [control, state] = states[i];
    result.nodes[i].successors = next_letters(control, state);
  }
  return result;
}

class LtlDifferentialTest : public testing::TestWithParam<ModelKind> {};

TEST_P(LtlDifferentialTest, EveryConfigurationAgreesWithTheOracle) {
  int decided = 0;
  int runs = 0;
  int violated = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    RandomRing random(seed);
    const bool is_cfa = GetParam() == ModelKind::cfa;
    const std::string text = is_cfa ? random.cfa() : random.xsts();
    automata::Formulas formulas;
    automata::RandomFormulas shapes(formulas, seed, {.propositions = 2, .max_size = 6});
    std::string formula = automata::to_string(formulas, shapes.formula());
    for (int p = 0; p < 2; ++p) {
      const std::string name = fmt::format("p{}", p);
      const std::string atom = "\"" + random.atom(2 * p) + "\"";
      for (std::size_t at = 0; (at = formula.find(name, at)) != std::string::npos;
           at += atom.size())
        formula.replace(at, name.size(), atom);
    }
    SCOPED_TRACE(fmt::format("seed {}: {}\n{}", seed, formula, text));
    std::vector<Configuration> configurations;
    for (const DomainKind domain : {DomainKind::explicit_values, DomainKind::pred_cart,
                                    DomainKind::pred_split, DomainKind::product})
      for (const auto search : {analysis::LoopSearch::components, analysis::LoopSearch::nested,
                                analysis::LoopSearch::guided, analysis::LoopSearch::full}) {
        Configuration configuration;
        use_defaults_of_ltl(configuration);
        configuration.domain = domain;
        configuration.turns = domain == DomainKind::product && search == analysis::LoopSearch::full
                                  ? Turns::domains
                                  : Turns::none;
        configuration.loop_search = search;
        const auto round = static_cast<std::uint32_t>(seed) + static_cast<std::uint32_t>(search);
        configuration.loop_refinement = static_cast<analysis::LoopRefinement>(round % 3);
        configuration.finite_runs = static_cast<FiniteRuns>(seed % 3);
        if (!is_cfa && seed % 2 == 0) configuration.step = StepKind::whole;
        configurations.push_back(configuration);
      }
    std::optional<bool> expected;
    for (const Configuration& configuration : configurations) {
      SCOPED_TRACE(testing::PrintToString(describe(configuration, GetParam())));
      Env env;
      env.limits.start({.timeout_seconds = 2, .memory_megabytes = {}});
      LoadRequest request = test::request_for(is_cfa ? "m.cfa" : "m.xsts", text);
      request.formulas = {formula};
      request.ltl_syntax = automata::LtlSyntax::spot;
      configure(request, configuration);
      const auto task = load(env, request);
      const LtlProperty& property = *task->temporal(0);
      if (!expected) {
        const auto& system = property.product().model();
        const Letters letters = letters_of(
            property.product(), property.atoms(),
            [&](const analysis::Action& action) {
              return is_cfa || configuration.step == StepKind::half ||
                     action.label.find("env") == std::string::npos;
            },
            [&](analysis::Control control) { return system.control_name(control) == "END"; },
            configuration.finite_runs);
        automata::Formulas own;
        const auto source = SourceText("f", formula);
        const auto parsed = automata::parse_formula(own, source, automata::LtlSyntax::spot).formula;
        expected = test::ExhaustiveLtl(letters.nodes, letters.starts).holds(own, parsed);
      }
      const auto result = check_property(env, *task, 0, configuration, nullptr, {});
      ++runs;
      if (result.verdict.answer == Answer::unknown) {
        EXPECT_THAT(result.verdict.reason,
                    testing::AnyOf("no refinement progress", "timeout", "solver unknown"));
        continue;
      }
      EXPECT_EQ(result.verdict.answer == Answer::holds, *expected);
      EXPECT_TRUE(result.certificate.passed) << result.certificate.reason;
      ++decided;
      violated += *expected ? 0 : 1;
    }
  }
  // Both answers occur often, or the models are no test.
  EXPECT_GT(decided, runs * 9 / 10);
  EXPECT_GT(violated, runs / 5);
  EXPECT_GT(decided - violated, runs / 10);
}

INSTANTIATE_TEST_SUITE_P(Models, LtlDifferentialTest,
                         testing::Values(ModelKind::cfa, ModelKind::xsts), [](const auto& kind) {
                           return kind.param == ModelKind::cfa ? "Cfa" : "Xsts";
                         });

}  // namespace
}  // namespace arges::engine
