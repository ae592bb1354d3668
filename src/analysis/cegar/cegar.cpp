#include "analysis/cegar/cegar.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::analysis {

Cegar::Cegar(Env& env, const System& system, Parts parts, std::vector<Monitor*> monitors)
    : env_(env),
      parts_(parts),
      monitors_(std::move(monitors)),
      builder_(env, system, parts.domain, parts.search, monitors_) {}

namespace {

Verdict unknown(std::string reason) {
  return {.answer = Answer::unknown, .reason = std::move(reason), .counterexample = {}};
}

}  // namespace

Verdict Cegar::run(Precision precision) {
  precision_ = std::move(precision);
  Counter& iterations = env_.statistics.counter("cegar::iterations");
  while (true) {
    iterations.add();
    const Monitor::Iteration iteration{static_cast<std::uint32_t>(iterations.value()),
                                       builder_.arg(), precision_};
    for (Monitor* monitor : monitors_) monitor->iteration_started(iteration);
    const std::uint32_t version = precision_.version();
    const std::vector<NodeId> targets = builder_.build(precision_, parts_.targets);
    if (!targets.empty() && parts_.restarts_after_drop && precision_.version() != version) {
      builder_.prune_all();
      continue;
    }
    if (targets.empty()) return {.answer = Answer::holds, .reason = "", .counterexample = {}};

    std::vector<std::uint32_t> serials;
    serials.reserve(targets.size());
    for (const NodeId target : targets) serials.push_back(builder_.arg().node(target).serial);
    for (std::size_t i = 0; i < targets.size(); ++i) {
      // Pruning after one counterexample may have removed another.
      if (builder_.arg().end() <= targets[i] ||
          builder_.arg().node(targets[i]).serial != serials[i])
        continue;
      if (auto verdict = treat(targets[i], iteration)) return *std::move(verdict);
    }
    for (Monitor* monitor : monitors_) monitor->pruned(iteration, builder_.arg().size());
  }
}

std::optional<Verdict> Cegar::treat(NodeId target, const Monitor::Iteration& iteration) {
  for (Monitor* monitor : monitors_)
    if (monitor->counterexample_found(iteration, target) == Advice::stop)
      return unknown(monitor->stop_reason());
  const std::vector<NodeId> path = builder_.arg().path_to(target);
  TraceStatus status = parts_.checker.check(actions_along(path));
  if (status.run)
    return Verdict{
        .answer = Answer::violated, .reason = "", .counterexample = std::move(status.run)};
  if (!status.refutation) return unknown(status.unknown_reason);
  if (!refine(*status.refutation, path)) return unknown("no refinement progress");
  env_.statistics.counter("cegar::precision").set(precision_.size());
  for (Monitor* monitor : monitors_) monitor->refined(iteration, *status.refutation);
  return std::nullopt;
}

std::vector<const Action*> Cegar::actions_along(std::span<const NodeId> path) const {
  std::vector<const Action*> actions;
  for (const NodeId id : path.subspan(1)) actions.push_back(builder_.arg().node(id).action);
  return actions;
}

bool Cegar::refine(const Refutation& refutation, std::span<const NodeId> path) {
  std::vector<Control> controls;
  for (const NodeId id : path) controls.push_back(builder_.arg().node(id).control);
  const auto learns = [&](Effort effort) {
    const std::uint32_t before = precision_.version();
    parts_.domain.refine(precision_, refutation, controls, effort);
    return precision_.version() != before;
  };
  if (learns(Effort::usual)) {
    prune(parts_.prune, builder_, path, refutation);
    return true;
  }
  // Nothing new to track. Nodes left over from a coarser precision (lazy pruning) may still be to
  // blame: compute those anew. If there are none, the next iteration would be this one again.
  const auto stale = std::find_if(path.begin(), path.end(), [&](NodeId id) {
    return builder_.arg().node(id).precision_version != precision_.version();
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
