// Reading a large XSTS model, as statecharts are translated to.
#include <algorithm>

#include <benchmark/benchmark.h>

#include "frontend/xsts/xsts_parser.h"
#include "support/large_xsts.h"

namespace arges::frontend {
namespace {

void xsts(benchmark::State& state) {
  const std::string text = test::large_xsts(static_cast<int>(state.range(0)));
  const auto source = std::make_shared<const SourceText>("large.xsts", text);
  for (auto _ : state) {
    ir::Context context;
    benchmark::DoNotOptimize(parse_xsts(context, source));
  }
  const auto lines = std::count(text.begin(), text.end(), '\n');
  state.counters["lines"] =
      benchmark::Counter(static_cast<double>(lines), benchmark::Counter::kIsIterationInvariantRate);
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(xsts)->Name("parsing/xsts/lines")->Arg(1000)->Arg(20000)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace arges::frontend
