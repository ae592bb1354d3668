#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analysis/tracegen/trace_graph.h"
#include "base/env.h"
#include "engine/coverage/goals.h"
#include "engine/task.h"
#include "output/trace_set.h"

namespace arges::engine {

/// What `arges traces` is asked for.
struct TraceRequest {
  LoadRequest model;
  /// The data to be tracked, as names with `*` for any characters; nothing: all of it.
  std::optional<std::vector<std::string>> tracked = {};
  CoverageRequest coverage = {};
  /// For goals that no trace meets, all together; 0: they are not looked for.
  double search_seconds = 60;
  /// Whether all traces are wanted, or few that meet the same goals.
  enum class Size : std::uint8_t { all, few } size = Size::all;
  std::uint64_t most_traces = 0;  ///< 0: all
  std::uint32_t longest = 0;      ///< steps of a trace; 0: any number
  analysis::TraceGraph::DeadEnds dead_ends = analysis::TraceGraph::DeadEnds::cut;
  /// Gets lines that tell how far it is; none: nobody wants to know.
  std::function<void(const std::string&)> progress = {};
};

/// A set of traces with what they refer to.
class GeneratedTraces {
 public:
  /// Generates them: reads the model, builds the graph, finds the traces, replays each one and
  /// tells what they cover. Throws UsageError or InputError. Where a limit ends that, the set has
  /// what was found until then.
  GeneratedTraces(Env& env, const TraceRequest& request);
  ~GeneratedTraces();
  GeneratedTraces(const GeneratedTraces&) = delete;
  GeneratedTraces& operator=(const GeneratedTraces&) = delete;

  const output::TraceSet& set() const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace arges::engine
