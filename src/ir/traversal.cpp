#include "ir/traversal.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "base/invariant.h"

namespace arges::ir {

Expr rebuild(Expr shape, std::span<const Expr> c) {
  if (std::equal(c.begin(), c.end(), shape.children().begin(), shape.children().end()))
    return shape;
  switch (shape.op()) {
    case Op::literal:
    case Op::variable:
      return shape;
    case Op::not_:
      return not_(c[0]);
    case Op::and_:
      return and_(c);
    case Op::or_:
      return or_(c);
    case Op::eq:
      return eq(c[0], c[1]);
    case Op::ite:
      return ite(c[0], c[1], c[2]);
    case Op::add:
      return add(c);
    case Op::mul:
      return mul(c);
    case Op::lt:
      return lt(c[0], c[1]);
    case Op::le:
      return le(c[0], c[1]);
    case Op::int_to_rat:
      return int_to_rat(c[0]);
    case Op::bv_neg:
      return bv_neg(c[0]);
    case Op::bv_not:
      return bv_not(c[0]);
    case Op::bv_extract:
      return bv_extract(c[0], shape.low(), shape.type().width());
    case Op::bv_zext:
      return bv_zext(c[0], shape.type().width());
    case Op::bv_sext:
      return bv_sext(c[0], shape.type().width());
    case Op::select:
      return select(c[0], c[1]);
    case Op::store:
      return store(c[0], c[1], c[2]);
    case Op::const_array:
      return const_array(shape.type(), c[0]);
    case Op::forall:
    case Op::exists:
      return quantifier(shape.op(), shape.bound(), c[0]);
    case Op::fp_neg:
    case Op::fp_abs:
    case Op::fp_sqrt:
    case Op::fp_round:
      return fp_unary(shape.op(), c[0], shape.rounding());
    case Op::fp_add:
    case Op::fp_mul:
    case Op::fp_div:
    case Op::fp_rem:
    case Op::fp_eq:
    case Op::fp_lt:
    case Op::fp_le:
      return fp_binary(shape.op(), c[0], c[1], shape.rounding());
    case Op::fp_to_fp:
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
    case Op::fp_from_bits:
      return fp_convert(shape.op(), c[0], shape.type(), shape.rounding());
    default:
      return binary(shape.op(), c[0], c[1]);
  }
}

Expr Rewriter::operator()(Expr expr) {
  std::vector<Expr> todo{expr};
  std::vector<Expr> children;
  while (!todo.empty()) {
    const Expr e = todo.back();
    if (is_done(e)) {
      todo.pop_back();
      continue;
    }
    bool ready = true;
    for (const Expr child : e.children()) {
      if (is_done(child)) continue;
      todo.push_back(child);
      ready = false;
    }
    if (!ready) continue;
    todo.pop_back();
    children.clear();
    for (const Expr child : e.children())
      children.push_back(stays(child) ? child : memo_.at(child));
    memo_.emplace(e, visit_(e, children));
  }
  return stays(expr) ? expr : memo_.at(expr);
}

Expr substitute(Expr expr, const Substitution& substitution) {
  std::uint64_t symbols = 0;
  for (const auto& [variable, value] : substitution) symbols |= variable.symbols();
  return substitute(expr, substitution, symbols);
}

Expr substitute(Expr expr, const Substitution& substitution, std::uint64_t symbols) {
  if ((expr.symbols() & symbols) == 0) return expr;
  const auto replace = [&](Expr original, std::span<const Expr> children) {
    const bool shadows = std::any_of(original.bound().begin(), original.bound().end(), [&](Var v) {
      return substitution.contains(original.context().var(v));
    });
    if (shadows) {
      Substitution inner = substitution;
      for (const Var v : original.bound()) inner.erase(original.context().var(v));
      return quantifier(original.op(), original.bound(), substitute(original.child(0), inner));
    }
    if (const auto found = substitution.find(original); found != substitution.end())
      return found->second;
    return rebuild(original, children);
  };
  return Rewriter(replace, symbols)(expr);
}

Expr substitute(Expr expr, Var var, Expr replacement) {
  return substitute(expr, {{expr.context().var(var), replacement}});
}

void for_each_subexpression(Expr expr, const std::function<void(Expr)>& visit) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> todo{expr};
  while (!todo.empty()) {
    const Expr e = todo.back();
    todo.pop_back();
    if (!seen.insert(e).second) continue;
    visit(e);
    todo.insert(todo.end(), e.children().begin(), e.children().end());
  }
}

std::size_t count_subexpressions(Expr expr, std::size_t most) {
  std::unordered_set<Expr> seen;
  std::vector<Expr> todo{expr};
  while (!todo.empty() && seen.size() < most) {
    const Expr e = todo.back();
    todo.pop_back();
    if (seen.insert(e).second) todo.insert(todo.end(), e.children().begin(), e.children().end());
  }
  return seen.size();
}

namespace {

std::vector<Var> by_declaration(const std::unordered_set<Var>& vars) {
  std::vector<Var> sorted(vars.begin(), vars.end());
  std::sort(sorted.begin(), sorted.end(), declared_before);
  return sorted;
}

using VarSet = std::unordered_set<Var>;

/// Free variables below binders, where one variable may be bound more than once.
const VarSet& scoped_free_set(Expr expr, std::unordered_map<Expr, VarSet>& memo) {
  if (const auto found = memo.find(expr); found != memo.end()) return found->second;
  VarSet free;
  if (expr.is_variable()) free.insert(expr.var());
  for (const Expr child : expr.children()) {
    const VarSet& below = scoped_free_set(child, memo);
    free.insert(below.begin(), below.end());
  }
  for (const Var v : expr.bound()) free.erase(v);
  return memo.emplace(expr, std::move(free)).first->second;
}

VarSet free_set(Expr expr) {
  VarSet free;
  bool binds = false;
  for_each_subexpression(expr, [&](Expr e) {
    if (e.is_variable()) free.insert(e.var());
    binds = binds || !e.bound().empty();
  });
  if (!binds) return free;
  std::unordered_map<Expr, VarSet> memo;
  return scoped_free_set(expr, memo);
}

struct Access {
  std::unordered_set<Var> reads;
  std::unordered_set<Var> writes;
  std::unordered_set<Var> inner;  ///< locals and loop counters

  void collect(Stmt s) {
    if (s.expr()) reads.merge(free_set(s.expr()));
    if (s.bound()) reads.merge(free_set(s.bound()));
    if (s.kind() == StmtKind::loop)
      inner.insert(s.var());
    else if (s.var() != nullptr)
      writes.insert(s.var());
    inner.insert(s.locals().begin(), s.locals().end());
    for (const Stmt child : s.children()) collect(child);
  }
  std::vector<Var> outer(std::unordered_set<Var> vars) const {
    std::erase_if(vars, [&](Var v) { return inner.contains(v); });
    return by_declaration(vars);
  }
};

}  // namespace

std::vector<Var> free_variables(Expr expr) { return by_declaration(free_set(expr)); }

bool occurs(Var var, Expr expr) { return free_set(expr).contains(var); }

std::vector<Var> written_variables(Stmt statement) {
  Access access;
  access.collect(statement);
  return access.outer(access.writes);
}

std::vector<Var> read_variables(Stmt statement) {
  Access access;
  access.collect(statement);
  return access.outer(access.reads);
}

std::vector<Expr> conjuncts(Expr expr) {
  if (expr.op() != Op::and_) return {expr};
  return {expr.children().begin(), expr.children().end()};
}

bool mentions_floating(Expr expr) {
  bool result = false;
  for_each_subexpression(
      expr, [&](Expr e) { result = result || e.type().is_floating() || is_floating(e.op()); });
  return result;
}

std::optional<FixedValue> fixed_value(Expr conjunct) {
  Context& context = conjunct.context();
  if (conjunct.is_variable()) return FixedValue{conjunct, context.true_expr()};
  if (conjunct.op() == Op::not_ && conjunct.child(0).is_variable())
    return FixedValue{conjunct.child(0), context.false_expr()};
  if (conjunct.op() != Op::eq) return std::nullopt;
  for (const std::size_t side : {0U, 1U})
    if (conjunct.child(side).is_variable() && conjunct.child(1 - side).is_literal())
      return FixedValue{conjunct.child(side), conjunct.child(1 - side)};
  return std::nullopt;
}

}  // namespace arges::ir
