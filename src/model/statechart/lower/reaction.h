#pragma once

#include <vector>

#include "model/statechart/lower/firing.h"

namespace arges::model::statechart::lower {

/// How a machine for one event at a time selects transitions and fires them, as statements
/// (SCXML, Appendix D: selectTransitions, removeConflictingTransitions, microstep).
class Reaction {
 public:
  using Transitions = std::vector<TransitionId>;

  explicit Reaction(const Firing& firing);

  Transitions eventless() const;
  Transitions triggered_by(EventId event) const;
  /// One of these can be taken.
  ir::Expr any_enabled(const Transitions& transitions) const;
  /// Takes those that the semantics selects, or does something else where none is enabled.
  ir::Stmt react(const Transitions& transitions, ir::Stmt otherwise) const;
  /// The event is put off until later.
  ir::Expr is_deferred(EventId event, const Transitions& triggered) const;

 private:
  Transitions of_source(const Transitions& transitions, NodeId source) const;
  bool has_source_inside(const Transitions& transitions, NodeId node) const;
  ir::Stmt note_conflicts(NodeId source, const Transitions& transitions, ir::Expr condition) const;

  // Where only one state without states inside can be active:
  ir::Stmt step(NodeId node, const Transitions& transitions, Firing::Known known,
                ir::Stmt otherwise) const;
  ir::Stmt step_inside(NodeId node, const Transitions& transitions, const Firing::Known& known,
                       ir::Stmt otherwise) const;
  ir::Stmt attempt(NodeId node, const Transitions& transitions, const Firing::Known& known,
                   ir::Stmt otherwise) const;

  const Firing& firing_;
  const Machine& machine_;
  ir::Context& context_;
  bool is_sequential_;
};

/// The same where several states may react at once: selection and firing of a set.
class SetReaction {
 public:
  SetReaction(const Firing& firing, const Reaction::Transitions& transitions);
  ir::Stmt statement();

 private:
  /// A transition's place in the list of those selected, and when it has that place.
  struct Claim {
    TransitionId transition;
    ir::Expr condition;
  };
  ir::Var local(const char* name);
  std::vector<NodeId> sources_of(NodeId leaf) const;
  void pick();
  void claim_all();
  void add_claim(NodeId source, TransitionId transition, ir::Expr condition);
  void note_conflicts();
  void filter();
  ir::Stmt consider(TransitionId transition);
  void fire_together();
  void fire_in_order();
  void fire_in_any_order();
  bool beats(const Transition& a, const Transition& b) const;
  ir::Expr var(ir::Var v) const { return context_.var(v); }
  /// Of those that are claimed any set without conflicts that nothing can be added to.
  void keep_any();
  ir::Expr kept_now(const Claim& claim) const;

  const Firing& firing_;
  const Machine& machine_;
  ir::Context& context_;
  const Reaction::Transitions& transitions_;
  std::vector<ir::Var> locals_;
  std::map<TransitionId, ir::Var> on_;
  std::map<TransitionId, ir::Var> chosen_;
  std::map<TransitionId, ir::Var> kept_;
  std::map<TransitionId, ir::Var> seen_;
  std::map<NodeId, ir::Expr> any_on_;                ///< by sources
  std::map<NodeId, std::vector<ir::Expr>> claimed_;  ///< by sources
  std::vector<Claim> claims_;
  Sequence result_;
};

}  // namespace arges::model::statechart::lower
