#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/tracegen/trace_generator.h"

namespace arges::engine {

/// Tells which traces begin with the same run. Traces along the same nodes need not: a trace that
/// was searched for has values of its own there.
class RunKeys {
 public:
  /// Both must outlive it.
  RunKeys(const analysis::TraceGraph& graph, const analysis::TraceGenerator& generator);

  /// A key for the start of a trace and one for each action. Where a step ends, equal keys have the
  /// same run behind them: actions, decisions and states.
  std::vector<std::uint32_t> of(std::size_t trace);

 private:
  /// How many keys two runs have in common.
  std::size_t common(const analysis::ConcreteTrace& a, const analysis::ConcreteTrace& b) const;
  bool is_same(const ir::Valuation& a, const ir::Valuation& b) const;

  const analysis::TraceGraph& graph_;
  const analysis::TraceGenerator& generator_;
  std::vector<ir::Var> variables_;
  std::uint32_t next_;  ///< nodes are keys of runs that were evaluated
  /// The last trace with values of its own.
  struct Searched {
    const analysis::ConcreteTrace* run = nullptr;
    std::vector<std::uint32_t> keys = {};
  };
  Searched last_;
};

}  // namespace arges::engine
