#include "ir/stmt.h"

#include "base/invariant.h"
#include "ir/context.h"

namespace arges::ir {

Stmt skip(Context& context, SourceLocation location) {
  return Stmt(context.keep({.kind = StmtKind::skip, .location = location}));
}

Stmt assign(Var var, Expr value, SourceLocation location) {
  INVARIANT(var->type == value.type(), "an assignment should keep its variable's type");
  return Stmt(value.context().keep(
      {.kind = StmtKind::assign, .var = var, .expr = value, .location = location}));
}

Stmt assume(Expr condition, SourceLocation location) {
  INVARIANT(condition.type().is_bool(), "an assumption should be Boolean");
  return Stmt(condition.context().keep(
      {.kind = StmtKind::assume, .expr = condition, .location = location}));
}

Stmt havoc(Context& context, Var var, SourceLocation location) {
  return Stmt(context.keep({.kind = StmtKind::havoc, .var = var, .location = location}));
}

Stmt sequence(Context& context, const std::vector<Stmt>& statements, SourceLocation location) {
  std::vector<Stmt> flat;
  for (const Stmt s : statements) {
    if (s.kind() == StmtKind::skip) continue;
    if (s.kind() == StmtKind::sequence)
      flat.insert(flat.end(), s.children().begin(), s.children().end());
    else
      flat.push_back(s);
  }
  if (flat.empty()) return skip(context, location);
  if (flat.size() == 1) return flat.front();
  return Stmt(context.keep(
      {.kind = StmtKind::sequence, .children = std::move(flat), .location = location}));
}

Stmt choice(Context& context, std::vector<Stmt> branches, SourceLocation location) {
  INVARIANT(!branches.empty(), "a choice should have branches");
  if (branches.size() == 1) return branches.front();
  return Stmt(context.keep(
      {.kind = StmtKind::choice, .children = std::move(branches), .location = location}));
}

Stmt if_(Expr condition, Stmt then, Stmt otherwise, SourceLocation location) {
  INVARIANT(condition.type().is_bool(), "a condition should be Boolean");
  return Stmt(condition.context().keep({.kind = StmtKind::if_,
                                        .expr = condition,
                                        .children = {then, otherwise},
                                        .location = location}));
}

Stmt loop(Var counter, Expr from, Expr to, Stmt body, SourceLocation location) {
  INVARIANT(counter->type.is_int() && from.type().is_int() && to.type().is_int(),
            "a loop should count integers");
  return Stmt(from.context().keep({.kind = StmtKind::loop,
                                   .var = counter,
                                   .expr = from,
                                   .bound = to,
                                   .children = {body},
                                   .location = location}));
}

Stmt local(Context& context, std::vector<Var> variables, Stmt body, SourceLocation location) {
  if (variables.empty()) return body;
  return Stmt(context.keep({.kind = StmtKind::local,
                            .children = {body},
                            .locals = std::move(variables),
                            .location = location}));
}

}  // namespace arges::ir
