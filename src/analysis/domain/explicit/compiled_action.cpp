#include "analysis/domain/explicit/compiled_action.h"

#include <algorithm>
#include <set>

#include "base/invariant.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "ir/unfold.h"

namespace arges::analysis {

using ir::Expr;
using ir::Op;
using ir::Stmt;
using ir::StmtKind;

namespace {

/// Marks the choice with which a branch ends.
void mark_last(CompiledStmt& branch) {
  CompiledStmt* last = &branch;
  while (last->source.kind() == StmtKind::sequence && !last->children.empty())
    last = &last->children.back();
  last->is_last = last->source.kind() == StmtKind::choice;
}

}  // namespace

const CompiledStmt* CompiledStmt::guard() const {
  if (source.kind() == StmtKind::assume) return this;
  const bool is_nested = source.kind() == StmtKind::sequence && !children.empty();
  return is_nested ? children.front().guard() : nullptr;
}

CompiledAction::CompiledAction(ir::Context& context, const Action& action)
    : context_(context), action_(action) {
  std::set<ir::Var, bool (*)(ir::Var, ir::Var)> accessed(ir::declared_before);
  for (const ir::Var v : ir::read_variables(action.statement)) accessed.insert(v);
  for (const ir::Var v : ir::written_variables(action.statement)) accessed.insert(v);
  accessed_.assign(accessed.begin(), accessed.end());
  for (const ir::Var v : accessed_) slots_.slot(v);
  body_ = compile(desugar(action.statement), {});
}

Stmt CompiledAction::desugar(Stmt statement) {
  std::vector<Stmt> parts;
  switch (statement.kind()) {
    case StmtKind::skip:
    case StmtKind::assign:
    case StmtKind::havoc:
      return statement;
    case StmtKind::assume:
      return ir::assume(ir::simplify(statement.expr()), statement.location());
    case StmtKind::sequence:
      for (const Stmt child : statement.children()) parts.push_back(desugar(child));
      return ir::sequence(context_, parts, statement.location());
    case StmtKind::choice:
      for (const Stmt child : statement.children()) parts.push_back(desugar(child));
      return ir::choice(context_, parts, statement.location());
    case StmtKind::if_: {
      const Expr condition = ir::simplify(statement.expr());
      const auto branch = [&](Expr guard, Stmt body) {
        return ir::sequence(context_, {ir::assume(guard, statement.location()), desugar(body)},
                            statement.location());
      };
      return ir::choice(context_,
                        {branch(condition, statement.child(0)),
                         branch(ir::simplify(ir::not_(condition)), statement.child(1))},
                        statement.location());
    }
    case StmtKind::loop: {
      const auto bounds = ir::constant_bounds(statement);
      INVARIANT(bounds.has_value(), "a loop inside an action should have constant bounds");
      const Stmt body = desugar(statement.child(0));
      for (mpz_class i = bounds->first; i < bounds->second; ++i) {
        parts.push_back(ir::assign(statement.var(), context_.int_literal(i), statement.location()));
        parts.push_back(body);
      }
      return ir::sequence(context_, parts, statement.location());
    }
    case StmtKind::local:
      for (const ir::Var v : statement.locals())
        parts.push_back(ir::havoc(context_, v, statement.location()));
      parts.push_back(desugar(statement.child(0)));
      return ir::sequence(context_, parts, statement.location());
  }
  UNREACHABLE("statement kind should be known");
}

std::vector<std::uint32_t> CompiledAction::read_slots(Expr expr) {
  std::vector<std::uint32_t> result;
  for (const ir::Var v : ir::free_variables(expr)) result.push_back(slots_.slot(v));
  return result;
}

CompiledConjunct CompiledAction::compile_conjunct(Expr condition) {
  CompiledConjunct result{ir::Evaluator(condition, slots_), read_slots(condition), {}};
  const auto solve = [&](Expr variable, Expr value) {
    if (variable.is_variable() && !ir::occurs(variable.var(), value))
      result.solutions.push_back({slots_.slot(variable.var()), ir::Evaluator(value, slots_)});
  };
  if (condition.is_variable()) solve(condition, context_.true_expr());
  if (condition.op() == Op::not_) solve(condition.child(0), context_.false_expr());
  if (condition.op() == Op::eq) {
    solve(condition.child(0), condition.child(1));
    solve(condition.child(1), condition.child(0));
  }
  return result;
}

CompiledStmt CompiledAction::compile(Stmt statement, std::vector<bool> reads_later) {
  CompiledStmt result;
  result.source = statement;
  switch (statement.kind()) {
    case StmtKind::skip:
      break;
    case StmtKind::assign:
      result.slot = slots_.slot(statement.var());
      result.value = ir::Evaluator(statement.expr(), slots_);
      if (statement.expr().is_literal()) result.constant = statement.expr().value();
      result.reads = read_slots(statement.expr());
      break;
    case StmtKind::havoc:
      result.slot = slots_.slot(statement.var());
      break;
    case StmtKind::assume:
      for (const Expr conjunct : ir::conjuncts(statement.expr()))
        result.conjuncts.push_back(compile_conjunct(conjunct));
      break;
    case StmtKind::sequence: {
      const std::vector<Stmt> parts(statement.children().begin(), statement.children().end());
      result = compile_sequence(statement, parts, reads_later);
      break;
    }
    case StmtKind::choice:
      for (const Stmt child : statement.children())
        result.children.push_back(compile(child, reads_later));
      for (CompiledStmt& child : result.children) mark_last(child);
      break;
    default:
      UNREACHABLE("statement should be desugared");
  }
  // Locals and counters stay on the list: nothing outside the action can read them.
  std::set<ir::Var> written;
  const std::function<void(Stmt)> collect = [&](Stmt s) {
    if (s.var() != nullptr) written.insert(s.var());
    for (const Stmt child : s.children()) collect(child);
  };
  collect(statement);
  for (const ir::Var v : written) {
    const std::uint32_t slot = slots_.slot(v);
    if (slot >= reads_later.size() || !reads_later[slot]) result.dead_after.push_back(slot);
  }
  std::sort(result.dead_after.begin(), result.dead_after.end());
  return result;
}

CompiledStmt CompiledAction::compile_sequence(Stmt source, const std::vector<Stmt>& statements,
                                              std::vector<bool> reads_later) {
  CompiledStmt result;
  result.source = source;
  for (std::size_t i = statements.size(); i-- > 0;) {
    result.children.push_back(compile(statements[i], reads_later));
    for (const ir::Var v : ir::read_variables(statements[i])) {
      const std::uint32_t slot = slots_.slot(v);
      if (slot >= reads_later.size()) reads_later.resize(slot + 1, false);
      reads_later[slot] = true;
    }
  }
  std::reverse(result.children.begin(), result.children.end());
  return result;
}

}  // namespace arges::analysis
