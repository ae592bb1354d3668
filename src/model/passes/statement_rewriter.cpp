#include "model/passes/statement_rewriter.h"

#include <algorithm>

#include "base/invariant.h"

namespace arges::model {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

namespace {

bool is_skip(Stmt statement) { return statement.kind() == StmtKind::skip; }

}  // namespace

bool is_infeasible(Stmt statement) {
  return statement.kind() == StmtKind::assume && statement.expr().is_false();
}

Stmt StatementRewriter::operator()(Stmt statement) const {
  switch (statement.kind()) {
    case StmtKind::skip:
      return statement;
    case StmtKind::assign:
      if (drops(statement.var())) return ir::skip(context, statement.location());
      return ir::assign(statement.var(), replace(statement.expr()), statement.location());
    case StmtKind::havoc:
      return drops(statement.var()) ? ir::skip(context, statement.location()) : statement;
    case StmtKind::assume: {
      const Expr condition = replace(statement.expr());
      if (condition.is_true()) return ir::skip(context, statement.location());
      return ir::assume(condition, statement.location());
    }
    case StmtKind::sequence:
      return sequence(statement);
    case StmtKind::choice:
      return choice(statement);
    case StmtKind::if_:
      return branches(statement);
    case StmtKind::loop: {
      const Stmt body = (*this)(statement.child(0));
      if (is_skip(body)) return body;
      return ir::loop(statement.var(), replace(statement.expr()), replace(statement.bound()), body,
                      statement.location());
    }
    case StmtKind::local:
      return local(statement);
  }
  UNREACHABLE("statement kind should be known");
}

Stmt StatementRewriter::sequence(Stmt statement) const {
  std::vector<Stmt> parts;
  for (const Stmt child : statement.children()) {
    parts.push_back((*this)(child));
    if (is_infeasible(parts.back())) return parts.back();
  }
  return ir::sequence(context, parts, statement.location());
}

Stmt StatementRewriter::choice(Stmt statement) const {
  std::vector<Stmt> taken;
  for (const Stmt child : statement.children()) {
    const Stmt branch = (*this)(child);
    if (!is_infeasible(branch)) taken.push_back(branch);
  }
  if (taken.empty()) return ir::assume(context.false_expr(), statement.location());
  if (std::all_of(taken.begin(), taken.end(), is_skip)) return taken.front();
  return ir::choice(context, std::move(taken), statement.location());
}

Stmt StatementRewriter::branches(Stmt statement) const {
  const Expr condition = replace(statement.expr());
  if (condition.is_literal()) return (*this)(statement.child(condition.is_true() ? 0 : 1));
  const Stmt then = (*this)(statement.child(0));
  const Stmt otherwise = (*this)(statement.child(1));
  const bool pointless =
      (is_skip(then) && is_skip(otherwise)) || (is_infeasible(then) && is_infeasible(otherwise));
  return pointless ? then : ir::if_(condition, then, otherwise, statement.location());
}

Stmt StatementRewriter::local(Stmt statement) const {
  const Stmt body = (*this)(statement.child(0));
  if (is_skip(body) || is_infeasible(body)) return body;
  std::vector<ir::Var> kept;
  for (const ir::Var var : statement.locals())
    if (!drops(var)) kept.push_back(var);
  return ir::local(context, std::move(kept), body, statement.location());
}

}  // namespace arges::model
