#include "analysis/cegar/cegar.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::analysis {

Cegar::Cegar(Env& env, const System& system, Parts parts, std::vector<Monitor*> monitors)
    : env_(env),
      parts_(parts),
      monitors_(std::move(monitors)),
      builder_(env, system, parts.domain, parts.search, monitors_) {}

Verdict Cegar::run(Precision precision) {
  Counter& iterations = env_.statistics.counter("cegar::iterations");
  Counter& tracked = env_.statistics.counter("cegar::precision");
  while (true) {
    iterations.add();
    const Monitor::Iteration iteration{static_cast<std::uint32_t>(iterations.value()),
                                       builder_.arg(), precision};
    for (Monitor* monitor : monitors_) monitor->iteration_started(iteration);

    const auto target = builder_.build(precision);
    if (!target) return {.answer = Answer::holds, .reason = "", .counterexample = {}};
    for (Monitor* monitor : monitors_)
      if (monitor->counterexample_found(iteration, *target) == Advice::stop)
        return {.answer = Answer::unknown, .reason = monitor->stop_reason(), .counterexample = {}};

    const std::vector<NodeId> path = builder_.arg().path_to(*target);
    TraceStatus status = parts_.checker.check(actions_along(path));
    if (status.run)
      return {.answer = Answer::violated, .reason = "", .counterexample = std::move(status.run)};
    if (!status.refutation)
      return {.answer = Answer::unknown, .reason = status.unknown_reason, .counterexample = {}};

    if (!refine(precision, *status.refutation, path))
      return {.answer = Answer::unknown, .reason = "no refinement progress", .counterexample = {}};
    tracked.set(precision.size());
    for (Monitor* monitor : monitors_) monitor->refined(iteration, *status.refutation);
    for (Monitor* monitor : monitors_) monitor->pruned(iteration, builder_.arg().size());
  }
}

std::vector<const Action*> Cegar::actions_along(std::span<const NodeId> path) const {
  std::vector<const Action*> actions;
  for (const NodeId id : path.subspan(1)) actions.push_back(builder_.arg().node(id).action);
  return actions;
}

bool Cegar::refine(Precision& precision, const Refutation& refutation,
                   std::span<const NodeId> path) {
  std::vector<Control> controls;
  for (const NodeId id : path) controls.push_back(builder_.arg().node(id).control);
  const auto learns = [&](Effort effort) {
    const std::uint32_t before = precision.version();
    parts_.domain.refine(precision, refutation, controls, effort);
    return precision.version() != before;
  };
  if (learns(Effort::usual)) {
    prune(parts_.prune, builder_, path, refutation);
    return true;
  }
  // Nothing new to track. Nodes left over from a coarser precision (lazy pruning) may still be to
  // blame: compute those anew. If there are none, the next iteration would be this one again.
  const auto stale = std::find_if(path.begin(), path.end(), [&](NodeId id) {
    return builder_.arg().node(id).precision_version != precision.version();
  });
  if (stale != path.end()) {
    builder_.prune(*stale);
    return true;
  }
  if (!learns(Effort::last_resort)) return false;
  prune(parts_.prune, builder_, path, refutation);
  return true;
}

}  // namespace arges::analysis
