// Interpolants for a trace of n rounds of a loop: weakest preconditions, Farkas' lemma.
#include <benchmark/benchmark.h>

#include "analysis/refine/chain_refuter.h"
#include "analysis/refine/precondition_refuter.h"
#include "smt/interpolation/farkas.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

/// x and y count up together, so that they never differ.
class LoopTrace {
 public:
  explicit LoopTrace(std::int64_t rounds) {
    system_.add_integer("x");
    system_.add_integer("y");
    system_.set_initial("x = 0 and y = 0");
    const Action& round = system_.edge(0, 0, "x := x + 1; y := y + 1");
    actions_.assign(static_cast<std::size_t>(rounds), &round);
    actions_.push_back(&system_.edge(0, 1, "assume x /= y"));
    solvers_ = smt::make_z3_factory(env_, system_.context());
  }
  TraceEncoding encoding() const { return {system_, actions_}; }
  Env& env() { return env_; }
  smt::SolverFactory& solvers() { return *solvers_; }

 private:
  Env env_;
  test::TinySystem system_;
  std::vector<const Action*> actions_;
  std::unique_ptr<smt::SolverFactory> solvers_;
};

void preconditions(benchmark::State& state) {
  LoopTrace trace(state.range(0));
  PreconditionRefuter refuter(trace.env(), trace.solvers(),
                              PreconditionRefuter::Statements::contradictory,
                              PreconditionRefuter::Quantifiers::none);
  const TraceEncoding encoding = trace.encoding();
  for (auto _ : state)
    if (!refuter.refute(encoding)) return state.SkipWithError("no refutation");
  state.SetComplexityN(state.range(0));
}
BENCHMARK(preconditions)
    ->Name("interpolation/preconditions")
    ->RangeMultiplier(4)
    ->Range(4, 64)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

void farkas(benchmark::State& state) {
  LoopTrace trace(state.range(0));
  const smt::FormulaTrace formulas = formula_trace(trace.encoding());
  for (auto _ : state)
    if (!smt::farkas_interpolants(trace.env(), trace.solvers(), formulas,
                                  smt::FarkasForm::equalities))
      return state.SkipWithError("no interpolants");
  state.SetComplexityN(state.range(0));
}
BENCHMARK(farkas)
    ->Name("interpolation/farkas")
    ->RangeMultiplier(4)
    ->Range(4, 64)
    ->Unit(benchmark::kMillisecond)
    ->Complexity();

}  // namespace
}  // namespace arges::analysis
