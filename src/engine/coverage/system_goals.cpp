#include "engine/coverage/system_goals.h"

#include <optional>
#include <set>

#include <fmt/format.h>

#include "analysis/system/state_variables.h"
#include "engine/coverage/data_flow.h"
#include "ir/traversal.h"

namespace arges::engine {

namespace {

using analysis::Action;
using analysis::Control;

std::string position_text(SourceLocation location) {
  return location ? fmt::format("line {}", location.line()) : "";
}

/// Makes the goals of one System.
class SystemGoals {
 public:
  SystemGoals(const TraceModel& model, const CoverageRequest& request, GoalTable& table)
      : system_(*model.system),
        model_(model),
        request_(request),
        table_(table),
        data_(data_of(model)),
        flow_(table) {}

  void add() {
    if (request_.wants(Criterion::states)) add_modes();
    add_from(system_.initial_control());
    // What no path leads to was forgotten by somebody, who should read that.
    for (Control control = 0; system_.has_control(control); ++control) {
      if (known_.contains(control)) continue;
      add_location(control);
      add_from(control);
    }
    flow_.add_goals(request_);
  }

 private:
  /// That `ctrl` is written before a variable is advice, and changes nothing in what it is.
  static std::vector<ir::Var> data_of(const TraceModel& model) {
    std::vector<ir::Var> result = model.data;
    const std::vector<ir::Var>& modes = model.system->control_variables();
    result.insert(result.end(), modes.begin(), modes.end());
    return result;
  }

  /// The control points that paths from this one lead to, and what is there.
  void add_from(Control first) {
    if (!known_.insert(first).second) return;
    std::vector<Control> todo{first};
    for (std::size_t i = 0; i < todo.size(); ++i) {
      if (request_.wants(Criterion::transition_pairs)) add_pairs(todo[i]);
      for (const Action* action : system_.actions(todo[i])) {
        add(*action);
        if (known_.insert(action->target).second) todo.push_back(action->target);
      }
    }
  }

  std::string name_of(const Action& action) const {
    const std::string ends = fmt::format("{} -> {}", system_.control_name(action.source),
                                         system_.control_name(action.target));
    std::string name = action.label.empty() ? ends : action.label;
    if (const std::string at = position_text(action.location); !at.empty())
      name += fmt::format(" at {}", at);
    return name;
  }

  /// The values of control variables.
  void add_modes() {
    for (const ir::Var var : system_.control_variables()) {
      if (!var->type.is_enum() && !var->type.is_bool()) continue;
      for (std::uint64_t i = 0; i < var->type.cardinality(1000); ++i) {
        const ir::Value value = ir::Value::small(static_cast<std::int64_t>(i));
        const GoalId goal =
            table_.add({Criterion::states,
                        fmt::format("{} = {}", var->name, ir::to_string(value, var->type))});
        ir::Context& context = system_.context();
        table_.at_rest.push_back(
            {ir::eq(context.var(var), context.literal(var->type, value)), goal});
      }
    }
  }

  /// Every way into a control point, followed by every way out of it.
  void add_pairs(Control at) {
    std::vector<const Action*> into;
    for (const Action* action : all_actions())
      if (action->target == at) into.push_back(action);
    const auto out = system_.actions(at);
    if (into.empty() || out.empty() || !model_.view.rests(at)) return;
    const std::uint32_t memory = table_.num_memories++;
    for (std::size_t i = 0; i < into.size(); ++i) {
      const auto value = static_cast<std::uint32_t>(i + 1);
      table_.marks[taken(*into[i])].writes.push_back({memory, value});
      for (const Action* second : out) {
        const GoalId goal = table_.add(
            {Criterion::transition_pairs,
             fmt::format("{}, then {}", name_of(*into[i]), name_of(*second)), second->location});
        table_.marks[taken(*second)].reads.push_back({memory, value, {goal}});
      }
    }
  }

  const std::vector<const Action*>& all_actions() {
    if (!actions_.empty()) return actions_;
    for (std::uint32_t id = 0; const Action* action = system_.find_action(id); ++id)
      actions_.push_back(action);
    return actions_;
  }

  static Mark taken(const Action& action) { return {Mark::Kind::taken, 0, action.id}; }

  void add(const Action& action) {
    if (const auto goal = add_location(action.target))
      table_.marks[taken(action)].meets.push_back(*goal);
    if (request_.wants(Criterion::transitions))
      meet(taken(action), {Criterion::transitions, name_of(action), action.location});
    const bool parts_ways = system_.actions(action.source).size() > 1;
    if (request_.wants(Criterion::decisions) && parts_ways && begins_with_condition(action))
      meet(taken(action),
           {Criterion::decisions,
            fmt::format("{} at {}", condition_of(action).to_string(), name_of(action)),
            action.location});
    walk(action.statement);
  }

  /// The goal to get there, if it is one.
  std::optional<GoalId> add_location(Control control) {
    const bool has_modes = !system_.control_variables().empty();
    if (!request_.wants(Criterion::states) || !model_.view.rests(control) || has_modes ||
        control == system_.initial_control())  // every run is there
      return std::nullopt;
    const std::string name = system_.control_name(control);
    if (name.empty()) return std::nullopt;
    const auto [known, fresh] = locations_.try_emplace(control, 0);
    if (fresh) known->second = table_.add({Criterion::states, name});
    return known->second;
  }

  static bool begins_with_condition(const Action& action) {
    return static_cast<bool>(condition_of(action));
  }
  static ir::Expr condition_of(const Action& action) {
    ir::Stmt statement = action.statement;
    if (statement.kind() == ir::StmtKind::sequence) statement = statement.child(0);
    return statement.kind() == ir::StmtKind::assume ? statement.expr() : ir::Expr();
  }

  void meet(const Mark& mark, CoverageGoal goal) {
    const GoalId id = table_.add(std::move(goal));
    table_.marks[mark].meets.push_back(id);
  }

  void walk(ir::Stmt statement) {
    const ir::StmtKind kind = statement.kind();
    const bool wants_flow =
        request_.wants(Criterion::all_defs) || request_.wants(Criterion::all_uses);
    const bool is_choice = kind == ir::StmtKind::choice || kind == ir::StmtKind::if_;
    if (is_choice && statement.location()) add_ways(statement);
    const bool sets = kind == ir::StmtKind::assign || kind == ir::StmtKind::havoc;
    if (wants_flow && statement.location() &&
        (sets || kind == ir::StmtKind::assume || kind == ir::StmtKind::if_)) {
      Site site{0, statement.location()};
      if (sets) site.defines = statement.var();
      if (kind != ir::StmtKind::havoc) site.uses = data_in(statement.expr());
      const bool matters = !site.uses.empty() || (sets && data_.contains(statement.var()));
      if (matters)
        flow_.add_site(site, kind == ir::StmtKind::assign  ? "the assignment"
                             : kind == ir::StmtKind::havoc ? "the input"
                                                           : "the condition");
    }
    for (const ir::Stmt child : statement.children()) walk(child);
  }

  /// The branches of a choice are what transitions are elsewhere; conditions are decisions.
  void add_ways(ir::Stmt statement) {
    const bool is_condition = statement.kind() == ir::StmtKind::if_;
    const Criterion criterion = is_condition ? Criterion::decisions : Criterion::transitions;
    if (!request_.wants(criterion)) return;
    for (std::uint32_t way = 0; way < statement.children().size(); ++way) {
      Site site{0, statement.location(), way};
      if (!is_new(site)) return;
      const auto number = static_cast<std::uint32_t>(table_.sites.size());
      table_.sites.push_back(site);
      const SourceLocation at = statement.child(way).location();
      const std::string name =
          is_condition
              ? fmt::format("{} at {}: {}", statement.expr().to_string(),
                            position_text(statement.location()), way == 0 ? "true" : "false")
              : fmt::format("branch {} at {}", way + 1,
                            position_text(at ? at : statement.location()));
      meet({Mark::Kind::executed, 0, number}, {criterion, name, at ? at : statement.location()});
    }
  }

  bool is_new(const Site& site) {
    return seen_.insert({site.location.source, site.location.offset, site.branch, site.defines})
        .second;
  }

  std::vector<ir::Var> data_in(ir::Expr expr) const {
    std::vector<ir::Var> result;
    for (const ir::Var var : ir::free_variables(expr))
      if (data_.contains(var)) result.push_back(var);
    return result;
  }

  const analysis::System& system_;
  const TraceModel& model_;
  const CoverageRequest& request_;
  GoalTable& table_;
  analysis::VariableSet data_;
  DataFlow flow_;
  std::vector<const Action*> actions_;
  std::set<Control> known_;
  std::map<Control, GoalId> locations_;
  std::set<std::tuple<const SourceText*, std::uint32_t, std::uint32_t, ir::Var>> seen_;
};

}  // namespace

void add_system_goals(const TraceModel& model, const CoverageRequest& request, GoalTable& table) {
  SystemGoals(model, request, table).add();
}

}  // namespace arges::engine
