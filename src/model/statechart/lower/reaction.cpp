#include "model/statechart/lower/reaction.h"

#include <algorithm>

#include "model/statechart/tree.h"

namespace arges::model::statechart::lower {

namespace {

bool has_regions(const Machine& machine, NodeId node) {
  for (NodeId n = node; n < end_of(machine, node); ++n)
    if (machine.nodes[n].kind == NodeKind::parallel && machine.nodes[n].children.size() > 1)
      return true;
  return false;
}

}  // namespace

Reaction::Reaction(const Firing& firing)
    : firing_(firing),
      machine_(firing.machine()),
      context_(firing.layout().context()),
      is_sequential_(!has_regions(firing.machine(), 0)) {}

Reaction::Transitions Reaction::eventless() const {
  Transitions result;
  for (TransitionId t = 0; t < machine_.transitions.size(); ++t)
    if (machine_.transitions[t].trigger.kind == Trigger::Kind::nothing) result.push_back(t);
  return result;
}

Reaction::Transitions Reaction::triggered_by(EventId event) const {
  Transitions result;
  for (TransitionId t = 0; t < machine_.transitions.size(); ++t) {
    const Trigger& trigger = machine_.transitions[t].trigger;
    if (trigger.kind == Trigger::Kind::events &&
        std::find(trigger.events.begin(), trigger.events.end(), event) != trigger.events.end())
      result.push_back(t);
  }
  return result;
}

Reaction::Transitions Reaction::of_source(const Transitions& transitions, NodeId source) const {
  Transitions result;
  for (const TransitionId t : machine_.nodes[source].outgoing)
    if (std::find(transitions.begin(), transitions.end(), t) != transitions.end())
      result.push_back(t);
  return result;
}

ir::Expr Reaction::any_enabled(const Transitions& transitions) const {
  std::vector<ir::Expr> parts;
  for (const TransitionId t : transitions)
    parts.push_back(firing_.enabled(machine_.transitions[t]));
  return any_of(context_, parts);
}

ir::Expr Reaction::is_deferred(EventId event, const Transitions& triggered) const {
  std::vector<ir::Expr> by_some;
  for (NodeId n = 0; n < machine_.nodes.size(); ++n) {
    const std::vector<EventId>& deferred = machine_.nodes[n].deferred;
    if (std::find(deferred.begin(), deferred.end(), event) == deferred.end()) continue;
    Transitions overriding;
    for (const TransitionId t : triggered) {
      const NodeId source = machine_.transitions[t].source;
      if (source == n || is_inside(machine_, source, n)) overriding.push_back(t);
    }
    by_some.push_back(all_of(context_, {firing_.layout().is_active(firing_.id(), n),
                                        ir::not_(any_enabled(overriding))}));
  }
  return any_of(context_, by_some);
}

ir::Stmt Reaction::react(const Transitions& transitions, ir::Stmt otherwise) const {
  if (transitions.empty()) return otherwise;
  if (is_sequential_) return step(0, transitions, {}, otherwise);
  return when(any_enabled(transitions), SetReaction(firing_, transitions).statement(), otherwise);
}

bool Reaction::has_source_inside(const Transitions& transitions, NodeId node) const {
  return std::any_of(transitions.begin(), transitions.end(), [&](TransitionId t) {
    return is_inside(machine_, machine_.transitions[t].source, node);
  });
}

ir::Stmt Reaction::note_conflicts(NodeId source, const Transitions& transitions,
                                  ir::Expr condition) const {
  const MachineLayout& layout = firing_.layout().of(firing_.id());
  Sequence result(context_);
  for (std::size_t c = 0; c < layout.conflicts.size(); ++c) {
    const auto [a, b] = layout.possible_conflicts[c];
    if (machine_.transitions[a].source != source) continue;
    const auto is_here = [&](TransitionId t) {
      return std::find(transitions.begin(), transitions.end(), t) != transitions.end();
    };
    if (!is_here(a) || !is_here(b)) continue;
    std::vector<ir::Expr> parts{condition, firing_.enabled(machine_.transitions[a]),
                                firing_.enabled(machine_.transitions[b])};
    if (machine_.transitions[a].is_else)
      for (const TransitionId t : of_source(transitions, source))
        if (!machine_.transitions[t].is_else)
          parts.push_back(ir::not_(firing_.enabled(machine_.transitions[t])));
    const ir::Expr both = all_of(context_, parts);
    result.add(
        when(both, ir::assign(layout.conflicts[c], context_.true_expr()), ir::skip(context_)));
  }
  return result.finish();
}

ir::Stmt Reaction::attempt(NodeId node, const Transitions& transitions, const Firing::Known& known,
                           ir::Stmt otherwise) const {
  const Transitions own = of_source(transitions, node);
  if (own.empty()) return otherwise;
  std::vector<Guarded> choices;
  for (const TransitionId t : own) {
    const Transition& transition = machine_.transitions[t];
    choices.push_back(
        {transition.guard ? firing_.layout().lower(transition.guard) : context_.true_expr(),
         firing_.fire(t, known), transition.priority,
         transition.is_else ? Guarded::Role::otherwise : Guarded::Role::plain});
  }
  return Sequence(context_)
      .add(note_conflicts(node, own, context_.true_expr()))
      .add(choose(context_, machine_.semantics.conflict, choices, otherwise))
      .finish();
}

ir::Stmt Reaction::step_inside(NodeId node, const Transitions& transitions,
                               const Firing::Known& known, ir::Stmt otherwise) const {
  const Node& n = machine_.nodes[node];
  if (!has_source_inside(transitions, node)) return otherwise;
  if (n.kind == NodeKind::parallel)
    return n.children.empty() ? otherwise : step(n.children.front(), transitions, known, otherwise);
  if (n.kind != NodeKind::compound) return otherwise;
  const ir::Var variable = firing_.layout().of(firing_.id()).child[node];
  return firing_.by_child(
      node, variable, {},
      [&](NodeId child) {
        const bool is_source = !of_source(transitions, child).empty();
        if (!is_source && !has_source_inside(transitions, child)) return ir::Stmt();
        Firing::Known more = known;
        more[node] = child;
        return step(child, transitions, std::move(more), otherwise);
      },
      otherwise);
}

ir::Stmt Reaction::step(NodeId node, const Transitions& transitions, Firing::Known known,
                        ir::Stmt otherwise) const {
  if (machine_.semantics.priority == Semantics::Priority::outer_first)
    return attempt(node, transitions, known, step_inside(node, transitions, known, otherwise));
  return step_inside(node, transitions, known, attempt(node, transitions, known, otherwise));
}

// Sets of transitions

SetReaction::SetReaction(const Firing& firing, const Reaction::Transitions& transitions)
    : firing_(firing),
      machine_(firing.machine()),
      context_(firing.layout().context()),
      transitions_(transitions),
      result_(firing.layout().context()) {}

ir::Var SetReaction::local(const char* name) {
  locals_.push_back(context_.declare(name, context_.bool_type()));
  return locals_.back();
}

ir::Stmt SetReaction::statement() {
  pick();
  claim_all();
  note_conflicts();
  filter();
  if (machine_.semantics.firing == Semantics::Firing::together)
    fire_together();
  else if (machine_.semantics.regions == Semantics::Regions::document_order)
    fire_in_order();
  else
    fire_in_any_order();
  return ir::local(context_, locals_, result_.finish());
}

/// Which are enabled, and of each source the one that it would give.
void SetReaction::pick() {
  for (const TransitionId t : transitions_) {
    on_[t] = local("enabled");
    chosen_[t] = local("chosen");
    kept_[t] = local("kept");
    result_.assign(on_[t], firing_.enabled(machine_.transitions[t]));
    result_.assign(chosen_[t], context_.false_expr());
    result_.assign(kept_[t], context_.false_expr());
  }
  for (const Node& node : machine_.nodes) {
    std::vector<Guarded> choices;
    std::vector<ir::Expr> any;
    for (const TransitionId t : node.outgoing) {
      if (!on_.contains(t)) continue;
      const Transition& transition = machine_.transitions[t];
      any.push_back(var(on_[t]));
      choices.push_back({var(on_[t]), ir::assign(chosen_[t], context_.true_expr()),
                         transition.priority,
                         transition.is_else ? Guarded::Role::otherwise : Guarded::Role::plain});
    }
    if (choices.empty()) continue;
    any_on_[static_cast<NodeId>(&node - machine_.nodes.data())] = any_of(context_, any);
    result_.add(choose(context_, machine_.semantics.conflict, choices, ir::skip(context_)));
  }
}

/// From a state without states inside: the nodes that may give a transition, the first ones first.
std::vector<NodeId> SetReaction::sources_of(NodeId leaf) const {
  std::vector<NodeId> result;
  for (NodeId n = leaf; n != none; n = machine_.nodes[n].parent)
    if (any_on_.contains(n)) result.push_back(n);
  if (machine_.semantics.priority == Semantics::Priority::outer_first)
    std::reverse(result.begin(), result.end());
  return result;
}

/// Claims of states that can't be active together are one.
void SetReaction::add_claim(NodeId source, TransitionId transition, ir::Expr condition) {
  if (!has_regions(machine_, source))
    for (Claim& claim : claims_)
      if (claim.transition == transition) {
        claim.condition = any_of(context_, {claim.condition, condition});
        return;
      }
  claims_.push_back({transition, condition});
}

void SetReaction::claim_all() {
  for (NodeId leaf = 0; leaf < machine_.nodes.size(); ++leaf) {
    const Node& node = machine_.nodes[leaf];
    if (!is_state(node.kind) || !node.children.empty()) continue;
    std::vector<ir::Expr> parts{firing_.layout().is_active(firing_.id(), leaf)};
    for (const NodeId source : sources_of(leaf)) {
      std::vector<ir::Expr> first = parts;
      first.push_back(any_on_.at(source));
      const ir::Expr condition = all_of(context_, first);
      claimed_[source].push_back(condition);
      for (const TransitionId t : machine_.nodes[source].outgoing)
        if (on_.contains(t)) add_claim(source, t, condition);
      parts.push_back(ir::not_(any_on_.at(source)));
    }
  }
  // What is claimed must be known before anything is left.
  for (Claim& claim : claims_) {
    const ir::Var claimed = local("claimed");
    result_.assign(claimed, all_of(context_, {claim.condition, var(chosen_.at(claim.transition))}));
    claim.condition = var(claimed);
    if (!seen_.contains(claim.transition)) {
      seen_[claim.transition] = local("seen");
      result_.assign(seen_[claim.transition], context_.false_expr());
    }
  }
}

void SetReaction::note_conflicts() {
  const MachineLayout& layout = firing_.layout().of(firing_.id());
  for (std::size_t c = 0; c < layout.conflicts.size(); ++c) {
    const auto [a, b] = layout.possible_conflicts[c];
    if (!on_.contains(a) || !on_.contains(b)) continue;
    const auto claims = claimed_.find(machine_.transitions[a].source);
    if (claims == claimed_.end()) continue;
    std::vector<ir::Expr> parts{any_of(context_, claims->second), var(on_.at(a)), var(on_.at(b))};
    if (machine_.transitions[a].is_else)
      for (const auto& [t, on] : on_)
        if (machine_.transitions[t].source == claims->first && !machine_.transitions[t].is_else)
          parts.push_back(ir::not_(var(on)));
    const ir::Expr both = all_of(context_, parts);
    result_.add(
        when(both, ir::assign(layout.conflicts[c], context_.true_expr()), ir::skip(context_)));
  }
}

bool SetReaction::beats(const Transition& a, const Transition& b) const {
  return machine_.semantics.priority == Semantics::Priority::inner_first
             ? is_inside(machine_, a.source, b.source)
             : is_inside(machine_, b.source, a.source);
}

ir::Stmt SetReaction::consider(TransitionId id) {
  const Transition& transition = machine_.transitions[id];
  std::vector<ir::Expr> preempting;
  Sequence keep(context_);
  for (const TransitionId other : transitions_) {
    const Transition& rival = machine_.transitions[other];
    if (other == id || !firing_.in_conflict(transition, rival)) continue;
    if (beats(transition, rival))
      keep.assign(kept_.at(other), context_.false_expr());
    else
      preempting.push_back(var(kept_.at(other)));
  }
  keep.assign(kept_.at(id), context_.true_expr());
  return Sequence(context_)
      .assign(seen_.at(id), context_.true_expr())
      .add(when(any_of(context_, preempting), ir::skip(context_), keep.finish()))
      .finish();
}

void SetReaction::keep_any() {
  for (const Claim& claim : claims_)
    result_.add(when(claim.condition, ir::assign(seen_.at(claim.transition), context_.true_expr()),
                     ir::skip(context_)));
  Sequence rules(context_);
  for (const auto& [t, seen] : seen_) {
    const Transition& transition = machine_.transitions[t];
    std::vector<ir::Expr> rivals;
    std::vector<ir::Expr> stronger;
    for (const auto& [other, seen_other] : seen_) {
      const Transition& rival = machine_.transitions[other];
      if (other == t || !firing_.in_conflict(transition, rival)) continue;
      rivals.push_back(var(kept_.at(other)));
      if (!beats(transition, rival)) stronger.push_back(var(kept_.at(other)));
    }
    if (rivals.empty()) {
      result_.assign(kept_.at(t), var(seen));
      continue;
    }
    result_.add(ir::havoc(context_, kept_.at(t)));
    const ir::Expr kept = var(kept_.at(t));
    rules.assume(ir::or_(ir::not_(kept), ir::and_(var(seen), ir::not_(any_of(context_, rivals)))));
    rules.assume(any_of(context_, {ir::not_(var(seen)), kept, any_of(context_, stronger)}));
  }
  result_.add(rules.finish());
}

void SetReaction::filter() {
  if (machine_.semantics.conflict == Semantics::Conflict::any) return keep_any();
  for (const Claim& claim : claims_)
    result_.add(when(all_of(context_, {claim.condition, ir::not_(var(seen_.at(claim.transition)))}),
                     consider(claim.transition), ir::skip(context_)));
}

ir::Expr SetReaction::kept_now(const Claim& claim) const {
  return all_of(context_, {claim.condition, var(kept_.at(claim.transition))});
}

void SetReaction::fire_together() {
  Reaction::Transitions by_domain = transitions_;
  std::stable_sort(by_domain.begin(), by_domain.end(), [&](TransitionId a, TransitionId b) {
    return firing_.domain(machine_.transitions[a]) < firing_.domain(machine_.transitions[b]);
  });
  for (const TransitionId t : transitions_)
    result_.add(when(var(kept_.at(t)), firing_.note_taken(t), ir::skip(context_)));
  for (auto t = by_domain.rbegin(); t != by_domain.rend(); ++t) {
    const Transition& transition = machine_.transitions[*t];
    result_.add(when(var(kept_.at(*t)),
                     firing_.leave(transition, firing_.known_from({transition.source})),
                     ir::skip(context_)));
  }
  for (const Claim& claim : claims_) {
    // A transition that several states claim runs where the first of them is.
    const auto same = [&](const Claim& c) { return c.transition == claim.transition; };
    const bool is_shared = std::count_if(claims_.begin(), claims_.end(), same) > 1;
    if (!is_shared) {
      result_.add(when(var(kept_.at(claim.transition)), firing_.effect(claim.transition),
                       ir::skip(context_)));
      continue;
    }
    const ir::Var seen = seen_.at(claim.transition);  // by now false again once it has run
    result_.add(when(all_of(context_, {kept_now(claim), var(seen)}),
                     Sequence(context_)
                         .assign(seen, context_.false_expr())
                         .add(firing_.effect(claim.transition))
                         .finish(),
                     ir::skip(context_)));
  }
  for (const TransitionId t : by_domain)
    result_.add(when(var(kept_.at(t)), firing_.enter(machine_.transitions[t]), ir::skip(context_)));
}

void SetReaction::fire_in_order() {
  for (const Claim& claim : claims_) {
    const Transition& transition = machine_.transitions[claim.transition];
    result_.add(
        when(kept_now(claim),
             Sequence(context_)
                 .assign(kept_.at(claim.transition), context_.false_expr())
                 .add(firing_.fire(claim.transition, firing_.known_from({transition.source})))
                 .finish(),
             ir::skip(context_)));
  }
}

void SetReaction::fire_in_any_order() {
  std::vector<ir::Expr> left;
  for (const TransitionId t : transitions_) left.push_back(var(kept_.at(t)));
  std::size_t most = 0;  // that can fire at once
  for (const Node& node : machine_.nodes)
    if (is_state(node.kind) && node.children.empty()) ++most;
  most = std::min(most, transitions_.size());
  for (std::size_t round = 0; round < most; ++round) {
    std::vector<Guarded> choices;
    for (const TransitionId t : transitions_)
      choices.push_back(
          {var(kept_.at(t)),
           Sequence(context_)
               .assign(kept_.at(t), context_.false_expr())
               .add(firing_.fire(t, firing_.known_from({machine_.transitions[t].source})))
               .finish()});
    result_.add(choose(context_, Semantics::Conflict::any, choices, ir::skip(context_)));
  }
}

}  // namespace arges::model::statechart::lower
