#include "lts/temporal/lasso.h"

#include <algorithm>
#include <functional>

#include "base/invariant.h"

namespace arges::lts {

namespace {

using State = ActionProduct::State;
using Edge = ActionProduct::Edge;

/// Looks for ways through the known part of a product.
class WayFinder {
 public:
  WayFinder(ActionProduct& product, const std::vector<State>& accepting, const Limits* limits)
      : product_(product), limits_(limits), in_component_(product.num_states(), false) {
    for (const State s : accepting) in_component_[s] = true;
  }

  bool in_component(State s) const { return s < in_component_.size() && in_component_[s]; }
  bool is_known(State s) const { return s < in_component_.size(); }

  /// A shortest way whose last edge is as wanted, over states that count; at least one edge.
  std::vector<Edge> way(State start, const std::function<bool(State)>& counts,
                        const std::function<bool(const Edge&)>& wanted) {
    struct Arrival {
      State from;
      Edge edge;
    };
    std::unordered_map<State, Arrival> arrivals;
    std::vector<State> open{start};
    for (std::size_t i = 0; i < open.size(); ++i) {
      if (limits_ != nullptr) limits_->check();
      for (const Edge& edge : product_.edges(open[i])) {
        if (!counts(edge.target)) continue;
        if (wanted(edge)) {
          std::vector<Edge> result{edge};
          for (State at = open[i]; at != start; at = arrivals.at(at).from)
            result.push_back(arrivals.at(at).edge);
          std::reverse(result.begin(), result.end());
          return result;
        }
        if (edge.target == start ||
            !arrivals.try_emplace(edge.target, Arrival{open[i], edge}).second)
          continue;
        open.push_back(edge.target);
      }
    }
    UNREACHABLE("a way through an accepting component should exist");
  }

 private:
  ActionProduct& product_;
  const Limits* limits_;
  std::vector<bool> in_component_;
};

}  // namespace

Run accepted_run(ActionProduct& product, const ParallelView& system,
                 const std::vector<State>& accepting, const Limits* limits) {
  WayFinder finder(product, accepting, limits);
  const auto inside = [&](State s) { return finder.in_component(s); };
  Run run;
  run.start = system.tuple(product.system_state(product.initial()));
  State at = product.initial();
  const auto go = [&](const std::vector<Edge>& way) {
    for (const Edge& edge : way)
      run.steps.push_back({edge.action, system.tuple(product.system_state(edge.target))});
    at = way.back().target;
  };
  if (!inside(at))
    go(finder.way(
        at, [&](State s) { return finder.is_known(s); },
        [&](const Edge& edge) { return inside(edge.target); }));
  const State entry = at;
  run.loop_start = run.steps.size();
  automata::Marks seen = 0;
  while (seen != product.all_marks()) {
    const std::vector<Edge> way =
        finder.way(at, inside, [&](const Edge& edge) { return (edge.marks & ~seen) != 0; });
    for (const Edge& edge : way) seen |= edge.marks;
    go(way);
  }
  if (at != entry || run.steps.size() == *run.loop_start)
    go(finder.way(at, inside, [entry](const Edge& edge) { return edge.target == entry; }));
  return run;
}

}  // namespace arges::lts
