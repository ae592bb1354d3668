#include "analysis/monitor/refinement_progress.h"

#include <fmt/format.h>

#include "base/counted.h"

namespace arges::analysis {

Fingerprint KnownCounterexamples::surroundings(const Monitor::Iteration& iteration) const {
  return reader_.graph(iteration.arg).with(reader_.precision(iteration.precision));
}

void KnownCounterexamples::add(const Monitor::Iteration& iteration, NodeId target) {
  counterexamples_.insert(reader_.path(iteration.arg, target));
  if (recognition_ == Recognition::graph) surroundings_.insert(surroundings(iteration));
}

bool KnownCounterexamples::contains(const Monitor::Iteration& iteration, NodeId target) const {
  // Most runs never get stuck, and printing states takes time.
  if (counterexamples_.empty()) return false;
  const Arg& arg = iteration.arg;
  for (NodeId id = target; id != no_node; id = arg.node(id).parent)
    if (arg.node(id).precision_version != iteration.precision.version()) return false;
  return counterexamples_.contains(reader_.path(arg, target)) &&
         (recognition_ == Recognition::counterexample ||
          surroundings_.contains(surroundings(iteration)));
}

Advice StuckDetector::counterexample_found(const Iteration& iteration, NodeId target) {
  return known_.contains(iteration, target) ? Advice::stop : Advice::proceed;
}

Advice StuckDetector::taught_nothing(const Iteration& iteration, NodeId target) {
  // A graph that is thrown away will be the same again; one that is kept may have grown elsewhere
  // by the time this counterexample is back (Figure 6.3).
  if (prune_ == PruneKind::full) return Advice::stop;
  known_.add(iteration, target);
  return Advice::proceed;
}

StuckMitigator::StuckMitigator(KnownCounterexamples known, PruneKind prune)
    : known_(std::move(known)) {
  // The paper finds the counterexample once more before it goes past it. Nothing will have changed
  // by then, unless the graph counts and a part of it is kept.
  if (known_.recognition() == Recognition::graph && prune == PruneKind::lazy)
    advice_ = Advice::proceed;
}

Advice StuckMitigator::counterexample_found(const Iteration& iteration, NodeId target) {
  return known_.contains(iteration, target) ? Advice::go_past : Advice::proceed;
}

Advice StuckMitigator::taught_nothing(const Iteration& iteration, NodeId target) {
  known_.add(iteration, target);
  return advice_;
}

std::optional<std::string> StuckMitigator::concern() const {
  if (known_.size() == 0) return std::nullopt;
  return fmt::format(
      "{} taught nothing new: this domain can't exclude {}, so that the "
      "answer can't be true unless another refinement does",
      counted(known_.size(), "spurious counterexample"), known_.size() == 1 ? "it" : "them");
}

}  // namespace arges::analysis
