// Compiled evaluation of expressions, beside the reference evaluator that certificates use.
#include <benchmark/benchmark.h>

#include "ir/evaluator.h"
#include "ir/reference_evaluator.h"
#include "support/core_text.h"

namespace arges {
namespace {

/// Conditions and terms over x, y (integers) and p, q (Booleans).
constexpr const char* expressions[] = {
    "x < 10",
    "x + 2 * y - 3",
    "p and not q and x + y <= 100 and (x > 5 or y mod 3 = 1)",
    "if p then (if q then x + 1 else y + 1) else x * y",
};

class Expressions : public test::CoreText {
 public:
  Expressions() {
    for (const char* name : {"x", "y"}) variables.push_back(integer(name));
    for (const char* name : {"p", "q"}) variables.push_back(boolean(name));
  }
  std::vector<ir::Var> variables;
};

void compiled(benchmark::State& state) {
  Expressions text;
  ir::SlotMap slots;
  for (const ir::Var var : text.variables) slots.slot(var);
  const ir::Evaluator evaluate(text.expr(expressions[state.range(0)]), slots);
  std::vector<ir::Value> values{ir::Value::small(7), ir::Value::small(5), ir::Value::boolean(true),
                                ir::Value::boolean(false)};
  for (auto _ : state) benchmark::DoNotOptimize(evaluate(values));
  state.SetLabel(expressions[state.range(0)]);
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(compiled)->Name("evaluation/compiled")->DenseRange(0, 3);

void reference(benchmark::State& state) {
  Expressions text;
  const ir::Expr expression = text.expr(expressions[state.range(0)]);
  ir::Valuation values;
  for (const ir::Var var : text.variables)
    values.set(var, var->type.is_bool() ? ir::Value::boolean(true) : ir::Value::small(7));
  for (auto _ : state) benchmark::DoNotOptimize(ir::reference_evaluate(expression, values));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(reference)->Name("evaluation/reference")->DenseRange(0, 3);

}  // namespace
}  // namespace arges
