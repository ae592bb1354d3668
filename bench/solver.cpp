// Queries as predicate abstraction asks them: a transition is asserted, predicates are assumed.
#include <benchmark/benchmark.h>

#include "base/env.h"
#include "ir/unfold.h"
#include "smt/z3/factory.h"
#include "support/core_text.h"

namespace arges::smt {
namespace {

/// x and y as integers, or as bit-vectors of so many bits.
class Transition : public test::CoreText {
 public:
  explicit Transition(std::uint32_t width) : width_(width) {
    const ir::Type type = width == 0 ? context.int_type() : context.bv_type(width);
    x = context.var(declare("x", type));
    y = context.var(declare("y", type));
    const ir::Stmt statement =
        ir::if_(less(x, y), ir::assign(x.var(), sum(x, number(1))), ir::assign(y.var(), x));
    unfolding = ir::Unfolder(context).unfold(statement, {});
  }
  ir::Expr number(int n) {
    return width_ == 0 ? context.int_literal(n) : context.bv_literal(width_, n);
  }
  ir::Expr less(ir::Expr a, ir::Expr b) const {
    return width_ == 0 ? ir::lt(a, b) : ir::binary(ir::Op::bv_slt, a, b);
  }
  ir::Expr sum(ir::Expr a, ir::Expr b) const {
    return width_ == 0 ? ir::add(a, b) : ir::binary(ir::Op::bv_add, a, b);
  }

  ir::Expr x;
  ir::Expr y;
  ir::Unfolding unfolding;

 private:
  std::uint32_t width_;
};

void assumptions(benchmark::State& state) {
  Env env;
  Transition transition(static_cast<std::uint32_t>(state.range(0)));
  const auto solver = make_z3_factory(env, transition.context)->make();
  solver->add(transition.unfolding.formula);
  constexpr int bounds = 8;
  std::vector<std::vector<ir::Expr>> queries;
  for (int k = 0; k < bounds; ++k)
    for (int l = 0; l < bounds; ++l) {
      const ir::Expr before = transition.less(transition.x, transition.number(k));
      const ir::Expr after = transition.unfolding.after.apply(
          ir::not_(transition.less(transition.y, transition.number(l))));
      queries.push_back({before, transition.less(transition.number(0), transition.y), after});
    }
  std::size_t next = 0;
  for (auto _ : state) benchmark::DoNotOptimize(solver->check(queries[next++ % queries.size()]));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(assumptions)->Name("solver/assumptions/bits")->Arg(0)->Arg(8)->Arg(32);

}  // namespace
}  // namespace arges::smt
