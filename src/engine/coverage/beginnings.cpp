#include "engine/coverage/beginnings.h"

#include <algorithm>
#include <numeric>

#include "analysis/system/state_variables.h"

namespace arges::engine {

namespace {

using analysis::ConcreteStep;
using analysis::ConcreteTrace;

/// Compares runs of one System.
class Beginnings {
 public:
  explicit Beginnings(const analysis::System& system)
      : variables_(analysis::state_variables(system)) {}

  /// Whether the second run starts with the first one.
  bool is_beginning(const ConcreteTrace& first, const ConcreteTrace& second) const {
    return first.steps.size() <= second.steps.size() && is_same(first.initial, second.initial) &&
           std::equal(first.steps.begin(), first.steps.end(), second.steps.begin(),
                      [&](const ConcreteStep& a, const ConcreteStep& b) {
                        return a.action->id == b.action->id && is_same(a.state, b.state);
                      });
  }

 private:
  bool is_same(const ir::Valuation& a, const ir::Valuation& b) const {
    return std::all_of(variables_.begin(), variables_.end(),
                       [&](ir::Var var) { return a.get(var) == b.get(var); });
  }

  std::vector<ir::Var> variables_;
};

/// The actions are those of a path, or begin with them: to compare them is far less than to make
/// the run.
bool goes_along(const analysis::TraceGraph& graph, const std::vector<analysis::NodeId>& path,
                const ConcreteTrace& run) {
  if (path.size() > run.steps.size() + 1) return false;
  for (std::size_t k = 1; k < path.size(); ++k)
    if (graph.node(path[k]).action->id != run.steps[k - 1].action->id) return false;
  return true;
}

}  // namespace

std::vector<std::size_t> shown_by(const analysis::TraceGraph& graph,
                                  analysis::TraceGenerator& generator,
                                  std::span<const ConcreteTrace> found) {
  const Beginnings runs(graph.system());
  const std::size_t generated = generator.ends().size();
  std::vector<std::size_t> result(generated + found.size());
  std::iota(result.begin(), result.end(), std::size_t{0});
  for (std::size_t a = 0; a < found.size(); ++a)
    for (std::size_t b = 0; b < found.size() && result[generated + a] == generated + a; ++b) {
      const bool is_longer = found[b].steps.size() > found[a].steps.size() || b < a;
      if (a != b && is_longer && runs.is_beginning(found[a], found[b]))
        result[generated + a] = generated + b;
    }
  for (std::size_t i = 0; i < generated && !found.empty(); ++i) {
    const std::vector<analysis::NodeId> path = graph.path_to(generator.ends()[i]);
    for (std::size_t b = 0; b < found.size() && result[i] == i; ++b)
      if (goes_along(graph, path, found[b]) && runs.is_beginning(generator.trace(i), found[b]))
        result[i] = generated + b;
  }
  for (std::size_t& one : result)
    while (result[one] != one) one = result[one];
  return result;
}

}  // namespace arges::engine
