#include "model/cfa/program_scopes.h"

#include <algorithm>
#include <optional>

namespace arges::model {

namespace {

bool sets(ir::Stmt statement, ir::Var var) {
  const ir::StmtKind kind = statement.kind();
  if ((kind == ir::StmtKind::assign || kind == ir::StmtKind::havoc) && statement.var() == var)
    return true;
  return std::any_of(statement.children().begin(), statement.children().end(),
                     [&](ir::Stmt child) { return sets(child, var); });
}

}  // namespace

ProgramScopes::ProgramScopes(const Cfa& cfa) : cfa_(cfa), leaving_(cfa.locations.size()) {
  for (const CfaEdge& edge : cfa.edges) leaving_[edge.source].push_back(&edge);
  find_calls();
}

/// Where ways meet, as at the end of the program, what they have in common is for sure.
void ProgramScopes::find_calls() {
  std::vector<std::optional<Calls>> found(cfa_.locations.size());
  found[cfa_.initial].emplace();
  std::vector<std::uint32_t> todo{cfa_.initial};
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    for (const CfaEdge* edge : leaving_[at]) {
      Calls after = *found[at];
      if (!edge->enters.empty())
        after.push_back(edge->enters);
      else if (edge->returns && !after.empty())
        after.pop_back();
      std::optional<Calls>& known = found[edge->target];
      if (known) {
        const auto differ =
            std::mismatch(known->begin(), known->end(), after.begin(), after.end()).first;
        if (differ == known->end()) continue;
        known->erase(differ, known->end());
      } else {
        known = std::move(after);
      }
      todo.push_back(edge->target);
    }
  }
  for (std::optional<Calls>& calls : found) calls_.push_back(calls ? *std::move(calls) : Calls());
}

/// What is no variable of the author has no scope.
bool ProgramScopes::is_within(const Calls& calls, ir::Var var) const {
  const auto known = cfa_.program->variables.find(var);
  if (known == cfa_.program->variables.end()) return !calls.empty();
  const ProgramInfo::Variable& variable = known->second;
  if (variable.function.empty()) return !calls.empty();
  return std::count(calls.begin(), calls.end(), variable.function) > variable.depth;
}

/// The call whose variable it is ends; what is set for a call that is to begin stays.
bool ProgramScopes::ends(const CfaEdge& edge, ir::Var var) const {
  return edge.returns && is_within(calls_[edge.source], var) &&
         !is_within(calls_[edge.target], var);
}

std::vector<bool> ProgramScopes::with_value(ir::Var var) const {
  std::vector<bool> result(cfa_.locations.size());
  std::vector<std::uint32_t> todo;
  const auto reach = [&](std::uint32_t location) {
    if (!result[location]) todo.push_back(location);
    result[location] = true;
  };
  for (const CfaEdge& edge : cfa_.edges)
    if (sets(edge.statement, var) && !ends(edge, var)) reach(edge.target);
  while (!todo.empty()) {
    const std::uint32_t at = todo.back();
    todo.pop_back();
    for (const CfaEdge* edge : leaving_[at])
      if (!ends(*edge, var)) reach(edge->target);
  }
  for (std::uint32_t i = 0; i < result.size(); ++i)
    result[i] = result[i] && is_within(calls_[i], var);
  return result;
}

}  // namespace arges::model
