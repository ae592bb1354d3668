#pragma once

#include <string>
#include <vector>

#include "frontend/gamma/expressions.h"

namespace arges::frontend::gamma {

/// Makes actions of a machine of those that are written.
class ActionReader {
 public:
  ActionReader(Definitions& definitions, Instance& instance)
      : definitions_(definitions), instance_(instance) {}

  /// Of an entry, an exit or a transition.
  chart::Block read(const std::vector<Statement>& statements, const Frame& frame);

  /// A procedure's body in a frame that has its parameters; the result is in variables of its own.
  struct Body {
    chart::Block actions;
    Value result;  ///< without a shape: something is wrong
  };
  Body procedure(const Procedure& procedure, Frame& frame);

  /// Declares variables of a kind for a value, named after something.
  static NamedValue declare(Definitions& definitions, Instance& instance, const std::string& name,
                            const ShapePtr& shape, SourceLocation location);
  /// Such as are local to an action, with names of their own.
  NamedValue declare_local(const std::string& name, const ShapePtr& shape, SourceLocation location);
  void assign(chart::Block& block, const Target& target, const Value& value,
              SourceLocation location);

 private:
  /// What a return does.
  struct Return {
    NamedValue result;
    ir::Var returned = nullptr;  ///< of a body that goes on behind a return: whether it was met
    bool in_procedure = false;
  };

  chart::Block block(const std::vector<Statement>& statements, std::size_t first, Frame& frame);
  void statement(const Statement& statement, Frame& frame, chart::Block& block);
  void assignment(const Statement& statement, const Frame& frame, chart::Block& block);
  void raise(const Statement& statement, const Frame& frame, chart::Block& block);
  void set(const Statement& statement, const Frame& frame, chart::Block& block);
  void local(const Statement& statement, Frame& frame, chart::Block& block);
  void return_from(const Statement& statement, const Frame& frame, chart::Block& block);
  void assertion(const Statement& statement, const Frame& frame, chart::Block& block);
  void branches(const Statement& statement, std::size_t first, const Value& of, const Frame& frame,
                chart::Block& block);
  void choice(const Statement& statement, const Frame& frame, chart::Block& block);
  void loop(const Statement& statement, const Frame& frame, chart::Block& block);
  chart::Block inner(const std::vector<Statement>& statements, const Frame& frame);
  ExpressionReader reader(const Frame& frame, chart::Block& block);
  ir::Context& context() const { return definitions_.context(); }
  void error(SourceLocation location, std::string message, std::string hint = "");

  Definitions& definitions_;
  Instance& instance_;
  Return return_;
};

}  // namespace arges::frontend::gamma
