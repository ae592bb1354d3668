#pragma once

#include "model/machines/layout.h"
#include "model/machines/lower_expression.h"

namespace arges::model::machines {

/// Makes statements of what an object does.
class EventLowering {
 public:
  EventLowering(const Layout& layout, ObjectId object);

  ir::Stmt transition(const Transition& transition) const;
  ir::Stmt implicit() const;
  ir::Stmt defer() const;

  /// Whether a transition is enabled, or its guard has no value.
  ir::Expr enabled(const Transition& transition) const;
  /// Where a transition may be taken, whether its guard has a value.
  ir::Expr guard_has_value(const Transition& transition) const;
  /// The same, and nothing fails before the last choice on its way: else no way is the one taken.
  ir::Expr fires(const Transition& transition) const;
  bool is_external(const Transition& transition) const;
  ir::Expr has_message() const;

 private:
  using Statements = std::vector<ir::Stmt>;
  ir::Expr no_fault() const;
  ir::Expr var(ir::Var variable) const { return layout_.context().var(variable); }
  /// The object is where the transition begins, and its trigger is there.
  ir::Expr can_receive(const Transition& transition) const;
  /// The guard before the message is received; reads like the one after it.
  struct Guard {
    ir::Expr holds;     ///< where it has a value
    ir::Expr has_none;  ///< null: it always has one
  };
  Guard guard_before(const Transition& transition) const;
  ir::Expr is_idle() const;
  /// The message at the head is one that the state defers.
  ir::Expr is_deferred() const;
  void pop(Statements& to) const;
  /// Its first so many effects; with all of them it goes to its target.
  ir::Stmt transition(const Transition& transition, std::size_t num_effects) const;
  /// Effects from this one on, likewise.
  ir::Stmt effects(const Transition& transition, std::size_t from, std::size_t end) const;
  Statements apply(const Effect& effect) const;
  ir::Expr fault_of(const Effect& effect) const;
  Statements push(ObjectId receiver, const Effect& effect) const;
  void put(const QueueVars& queue, std::size_t slot, const Effect& effect, Statements& to) const;
  void go(StateId state, Statements& to) const;
  void flush(Statements& to) const;
  ir::Expr is_full(ObjectId receiver) const;
  ir::Stmt sequence(const Statements& statements) const;

  const Layout& layout_;
  const Model& model_;
  ObjectId object_;
  const Class& type_;
  const QueueVars& input_;
  const QueueVars& deferred_;
  ExpressionLowering expressions_;
};

}  // namespace arges::model::machines
