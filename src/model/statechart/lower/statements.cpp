#include "model/statechart/lower/statements.h"

#include <algorithm>

#include "ir/simplify.h"

namespace arges::model::statechart::lower {

namespace {

/// What is equally preferred.
using Group = std::vector<Guarded>;

std::vector<Group> groups_of(Semantics::Conflict conflict, const std::vector<Guarded>& statements) {
  std::vector<Group> result;
  std::vector<Guarded> plain;
  for (const Guarded& s : statements)
    if (s.role == Guarded::Role::plain) plain.push_back(s);
  switch (conflict) {
    case Semantics::Conflict::first:
      for (const Guarded& s : plain) result.push_back({s});
      break;
    case Semantics::Conflict::any:
      if (!plain.empty()) result.push_back(plain);
      break;
    case Semantics::Conflict::largest:
      std::stable_sort(plain.begin(), plain.end(),
                       [](const Guarded& a, const Guarded& b) { return a.priority > b.priority; });
      for (const Guarded& s : plain) {
        if (result.empty() || result.back().front().priority != s.priority) result.emplace_back();
        result.back().push_back(s);
      }
      break;
  }
  for (const Guarded& s : statements)
    if (s.role == Guarded::Role::otherwise) result.push_back({s});
  return result;
}

}  // namespace

ir::Expr any_of(ir::Context& context, std::vector<ir::Expr> parts) {
  parts.push_back(context.false_expr());
  return ir::simplify(ir::or_(parts));
}

ir::Expr all_of(ir::Context& context, std::vector<ir::Expr> parts) {
  parts.push_back(context.true_expr());
  return ir::simplify(ir::and_(parts));
}

ir::Stmt when(ir::Expr condition, ir::Stmt then, ir::Stmt otherwise) {
  condition = ir::simplify(condition);
  if (condition.is_true()) return then;
  if (condition.is_false()) return otherwise;
  if (then == otherwise) return then;
  return ir::if_(condition, then, otherwise);
}

ir::Stmt choose(ir::Context& context, Semantics::Conflict conflict,
                const std::vector<Guarded>& statements, ir::Stmt otherwise) {
  std::vector<Group> groups = groups_of(conflict, statements);
  ir::Stmt result = otherwise;
  for (auto group = groups.rbegin(); group != groups.rend(); ++group) {
    if (group->size() == 1) {
      result = when(group->front().condition, group->front().statement, result);
      continue;
    }
    std::vector<ir::Expr> conditions;
    std::vector<ir::Stmt> branches;
    for (const Guarded& s : *group) {
      if (ir::simplify(s.condition).is_false()) continue;
      conditions.push_back(s.condition);
      branches.push_back(Sequence(context).assume(s.condition).add(s.statement).finish());
    }
    if (branches.empty()) continue;
    const ir::Stmt taken = branches.size() == 1 ? branches.front() : ir::choice(context, branches);
    result = when(any_of(context, conditions), taken, result);
  }
  return result;
}

}  // namespace arges::model::statechart::lower
