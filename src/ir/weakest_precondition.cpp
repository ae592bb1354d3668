#include "ir/weakest_precondition.h"

#include <array>

#include "base/invariant.h"
#include "ir/traversal.h"
#include "ir/unfold.h"

namespace arges::ir {

namespace {

Expr for_all(std::span<const Var> vars, Expr post) {
  Context& context = post.context();
  std::vector<Var> fresh;
  Substitution renaming;
  for (const Var var : vars) {
    if (!occurs(var, post)) continue;
    fresh.push_back(context.declare_fresh(var));
    renaming.emplace(context.var(var), context.var(fresh.back()));
  }
  return quantifier(Op::forall, fresh, substitute(post, renaming));
}

Expr loop_precondition(Stmt statement, Expr post) {
  const auto bounds = constant_bounds(statement);
  INVARIANT(bounds.has_value(), "a loop inside an action should have constant bounds");
  Context& context = post.context();
  for (mpz_class i = bounds->second - 1; i >= bounds->first; --i) {
    post = weakest_precondition(statement.child(0), post);
    post = substitute(post, statement.var(), context.int_literal(i));
  }
  return post;
}

}  // namespace

Expr weakest_precondition(Stmt statement, Expr post) {
  switch (statement.kind()) {
    case StmtKind::skip:
      return post;
    case StmtKind::assign:
      return substitute(post, statement.var(), statement.expr());
    case StmtKind::assume:
      return implies(statement.expr(), post);
    case StmtKind::havoc:
      return for_all(std::array{statement.var()}, post);
    case StmtKind::sequence:
      for (std::size_t i = statement.children().size(); i-- > 0;)
        post = weakest_precondition(statement.child(i), post);
      return post;
    case StmtKind::choice: {
      std::vector<Expr> parts;
      for (const Stmt branch : statement.children())
        parts.push_back(weakest_precondition(branch, post));
      return and_(parts);
    }
    case StmtKind::if_:
      return and_(implies(statement.expr(), weakest_precondition(statement.child(0), post)),
                  or_(statement.expr(), weakest_precondition(statement.child(1), post)));
    case StmtKind::loop:
      return loop_precondition(statement, post);
    case StmtKind::local:
      return for_all(statement.locals(), weakest_precondition(statement.child(0), post));
  }
  UNREACHABLE("statement kind should be known");
}

}  // namespace arges::ir
