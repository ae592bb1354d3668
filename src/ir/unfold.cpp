#include "ir/unfold.h"

#include <algorithm>

#include "base/invariant.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::ir {

Expr Versions::apply(Expr expr) const {
  Rewriter rewrite([this](Expr original, std::span<const Expr> children) {
    if (!original.is_variable()) return rebuild(original, children);
    INVARIANT(original.version() == 0, "a versioned variable should not be versioned again");
    return original.context().var(original.var(), get(original.var()));
  });
  return rewrite(expr);
}

Unfolder::Unfolder(Context& context) : context_(context), selector_(context.selector()) {}

Unfolding Unfolder::unfold(Stmt statement, const Versions& before) {
  Unfolding result{{}, before, {}};
  result.formula = walk(statement, result.after, result.plan);
  return result;
}

Unfolding Unfolder::unfold(std::span<const Stmt> statements, const Versions& before) {
  Unfolding result{{}, before, {}};
  std::vector<Expr> parts;
  for (const Stmt statement : statements)
    parts.push_back(walk(statement, result.after, result.plan));
  result.formula = parts.empty() ? context_.true_expr() : and_(parts);
  return result;
}

Expr Unfolder::walk(Stmt statement, Versions& versions, DecisionPlan& plan) {
  switch (statement.kind()) {
    case StmtKind::skip:
      return context_.true_expr();
    case StmtKind::assume:
      return versions.apply(statement.expr());
    case StmtKind::assign: {
      const Expr value = versions.apply(statement.expr());
      const Expr target = context_.var(statement.var(), versions.bump(statement.var()));
      return eq(target, value);
    }
    case StmtKind::havoc: {
      const Expr target = context_.var(statement.var(), versions.bump(statement.var()));
      plan.items.push_back({DecisionPlan::Kind::value, {target}, {}});
      return context_.true_expr();
    }
    case StmtKind::sequence: {
      std::vector<Expr> parts;
      for (const Stmt child : statement.children()) parts.push_back(walk(child, versions, plan));
      return and_(parts);
    }
    case StmtKind::choice:
      return walk_choice(statement, versions, plan);
    case StmtKind::if_:
      return walk_if(statement, versions, plan);
    case StmtKind::loop:
      return walk_loop(statement, versions, plan);
    case StmtKind::local:
      for (const Var var : statement.locals()) {
        const Expr fresh = context_.var(var, versions.bump(var));
        plan.items.push_back({DecisionPlan::Kind::value, {fresh}, {}});
      }
      return walk(statement.child(0), versions, plan);
  }
  UNREACHABLE("statement kind should be known");
}

void Unfolder::join(std::vector<Expr>& formulas, const std::vector<Versions>& ends,
                    Versions& versions) {
  std::uint32_t known = 0;
  for (const Versions& end : ends) known = std::max(known, static_cast<std::uint32_t>(end.size()));
  std::vector<std::vector<Expr>> parts;
  parts.reserve(formulas.size());
  for (const Expr formula : formulas) parts.push_back({formula});
  for (std::uint32_t id = 0; id < known; ++id) {
    const Var var = context_.variable(id);
    std::uint32_t highest = 0;
    for (const Versions& end : ends) highest = std::max(highest, end.get(var));
    for (std::size_t i = 0; i < ends.size(); ++i)
      if (ends[i].get(var) != highest)
        parts[i].push_back(eq(context_.var(var, highest), context_.var(var, ends[i].get(var))));
    if (versions.get(var) != highest) versions.set(var, highest);
  }
  for (std::size_t i = 0; i < formulas.size(); ++i) formulas[i] = and_(parts[i]);
}

Expr Unfolder::walk_choice(Stmt statement, Versions& versions, DecisionPlan& plan) {
  DecisionPlan::Item item{DecisionPlan::Kind::choice, {}, {}};
  std::vector<Expr> formulas;
  std::vector<Versions> ends;
  for (const Stmt branch : statement.children()) {
    item.exprs.push_back(context_.var(selector_, next_selector_++));
    ends.push_back(versions);
    formulas.push_back(walk(branch, ends.back(), item.plans.emplace_back()));
  }
  join(formulas, ends, versions);
  // Not or(selector and formula): there a model may set the selector of a branch that fails.
  for (std::size_t i = 0; i < formulas.size(); ++i)
    formulas[i] = implies(item.exprs[i], formulas[i]);
  formulas.push_back(or_(item.exprs));
  plan.items.push_back(std::move(item));
  return and_(formulas);
}

Expr Unfolder::walk_if(Stmt statement, Versions& versions, DecisionPlan& plan) {
  const Expr condition = versions.apply(statement.expr());
  DecisionPlan::Item item{DecisionPlan::Kind::branch, {condition}, {}};
  std::vector<Expr> formulas;
  std::vector<Versions> ends;
  for (const Stmt branch : statement.children()) {
    ends.push_back(versions);
    formulas.push_back(walk(branch, ends.back(), item.plans.emplace_back()));
  }
  join(formulas, ends, versions);
  plan.items.push_back(std::move(item));
  return or_(and_(condition, formulas[0]), and_(not_(condition), formulas[1]));
}

Expr Unfolder::walk_loop(Stmt statement, Versions& versions, DecisionPlan& plan) {
  const auto bounds = constant_bounds(statement);
  INVARIANT(bounds.has_value(), "a loop inside an action should have constant bounds");
  std::vector<Expr> parts{context_.true_expr()};
  for (mpz_class i = bounds->first; i < bounds->second; ++i) {
    const Expr counter = context_.var(statement.var(), versions.bump(statement.var()));
    parts.push_back(eq(counter, context_.int_literal(i)));
    parts.push_back(walk(statement.child(0), versions, plan));
  }
  return and_(parts);
}

std::optional<std::pair<mpz_class, mpz_class>> constant_bounds(Stmt loop) {
  const Expr from = simplify(loop.expr());
  const Expr to = simplify(loop.bound());
  if (!from.is_literal() || !to.is_literal()) return std::nullopt;
  return std::pair(from.value().integer(), to.value().integer());
}

}  // namespace arges::ir
