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

/// What the monitors advise; all of them hear of the event, the strongest advice counts.
struct Counsel {
  Advice advice = Advice::proceed;
  std::string reason = {};  ///< to stop
};

template <typename Ask>
Counsel counsel(std::span<Monitor* const> monitors, const Ask& ask) {
  Counsel result;
  for (Monitor* monitor : monitors) {
    const Advice advice = ask(*monitor);
    if (advice > result.advice) result = {advice, monitor->stop_reason()};
  }
  return result;
}

}  // namespace

Verdict Cegar::run(Precision precision) {
  precision_ = std::move(precision);
  Counter& iterations = env_.statistics.counter("cegar::iterations");
  while (true) {
    iterations.add();
    const Iteration iteration{static_cast<std::uint32_t>(iterations.value()), builder_.arg(),
                              precision_};
    for (Monitor* monitor : monitors_) monitor->iteration_started(iteration);
    const std::uint32_t version = precision_.version();
    const std::vector<NodeId> targets = builder_.build(precision_, parts_.targets);
    if (!targets.empty() && parts_.restarts_after_drop && precision_.version() != version) {
      builder_.prune_all();
      continue;
    }
    if (targets.empty()) {
      if (auto verdict = conclude()) return *std::move(verdict);
      continue;
    }

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

std::optional<Verdict> Cegar::conclude() {
  INVARIANT(builder_.is_complete(), "a finished graph should have no node left to expand");
  const std::vector<NodeId> targets = builder_.targets();
  if (targets.empty()) return Verdict{.answer = Answer::holds, .reason = "", .counterexample = {}};
  // Counterexamples that the search went past: the precision may have grown since.
  for (const NodeId target : targets)
    if (prune_outdated(builder_.arg().path_to(target))) return std::nullopt;
  return unknown("no refinement progress");
}

std::optional<Verdict> Cegar::treat(NodeId target, const Iteration& iteration) {
  Counsel heard = counsel(
      monitors_, [&](Monitor& monitor) { return monitor.counterexample_found(iteration, target); });
  switch (heard.advice) {
    case Advice::proceed:
      return check_and_refine(target, iteration);
    case Advice::go_past:
      go_past(target);
      return std::nullopt;
    case Advice::stop:
      return unknown(std::move(heard.reason));
  }
  UNREACHABLE("advice should be known");
}

std::optional<Verdict> Cegar::check_and_refine(NodeId target, const Iteration& iteration) {
  const std::vector<NodeId> path = builder_.arg().path_to(target);
  TraceStatus status = parts_.checker.check(actions_along(path));
  if (status.run)
    return Verdict{
        .answer = Answer::violated, .reason = "", .counterexample = std::move(status.run)};
  if (!status.is_spurious) return unknown(status.unknown_reason);
  if (!status.refutation) return repeat(target, {}, iteration);
  const auto helpful = refine(*status.refutation, path);
  if (!helpful) return repeat(target, status.refutation, iteration);
  env_.statistics.counter("cegar::precision").set(precision_.size());
  for (Monitor* monitor : monitors_) monitor->refined(iteration, *helpful);
  return std::nullopt;
}

std::optional<Verdict> Cegar::repeat(NodeId target, const std::optional<Refutation>& refutation,
                                     const Iteration& iteration) {
  Counsel heard = counsel(
      monitors_, [&](Monitor& monitor) { return monitor.taught_nothing(iteration, target); });
  switch (heard.advice) {
    case Advice::proceed:
      if (!refutation) return unknown("no refinement progress");
      prune(parts_.prune, builder_, builder_.arg().path_to(target), *refutation);
      return std::nullopt;
    case Advice::go_past:
      go_past(target);
      return std::nullopt;
    case Advice::stop:
      return unknown(std::move(heard.reason));
  }
  UNREACHABLE("advice should be known");
}

void Cegar::go_past(NodeId target) {
  env_.statistics.counter("cegar::gone_past").add();
  builder_.go_past(target);
}

std::vector<const Action*> Cegar::actions_along(std::span<const NodeId> path) const {
  std::vector<const Action*> actions;
  for (const NodeId id : path.subspan(1)) actions.push_back(builder_.arg().node(id).action);
  return actions;
}

bool Cegar::learn(const Refutation& refutation, std::span<const NodeId> path, Effort effort) {
  std::vector<Control> controls;
  for (const NodeId id : path) controls.push_back(builder_.arg().node(id).control);
  const std::uint32_t before = precision_.version();
  parts_.domain.refine(precision_, refutation, controls, effort);
  return precision_.version() != before;
}

std::optional<Refutation> Cegar::refine(const Refutation& refutation,
                                        std::span<const NodeId> path) {
  if (learn(refutation, path, Effort::usual)) {
    prune(parts_.prune, builder_, path, refutation);
    return refutation;
  }
  // Nothing new to track. Nodes left over from a coarser precision (lazy pruning) may still be to
  // blame: compute those anew. If there are none, only stronger means can help.
  if (prune_outdated(path)) return refutation;
  if (learn(refutation, path, Effort::last_resort)) {
    prune(parts_.prune, builder_, path, refutation);
    return refutation;
  }
  auto other = parts_.checker.explain_again(actions_along(path));
  if (!other || (!learn(*other, path, Effort::usual) && !learn(*other, path, Effort::last_resort)))
    return std::nullopt;
  prune(parts_.prune, builder_, path, *other);
  return other;
}

bool Cegar::prune_outdated(std::span<const NodeId> path) {
  const auto outdated = std::find_if(path.begin(), path.end(), [&](NodeId id) {
    return builder_.arg().node(id).precision_version != precision_.version();
  });
  if (outdated == path.end()) return false;
  builder_.prune(*outdated);
  return true;
}

}  // namespace arges::analysis
