#include "model/statechart/lower/statements.h"

#include <algorithm>

#include "ir/simplify.h"

namespace arges::model::statechart::lower {

namespace {

/// What is equally preferred.
using Group = std::vector<Guarded>;

/// Those of one role by preference.
void add_groups(Semantics::Conflict conflict, Guarded::Role role,
                const std::vector<Guarded>& statements, std::vector<Group>& to) {
  std::vector<Guarded> here;
  for (const Guarded& s : statements)
    if (s.role == role) here.push_back(s);
  if (here.empty()) return;
  switch (conflict) {
    case Semantics::Conflict::first:
      for (const Guarded& s : here) to.push_back({s});
      break;
    case Semantics::Conflict::any:
      to.push_back(here);
      break;
    case Semantics::Conflict::largest:
      std::stable_sort(here.begin(), here.end(),
                       [](const Guarded& a, const Guarded& b) { return a.priority > b.priority; });
      to.push_back({here.front()});
      for (std::size_t i = 1; i < here.size(); ++i) {
        if (here[i - 1].priority != here[i].priority) to.emplace_back();
        to.back().push_back(here[i]);
      }
      break;
  }
}

/// There may be several for where no other holds, and among these the same rule decides.
std::vector<Group> groups_of(Semantics::Conflict conflict, const std::vector<Guarded>& statements) {
  std::vector<Group> result;
  add_groups(conflict, Guarded::Role::plain, statements, result);
  add_groups(conflict, Guarded::Role::otherwise, statements, result);
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
