#include "engine/trace_model.h"

#include <algorithm>
#include <set>

#include "analysis/system/state_variables.h"
#include "ir/var_map.h"
#include "model/passes/live_variables.h"
#include "model/statechart/tree.h"
#include "model/xsts/xsts_system.h"

namespace arges::engine {

namespace {

using analysis::Action;
using analysis::ActionRole;
using analysis::Control;
using analysis::System;

/// Control points that can be reached in the control graph.
std::vector<Control> controls_of(const System& system) {
  std::set<Control> known{system.initial_control()};
  std::vector<Control> result{system.initial_control()};
  for (std::size_t i = 0; i < result.size(); ++i)
    for (const Action* action : system.actions(result[i]))
      if (known.insert(action->target).second) result.push_back(action->target);
  return result;
}

void collect_assigned(ir::Stmt statement, ir::VarMap<bool>& assigned) {
  if (statement.kind() == ir::StmtKind::assign) assigned.set(statement.var(), true);
  for (const ir::Stmt child : statement.children()) collect_assigned(child, assigned);
}

void collect_havocked(ir::Stmt statement, ir::VarMap<bool>& havocked) {
  if (statement.kind() == ir::StmtKind::havoc) havocked.set(statement.var(), true);
  for (const ir::Stmt child : statement.children()) collect_havocked(child, havocked);
}

/// Whether the event came, and with which values.
void add_told(const model::statechart::Event& event, std::vector<ir::Var>& to) {
  if (event.present != nullptr) to.push_back(event.present);
  for (const model::statechart::Parameter& parameter : event.parameters)
    if (!parameter.is_persistent) to.push_back(parameter.value);
}

/// The event that a machine reacted to last, which it never looks at again: it takes another one
/// before it does anything. That is more than its statements show.
void add_past_event(const model::statechart::Layout& layout, model::statechart::MachineId m,
                    std::vector<ir::Var>& to) {
  const model::statechart::Machine& machine = layout.system().machines[m];
  if (machine.semantics.reaction != model::statechart::Semantics::Reaction::one_event) return;
  if (layout.of(m).current != nullptr) to.push_back(layout.of(m).current);
  // Outputs were put into queues at once. In cycles they may be delivered later, which the
  // statements show.
  for (const model::statechart::Event& event : machine.events)
    if (event.direction == model::statechart::Direction::output) add_told(event, to);
  for (const model::statechart::Event& event : machine.events)
    for (const model::statechart::Parameter& parameter : event.parameters)
      if (!parameter.is_persistent) to.push_back(parameter.value);
}

/// Whether a history is written whenever its owner is left, and read only when that is entered.
bool is_read_on_entry_only(const model::statechart::Machine& machine,
                           model::statechart::NodeId history) {
  namespace chart = model::statechart;
  const chart::NodeId owner = machine.nodes[history].parent;
  // What is left at a choice keeps its memory.
  for (chart::NodeId n = owner + 1; n < chart::end_of(machine, owner); ++n)
    if (machine.nodes[n].kind == chart::NodeKind::choice) return false;
  const auto asks_inside = [&](const chart::Transition& transition) {
    const auto& to = transition.targets;
    return std::find(to.begin(), to.end(), history) != to.end() &&
           (transition.source == owner || chart::is_inside(machine, transition.source, owner));
  };
  return std::none_of(machine.transitions.begin(), machine.transitions.end(), asks_inside);
}

/// The memories of histories, while what they are of is active.
void add_histories(const model::statechart::Layout& layout, model::statechart::MachineId m,
                   std::vector<analysis::RunView::Stale>& to) {
  const model::statechart::Machine& machine = layout.system().machines[m];
  for (model::statechart::NodeId h = 0; h < machine.nodes.size(); ++h) {
    if (!is_history(machine.nodes[h].kind) || !is_read_on_entry_only(machine, h)) continue;
    const ir::Expr active = layout.is_active(m, machine.nodes[h].parent);
    for (const auto& [compound, var] : layout.of(m).memory[h]) to.push_back({active, var});
    if (layout.of(m).known[h] != nullptr) to.push_back({active, layout.of(m).known[h]});
  }
}

}  // namespace

std::vector<ir::Var> dead_at_rest(const System& system, const std::function<bool(Control)>& rests) {
  const model::LiveVariables live(system, model::LiveVariables::Reads::all);
  std::vector<ir::Var> result = analysis::state_variables(system);
  for (const Control control : controls_of(system))
    if (rests(control))
      std::erase_if(result, [&](ir::Var var) { return live.is_live(control, var); });
  return result;
}

analysis::RunView xsts_view(const System& system) {
  // Steps end where env begins.
  std::set<Control> rests;
  ir::VarMap<bool> assigned;
  for (const Control control : controls_of(system))
    for (const Action* action : system.actions(control)) {
      if (action->role == ActionRole::step && !model::is_env(*action)) rests.insert(action->target);
      if (!model::is_env(*action)) collect_assigned(action->statement, assigned);
    }
  analysis::RunView view;
  view.rests = [rests](Control control) { return rests.contains(control); };
  view.transient = dead_at_rest(system, view.rests);
  const analysis::VariableSet modes(system.control_variables());
  std::erase_if(view.transient, [&](ir::Var var) { return modes.contains(var); });
  for (const ir::Var var : view.transient)
    if (assigned.get(var)) view.outputs.push_back(var);
  return view;
}

std::vector<ir::Var> xsts_inputs(const System& system) {
  ir::VarMap<bool> havocked;
  for (const Control control : controls_of(system))
    for (const Action* action : system.actions(control))
      if (model::is_env(*action)) collect_havocked(action->statement, havocked);
  std::vector<ir::Var> result = system.variables();
  std::erase_if(result, [&](ir::Var var) { return !havocked.get(var); });
  return result;
}

std::vector<ir::Var> data_of(const model::statechart::System& system) {
  std::vector<ir::Var> result;
  for (const auto& machine : system.machines)
    for (const auto& variable : machine.variables)
      if (variable.lifetime == model::statechart::Variable::Lifetime::permanent)
        result.push_back(variable.var);
  return result;
}

analysis::RunView statechart_view(const model::statechart::Lowering& chart, const System& system) {
  std::set<Control> stable;
  for (const model::statechart::Place& place : chart.places())
    if (model::statechart::is_stable(place)) stable.insert(chart.control(place));
  analysis::RunView view;
  view.rests = [stable](Control control) { return stable.contains(control); };
  view.transient = dead_at_rest(system, view.rests);
  const analysis::VariableSet modes(system.control_variables());
  const std::vector<ir::Var> own = data_of(chart.layout().system());
  const analysis::VariableSet data(own);
  std::erase_if(view.transient,
                [&](ir::Var var) { return modes.contains(var) || data.contains(var); });
  const auto& machines = chart.layout().system().machines;
  for (model::statechart::MachineId m = 0; m < machines.size(); ++m) {
    for (const ir::Var flag : chart.layout().of(m).fired) view.flags.push_back(flag);
    for (const model::statechart::Event& event : machines[m].events)
      if (event.direction == model::statechart::Direction::output) add_told(event, view.outputs);
    add_past_event(chart.layout(), m, view.transient);
    add_histories(chart.layout(), m, view.stale);
  }
  std::sort(view.transient.begin(), view.transient.end(), ir::declared_before);
  view.transient.erase(std::unique(view.transient.begin(), view.transient.end()),
                       view.transient.end());
  return view;
}

}  // namespace arges::engine
