#include "model/statechart/interpreter/selection.h"

#include <algorithm>
#include <map>

#include "base/invariant.h"

namespace arges::model::statechart {

namespace {

template <typename T>
bool contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

bool Selection::condition_holds(TransitionId id, By by) const {
  const Trigger& trigger = transition(id).trigger;
  switch (trigger.kind) {
    case Trigger::Kind::nothing:
      if (by == By::event) return false;
      break;
    case Trigger::Kind::events: {
      const auto is_there = [&](EventId event) { return run_.is_present({machine_, event}); };
      if (by == By::nothing || std::none_of(trigger.events.begin(), trigger.events.end(), is_there))
        return false;
      break;
    }
    case Trigger::Kind::formula:
      if (by == By::nothing || !run_.holds(trigger.formula)) return false;
      break;
  }
  return run_.holds(transition(id).guard);
}

bool Selection::sources_are_active(TransitionId id) const {
  const std::vector<NodeId>& others = transition(id).other_sources;
  return run_.is_active(machine_, transition(id).source) &&
         std::all_of(others.begin(), others.end(),
                     [&](NodeId other) { return run_.is_active(machine_, other); });
}

bool Selection::is_enabled(TransitionId id, By by) const {
  return sources_are_active(id) && condition_holds(id, by);
}

bool Selection::any_enabled(By by) const {
  for (TransitionId id = 0; id < facts_.machine().transitions.size(); ++id)
    if (is_enabled(id, by)) return true;
  return false;
}

std::vector<NodeId> Selection::leaves() const {
  std::vector<NodeId> result;
  for (NodeId id = 0; id < facts_.machine().nodes.size(); ++id) {
    const std::vector<NodeId>& children = facts_.node(id).children;
    const bool is_leaf = std::none_of(children.begin(), children.end(), [&](NodeId child) {
      return run_.is_active(machine_, child);
    });
    if (run_.is_active(machine_, id) && is_leaf) result.push_back(id);
  }
  return result;
}

std::vector<NodeId> Selection::way(NodeId leaf) const {
  std::vector<NodeId> result;
  for (NodeId at = leaf; at != none; at = facts_.node(at).parent) result.push_back(at);
  if (facts_.machine().semantics.priority == Semantics::Priority::outer_first)
    std::reverse(result.begin(), result.end());
  return result;
}

std::vector<TransitionId> Selection::select(By by) const {
  std::map<NodeId, TransitionId> chosen;  // one of each node, for all states below it
  std::vector<TransitionId> selected;
  for (const NodeId leaf : leaves()) {
    for (const NodeId node : way(leaf)) {
      auto at = chosen.find(node);
      if (at == chosen.end()) {
        std::vector<TransitionId> enabled;
        for (const TransitionId id : facts_.node(node).outgoing)
          if (is_enabled(id, by)) enabled.push_back(id);
        const TransitionId one = enabled.empty() ? none : choose(std::move(enabled));
        at = chosen.emplace(node, one).first;
      }
      if (at->second == none) continue;
      if (!contains(selected, at->second)) selected.push_back(at->second);
      break;
    }
  }
  return facts_.machine().semantics.conflict == Semantics::Conflict::any
             ? any_without_conflicts(selected)
             : without_conflicts(selected);
}

TransitionId Selection::choose(std::vector<TransitionId> enabled) const {
  const auto is_else = [&](TransitionId id) { return transition(id).is_else; };
  if (!std::all_of(enabled.begin(), enabled.end(), is_else))
    enabled.erase(std::remove_if(enabled.begin(), enabled.end(), is_else), enabled.end());
  const Semantics::Conflict how = facts_.machine().semantics.conflict;
  for (std::size_t i = 0; i < enabled.size(); ++i) {
    for (std::size_t j = i + 1; j < enabled.size(); ++j) {
      const bool is_decided = how == Semantics::Conflict::largest &&
                              transition(enabled[i]).priority != transition(enabled[j]).priority;
      if (!is_decided) run_.conflict(machine_, enabled[i], enabled[j]);
    }
  }
  std::vector<std::int64_t> priorities;
  priorities.reserve(enabled.size());
  for (const TransitionId id : enabled) priorities.push_back(transition(id).priority);
  return enabled[pick(run_, how, priorities)];
}

// Appendix D: removeConflictingTransitions.
std::vector<TransitionId> Selection::without_conflicts(
    const std::vector<TransitionId>& selected) const {
  std::vector<TransitionId> kept;
  for (const TransitionId one : selected) {
    std::vector<TransitionId> dropped;
    bool is_dropped = false;
    for (const TransitionId other : kept) {
      if (!exits_meet(one, other)) continue;
      if (goes_before(one, other)) {
        dropped.push_back(other);
      } else {
        is_dropped = true;
        break;
      }
    }
    if (is_dropped) continue;
    for (const TransitionId other : dropped) kept.erase(std::find(kept.begin(), kept.end(), other));
    kept.push_back(one);
  }
  return kept;
}

std::vector<TransitionId> Selection::any_without_conflicts(
    const std::vector<TransitionId>& selected) const {
  std::vector<std::vector<TransitionId>> sets;
  const auto is_justified = [&](TransitionId missing, const std::vector<TransitionId>& kept) {
    return std::any_of(kept.begin(), kept.end(), [&](TransitionId other) {
      return exits_meet(missing, other) && !goes_before(missing, other);
    });
  };
  const auto extend = [&](const auto& self, std::size_t next,
                          std::vector<TransitionId> kept) -> void {
    if (next == selected.size()) {
      const bool is_one = std::all_of(selected.begin(), selected.end(), [&](TransitionId one) {
        return contains(kept, one) || is_justified(one, kept);
      });
      if (is_one) sets.push_back(std::move(kept));
      return;
    }
    const TransitionId one = selected[next];
    const bool is_free = std::none_of(kept.begin(), kept.end(),
                                      [&](TransitionId other) { return exits_meet(one, other); });
    const bool has_rival = std::any_of(selected.begin(), selected.end(), [&](TransitionId other) {
      return other != one && exits_meet(one, other);
    });
    if (has_rival) self(self, next + 1, kept);
    if (!is_free) return;
    kept.push_back(one);
    self(self, next + 1, std::move(kept));
  };
  extend(extend, 0, {});
  INVARIANT(!sets.empty(), "what is innermost should be free to fire");
  return sets[sets.size() > 1 ? run_.chooser().choose(sets.size()) : 0];
}

// Appendix D: computeExitSet.
bool Selection::exits_meet(TransitionId first, TransitionId second) const {
  const NodeId one = facts_.domain(first);
  const NodeId other = facts_.domain(second);
  if (one == none || other == none) return false;
  for (NodeId id = std::max(one, other) + 1; id < facts_.machine().nodes.size(); ++id) {
    if (run_.is_active(machine_, id) && facts_.is_inside(id, one) && facts_.is_inside(id, other))
      return true;
  }
  return false;
}

bool Selection::goes_before(TransitionId first, TransitionId second) const {
  const NodeId one = transition(first).source;
  const NodeId other = transition(second).source;
  return facts_.machine().semantics.priority == Semantics::Priority::inner_first
             ? facts_.is_inside(one, other)
             : facts_.is_inside(other, one);
}

bool Selection::is_deferred(EventId event) const {
  const auto has_enabled = [&](NodeId state) {
    for (TransitionId id = 0; id < facts_.machine().transitions.size(); ++id) {
      const NodeId source = transition(id).source;
      if ((source == state || facts_.is_inside(source, state)) && is_enabled(id, By::event))
        return true;
    }
    return false;
  };
  for (NodeId id = 0; id < facts_.machine().nodes.size(); ++id) {
    if (run_.is_active(machine_, id) && contains(facts_.node(id).deferred, event) &&
        !has_enabled(id))
      return true;
  }
  return false;
}

bool has_deferring_state(StepRun& run, MachineId machine, EventId event) {
  const std::vector<Node>& nodes = run.machine(machine).nodes;
  for (NodeId id = 0; id < nodes.size(); ++id)
    if (run.is_active(machine, id) && contains(nodes[id].deferred, event)) return true;
  return false;
}

}  // namespace arges::model::statechart
