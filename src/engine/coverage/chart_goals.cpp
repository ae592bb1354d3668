#include "engine/coverage/chart_goals.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "engine/coverage/data_flow.h"
#include "ir/traversal.h"
#include "model/statechart/tree.h"

namespace arges::engine {

namespace {

using model::statechart::Action;
using model::statechart::Block;
using model::statechart::Branch;
using model::statechart::Machine;
using model::statechart::MachineId;
using model::statechart::Node;
using model::statechart::NodeId;
using model::statechart::NodeKind;
using model::statechart::Path;
using model::statechart::Transition;
using model::statechart::TransitionId;

/// Makes the goals of one machine.
class ChartGoals {
 public:
  ChartGoals(const model::statechart::System& system, MachineId m, GoalTable& table)
      : machine_(system.machines[m]),
        m_(m),
        table_(table),
        shows_guards_(execution_of(system) != model::statechart::Execution::turns) {
    for (const auto& variable : machine_.variables) data_.insert(variable.var);
  }

  void add_states() {
    for (NodeId n = 1; n < machine_.nodes.size(); ++n) {
      const Node& node = machine_.nodes[n];
      if (!is_state(node.kind) || node.is_region) continue;
      meet({Mark::Kind::entered, m_, n},
           {Criterion::states, machine_.qualified(node.full_name), node.location});
    }
  }

  void add_transitions() {
    for (TransitionId t = 0; t < machine_.transitions.size(); ++t)
      meet({Mark::Kind::fired, m_, t},
           {Criterion::transitions, name_of(t), machine_.transitions[t].location});
    for (NodeId n = 0; n < machine_.nodes.size(); ++n) {
      if (machine_.nodes[n].chooses_order) continue;
      const std::vector<Path>& branches = machine_.nodes[n].branches;
      for (std::uint32_t b = 0; b < branches.size(); ++b)
        meet({Mark::Kind::branched, m_, branch_number(machine_, n, b)},
             {Criterion::transitions, machine_.qualified(branches[b].name), branches[b].location});
    }
  }

  void add_decisions() {
    for (TransitionId t = 0; t < machine_.transitions.size(); ++t) {
      const Transition& transition = machine_.transitions[t];
      if (!transition.guard || !shows_guards_) continue;
      Test test{m_, t};
      test.if_true = {
          table_.add({Criterion::decisions, fmt::format("guard of {}: true", name_of(t)),
                      transition.location})};
      test.if_false = {
          table_.add({Criterion::decisions, fmt::format("guard of {}: false", name_of(t)),
                      transition.location})};
      table_.tests.push_back(std::move(test));
    }
  }

  /// For every state a memory: the transition that entered it, until it is left.
  void add_pairs() {
    for (NodeId n = 1; n < machine_.nodes.size(); ++n) {
      std::vector<TransitionId> into;
      for (TransitionId t = 0; t < machine_.transitions.size(); ++t)
        if (contains(machine_.transitions[t].targets, n)) into.push_back(t);
      const std::vector<TransitionId>& out = machine_.nodes[n].outgoing;
      if (!into.empty() && !out.empty()) add_pairs(n, into, out);
    }
  }

  void add_data_flow(DataFlow& flow) {
    for (const Node& node : machine_.nodes) {
      add_sites(node.entry, flow);
      add_sites(node.exit, flow);
      if (node.activity) add_sites(*node.activity, flow);
      if (node.initial) add_sites(node.initial->effect, flow);
      for (const Path& branch : node.branches) {
        if (branch.guard)
          add_reading({branch.guard}, branch.location, "the condition of the branch", flow);
        add_sites(branch.effect, flow);
      }
    }
    for (TransitionId t = 0; t < machine_.transitions.size(); ++t) {
      const Transition& transition = machine_.transitions[t];
      for (const model::statechart::WayOut& way : transition.ways_out) add_sites(way.effect, flow);
      add_sites(transition.effect, flow);
      if (!shows_guards_) continue;
      for (const ir::Var var : data_in(transition.guard))
        flow.add_use(var, {Mark::Kind::tested, m_, t}, transition.location,
                     fmt::format("the guard of {}", name_of(t)));
    }
  }

 private:
  template <typename T>
  static bool contains(const std::vector<T>& list, T item) {
    return std::find(list.begin(), list.end(), item) != list.end();
  }

  std::string name_of(TransitionId t) const {
    return machine_.qualified(machine_.transitions[t].name);
  }

  void meet(const Mark& mark, CoverageGoal goal) {
    const GoalId id = table_.add(std::move(goal));
    table_.marks[mark].meets.push_back(id);
  }

  void add_pairs(NodeId state, const std::vector<TransitionId>& into,
                 const std::vector<TransitionId>& out) {
    const std::uint32_t memory = table_.num_memories++;
    for (const TransitionId second : out)
      for (std::size_t i = 0; i < into.size(); ++i) {
        const GoalId goal =
            table_.add({Criterion::transition_pairs,
                        fmt::format("{}, then {}", name_of(into[i]), name_of(second)),
                        machine_.transitions[second].location});
        table_.marks[{Mark::Kind::fired, m_, second}].reads.push_back(
            {memory, static_cast<std::uint32_t>(i + 1), {goal}});
      }
    for (TransitionId t = 0; t < machine_.transitions.size(); ++t) {
      const auto found = std::find(into.begin(), into.end(), t);
      if (found != into.end())
        table_.marks[{Mark::Kind::fired, m_, t}].writes.push_back(
            {memory, static_cast<std::uint32_t>(found - into.begin() + 1)});
      else if (leaves(machine_.transitions[t], state))
        table_.marks[{Mark::Kind::fired, m_, t}].writes.push_back({memory, 0});
    }
  }

  /// Whether the state may be left, or entered in another way, by the transition: all of its
  /// targets and its source are within what is around the state as well. To say so of more
  /// transitions would be wrong: several may fire at once, and then their order would matter.
  bool leaves(const Transition& transition, NodeId state) const {
    if (transition.targets.empty()) return false;
    std::vector<NodeId> nodes = transition.targets;
    nodes.insert(nodes.end(), transition.other_sources.begin(), transition.other_sources.end());
    const bool stays = transition.kind == Transition::Kind::local &&
                       machine_.nodes[transition.source].kind == NodeKind::compound &&
                       std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) {
                         return is_inside(machine_, node, transition.source);
                       });
    if (stays) return is_inside(machine_, state, transition.source);
    nodes.push_back(transition.source);
    for (const NodeId outer : model::statechart::ancestors(machine_, nodes.front())) {
      const bool is_around = std::all_of(nodes.begin(), nodes.end(), [&](NodeId node) {
        return is_inside(machine_, node, outer);
      });
      if (is_around && machine_.nodes[outer].kind == NodeKind::compound)
        return is_inside(machine_, state, outer);
    }
    return true;
  }

  std::vector<ir::Var> data_in(ir::Expr expr) const {
    std::vector<ir::Var> result;
    if (!expr) return result;
    for (const ir::Var var : ir::free_variables(expr))
      if (data_.contains(var)) result.push_back(var);
    return result;
  }

  void add_sites(const Block& block, DataFlow& flow) {
    for (const Action& action : block) {
      if (action.kind == Action::Kind::assign) {
        Site site{.machine = m_, .location = action.location, .defines = action.variable};
        site.uses = data_in(action.expr);
        if (data_.contains(action.variable) || !site.uses.empty())
          flow.add_site(site, "the assignment");
      } else {
        add_reading(read_by(action), action.location, name_of(action), flow);
      }
      for (const Branch& branch : action.branches) {
        if (branch.guard) add_reading({branch.guard}, branch.location, "the condition", flow);
        add_sites(branch.body, flow);
      }
      add_sites(action.body, flow);
    }
  }

  /// A place that reads expressions and sets nothing.
  void add_reading(const std::vector<ir::Expr>& expressions, SourceLocation location,
                   const std::string& what, DataFlow& flow) const {
    Site site{.machine = m_, .location = location};
    for (const ir::Expr expr : expressions)
      for (const ir::Var var : data_in(expr)) site.uses.push_back(var);
    if (location && !site.uses.empty()) flow.add_site(site, what);
  }

  /// What an action reads itself, the conditions of its branches left out.
  static std::vector<ir::Expr> read_by(const Action& action) {
    std::vector<ir::Expr> result = action.arguments;
    result.push_back(action.expr);
    result.push_back(action.bound);
    return result;
  }

  std::string name_of(const Action& action) const {
    switch (action.kind) {
      case Action::Kind::raise:
        return fmt::format("the arguments of {}", machine_.events[action.event].name);
      case Action::Kind::start: {
        const auto& timer = machine_.timers[action.timer];
        return fmt::format("the start of {}", timer.event == model::statechart::none
                                                  ? timer.name
                                                  : machine_.events[timer.event].name);
      }
      case Action::Kind::log:
        return "the log";
      case Action::Kind::loop:
        return "the loop";
      case Action::Kind::assertion:
        return "the assertion";
      default:
        return "the condition";
    }
  }

  const Machine& machine_;
  MachineId m_;
  GoalTable& table_;
  /// Within a turn, a reaction begins at no point that can be seen from outside.
  bool shows_guards_;
  std::set<ir::Var> data_;
};

}  // namespace

std::uint32_t branch_number(const Machine& machine, NodeId choice, std::uint32_t branch) {
  std::size_t result = branch;
  for (NodeId n = 0; n < choice; ++n) result += machine.nodes[n].branches.size();
  return static_cast<std::uint32_t>(result);
}

void add_chart_goals(const model::statechart::Lowering& chart, const CoverageRequest& request,
                     GoalTable& table) {
  const model::statechart::System& system = chart.layout().system();
  const bool wants_flow = request.wants(Criterion::all_defs) || request.wants(Criterion::all_uses);
  DataFlow flow(table);
  for (MachineId m = 0; m < system.machines.size(); ++m) {
    ChartGoals goals(system, m, table);
    if (request.wants(Criterion::states)) goals.add_states();
    if (request.wants(Criterion::transitions)) goals.add_transitions();
    if (request.wants(Criterion::transition_pairs)) goals.add_pairs();
    if (request.wants(Criterion::decisions)) goals.add_decisions();
    if (wants_flow) goals.add_data_flow(flow);
  }
  // In cycles a machine may take several steps in one of the System.
  table.fire_at_once = execution_of(system) == model::statechart::Execution::events;
  table.tells_configurations = request.wants(Criterion::configurations);
  flow.add_goals(request);
}

}  // namespace arges::engine
