#include "engine/coverage/goal_watcher.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "engine/coverage/chart_goals.h"

namespace arges::engine {

namespace {

using analysis::Action;
using analysis::ActionRole;
using analysis::Control;
using model::ControlGraph;
using model::statechart::Layout;
using model::statechart::Machine;
using model::statechart::MachineId;
using model::statechart::Phase;
using model::statechart::Place;
using model::statechart::Transition;
using model::statechart::Trigger;

ir::Expr both(ir::Expr a, ir::Expr b) { return ir::and_(std::vector{a, b}); }

}  // namespace

/// Adds to the statements of a System what notices goals.
class GoalWatcher::Statements {
 public:
  Statements(const TraceModel& model, const GoalTable& table)
      : model_(model),
        system_(*model.system),
        context_(system_.context()),
        table_(table),
        sites_(table.sites),
        hit_(context_.declare("a goal is met", context_.bool_type())) {
    for (std::uint32_t i = 0; i < table.num_memories; ++i)
      memories_.push_back(
          context_.declare(fmt::format("what came last, {}", i), context_.int_type()));
    if (model.chart != nullptr) find_chart_marks(model.chart->layout());
    if (table.fire_at_once) declare_earlier();
  }

  std::unique_ptr<ControlGraph> make_system(const std::vector<bool>& wanted, Purpose purpose) {
    wanted_ = &wanted;
    choose_memories();
    auto graph = std::make_unique<ControlGraph>(context_);
    std::vector<ir::Var> variables = system_.variables();
    variables.push_back(hit_);
    graph->set_control_variables(system_.control_variables());
    for (const ir::Var var : system_.auxiliary_variables()) graph->add_auxiliary(var);
    std::vector<ir::Expr> initial{system_.initial_condition(), ir::not_(context_.var(hit_))};
    for (std::size_t i = 0; i < memories_.size(); ++i) {
      if (!is_used_[i]) continue;
      variables.push_back(memories_[i]);
      initial.push_back(ir::eq(context_.var(memories_[i]), context_.int_literal(0)));
      if (!earlier_.contains(memories_[i])) continue;
      variables.push_back(earlier_.at(memories_[i]));
      initial.push_back(ir::eq(context_.var(variables.back()), context_.int_literal(0)));
    }
    graph->set_variables(std::move(variables));
    Control end = 0;
    // A run that the model does not follow any further is not over: it is unknown what comes, so
    // nothing is proved. Who looks for a run looks elsewhere.
    for (; system_.has_control(end); ++end)
      graph->add_control(system_.control_name(end),
                         purpose == Purpose::proof && system_.is_target(end)
                             ? ControlGraph::ControlKind::target
                             : ControlGraph::ControlKind::plain);
    const Control met = graph->add_control("goal", ControlGraph::ControlKind::target);
    graph->set_initial(system_.initial_control(), ir::and_(initial));
    for (std::uint32_t id = 0; const Action* action = system_.find_action(id); ++id)
      graph->add_action(watched(*action));
    for (Control control = 0; control < end; ++control)
      if (model_.view.rests(control) || purpose == Purpose::proof)
        if (!graph->is_target(control)) add_check(*graph, control, met);
    graph->finish();
    return graph;
  }

 private:
  bool is_wanted(const std::vector<GoalId>& goals) const {
    return std::any_of(goals.begin(), goals.end(), [&](GoalId goal) { return (*wanted_)[goal]; });
  }

  /// Where several transitions may fire at once, each reads what was there before all of them.
  void declare_earlier() {
    const auto& machines = model_.chart->layout().system().machines;
    for (const auto& [mark, effects] : table_.marks) {
      if (mark.kind != Mark::Kind::fired) continue;
      const auto& nodes = machines[mark.machine].nodes;
      const bool has_regions = std::any_of(nodes.begin(), nodes.end(), [](const auto& node) {
        return node.kind == model::statechart::NodeKind::parallel && node.children.size() > 1;
      });
      if (!has_regions) continue;
      for (const MarkEffects::Access& read : effects.reads)
        if (const ir::Var memory = memories_[read.memory]; !earlier_.contains(memory))
          earlier_[memory] =
              context_.declare(fmt::format("before that, {}", read.memory), context_.int_type());
    }
  }

  /// Where a step begins, all memories are those before it.
  void note_earlier(const Action& action, std::vector<ir::Stmt>& parts) const {
    if (earlier_.empty() || !begins_step(action)) return;
    for (std::size_t i = 0; i < memories_.size(); ++i)
      if (const auto found = earlier_.find(memories_[i]); is_used_[i] && found != earlier_.end())
        parts.push_back(ir::assign(found->second, context_.var(memories_[i])));
  }

  /// A step may be of several actions, and only the first is where the reaction begins.
  bool begins_step(const Action& action) const {
    return action.origin < model_.chart->steps().size() &&
           action.source == model_.chart->control(model_.chart->steps()[action.origin].from);
  }

  /// What a read at a mark is about.
  ir::Expr memory_at(const Mark& mark, std::uint32_t memory) const {
    const auto found = earlier_.find(memories_[memory]);
    const bool is_earlier = mark.kind == Mark::Kind::fired && found != earlier_.end();
    return context_.var(is_earlier ? found->second : memories_[memory]);
  }

  void choose_memories() {
    is_used_.assign(memories_.size(), false);
    for (const auto& [mark, effects] : table_.marks)
      for (const MarkEffects::Access& read : effects.reads)
        if (is_wanted(read.goals)) is_used_[read.memory] = true;
  }

  void find_chart_marks(const Layout& layout) {
    const auto& machines = layout.system().machines;
    for (MachineId m = 0; m < machines.size(); ++m) {
      const auto& of = layout.of(m);
      for (std::uint32_t t = 0; t < of.fired.size(); ++t)
        flags_[of.fired[t]] = {Mark::Kind::fired, m, t};
      for (std::uint32_t n = 0; n < of.entered.size(); ++n)
        if (of.entered[n] != nullptr) flags_[of.entered[n]] = {Mark::Kind::entered, m, n};
      for (std::uint32_t n = 0; n < of.branched.size(); ++n)
        for (std::uint32_t b = 0; b < of.branched[n].size(); ++b)
          flags_[of.branched[n][b]] = {Mark::Kind::branched, m, branch_number(machines[m], n, b)};
      if (of.reading != nullptr) readers_[of.reading] = m;
    }
    require_flags();
  }

  /// A goal that nothing notices would be proved infeasible.
  void require_flags() const {
    std::set<Mark> noticed;
    for (const auto& [flag, mark] : flags_) noticed.insert(mark);
    for (const auto& [mark, effects] : table_.marks)
      if (mark.kind == Mark::Kind::entered || mark.kind == Mark::Kind::fired ||
          mark.kind == Mark::Kind::branched)
        INVARIANT(noticed.contains(mark), "the model should be observed for its goals");
  }

  void add_check(ControlGraph& graph, Control control, Control met) const {
    std::vector<ir::Expr> conditions{context_.var(hit_)};
    for (const RestGoal& goal : table_.at_rest)
      if ((*wanted_)[goal.goal] && model_.view.rests(control) && goal.matters(control))
        conditions.push_back(goal.condition);
    Action check;
    check.source = control;
    check.target = met;
    check.statement = ir::assume(ir::or_(conditions));
    check.role = ActionRole::check;
    check.label = "goal";
    check.origin = Action::no_origin;
    graph.add_action(std::move(check));
  }

  Action watched(const Action& action) const {
    Action result = action;
    std::vector<ir::Stmt> parts = tests_before(action);
    note_earlier(action, parts);
    const Mark taken{Mark::Kind::taken, 0, action.id};
    const auto found = table_.marks.find(taken);
    const ir::Expr when = found == table_.marks.end() ? ir::Expr() : found->second.when;
    if (when) parts.push_back(ir::if_(when, effects(taken), ir::skip(context_)));
    parts.push_back(watched(action.statement));
    if (!when) parts.push_back(effects(taken));
    result.statement = ir::sequence(context_, parts, action.statement.location());
    return result;
  }

  ir::Stmt watched(ir::Stmt statement) const {
    std::vector<ir::Stmt> children;
    for (std::uint32_t way = 0; way < statement.children().size(); ++way) {
      ir::Stmt child = watched(statement.child(way));
      const bool parts_ways =
          statement.kind() == ir::StmtKind::choice || statement.kind() == ir::StmtKind::if_;
      if (parts_ways) child = ir::sequence(context_, {effects_of(statement, way), child});
      children.push_back(child);
    }
    const SourceLocation at = statement.location();
    switch (statement.kind()) {
      case ir::StmtKind::sequence:
        return ir::sequence(context_, children, at);
      case ir::StmtKind::choice:
        return ir::choice(context_, children, at);
      case ir::StmtKind::if_:
        return ir::sequence(context_, {effects_of(statement, Site::no_branch),
                                       ir::if_(statement.expr(), children[0], children[1], at)});
      case ir::StmtKind::loop:
        return ir::loop(statement.var(), statement.expr(), statement.bound(), children[0], at);
      case ir::StmtKind::local:
        return ir::local(context_, {statement.locals().begin(), statement.locals().end()},
                         children[0], at);
      default:
        return ir::sequence(
            context_, {effects_of(statement, Site::no_branch), statement, flag_effects(statement)});
    }
  }

  ir::Stmt effects_of(ir::Stmt statement, std::uint32_t way) const {
    const auto site = site_of(statement, way);
    if (!site) return ir::skip(context_);
    return effects({Mark::Kind::executed, table_.sites[*site].machine, *site});
  }

  /// Of a statechart's statements, those that set something say what they are made of.
  std::optional<std::uint32_t> site_of(ir::Stmt statement, std::uint32_t way) const {
    if (model_.chart == nullptr) return sites_.find(statement, way);
    if (statement.kind() != ir::StmtKind::assign || way != Site::no_branch) return {};
    const auto reader = readers_.find(statement.var());
    if (reader == readers_.end()) return sites_.find(statement, way);
    return sites_.find(Site{.machine = reader->second, .location = statement.location()});
  }

  ir::Stmt flag_effects(ir::Stmt statement) const {
    if (statement.kind() != ir::StmtKind::assign || !statement.expr().is_true())
      return ir::skip(context_);
    const auto found = flags_.find(statement.var());
    return found == flags_.end() ? ir::skip(context_) : effects(found->second);
  }

  ir::Stmt hit_if(const std::vector<ir::Expr>& conditions) const {
    if (conditions.empty()) return ir::skip(context_);
    std::vector<ir::Expr> all{context_.var(hit_)};
    all.insert(all.end(), conditions.begin(), conditions.end());
    return ir::assign(hit_, ir::or_(all));
  }

  ir::Stmt effects(const Mark& mark) const {
    const auto found = table_.marks.find(mark);
    if (found == table_.marks.end()) return ir::skip(context_);
    std::vector<ir::Expr> met;
    if (is_wanted(found->second.meets)) met.push_back(context_.true_expr());
    for (const MarkEffects::Access& read : found->second.reads)
      if (is_wanted(read.goals))
        met.push_back(ir::eq(memory_at(mark, read.memory), context_.int_literal(read.value)));
    std::vector<ir::Stmt> parts{hit_if(met)};
    for (const MarkEffects::Access& write : found->second.writes)
      if (is_used_[write.memory])
        parts.push_back(ir::assign(memories_[write.memory], context_.int_literal(write.value)));
    return ir::sequence(context_, parts);
  }

  /// What guards are worth where a reaction begins; see the recorder for the same from outside.
  std::vector<ir::Stmt> tests_before(const Action& action) const {
    std::vector<ir::Stmt> result;
    if (model_.chart == nullptr || action.origin >= model_.chart->steps().size()) return result;
    const Layout& layout = model_.chart->layout();
    const Place& from = model_.chart->steps()[action.origin].from;
    if (!begins_step(action)) return result;
    const auto& machines = layout.system().machines;
    for (MachineId m = 0; m < machines.size(); ++m)
      for (std::uint32_t t = 0; t < machines[m].transitions.size(); ++t)
        if (machines[m].transitions[t].guard)
          if (const auto matters = condition_to_matter(from, m, t))
            result.push_back(
                ir::if_(*matters, effects({Mark::Kind::tested, m, t}), ir::skip(context_)));
    std::vector<ir::Expr> met;
    for (const Test& test : table_.tests) {
      const auto matters = condition_to_matter(from, test.machine, test.transition);
      if (!matters) continue;
      const ir::Expr guard =
          layout.lower(machines[test.machine].transitions[test.transition].guard);
      if (is_wanted(test.if_true)) met.push_back(both(*matters, guard));
      if (is_wanted(test.if_false)) met.push_back(both(*matters, ir::not_(guard)));
    }
    result.push_back(hit_if(met));
    return result;
  }

  /// Source and trigger of a transition are there; nothing: no reaction of it begins here.
  std::optional<ir::Expr> condition_to_matter(const Place& from, MachineId m,
                                              std::uint32_t t) const {
    const Layout& layout = model_.chart->layout();
    const Machine& machine = layout.system().machines[m];
    const Transition& transition = machine.transitions[t];
    const bool is_busy = from.phase == Phase::busy || from.phase == Phase::booting;
    const bool reacts = from.phase == Phase::react || from.phase == Phase::booting_react;
    const bool is_cycle = from.phase == Phase::input;
    if (!is_cycle && (!(is_busy || reacts) || from.machine != m)) return {};
    const ir::Expr active = layout.is_active(m, transition.source);
    switch (transition.trigger.kind) {
      case Trigger::Kind::nothing:
        return reacts ? std::nullopt : std::optional(active);
      case Trigger::Kind::events: {
        if (is_busy) return {};
        std::vector<ir::Expr> events{context_.false_expr()};
        for (const auto event : transition.trigger.events)
          events.push_back(layout.lower(context_.var(machine.events[event].present)));
        return both(active, ir::or_(events));
      }
      case Trigger::Kind::formula:
        if (is_busy) return {};
        return both(active, layout.lower(transition.trigger.formula));
    }
    return {};
  }

  const TraceModel& model_;
  const analysis::System& system_;
  ir::Context& context_;
  const GoalTable& table_;
  SiteIndex sites_;
  ir::Var hit_;
  std::vector<ir::Var> memories_;
  std::map<ir::Var, ir::Var> earlier_;    ///< what memories held where the step began
  std::map<ir::Var, Mark> flags_;         ///< that are set where something happens
  std::map<ir::Var, MachineId> readers_;  ///< whose variables are set where they read
  const std::vector<bool>* wanted_ = nullptr;
  std::vector<bool> is_used_;  ///< by memories
};

GoalWatcher::GoalWatcher(const TraceModel& model, const GoalTable& table)
    : statements_(std::make_unique<Statements>(model, table)) {}

GoalWatcher::~GoalWatcher() = default;

std::unique_ptr<ControlGraph> GoalWatcher::make_system(const std::vector<bool>& wanted,
                                                       Purpose purpose) {
  return statements_->make_system(wanted, purpose);
}

}  // namespace arges::engine
