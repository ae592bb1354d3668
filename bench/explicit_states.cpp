// States of the explicit domain: interning, covering, successors by evaluation alone.
#include <benchmark/benchmark.h>

#include "analysis/domain/explicit/explicit_domain.h"
#include "smt/z3/factory.h"
#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

constexpr std::int64_t num_variables = 12;

/// The k-th of a sequence of states that differ in few variables.
std::vector<ir::Value> values_of(std::int64_t k) {
  std::vector<ir::Value> result;
  for (std::int64_t i = 0; i < num_variables; ++i) result.push_back(ir::Value::small(k >> i & 1));
  result.back() = ir::Value::small(k);
  return result;
}

std::vector<ir::Var> make_variables(test::TinySystem& system) {
  std::vector<ir::Var> result;
  for (std::int64_t i = 0; i < num_variables; ++i)
    result.push_back(system.add_integer("v" + std::to_string(i)));
  return result;
}

void intern_new(benchmark::State& state) {
  test::TinySystem system;
  const std::vector<ir::Var> variables = make_variables(system);
  ExplicitStates states;
  const VarMask* mask = states.mask(variables);
  std::int64_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(states.intern(mask, values_of(k++)));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(intern_new)->Name("explicit/intern_new");

void intern_known(benchmark::State& state) {
  test::TinySystem system;
  const std::vector<ir::Var> variables = make_variables(system);
  ExplicitStates states;
  const VarMask* mask = states.mask(variables);
  constexpr std::int64_t many = 10000;
  for (std::int64_t k = 0; k < many; ++k) states.intern(mask, values_of(k));
  std::int64_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(states.intern(mask, values_of(k++ % many)));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(intern_known)->Name("explicit/intern_known");

/// Look-ups among so many nodes at one control point, every tenth of which knows fewer variables.
void cover(benchmark::State& state) {
  test::TinySystem system;
  std::vector<ir::Var> variables = make_variables(system);
  ExplicitStates states;
  const VarMask* all = states.mask(variables);
  variables.pop_back();
  const VarMask* fewer = states.mask(variables);
  ExplicitCoverIndex index(states);
  std::vector<StateId> known;
  for (std::int64_t k = 0; k < state.range(0); ++k) {
    std::vector<ir::Value> values = values_of(k);
    if (k % 10 == 0) values.pop_back();
    known.push_back(states.intern(k % 10 == 0 ? fewer : all, values));
    if (k % 2 == 0) index.insert(static_cast<NodeId>(k), 0, known.back());
  }
  std::size_t k = 0;
  for (auto _ : state) benchmark::DoNotOptimize(index.find(0, known[k++ % known.size()]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(cover)->Name("explicit/cover")->Arg(100)->Arg(10000);

constexpr const char* statements[] = {
    "x := x + 1",
    "assume x < 1000000000; x := x + 1; y := x mod 7",
    "if (p) { y := x } else { y := x + 1 }; havoc p; choice { x := x + 1 } or { x := x + 2 }",
};

void post(benchmark::State& state) {
  Env env;
  test::TinySystem system;
  Precision precision(Granularity::global);
  for (const char* name : {"x", "y"}) precision.add_variable(0, system.add_integer(name));
  precision.add_variable(0, system.add_boolean("p"));
  const auto solvers = smt::make_z3_factory(env, system.context());
  ExplicitDomain domain(env, system.context(), *solvers, 10);
  const Action& action = system.edge(0, 0, statements[state.range(0)]);
  StateId at = domain.initial(system.edge(0, 0, "assume x = 0 and y = 0 and p"), precision).front();
  for (auto _ : state) at = domain.post({at, action, precision}).front();
  state.SetLabel(statements[state.range(0)]);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(post)->Name("explicit/post")->DenseRange(0, 2);

}  // namespace
}  // namespace arges::analysis
