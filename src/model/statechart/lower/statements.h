#pragma once

#include <vector>

#include "model/statechart/layout.h"

namespace arges::model::statechart::lower {

/// Collects statements one after another.
class Sequence {
 public:
  explicit Sequence(ir::Context& context) : context_(context) {}
  Sequence& add(ir::Stmt statement) {
    if (statement.kind() != ir::StmtKind::skip) statements_.push_back(statement);
    return *this;
  }
  Sequence& assign(ir::Var var, ir::Expr value) { return add(ir::assign(var, value)); }
  Sequence& assume(ir::Expr condition) {
    return condition.is_true() ? *this : add(ir::assume(condition));
  }
  ir::Stmt finish() const { return ir::sequence(context_, statements_); }

 private:
  ir::Context& context_;
  std::vector<ir::Stmt> statements_;
};

/// A statement that is executed only if its condition holds, and who is preferred to it.
struct Guarded {
  ir::Expr condition;
  ir::Stmt statement;
  std::int64_t priority = 0;
  enum class Role : std::uint8_t { plain, otherwise } role = Role::plain;
};

/// One of the statements whose condition holds, as the semantics says which, or `otherwise`.
ir::Stmt choose(ir::Context& context, Semantics::Conflict conflict,
                const std::vector<Guarded>& statements, ir::Stmt otherwise);

/// An `if` whose condition may be known.
ir::Stmt when(ir::Expr condition, ir::Stmt then, ir::Stmt otherwise);

ir::Expr any_of(ir::Context& context, std::vector<ir::Expr> parts);
ir::Expr all_of(ir::Context& context, std::vector<ir::Expr> parts);

}  // namespace arges::model::statechart::lower
