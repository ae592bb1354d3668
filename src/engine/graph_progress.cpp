#include "engine/graph_progress.h"

#include <cstdint>
#include <set>

#include <fmt/format.h>

#include "base/limits.h"
#include "ir/valuation.h"

namespace arges::engine {

namespace {

using namespace std::chrono_literals;

constexpr auto pause = 2s;
/// Fewer values than these are no reason to think that there is no end.
constexpr std::size_t many_values = 30;
constexpr analysis::NodeId sample_size = 20'000;

}  // namespace

void GraphProgress::look(const analysis::TraceGraph& graph) {
  const Clock::time_point now = Clock::now();
  if (now - last_line_ < pause) return;
  last_line_ = now;
  write_(fmt::format("looking at states: {} nodes, traces of {} configurations, {:.0f} s, {} MB",
                     graph.size(), graph.node(graph.size() - 1).step + 1,
                     std::chrono::duration<double>(now - started_).count(),
                     Limits::resident_megabytes()));
}

std::optional<Growth> largest_growth(const analysis::TraceGraph& graph,
                                     const analysis::TraceGraph::ValuesOf& values_of,
                                     const std::vector<ir::Var>& variables) {
  std::vector<std::set<std::uint64_t>> seen(variables.size());
  const analysis::NodeId stride = graph.size() / sample_size + 1;
  for (analysis::NodeId id = 0; id < graph.size(); id += stride) {
    const ir::Valuation values = values_of(graph.node(id).state);
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (const ir::Value value = values.get(variables[i]); !value.is_unknown())
        seen[i].insert(value.word());
  }
  std::optional<Growth> result;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (seen[i].size() > (result ? result->values : many_values))
      result = Growth{variables[i], seen[i].size()};
  return result;
}

}  // namespace arges::engine
