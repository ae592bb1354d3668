// What all refuters have in common: what they say of a trace without a run is an inductive chain.
#include <functional>

#include "analysis/refine/blocking_refuter.h"
#include "analysis/refine/cascade_refuter.h"
#include "analysis/refine/chain_refuter.h"
#include "analysis/refine/fixture.h"
#include "analysis/refine/precondition_refuter.h"
#include "smt/interpolation/farkas.h"
#include "smt/interpolation/fixture.h"
#include "smt/interpolation/postcondition.h"

namespace arges::analysis {
namespace {

struct InfeasibleTrace {
  const char* name;
  const char* initial;
  std::vector<std::string> statements;
};

const std::vector<InfeasibleTrace>& infeasible_traces() {
  static const std::vector<InfeasibleTrace> traces = {
      {"counting", "x = 0", {"x := x + 1", "x := x + 1", "assume x > 2"}},
      {"only_the_initial_condition", "x = 0 and y = 1", {"assume x = y"}},
      {"only_the_last_action", "true", {"x := y", "assume x > y; assume x < y"}},
      {"not_the_last_action", "true", {"x := 1", "assume x = 2", "y := 3", "assume y = 3"}},
      {"two_variables",
       "x = 0 and y = 0",
       {"x := x + 1; y := y + 1", "x := x + 1; y := y + 1", "assume x > 1; assume y < 2"}},
      {"booleans", "true", {"p := true; q := false", "r := p and not q", "assume not r"}},
      {"choice", "true", {"choice { x := 1 } or { x := 2 }", "y := x", "assume y > 2"}},
      {"branch",
       "x = 7",
       {"if (x > 5) { p := true } else { p := false }", "havoc x", "assume not p"}},
      {"havoc_that_does_not_matter", "p", {"havoc x; havoc q", "assume not p"}},
      {"irrelevant_assumptions",
       "true",
       {"assume y > 3; x := 0", "assume z = 4; y := y + 1", "assume q; assume x = 1"}},
  };
  return traces;
}

/// A refuter by name, made over a test's system.
struct Way {
  const char* name;
  std::function<std::unique_ptr<Refuter>(Env&, smt::SolverFactory&)> make;
};

ChainMaker farkas(Env& env, smt::SolverFactory& solvers) {
  return [&env, &solvers](const smt::FormulaTrace& trace) {
    return smt::farkas_interpolants(env, solvers, trace, smt::FarkasForm::equalities);
  };
}
ChainMaker postconditions(Env& env, smt::SolverFactory& solvers) {
  return [&env, &solvers](const smt::FormulaTrace& trace) {
    return smt::postcondition_interpolants(env, solvers, trace);
  };
}
std::unique_ptr<Refuter> preconditions(Env& env, smt::SolverFactory& solvers,
                                       PreconditionRefuter::Statements statements) {
  return std::make_unique<PreconditionRefuter>(env, solvers, statements,
                                               PreconditionRefuter::Quantifiers::none);
}
std::vector<std::unique_ptr<Refuter>> several(Env& env, smt::SolverFactory& solvers) {
  std::vector<std::unique_ptr<Refuter>> ways;
  ways.push_back(std::make_unique<ChainRefuter>("farkas", farkas(env, solvers)));
  ways.push_back(preconditions(env, solvers, PreconditionRefuter::Statements::contradictory));
  return ways;
}

const std::vector<Way>& ways() {
  using Statements = PreconditionRefuter::Statements;
  static const std::vector<Way> all = {
      {"preconditions",
       [](Env& env, smt::SolverFactory& solvers) {
         return preconditions(env, solvers, Statements::contradictory);
       }},
      {"preconditions_of_all",
       [](Env& env, smt::SolverFactory& solvers) {
         return preconditions(env, solvers, Statements::all);
       }},
      {"backward_core",
       [](Env& env, smt::SolverFactory& solvers) {
         return std::make_unique<BackwardCoreRefuter>(env, solvers);
       }},
      {"blocking",
       [](Env& env, smt::SolverFactory& solvers) {
         return std::make_unique<BlockingRefuter>(env, solvers);
       }},
      {"farkas",
       [](Env& env, smt::SolverFactory& solvers) {
         return std::make_unique<ChainRefuter>("farkas", farkas(env, solvers));
       }},
      {"postconditions",
       [](Env& env, smt::SolverFactory& solvers) {
         return std::make_unique<ChainRefuter>("postconditions", postconditions(env, solvers));
       }},
      {"united",
       [](Env& env, smt::SolverFactory& solvers) {
         return std::make_unique<UnitedRefuter>(several(env, solvers));
       }},
      {"cascade",
       [](Env& env, smt::SolverFactory& solvers) {
         return std::make_unique<CascadeRefuter>(env, several(env, solvers));
       }},
  };
  return all;
}

class ChainsTest : public RefuterTest,
                   public testing::WithParamInterface<std::tuple<Way, InfeasibleTrace>> {};

TEST_P(ChainsTest, InfeasibleTracesHaveInductiveChains) {
  const auto& [way, infeasible] = GetParam();
  const TraceEncoding& encoding = trace(infeasible.initial, infeasible.statements);
  const auto refutation = way.make(env_, *solvers_)->refute(encoding);
  ASSERT_TRUE(refutation);
  EXPECT_TRUE(refutation->is_chain);
  EXPECT_TRUE(is_chain(encoding, *refutation));
  ASSERT_EQ(refutation->variables.size(), refutation->interpolants.size());
  for (std::size_t k = 0; k < refutation->variables.size(); ++k)
    EXPECT_EQ(refutation->variables[k], ir::free_variables(refutation->interpolants[k]));
}

INSTANTIATE_TEST_SUITE_P(All, ChainsTest,
                         testing::Combine(testing::ValuesIn(ways()),
                                          testing::ValuesIn(infeasible_traces())),
                         [](const auto& parameters) {
                           return std::string(std::get<0>(parameters.param).name) + "_of_" +
                                  std::get<1>(parameters.param).name;
                         });

class RandomChainsTest : public RefuterTest, public testing::WithParamInterface<Way> {
 protected:
  /// Straight paths over x, y and p from somewhere.
  const TraceEncoding& random_trace(unsigned seed) {
    std::vector<ir::Var> variables;
    for (const char* name : {"x", "y", "p"}) variables.push_back(system_.scope.find(name)->var);
    smt::RandomTrace random(system_, variables, seed);
    const std::string initial = random.initial().to_string();
    Strings statements;
    for (const ir::Stmt statement : random.actions(2 + seed % 4))
      statements.push_back(statement.to_string());
    return trace(initial, statements);
  }
  bool is_infeasible(const TraceEncoding& encoding) {
    const auto solver = solvers_->make();
    for (const TraceEncoding::Piece& piece : encoding.pieces()) solver->add(piece.formula);
    return solver->check() == smt::Status::unsat;
  }
};

/// A refuter may give up, but not often on paths as small as these.
TEST_P(RandomChainsTest, WhatIsFoundIsAnInductiveChain) {
  const auto refuter = GetParam().make(env_, *solvers_);
  int infeasible = 0;
  int refuted = 0;
  for (unsigned seed = 0; seed < 60; ++seed) {
    const TraceEncoding& encoding = random_trace(seed);
    if (!is_infeasible(encoding)) continue;
    ++infeasible;
    const auto refutation = refuter->refute(encoding);
    if (!refutation) continue;
    ++refuted;
    EXPECT_TRUE(is_chain(encoding, *refutation)) << "seed " << seed;
  }
  EXPECT_GT(infeasible, 15);
  EXPECT_GE(refuted, infeasible * 3 / 4);
}

INSTANTIATE_TEST_SUITE_P(All, RandomChainsTest, testing::ValuesIn(ways()),
                         [](const auto& parameters) { return parameters.param.name; });

}  // namespace
}  // namespace arges::analysis
