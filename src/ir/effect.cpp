#include "ir/effect.h"

#include <array>

#include "ir/simplify.h"
#include "ir/var_map.h"

namespace arges::ir {

Expr Effect::before(Expr expr) const { return simplify(substitute(expr, after)); }

namespace {

/// Executes statements on values that are expressions; where branches meet again, a value is
/// conditional.
class SymbolicExecution {
 public:
  SymbolicExecution(Context& context, std::size_t most) : context_(context), most_(most) {}

  /// What happens if `path` holds; false if there is no effect to tell.
  bool execute(Stmt statement, Expr path);
  Effect take() { return std::move(effect_); }

 private:
  bool is_small(Expr e) const { return count_subexpressions(e, most_ + 1) <= most_; }
  bool assign(Var var, Expr value);
  bool assume(Expr condition, Expr path);
  void choose(Var var);
  /// The first statement if the condition holds, else the others, of which any one is chosen.
  bool branch(Expr condition, Stmt first, std::span<const Stmt> others, Expr path);
  bool choose_one(std::span<const Stmt> statements, Expr path);
  bool merge(Expr condition, const Substitution& then, const Substitution& otherwise);

  Context& context_;
  std::size_t most_;
  Effect effect_;
  VarMap<std::uint32_t> choices_;  ///< how many values of a variable were chosen
  std::uint32_t next_selector_ = 0;
};

bool SymbolicExecution::assign(Var var, Expr value) {
  const Expr result = effect_.before(value);
  effect_.after[context_.var(var)] = result;
  return is_small(result);
}

bool SymbolicExecution::assume(Expr condition, Expr path) {
  for (const Expr conjunct : conjuncts(effect_.before(condition))) {
    const Expr needed = path.is_true() ? conjunct : simplify(implies(path, conjunct));
    if (!is_small(needed)) return false;
    if (!needed.is_true()) effect_.conditions.push_back(needed);
  }
  return true;
}

void SymbolicExecution::choose(Var var) {
  choices_.set(var, choices_.get(var) + 1);
  effect_.after[context_.var(var)] = context_.var(var, choices_.get(var));
}

bool SymbolicExecution::merge(Expr condition, const Substitution& then,
                              const Substitution& otherwise) {
  effect_.after.clear();
  const auto value_in = [](const Substitution& values, Expr variable) {
    const auto found = values.find(variable);
    return found == values.end() ? variable : found->second;
  };
  for (const Substitution* values : {&then, &otherwise})
    for (const auto& [variable, value] : *values) {
      if (effect_.after.contains(variable)) continue;
      const Expr a = value_in(then, variable);
      const Expr b = value_in(otherwise, variable);
      const Expr merged = a == b ? a : simplify(ite(condition, a, b));
      if (!is_small(merged)) return false;
      effect_.after.emplace(variable, merged);
    }
  return true;
}

bool SymbolicExecution::branch(Expr condition, Stmt first, std::span<const Stmt> others,
                               Expr path) {
  const Substitution start = effect_.after;
  if (!execute(first, simplify(and_(path, condition)))) return false;
  const Substitution then = std::exchange(effect_.after, start);
  if (!choose_one(others, simplify(and_(path, not_(condition))))) return false;
  const Substitution otherwise = std::move(effect_.after);
  return merge(condition, then, otherwise);
}

bool SymbolicExecution::choose_one(std::span<const Stmt> statements, Expr path) {
  if (statements.size() == 1) return execute(statements[0], path);
  const Expr selector = context_.var(context_.selector(), next_selector_++);
  return branch(selector, statements[0], statements.subspan(1), path);
}

bool SymbolicExecution::execute(Stmt statement, Expr path) {
  switch (statement.kind()) {
    case StmtKind::skip:
      return true;
    case StmtKind::assign:
      return assign(statement.var(), statement.expr());
    case StmtKind::havoc:
      choose(statement.var());
      return true;
    case StmtKind::assume:
      return assume(statement.expr(), path);
    case StmtKind::sequence:
      for (const Stmt child : statement.children())
        if (!execute(child, path)) return false;
      return true;
    case StmtKind::local:
      for (const Var var : statement.locals()) choose(var);
      return execute(statement.child(0), path);
    case StmtKind::choice:
      return choose_one(statement.children(), path);
    case StmtKind::if_:
      return branch(effect_.before(statement.expr()), statement.child(0),
                    statement.children().subspan(1), path);
    case StmtKind::loop:
      return false;
  }
  return false;
}

}  // namespace

std::optional<Effect> effect_of(Context& context, Stmt statement, std::size_t most) {
  SymbolicExecution execution(context, most);
  if (!execution.execute(statement, context.true_expr())) return std::nullopt;
  return execution.take();
}

}  // namespace arges::ir
