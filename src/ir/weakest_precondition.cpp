#include "ir/weakest_precondition.h"

#include <array>

#include "base/invariant.h"
#include "ir/traversal.h"
#include "ir/unfold.h"

namespace arges::ir {

namespace {

/// All values of a type with few of them; none if there are more.
std::vector<Expr> few_values(Context& context, Type type) {
  constexpr std::size_t few = 4;
  std::vector<Expr> values;
  if (type.is_bool()) values = {context.false_expr(), context.true_expr()};
  if (type.is_enum() && type.literals().size() <= few)
    for (std::uint32_t i = 0; i < type.literals().size(); ++i)
      values.push_back(context.enum_literal(type, i));
  return values;
}

/// By cases where there are few, else with a quantifier.
Expr for_all(std::span<const Var> vars, Expr post) {
  Context& context = post.context();
  std::vector<Var> fresh;
  Substitution renaming;
  for (const Var var : vars) {
    if (!occurs(var, post)) continue;
    std::vector<Expr> cases;
    for (const Expr value : few_values(context, var->type))
      cases.push_back(substitute(post, var, value));
    if (!cases.empty()) {
      post = and_(cases);
      continue;
    }
    fresh.push_back(context.declare_fresh(var));
    renaming.emplace(context.var(var), context.var(fresh.back()));
  }
  return quantifier(Op::forall, fresh, substitute(post, renaming));
}

/// Computes preconditions until the context has grown to a size.
class Preconditions {
 public:
  Preconditions(Context& context, std::size_t largest) : context_(context), largest_(largest) {}

  Expr before(Stmt statement, Expr post) {
    if (!post || context_.num_expressions() > largest_) return {};
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
          post = before(statement.child(i), post);
        return post;
      case StmtKind::choice:
        return before_choice(statement, post);
      case StmtKind::if_: {
        const Expr then = before(statement.child(0), post);
        const Expr otherwise = before(statement.child(1), post);
        if (!then || !otherwise) return {};
        return and_(implies(statement.expr(), then), or_(statement.expr(), otherwise));
      }
      case StmtKind::loop:
        return before_loop(statement, post);
      case StmtKind::local: {
        const Expr inner = before(statement.child(0), post);
        return inner ? for_all(statement.locals(), inner) : Expr();
      }
    }
    UNREACHABLE("statement kind should be known");
  }

 private:
  Expr before_choice(Stmt statement, Expr post) {
    std::vector<Expr> parts;
    for (const Stmt branch : statement.children()) {
      parts.push_back(before(branch, post));
      if (!parts.back()) return {};
    }
    return and_(parts);
  }

  Expr before_loop(Stmt statement, Expr post) {
    const auto bounds = constant_bounds(statement);
    INVARIANT(bounds.has_value(), "a loop inside an action should have constant bounds");
    for (mpz_class i = bounds->second - 1; i >= bounds->first; --i) {
      post = before(statement.child(0), post);
      if (!post) return {};
      post = substitute(post, statement.var(), context_.int_literal(i));
    }
    return post;
  }

  Context& context_;
  std::size_t largest_;
};

}  // namespace

Expr weakest_precondition(Stmt statement, Expr post, std::size_t most_new) {
  Context& context = post.context();
  const std::size_t now = context.num_expressions();
  const std::size_t largest = most_new == no_size_limit ? no_size_limit : now + most_new;
  return Preconditions(context, largest).before(statement, post);
}

}  // namespace arges::ir
