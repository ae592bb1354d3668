#include "analysis/certify/partial_interpreter.h"

#include <iterator>
#include <utility>

#include "base/invariant.h"
#include "ir/context.h"
#include "ir/reference_evaluator.h"

namespace arges::analysis {

namespace {

using ir::Op;
using ir::reference_evaluate;
using ir::Stmt;
using ir::StmtKind;
using ir::Valuation;
using States = std::vector<Valuation>;

constexpr std::size_t most_states = 64;

/// What holds in a state after assuming a condition whose value is unknown there: a variable
/// (negated or not) or an equation with one side known tells a value.
void learn(ir::Expr condition, Valuation& state) {
  ir::Context& context = condition.context();
  const auto set = [&](ir::Expr variable, ir::Expr value) {
    if (!variable.is_variable() || !state.get(variable.var()).is_unknown()) return;
    if (const auto known = reference_evaluate(value, state)) state.set(variable.var(), *known);
  };
  if (condition.op() == Op::and_)
    for (const ir::Expr part : condition.children()) learn(part, state);
  if (condition.is_variable()) set(condition, context.true_expr());
  if (condition.op() == Op::not_ && condition.child(0).is_variable())
    set(condition.child(0), context.false_expr());
  if (condition.op() == Op::eq) {
    set(condition.child(0), condition.child(1));
    set(condition.child(1), condition.child(0));
  }
}

bool run(Stmt statement, Valuation state, States& ends);

bool run_all(Stmt statement, States& begins, States& ends) {
  for (Valuation& begin : begins)
    if (!run(statement, std::move(begin), ends)) return false;
  return ends.size() <= most_states;
}

enum class Feasible : bool { no, yes };

Feasible assume(ir::Expr condition, Valuation& state) {
  const auto truth = reference_evaluate(condition, state);
  if (truth) return truth->is_true() ? Feasible::yes : Feasible::no;
  learn(condition, state);
  return Feasible::yes;
}

/// Both branches where it can't be told which one is taken.
bool run_if(Stmt statement, Valuation state, States& ends) {
  const ir::Expr condition = statement.expr();
  if (const auto truth = reference_evaluate(condition, state))
    return run(statement.child(truth->is_true() ? 0 : 1), std::move(state), ends);
  Valuation otherwise = state;
  learn(condition, state);
  learn(ir::not_(condition), otherwise);
  return run(statement.child(0), std::move(state), ends) &&
         run(statement.child(1), std::move(otherwise), ends);
}

/// Whether a statement leads from a state to one, or to none.
bool is_simple(Stmt statement) {
  return statement.kind() == StmtKind::assign || statement.kind() == StmtKind::assume ||
         statement.kind() == StmtKind::havoc || statement.kind() == StmtKind::skip;
}

Feasible execute_simple(Stmt statement, Valuation& state) {
  if (statement.kind() == StmtKind::assume) return assume(statement.expr(), state);
  if (statement.kind() == StmtKind::havoc) state.forget(statement.var());
  if (statement.kind() == StmtKind::assign) {
    if (const auto value = reference_evaluate(statement.expr(), state))
      state.set(statement.var(), *value);
    else
      state.forget(statement.var());
  }
  return Feasible::yes;
}

bool run_sequence(Stmt statement, Valuation state, States& ends) {
  States current;
  current.push_back(std::move(state));
  for (const Stmt child : statement.children()) {
    if (is_simple(child)) {
      std::erase_if(current,
                    [child](Valuation& at) { return execute_simple(child, at) == Feasible::no; });
      continue;
    }
    States next;
    if (!run_all(child, current, next)) return false;
    current = std::move(next);
  }
  std::move(current.begin(), current.end(), std::back_inserter(ends));
  return ends.size() <= most_states;
}

bool run_loop(Stmt statement, const Valuation& state, States& ends) {
  const auto from = reference_evaluate(statement.expr(), state);
  const auto to = reference_evaluate(statement.bound(), state);
  if (!from || !to) return false;
  States current{state};
  const mpz_class end = to->integer();
  for (mpz_class i = from->integer(); i < end; ++i) {
    for (Valuation& v : current)
      v.set(statement.var(), statement.expr().context().values().integer(i));
    States next;
    if (!run_all(statement.child(0), current, next)) return false;
    current = std::move(next);
  }
  std::move(current.begin(), current.end(), std::back_inserter(ends));
  return ends.size() <= most_states;
}

/// Appends the ends of all runs from one state; false if there are too many.
bool run(Stmt statement, Valuation state, States& ends) {
  switch (statement.kind()) {
    case StmtKind::skip:
    case StmtKind::assign:
    case StmtKind::havoc:
    case StmtKind::assume:
      if (execute_simple(statement, state) == Feasible::no) return true;
      break;
    case StmtKind::sequence:
      return run_sequence(statement, std::move(state), ends);
    case StmtKind::choice:
      for (const Stmt child : statement.children())
        if (!run(child, state, ends)) return false;
      return ends.size() <= most_states;
    case StmtKind::if_:
      return run_if(statement, std::move(state), ends);
    case StmtKind::loop:
      return run_loop(statement, state, ends);
    case StmtKind::local:
      for (const ir::Var var : statement.locals()) state.forget(var);
      return run(statement.child(0), std::move(state), ends);
  }
  ends.push_back(std::move(state));
  return ends.size() <= most_states;
}

}  // namespace

std::optional<std::vector<Valuation>> execute_partially(Stmt statement, const Valuation& before) {
  States ends;
  if (!run(statement, before, ends)) return std::nullopt;
  return ends;
}

}  // namespace arges::analysis
