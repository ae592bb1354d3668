#include "ir/rename.h"

#include <algorithm>

#include "base/invariant.h"
#include "ir/traversal.h"

namespace arges::ir {

Stmt rename(Context& context, Stmt statement, Var from, Var to) {
  const SourceLocation location = statement.location();
  const auto expr = [&](Expr e) { return substitute(e, from, context.var(to)); };
  const Var var = statement.var() == from ? to : statement.var();
  std::vector<Stmt> children;
  // A loop or block with a variable of that name of its own means that one inside.
  const auto locals = statement.locals();
  const bool is_hidden = (statement.kind() == StmtKind::loop && statement.var() == from) ||
                         std::find(locals.begin(), locals.end(), from) != locals.end();
  for (const Stmt child : statement.children())
    children.push_back(is_hidden ? child : rename(context, child, from, to));
  switch (statement.kind()) {
    case StmtKind::skip:
      return statement;
    case StmtKind::assign:
      return assign(var, expr(statement.expr()), location);
    case StmtKind::assume:
      return assume(expr(statement.expr()), location);
    case StmtKind::havoc:
      return havoc(context, var, location);
    case StmtKind::sequence:
      return sequence(context, children, location);
    case StmtKind::choice:
      return choice(context, children, location);
    case StmtKind::if_:
      return if_(expr(statement.expr()), children[0], children[1], location);
    case StmtKind::loop:
      return loop(statement.var(), expr(statement.expr()), expr(statement.bound()), children[0],
                  location);
    case StmtKind::local:
      return local(context, {locals.begin(), locals.end()}, children[0], location);
  }
  UNREACHABLE("statement kind should be known");
}

}  // namespace arges::ir
