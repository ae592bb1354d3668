#include "engine/coverage/goals.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/syntax/suggest.h"
#include "engine/coverage/chart_goals.h"
#include "engine/coverage/system_goals.h"

namespace arges::engine {

namespace {

/// Larger types have too many values to ask for each.
constexpr std::uint64_t most_values = 1000;

/// A goal for each value of a variable.
void add_values(const TraceModel& model, const std::string& name, GoalTable& table) {
  syntax::Suggestion nearest(name);
  const std::vector<ir::Var>& known = model.system->variables();
  const auto found = std::find_if(known.begin(), known.end(), [&](ir::Var var) {
    nearest.consider(var->name);
    return var->name == name;
  });
  if (found == known.end())
    throw UsageError(fmt::format("the model has no variable '{}'", name), nearest.hint());
  const ir::Var var = *found;
  const std::uint64_t count = var->type.is_array() ? 0 : var->type.cardinality(most_values);
  if (count == 0)
    throw UsageError(fmt::format("'{}' has too many values to ask for each", name),
                     "ask for those that matter: --goal 'x = 3'");
  ir::Context& context = model.system->context();
  for (std::uint64_t i = 0; i < count; ++i) {
    const ir::Value value = ir::Value::small(static_cast<std::int64_t>(i));
    const GoalId goal = table.add(
        {Criterion::values, fmt::format("{} = {}", name, ir::to_string(value, var->type))});
    table.at_rest.push_back({ir::eq(context.var(var), context.literal(var->type, value)), goal});
  }
}

}  // namespace

SiteIndex::SiteIndex(const std::vector<Site>& sites) {
  for (std::uint32_t i = 0; i < sites.size(); ++i)
    numbers_.try_emplace(
        {sites[i].location.source, sites[i].location.offset, sites[i].branch, sites[i].defines}, i);
}

std::optional<std::uint32_t> SiteIndex::find(SourceLocation location, std::uint32_t branch,
                                             ir::Var defines) const {
  const auto found = numbers_.find({location.source, location.offset, branch, defines});
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> SiteIndex::find(ir::Stmt statement, std::uint32_t branch) const {
  const bool sets =
      statement.kind() == ir::StmtKind::assign || statement.kind() == ir::StmtKind::havoc;
  return find(statement.location(), branch, sets ? statement.var() : nullptr);
}

GoalId GoalTable::add(CoverageGoal goal) {
  goals.push_back(std::move(goal));
  return static_cast<GoalId>(goals.size() - 1);
}

bool CoverageRequest::wants(Criterion criterion) const {
  return std::find(criteria.begin(), criteria.end(), criterion) != criteria.end();
}

GoalTable make_goals(const TraceModel& model, const CoverageRequest& request) {
  GoalTable table;
  if (model.chart != nullptr)
    add_chart_goals(*model.chart, request, table);
  else
    add_system_goals(model, request, table);
  for (const std::string& name : request.values) add_values(model, name, table);
  for (const std::string& text : request.goals) {
    const SourceText source("--goal", text);
    table.at_rest.push_back({model.parse_goal(source), table.add({Criterion::goals, text})});
  }
  return table;
}

}  // namespace arges::engine
