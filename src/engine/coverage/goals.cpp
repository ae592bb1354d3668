#include "engine/coverage/goals.h"

#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "engine/coverage/chart_goals.h"
#include "engine/coverage/machine_goals.h"
#include "engine/coverage/system_goals.h"
#include "engine/coverage/tracked_data.h"
#include "ir/traversal.h"
#include "output/chart_value.h"

namespace arges::engine {

namespace {

/// Larger types have too many values to ask for each.
constexpr std::uint64_t most_values = 1000;

/// The values of an enumeration of C; empty: it is none.
std::vector<ir::Expr> constants_of(const TraceModel& model, ir::Var var) {
  if (model.program == nullptr || !model.program->program || var->type.is_array()) return {};
  const auto found = model.program->program->variables.find(var);
  if (found == model.program->program->variables.end()) return {};
  ir::Context& context = model.system->context();
  std::vector<ir::Expr> result;
  for (const auto& [value, name] : found->second.constants)
    result.push_back(var->type.is_int() ? context.int_literal(value)
                                        : context.bv_literal(var->type.width(), value));
  return result;
}

/// How many values a variable has, from 0 on; 0: too many.
std::uint64_t num_values(const TraceModel& model, ir::Var var) {
  if (model.machines != nullptr)
    if (const auto type = output::machine_type(*model.machines, var);
        type && type->is_int() && type->target != arges::model::machines::none)
      return model.machines->model().enumerations[type->target].literals.size();
  return var->type.is_array() ? 0 : var->type.cardinality(most_values);
}

/// A goal for each value of a variable.
void add_values(const TraceModel& model, ir::Var var, GoalTable& table) {
  ir::Context& context = model.system->context();
  std::vector<ir::Expr> values = constants_of(model, var);
  const std::uint64_t count = values.empty() ? num_values(model, var) : 0;
  for (std::uint64_t i = 0; i < count; ++i)
    values.push_back(context.literal(var->type, ir::Value::small(static_cast<std::int64_t>(i))));
  if (values.empty())
    throw UsageError(fmt::format("'{}' has too many values to ask for each", var->name),
                     fmt::format("ask for those that matter: --goal '{} == …'", var->name));
  output::RunSubject subject;
  subject.chart = model.chart;
  subject.program = model.program;
  subject.machines = model.machines;
  for (const ir::Expr value : values) {
    const GoalId goal =
        table.add({Criterion::values, output::run_assignment(subject, var, value.value())});
    table.at_rest.push_back({ir::eq(context.var(var), value), goal});
  }
}

/// Where a condition's variables have values.
std::vector<bool> where_it_matters(const TraceModel& model, ir::Expr condition) {
  std::vector<bool> result;
  if (!model.has_value) return result;
  for (const ir::Var var : ir::free_variables(condition)) {
    const std::vector<bool> here = model.has_value(var);
    result.resize(here.size(), true);
    for (std::size_t i = 0; i < here.size(); ++i) result[i] = result[i] && here[i];
  }
  return result;
}

/// Goals of a criterion with the same name: one position further on the line, or of a part that is
/// there several times.
void name_apart(std::vector<CoverageGoal>& goals) {
  using Name = std::pair<Criterion, std::string>;
  const auto alike = [&] {
    std::map<Name, std::vector<CoverageGoal*>> result;
    for (CoverageGoal& goal : goals) result[{goal.criterion, goal.name}].push_back(&goal);
    std::erase_if(result, [](const auto& one) { return one.second.size() == 1; });
    return result;
  };
  for (const auto& [name, same] : alike())
    for (CoverageGoal* goal : same)
      if (goal->position) goal->name += fmt::format(", column {}", goal->position.column());
  for (const auto& [name, same] : alike())
    for (std::size_t i = 0; i < same.size(); ++i) same[i]->name += fmt::format(" ({})", i + 1);
}

}  // namespace

SiteIndex::SiteIndex(const std::vector<Site>& sites) {
  for (std::uint32_t i = 0; i < sites.size(); ++i) add(sites[i], i);
}

/// A variable is of one machine; what sets none may be a part of the text that several have.
SiteIndex::Key SiteIndex::key_of(const Site& site) {
  return {site.defines != nullptr ? 0 : site.machine, site.location.source, site.location.offset,
          site.branch, site.defines};
}

std::optional<std::uint32_t> SiteIndex::find(const Site& like) const {
  const auto found = numbers_.find(key_of(like));
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> SiteIndex::find(ir::Stmt statement, std::uint32_t branch) const {
  const bool sets =
      statement.kind() == ir::StmtKind::assign || statement.kind() == ir::StmtKind::havoc;
  return find(Site{.location = statement.location(),
                   .branch = branch,
                   .defines = sets ? statement.var() : nullptr});
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
  else if (model.machines != nullptr)
    add_machine_goals(model, request, table);
  else
    add_system_goals(model, request, table);
  name_apart(table.goals);
  std::set<std::string_view> asked_for;
  for (const std::string& name : request.values)
    for (const ir::Var var : variables_named(name, model.data, model.system->variables()))
      if (asked_for.insert(var->name).second) add_values(model, var, table);
  for (const std::string& text : request.goals) {
    // An error about it keeps the text.
    const auto source = std::make_shared<const SourceText>("--goal", text);
    table.at_rest.push_back({model.parse_goal(*source), table.add({Criterion::goals, text})});
  }
  for (RestGoal& goal : table.at_rest) goal.matters_at = where_it_matters(model, goal.condition);
  return table;
}

}  // namespace arges::engine
