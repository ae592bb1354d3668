#include "ir/interpreter.h"

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/reference_evaluator.h"

namespace arges::ir {

std::optional<ExecutionError> Interpreter::execute(Stmt statement) {
  if (observer_ && statement.kind() != StmtKind::sequence) observer_(statement, no_way);
  switch (statement.kind()) {
    case StmtKind::skip:
      return std::nullopt;
    case StmtKind::assign: {
      const auto value = reference_evaluate(statement.expr(), state_);
      if (!value)
        return ExecutionError{statement.location(),
                              fmt::format("no value for '{}'", statement.expr().to_string()), true};
      state_.set(statement.var(), *value);
      return std::nullopt;
    }
    case StmtKind::assume:
    case StmtKind::if_: {
      const auto value = reference_evaluate(statement.expr(), state_);
      if (!value)
        return ExecutionError{statement.location(),
                              fmt::format("no value for '{}'", statement.expr().to_string()), true};
      if (statement.kind() == StmtKind::if_) {
        const std::uint32_t way = value->is_true() ? 0 : 1;
        if (observer_) observer_(statement, way);
        return execute(statement.child(way));
      }
      if (value->is_true()) return std::nullopt;
      return ExecutionError{statement.location(),
                            fmt::format("assumption '{}' fails", statement.expr().to_string()),
                            false};
    }
    case StmtKind::havoc:
      return assign_from_decision(statement, statement.var());
    case StmtKind::sequence:
      for (const Stmt child : statement.children())
        if (auto error = execute(child)) return error;
      return std::nullopt;
    case StmtKind::choice:
      return choose(statement);
    case StmtKind::loop:
      return iterate(statement);
    case StmtKind::local:
      return enter_local(statement);
  }
  UNREACHABLE("statement kind should be known");
}

Interpreter::Error Interpreter::assign_from_decision(Stmt statement, Var var) {
  if (next_ >= decisions_.size() || decisions_[next_].kind != Decision::Kind::value ||
      decisions_[next_].type != var->type)
    return ExecutionError{statement.location(),
                          fmt::format("the run does not tell the value of '{}'", var->name), false};
  state_.set(var, decisions_[next_++].value);
  return std::nullopt;
}

Interpreter::Error Interpreter::choose(Stmt statement) {
  if (next_ >= decisions_.size() || decisions_[next_].kind != Decision::Kind::branch ||
      decisions_[next_].branch >= statement.children().size())
    return ExecutionError{statement.location(), "the run does not tell which branch is taken",
                          false};
  const std::uint32_t way = decisions_[next_++].branch;
  if (observer_) observer_(statement, way);
  const Stmt branch = statement.child(way);
  branches_.push_back(branch.location());
  return execute(branch);
}

Interpreter::Error Interpreter::iterate(Stmt statement) {
  const auto from = reference_evaluate(statement.expr(), state_);
  const auto to = reference_evaluate(statement.bound(), state_);
  if (!from || !to) return ExecutionError{statement.location(), "no value for a loop bound", true};
  ValuePool& pool = statement.expr().context().values();
  const mpz_class end = to->integer();
  for (mpz_class i = from->integer(); i < end; ++i) {
    state_.set(statement.var(), pool.integer(i));
    if (auto error = execute(statement.child(0))) return error;
  }
  state_.forget(statement.var());
  return std::nullopt;
}

Interpreter::Error Interpreter::enter_local(Stmt statement) {
  for (const Var var : statement.locals())
    if (auto error = assign_from_decision(statement, var)) return error;
  if (auto error = execute(statement.child(0))) return error;
  for (const Var var : statement.locals()) state_.forget(var);
  return std::nullopt;
}

}  // namespace arges::ir
