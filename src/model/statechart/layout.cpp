#include "model/statechart/layout.h"

#include <algorithm>
#include <cctype>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"
#include "model/statechart/tree.h"

namespace arges::model::statechart {

namespace {

/// A name as it can stand in an enumeration: no dots, and none of those taken before.
std::string literal_name(std::string name, std::set<std::string>& taken) {
  for (char& c : name)
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_') c = '_';
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name.front())) != 0)
    name.insert(0, "_");
  while (!taken.insert(name).second) name += "_";
  return name;
}

using ForEachExpr = std::function<void(ir::Expr)>;

void each_expression(const Block& block, const ForEachExpr& visit) {
  for (const Action& action : block) {
    if (action.expr) visit(action.expr);
    if (action.bound) visit(action.bound);
    for (const ir::Expr argument : action.arguments) visit(argument);
    for (const Branch& branch : action.branches) {
      if (branch.guard) visit(branch.guard);
      each_expression(branch.body, visit);
    }
    each_expression(action.body, visit);
  }
}

/// The stand-ins that are read while a step is under way.
std::set<ir::Var> read_within_steps(const Machine& machine) {
  std::set<ir::Var> result;
  const ForEachExpr visit = [&](ir::Expr expr) {
    for (const ir::Var var : ir::free_variables(expr)) result.insert(var);
  };
  for (const Node& node : machine.nodes) {
    each_expression(node.entry, visit);
    each_expression(node.exit, visit);
    if (node.activity) each_expression(*node.activity, visit);
    if (node.initial) each_expression(node.initial->effect, visit);
    for (const Path& branch : node.branches) {
      if (branch.guard) visit(branch.guard);
      each_expression(branch.effect, visit);
    }
  }
  for (const Transition& transition : machine.transitions) {
    if (transition.guard) visit(transition.guard);
    for (const WayOut& way : transition.ways_out) each_expression(way.effect, visit);
    each_expression(transition.effect, visit);
  }
  return result;
}

/// Whether one event or cycle may trigger both, as far as their triggers tell.
bool may_coincide(const Trigger& a, const Trigger& b) {
  if ((a.kind == Trigger::Kind::nothing) != (b.kind == Trigger::Kind::nothing)) return false;
  if (a.kind != Trigger::Kind::events || b.kind != Trigger::Kind::events) return true;
  return std::any_of(a.events.begin(), a.events.end(), [&](EventId event) {
    return std::find(b.events.begin(), b.events.end(), event) != b.events.end();
  });
}

std::vector<std::pair<TransitionId, TransitionId>> conflicting_pairs(const Machine& machine) {
  std::vector<std::pair<TransitionId, TransitionId>> result;
  for (TransitionId i = 0; i < machine.transitions.size(); ++i)
    for (TransitionId j = i + 1; j < machine.transitions.size(); ++j) {
      const Transition& a = machine.transitions[i];
      const Transition& b = machine.transitions[j];
      const bool by_priority =
          machine.semantics.conflict == Semantics::Conflict::largest && a.priority != b.priority;
      if (a.source != b.source || a.is_else != b.is_else || by_priority) continue;
      if (may_coincide(a.trigger, b.trigger)) result.emplace_back(i, j);
    }
  return result;
}

/// Two that have no guard are for where no other holds, and both are meant then.
std::vector<BranchPair> conflicting_branches(const Machine& machine) {
  std::vector<BranchPair> result;
  const bool by_value = machine.semantics.conflict == Semantics::Conflict::largest;
  for (NodeId n = 0; n < machine.nodes.size(); ++n) {
    const std::vector<Path>& branches = machine.nodes[n].branches;
    if (machine.nodes[n].chooses_order) continue;
    for (std::uint32_t i = 0; i < branches.size(); ++i)
      for (std::uint32_t j = i + 1; j < branches.size(); ++j) {
        const bool by_priority = by_value && branches[i].priority != branches[j].priority;
        const bool waits = !branches[i].guard != !branches[j].guard;
        if (!by_priority && !waits) result.push_back({n, i, j});
      }
  }
  return result;
}

/// Whether the order in which two event timers send can make a difference.
bool order_of_timers_matters(const Machine& machine) {
  const Timer* first = nullptr;
  for (const Timer& timer : machine.timers) {
    if (timer.kind != Timer::Kind::event) continue;
    if (first != nullptr &&
        (timer.event != first->event || !machine.events[timer.event].parameters.empty()))
      return true;
    first = &timer;
  }
  return false;
}

bool may_have_problems(const System& system) {
  return std::any_of(system.machines.begin(), system.machines.end(), [](const Machine& machine) {
    return machine.semantics.reaction == Semantics::Reaction::one_event ||
           std::any_of(machine.nodes.begin(), machine.nodes.end(),
                       [](const Node& node) { return node.kind == NodeKind::choice; });
  });
}

}  // namespace

std::uint32_t QueueSlots::literal(EventRef event) const {
  const auto found = std::find(events.begin(), events.end(), event);
  return found == events.end() ? 0 : static_cast<std::uint32_t>(found - events.begin()) + 1;
}

Layout::Layout(ir::Context& context, const System& system, const Observers& observers)
    : context_(context), system_(system), observers_(observers) {
  machines_.resize(system.machines.size());
  reserve_names();
  for (MachineId m = 0; m < system.machines.size(); ++m) {
    add_nodes(m);
    add_histories(m);
    add_events(m);
    for (const Variable& variable : system.machines[m].variables)
      if (variable.lifetime != Variable::Lifetime::local) add(variable.var);
    add_queues(m);
    add_timers(m);
    add_observers(m);
  }
  for (const MessageQueue& queue : system.queues)
    queues_.push_back(make_queue(queue.name, queue.events, queue.capacity));
  if (may_have_problems(system)) {
    problem_ = declare(
        "problem",
        context.enum_type("Problem", {"nothing", "internal_queue_full", "external_queue_full",
                                      "deferred_queue_full", "timer_running", "no_branch"}));
  }
  if (observers.stability == Observers::Watch::on) stable_ = declare("stable", context.bool_type());
  // Runs are told by names, and witnesses read by them.
  std::set<std::string> names;
  for (const ir::Var var : variables_)
    INVARIANT(names.insert(var->name).second,
              fmt::format("'{}' should be the name of one variable", var->name));
}

void Layout::reserve_names() {
  for (const Machine& machine : system_.machines) {
    for (const Variable& variable : machine.variables) names_.insert(variable.var->name);
    for (const Event& event : machine.events) {
      names_.insert(event.present->name);
      for (const Parameter& parameter : event.parameters) names_.insert(parameter.value->name);
    }
  }
}

ir::Var Layout::declare(std::string name, ir::Type type) {
  while (!names_.insert(name).second) name += "_";
  const ir::Var var = context_.declare(name, type);
  add(var);
  return var;
}

ir::Var Layout::declare(const Machine& machine, std::string_view name, ir::Type type) {
  return declare(machine.qualified(name), type);
}

ir::Type Layout::child_type(const Machine& machine, NodeId compound) {
  std::set<std::string> taken;
  std::vector<std::string> literals{literal_name("inactive", taken)};
  for (const NodeId child : machine.nodes[compound].children)
    literals.push_back(literal_name(machine.nodes[child].name, taken));
  std::set<std::string> none_taken;
  return context_.enum_type(
      literal_name(machine.qualified(machine.nodes[compound].full_name), none_taken) + "_state",
      std::move(literals));
}

void Layout::add_nodes(MachineId m) {
  const Machine& machine = system_.machines[m];
  MachineLayout& layout = machines_[m];
  layout.child.resize(machine.nodes.size());
  layout.marked.resize(machine.nodes.size());
  layout.doing.resize(machine.nodes.size());
  const std::set<ir::Var> read = read_within_steps(machine);
  for (NodeId n = 0; n < machine.nodes.size(); ++n) {
    const Node& node = machine.nodes[n];
    if (node.kind == NodeKind::compound) {
      layout.child[n] = declare(machine, node.full_name, child_type(machine, n));
      control_.push_back(layout.child[n]);
    }
    // That a parallel node is active tells it of its children, but not while they are entered or
    // left one after another.
    const bool follows =
        node.parent == none || machine.nodes[node.parent].kind == NodeKind::parallel;
    if (follows && is_state(node.kind) && read.contains(node.active)) {
      layout.marked[n] =
          declare(machine, fmt::format("{}.active", node.full_name), context_.bool_type());
      control_.push_back(layout.marked[n]);
    }
    if (node.activity) {
      layout.doing[n] =
          declare(machine, fmt::format("{}.doing", node.full_name), context_.bool_type());
      control_.push_back(layout.doing[n]);
    }
  }
  for (NodeId n = 0; n < machine.nodes.size(); ++n)
    if (const ir::Var active = machine.nodes[n].active)
      stand_ins_.emplace(context_.var(active), is_active(m, n));
}

void Layout::add_histories(MachineId m) {
  const Machine& machine = system_.machines[m];
  MachineLayout& layout = machines_[m];
  layout.memory.resize(machine.nodes.size());
  layout.known.resize(machine.nodes.size());
  for (NodeId h = 0; h < machine.nodes.size(); ++h) {
    const Node& history = machine.nodes[h];
    if (!is_history(history.kind)) continue;
    const NodeId parent = history.parent;
    const auto remember = [&](NodeId compound) {
      layout.memory[h][compound] =
          declare(machine,
                  fmt::format("{}.memory.{}", history.full_name, machine.nodes[compound].full_name),
                  layout.child[compound]->type);
      control_.push_back(layout.memory[h][compound]);
    };
    if (machine.nodes[parent].kind == NodeKind::compound)
      remember(parent);
    else
      layout.known[h] =
          declare(machine, fmt::format("{}.known", history.full_name), context_.bool_type());
    if (history.kind != NodeKind::deep_history) continue;
    for (NodeId n = parent + 1; n < end_of(machine, parent); ++n)
      if (machine.nodes[n].kind == NodeKind::compound) remember(n);
  }
}

ir::Type Layout::event_type(const std::string& name, const std::vector<EventRef>& events) {
  std::set<std::string> taken;
  std::vector<std::string> literals{literal_name("nothing", taken)};
  for (const EventRef& event : events)
    literals.push_back(
        literal_name(system_.machines[event.machine].events[event.event].name, taken));
  std::set<std::string> none_taken;
  return context_.enum_type(literal_name(name, none_taken) + "_event", std::move(literals));
}

void Layout::add_events(MachineId m) {
  const Machine& machine = system_.machines[m];
  MachineLayout& layout = machines_[m];
  const bool one_at_a_time = machine.semantics.reaction == Semantics::Reaction::one_event;
  if (one_at_a_time) {
    std::vector<EventRef> events;
    layout.current_literal.resize(machine.events.size());
    for (EventId e = 0; e < machine.events.size(); ++e)
      if (machine.events[e].direction != Direction::output) {
        events.push_back({m, e});
        layout.current_literal[e] = static_cast<std::uint32_t>(events.size());
      }
    layout.current = declare(machine, "event", event_type(machine.qualified("current"), events));
  }
  for (EventId e = 0; e < machine.events.size(); ++e) {
    const Event& event = machine.events[e];
    if (one_at_a_time && event.direction != Direction::output)
      stand_ins_.emplace(
          context_.var(event.present),
          ir::eq(context_.var(layout.current),
                 context_.enum_literal(layout.current->type, layout.current_literal[e])));
    else
      add(event.present);
    for (const Parameter& parameter : event.parameters) add(parameter.value);
  }
}

QueueSlots Layout::make_queue(const std::string& name, std::vector<EventRef> events,
                              std::uint32_t capacity) {
  QueueSlots result;
  if (events.empty()) return result;
  result.events = std::move(events);
  // Events share columns of one type, so that a slot is as wide as the widest event.
  std::vector<ir::Type> types;
  for (const EventRef& ref : result.events) {
    std::vector<std::uint32_t> columns;
    for (const Parameter& parameter : system_.machines[ref.machine].events[ref.event].parameters) {
      std::uint32_t at = 0;
      while (at < types.size() && (types[at] != parameter.value->type ||
                                   std::find(columns.begin(), columns.end(), at) != columns.end()))
        ++at;
      if (at == types.size()) types.push_back(parameter.value->type);
      columns.push_back(at);
    }
    result.columns.push_back(std::move(columns));
  }
  const ir::Type type = event_type(name, result.events);
  for (std::uint32_t i = 0; i < capacity; ++i) {
    QueueSlots::Slot slot;
    slot.event = declare(fmt::format("{}[{}]", name, i), type);
    for (std::size_t c = 0; c < types.size(); ++c)
      slot.columns.push_back(declare(fmt::format("{}[{}].{}", name, i, c), types[c]));
    result.slots.push_back(std::move(slot));
  }
  return result;
}

void Layout::add_queues(MachineId m) {
  const Machine& machine = system_.machines[m];
  if (machine.semantics.reaction != Semantics::Reaction::one_event) return;
  MachineLayout& layout = machines_[m];
  std::set<EventId> waits;
  std::set<EventId> deferred;
  for (EventId e = 0; e < machine.events.size(); ++e)
    if (machine.events[e].direction == Direction::self) waits.insert(e);
  for (const Timer& timer : machine.timers)
    if (timer.event != none) waits.insert(timer.event);
  for (const Component& component : system_.components)
    for (const Channel& channel : component.channels)
      if (channel.to.machine == m) waits.insert(channel.to.event);
  for (const Node& node : machine.nodes)
    deferred.insert(node.deferred.begin(), node.deferred.end());
  std::vector<EventRef> internal;
  for (EventId e = 0; e < machine.events.size(); ++e)
    if (machine.events[e].direction == Direction::internal) internal.push_back({m, e});
  const auto refs = [m](const std::set<EventId>& events) {
    std::vector<EventRef> result;
    for (const EventId e : events) result.push_back({m, e});
    return result;
  };
  layout.internal =
      make_queue(machine.qualified("internal"), std::move(internal), machine.internal_capacity);
  layout.external =
      make_queue(machine.qualified("external"), refs(waits), machine.external_capacity);
  layout.deferred =
      make_queue(machine.qualified("deferred"), refs(deferred), machine.deferred_capacity);
}

void Layout::add_timers(MachineId m) {
  const Machine& machine = system_.machines[m];
  MachineLayout& layout = machines_[m];
  const bool has_ranks = order_of_timers_matters(machine);
  for (const Timer& timer : machine.timers) {
    layout.remaining.push_back(
        declare(machine, fmt::format("{}.remaining", timer.name), context_.int_type()));
    layout.timer_arguments.emplace_back();
    layout.rank.push_back(nullptr);
    if (has_ranks && timer.kind == Timer::Kind::event)
      layout.rank.back() =
          declare(machine, fmt::format("{}.rank", timer.name), context_.int_type());
    if (timer.kind == Timer::Kind::level) {
      stand_ins_.emplace(context_.var(timer.elapsed),
                         ir::eq(context_.var(layout.remaining.back()), context_.int_literal(0)));
      continue;
    }
    for (const Parameter& parameter : machine.events[timer.event].parameters)
      layout.timer_arguments.back().push_back(declare(
          machine, fmt::format("{}.{}", timer.name, parameter.name), parameter.value->type));
  }
}

void Layout::add_observers(MachineId m) {
  const Machine& machine = system_.machines[m];
  MachineLayout& layout = machines_[m];
  const auto flag = [&](const std::string& name) {
    return declare(machine, name, context_.bool_type());
  };
  for (std::size_t a = 0; a < machine.assertions.size(); ++a)
    layout.failed.push_back(flag(fmt::format("failed[{}]", a)));
  if (observers_.transitions == Observers::Watch::on)
    for (std::size_t t = 0; t < machine.transitions.size(); ++t)
      layout.fired.push_back(flag(fmt::format("fired[{}]", t)));
  layout.possible_conflicts = conflicting_pairs(machine);
  if (observers_.conflicts == Observers::Watch::on)
    for (const auto& [a, b] : layout.possible_conflicts)
      layout.conflicts.push_back(flag(fmt::format("both[{},{}]", a, b)));
  layout.possible_branch_conflicts = conflicting_branches(machine);
  if (observers_.conflicts == Observers::Watch::on)
    for (const BranchPair& pair : layout.possible_branch_conflicts)
      layout.branch_conflicts.push_back(
          flag(fmt::format("both[{}: {},{}]", pair.choice, pair.first, pair.second)));
  if (observers_.lost == Observers::Watch::on)
    for (std::size_t e = 0; e < machine.events.size(); ++e)
      layout.lost.push_back(flag(fmt::format("lost[{}]", e)));
  layout.caused.resize(machine.events.size());
  if (observers_.causes == Observers::Watch::on)
    for (std::size_t e = 0; e < machine.events.size(); ++e)
      if (machine.events[e].is_environment) layout.caused[e] = flag(fmt::format("caused[{}]", e));
  layout.entered.resize(machine.nodes.size());
  if (observers_.entries == Observers::Watch::on)
    for (std::size_t n = 0; n < machine.nodes.size(); ++n)
      if (is_state(machine.nodes[n].kind)) layout.entered[n] = flag(fmt::format("entered[{}]", n));
  layout.branched.resize(machine.nodes.size());
  if (observers_.branches == Observers::Watch::on)
    for (std::size_t n = 0; n < machine.nodes.size(); ++n)
      for (std::size_t b = 0; b < machine.nodes[n].branches.size(); ++b)
        layout.branched[n].push_back(flag(fmt::format("branched[{},{}]", n, b)));
  if (observers_.reads == Observers::Watch::on) layout.reading = flag("reading");
}

}  // namespace arges::model::statechart
