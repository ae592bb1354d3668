#pragma once

#include <memory>
#include <optional>
#include <span>

#include "analysis/arg/arg.h"
#include "analysis/domain/domain.h"
#include "analysis/monitor/monitor.h"
#include "analysis/search/waitlist.h"
#include "base/env.h"

namespace arges::analysis {

/// When a graph is large enough: at the first node at a target, or when all are found.
enum class Targets : std::uint8_t { first, all };

/// Grows an abstract reachability graph until it has a node at a target or is complete: the
/// "abstractor" of CEGAR (Bajkai 2018, Section 2.2.1).
class ArgBuilder {
 public:
  ArgBuilder(Env& env, const System& system, Domain& domain, SearchKind search,
             std::span<Monitor* const> monitors);

  /// Continues from what the graph holds (at first: nothing). Returns nodes at targets that were
  /// not returned before, or none once every node is expanded or covered.
  std::vector<NodeId> build(Precision& precision, Targets targets);

  /// Removes a node with all below it, to be computed anew by the next build.
  void prune(NodeId id);
  void prune_all();

  /// Leaves a target in the graph and lets the search go on (Ádám 2023, Algorithm 6.2, lines 7 to
  /// 12). No node on the way to it covers another from here on, as long as the target is there:
  /// what is covered by it may have other ways to go (Figure 6.4), and comes back to the waitlist.
  void go_past(NodeId target);
  /// All nodes at targets; without any, a finished graph is a proof.
  std::vector<NodeId> targets() const;
  /// Whether every node is expanded or covered.
  bool is_complete() const;

  const Arg& arg() const { return arg_; }

 private:
  void start(Precision& precision);
  /// Neither covered nor expanded as a whole.
  bool needs_expanding(NodeId id) const;
  /// What covers the node from now on, if anything does.
  std::optional<NodeId> try_cover(NodeId id);
  /// Computes successors for the pending actions, until there are some at a target.
  void expand(NodeId id, Precision& precision);
  /// Of the targets found, those still there: the first one or all; they count as returned.
  std::vector<NodeId> take_found(Targets targets);
  /// The next action of a node that has no successors yet, or null.
  const Action* take_action(NodeId id);
  bool is_expanded(const ArgNode& node) const;
  NodeId created(NodeId id);
  void forget_subtree(NodeId top);
  /// What lost its coverer is to be processed, and may cover.
  void reopen(std::span<const NodeId> uncovered);
  /// A part with so many targets gone past leaves the graph above this node.
  void forget_targets(NodeId above, std::uint32_t gone_past);

  Env& env_;
  const System& system_;
  Domain& domain_;
  Action start_;  ///< assumes the initial condition
  std::vector<Monitor*> monitors_;
  Arg arg_;
  std::unique_ptr<Waitlist> waitlist_;
  std::unique_ptr<CoverIndex> cover_index_;
  std::vector<Waitlist::Entry> found_;  ///< at targets, in the order in which they were made
  Counter& nodes_;                      ///< the most at one time
  Counter& nodes_created_;
  Counter& nodes_covered_;
  Timer& time_;
};

}  // namespace arges::analysis
