#include "engine/coverage/run_keys.h"

#include <algorithm>

#include "analysis/system/state_variables.h"

namespace arges::engine {

namespace {

bool is_same(const ir::Decision& a, const ir::Decision& b) {
  return a.kind == b.kind && a.branch == b.branch && a.value == b.value;
}

}  // namespace

RunKeys::RunKeys(const analysis::TraceGraph& graph, const analysis::TraceGenerator& generator)
    : graph_(graph),
      generator_(generator),
      variables_(state_variables(graph.system())),
      next_(graph.size()) {}

std::vector<std::uint32_t> RunKeys::of(std::size_t trace) {
  const analysis::ConcreteTrace* run = generator_.own_run(trace);
  if (run == nullptr) return graph_.path_to(generator_.ends()[trace]);
  if (run == last_.run) return last_.keys;
  std::size_t same = last_.run == nullptr ? 0 : common(*last_.run, *run);
  last_.run = run;
  last_.keys.resize(same);
  for (; same <= run->steps.size(); ++same) last_.keys.push_back(next_++);
  return last_.keys;
}

std::size_t RunKeys::common(const analysis::ConcreteTrace& a,
                            const analysis::ConcreteTrace& b) const {
  if (!is_same(a.initial, b.initial)) return 0;
  const auto is_same_step = [&](const analysis::ConcreteStep& one,
                                const analysis::ConcreteStep& other) {
    return one.action == other.action &&
           std::equal(one.decisions.begin(), one.decisions.end(), other.decisions.begin(),
                      other.decisions.end(), engine::is_same) &&
           is_same(one.state, other.state);
  };
  const auto ends =
      std::mismatch(a.steps.begin(), a.steps.end(), b.steps.begin(), b.steps.end(), is_same_step);
  return 1 + static_cast<std::size_t>(ends.first - a.steps.begin());
}

bool RunKeys::is_same(const ir::Valuation& a, const ir::Valuation& b) const {
  return std::all_of(variables_.begin(), variables_.end(),
                     [&](ir::Var var) { return a.get(var) == b.get(var); });
}

}  // namespace arges::engine
