#pragma once

#include <functional>
#include <string>
#include <utility>

#include "base/error.h"
#include "frontend/machines/sm_syntax.h"
#include "ir/context.h"

namespace arges::frontend::uml {

/// Thrown once an error is reported, to where building can go on.
struct BuildFailure {};

/// Gives expressions of `.sm` their meaning over the variables of a statechart, whose integers have
/// no bounds.
class Expressions {
 public:
  /// What a name stands for, maybe qualified ("Signal.value"); null: nothing.
  using Lookup = std::function<ir::Expr(const std::string& name)>;

  Expressions(ir::Context& context, const syntax::Tree& tree, Diagnostics& diagnostics)
      : context_(context), tree_(tree), diagnostics_(diagnostics) {}

  /// What to say of a name that stands for nothing; "": nothing special.
  using Advice = std::function<std::string(const std::string& name)>;
  void set_advice(Advice advice) { advice_ = std::move(advice); }

  /// Throws BuildFailure after reporting what is wrong.
  ir::Expr build(machines::NodeId node, const Lookup& lookup);
  ir::Expr build(machines::NodeId node, const Lookup& lookup, ir::Type type);
  /// The variable that is assigned to.
  ir::Expr variable(machines::NodeId node, const Lookup& lookup);
  /// The name that an expression consists of; empty: it is something else.
  std::string name_of(machines::NodeId node) const;

  [[noreturn]] void fail(SourceLocation location, std::string message, std::string hint = "");

 private:
  using NodeId = machines::NodeId;
  ir::Expr name(NodeId node, const Lookup& lookup);
  ir::Expr chain(NodeId node, const Lookup& lookup);
  ir::Expr prefix(NodeId node, const Lookup& lookup);
  ir::Expr conditional(NodeId node, const Lookup& lookup);
  ir::Expr binary(syntax::OperatorId op, ir::Expr a, ir::Expr b, NodeId at);
  ir::Expr division(syntax::OperatorId op, ir::Expr a, ir::Expr b, NodeId at);
  void require(ir::Expr expr, ir::Type type, SourceLocation location);

  ir::Context& context_;
  const syntax::Tree& tree_;
  Diagnostics& diagnostics_;
  Advice advice_;
};

}  // namespace arges::frontend::uml
