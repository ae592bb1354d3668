#pragma once

#include "model/statechart/lower/statements.h"

namespace arges::model::statechart::lower {

/// Actions of machines, and what happens to messages in queues, as statements.
class Actions {
 public:
  explicit Actions(const Layout& layout) : layout_(layout), context_(layout.context()) {}

  ir::Stmt block(MachineId machine, const Block& block) const;
  ir::Stmt raise(EventRef event, const std::vector<ir::Expr>& arguments) const;
  ir::Stmt report(Problem problem) const;
  /// Tells, if that is observed, that the machine reads an expression there.
  ir::Stmt note_reading(MachineId machine, SourceLocation location) const;

  /// What happens to a message that finds its queue full.
  enum class Full : std::uint8_t { internal, external, deferred, drop, push_out };
  ir::Stmt push(const QueueSlots& queue, EventRef event, const std::vector<ir::Expr>& arguments,
                Full full) const;
  /// Takes the message at a position out; the others move up.
  ir::Stmt remove(const QueueSlots& queue, std::size_t position) const;
  ir::Expr is_empty(const QueueSlots& queue) const;
  /// The message at a position is of this event.
  ir::Expr waits(const QueueSlots& queue, std::size_t position, EventRef event) const;
  /// The arguments of the message at a position, if it is of this event.
  std::vector<ir::Expr> arguments(const QueueSlots& queue, std::size_t position,
                                  EventRef event) const;

  /// Sends to the external queue of a machine for one event at a time, unless it has ended.
  ir::Stmt send(EventRef event, const std::vector<ir::Expr>& arguments) const;

  /// Parameters that are not persistent with the values they have while their event is absent.
  Sequence& reset(Sequence& sequence, const Event& event) const;
  /// The event is absent, and so are its parameters unless they are persistent.
  Sequence& make_absent(Sequence& sequence, const Event& event) const;

 private:
  ir::Stmt action(MachineId machine, const Action& action) const;
  ir::Stmt branch(MachineId machine, const Action& action) const;
  ir::Stmt start(MachineId machine, const Action& action) const;
  ir::Stmt stop(MachineId machine, TimerId timer) const;
  /// How many event timers will send when so much time has passed.
  ir::Expr count_due_in(MachineId machine, ir::Expr time) const;
  /// The event timer stops: those behind it that are due at the same time move up.
  ir::Stmt close_ranks(MachineId machine, TimerId timer) const;
  std::vector<ir::Expr> completed(const Event& event, const std::vector<ir::Expr>& arguments) const;
  ir::Expr literal(ir::Var var, std::uint32_t position) const {
    return context_.enum_literal(var->type, position);
  }

  const Layout& layout_;
  ir::Context& context_;
};

}  // namespace arges::model::statechart::lower
