#include "ir/effect.h"

#include <algorithm>
#include <span>
#include <utility>

#include "ir/simplify.h"
#include "ir/unfold.h"
#include "ir/var_map.h"

namespace arges::ir {

Expr Effect::before(Expr expr) const { return simplify(substitute(expr, after)); }

namespace {

/// Loops with more are no straight matter.
constexpr int most_rounds = 100;

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
  bool repeat(Stmt loop, Expr path);
  /// The first statement if the condition holds, else the others, of which any one is chosen.
  bool branch(Expr condition, Stmt first, std::span<const Stmt> others, Expr path);
  bool choose_one(std::span<const Stmt> statements, Expr path);

  Expr value(Expr variable) const;
  void set(Expr variable, Expr value);
  using Writes = std::vector<std::pair<Expr, Expr>>;  ///< variables with values
  /// Undoes what was written since `start`, and tells it.
  Writes take_back(std::size_t start);
  bool merge(Expr condition, const Writes& then, const Writes& otherwise);

  Context& context_;
  std::size_t most_;
  Effect effect_;
  VarMap<std::uint32_t> choices_;  ///< how many values of a variable were chosen
  std::uint32_t next_selector_ = 0;
  Writes overwritten_;  ///< values before each write, in order
};

Expr SymbolicExecution::value(Expr variable) const {
  const auto found = effect_.after.find(variable);
  return found == effect_.after.end() ? variable : found->second;
}

void SymbolicExecution::set(Expr variable, Expr value) {
  overwritten_.emplace_back(variable, this->value(variable));
  effect_.after[variable] = value;
}

SymbolicExecution::Writes SymbolicExecution::take_back(std::size_t start) {
  Writes writes;
  for (; overwritten_.size() > start; overwritten_.pop_back()) {
    const Expr variable = overwritten_.back().first;
    const Expr before = overwritten_.back().second;
    const auto seen = std::find_if(writes.begin(), writes.end(),
                                   [&](const auto& write) { return write.first == variable; });
    if (seen == writes.end()) writes.emplace_back(variable, value(variable));
    effect_.after[variable] = before;
  }
  return writes;
}

bool SymbolicExecution::assign(Var var, Expr value) {
  const Expr result = effect_.before(value);
  set(context_.var(var), result);
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
  set(context_.var(var), context_.var(var, choices_.get(var)));
}

bool SymbolicExecution::merge(Expr condition, const Writes& then, const Writes& otherwise) {
  Substitution values(then.begin(), then.end());
  Writes merged;
  for (const auto& [variable, b] : otherwise) {
    const auto found = values.find(variable);
    const Expr a = found == values.end() ? value(variable) : found->second;
    merged.emplace_back(variable, a == b ? a : simplify(ite(condition, a, b)));
    values.erase(variable);
  }
  for (const auto& [variable, a] : then)
    if (values.contains(variable))
      merged.emplace_back(variable, simplify(ite(condition, a, value(variable))));
  for (const auto& [variable, value] : merged) {
    set(variable, value);
    if (!is_small(value)) return false;
  }
  return true;
}

bool SymbolicExecution::branch(Expr condition, Stmt first, std::span<const Stmt> others,
                               Expr path) {
  const std::size_t start = overwritten_.size();
  if (!execute(first, simplify(and_(path, condition)))) return false;
  const Writes then = take_back(start);
  if (!choose_one(others, simplify(and_(path, not_(condition))))) return false;
  const Writes otherwise = take_back(start);
  return merge(condition, then, otherwise);
}

bool SymbolicExecution::repeat(Stmt loop, Expr path) {
  const auto bounds = constant_bounds(loop);
  if (!bounds || bounds->second - bounds->first > most_rounds) return false;
  for (mpz_class i = bounds->first; i < bounds->second; ++i) {
    set(context_.var(loop.var()), context_.int_literal(i));
    if (!execute(loop.child(0), path)) return false;
  }
  return true;
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
      return repeat(statement, path);
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
