// Successors and covering in the Cartesian predicate domain.
#include <benchmark/benchmark.h>

#include "analysis/domain/predicate/predicate_domain.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

/// The domain over x and y with the predicates x <= 0, x <= 1, … and as many about y.
class Predicates {
 public:
  explicit Predicates(std::int64_t bounds)
      : solvers_(smt::make_z3_factory(env_, system_.context())),
        domain_(env_, system_.context(), *solvers_, {}) {
    system_.add_integer("x");
    system_.add_integer("y");
    for (const std::string name : {"x", "y"})
      for (std::int64_t k = 0; k < bounds; ++k)
        precision_.add_predicate(0, system_.expr(name + " <= " + std::to_string(k)));
  }
  StateId state(const std::string& condition) {
    return domain_.initial(system_.edge(0, 0, "assume " + condition), precision_).front();
  }
  const Action& action(const std::string& statement) { return system_.edge(0, 0, statement); }
  std::vector<StateId> post(StateId state, const Action& action) {
    return domain_.post({state, action, precision_});
  }
  const Domain& domain() const { return domain_; }

 private:
  Env env_;
  test::TinySystem system_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  PredicateDomain domain_;
  Precision precision_{Granularity::global};
};

constexpr const char* statements[] = {
    "x := x + 1",
    "x := y",
    "assume x + y > 4",
    "if (x < y) { x := x + 2 } else { y := y - x }",
};

/// A state that was not met before: what is evident, and the solver for the rest.
void first_post(benchmark::State& state) {
  for (auto _ : state) {
    state.PauseTiming();
    {
      Predicates predicates(8);
      const StateId source = predicates.state("x = 2 and y = 5");
      const Action& action = predicates.action(statements[state.range(0)]);
      state.ResumeTiming();
      benchmark::DoNotOptimize(predicates.post(source, action));
      state.PauseTiming();
    }
    state.ResumeTiming();
  }
  state.SetLabel(statements[state.range(0)]);
}
BENCHMARK(first_post)
    ->Name("predicate/first_post")
    ->DenseRange(0, 3)
    ->Unit(benchmark::kMicrosecond);

/// The same question again.
void known_post(benchmark::State& state) {
  Predicates predicates(8);
  const StateId source = predicates.state("x = 2 and y = 5");
  const Action& action = predicates.action(statements[state.range(0)]);
  for (auto _ : state) benchmark::DoNotOptimize(predicates.post(source, action));
  state.SetLabel(statements[state.range(0)]);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(known_post)->Name("predicate/known_post")->DenseRange(0, 3);

/// Look-ups among the nodes of n × n states at one control point; none is covered by another.
void cover(benchmark::State& state) {
  const std::int64_t bounds = state.range(0);
  Predicates predicates(bounds);
  const auto index = predicates.domain().make_cover_index();
  std::vector<StateId> states;
  for (std::int64_t x = 0; x < bounds; ++x)
    for (std::int64_t y = 0; y < bounds; ++y) {
      states.push_back(
          predicates.state("x = " + std::to_string(x) + " and y = " + std::to_string(y)));
      if ((x + y) % 2 == 0) index->insert(static_cast<NodeId>(states.size()), 0, states.back());
    }
  std::size_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(index->find(0, states[k++ % states.size()]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(cover)->Name("predicate/cover")->Arg(4)->Arg(12);

}  // namespace
}  // namespace arges::analysis
