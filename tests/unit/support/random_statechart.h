#pragma once

#include <optional>
#include <random>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "model/statechart/prepare.h"
#include "model/statechart/system.h"
#include "model/statechart/tree.h"

namespace arges::test {

/// Random systems of small statecharts that use everything the model has, for comparing executions.
class RandomStatechart {
 public:
  enum class Shape : std::uint8_t {
    events,        ///< one machine as in SCXML
    other_events,  ///< one machine for one event at a time, other switches
    two_machines,  ///< two of them, which send to each other
    timed,         ///< one machine as in SCXML, with much that is delayed and deferred
    uml,           ///< one machine as in UML: activities, joins, ways in and out, terminate
    cycles,        ///< one machine in cycles
    synchronous,   ///< three of them
    cascade,
    turns,      ///< adapters, in an asynchronous system
    scheduled,  ///< or one with a schedule
  };

  RandomStatechart(ir::Context& context, std::uint32_t seed) : context_(context), random_(seed) {}

  /// Nothing: what came out makes no sense.
  std::optional<model::statechart::System> make(Shape shape);

 private:
  using Machine = model::statechart::Machine;
  using Node = model::statechart::Node;
  using NodeId = model::statechart::NodeId;
  using NodeKind = model::statechart::NodeKind;
  using Block = model::statechart::Block;
  using Action = model::statechart::Action;
  using Event = model::statechart::Event;
  using Direction = model::statechart::Direction;
  using Semantics = model::statechart::Semantics;
  using Path = model::statechart::Path;
  using EventId = model::statechart::EventId;

  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  bool chance(std::uint32_t percent) { return below(100) < percent; }
  template <typename T>
  const T& any(const std::vector<T>& list) {
    return list[below(static_cast<std::uint32_t>(list.size()))];
  }

  Machine machine(const std::string& name, Shape shape);
  Semantics semantics(Shape shape);
  bool in_cycles(Shape shape) const { return shape >= Shape::cycles; }
  /// Of Shape::timed: there are many timers, which are used.
  static bool is_timed(const Machine& m) { return m.timers.size() > 2; }

  NodeId add_node(Machine& m, NodeId parent, NodeKind kind);
  void add_inside(Machine& m, NodeId node, std::uint32_t depth);
  void add_compound(Machine& m, NodeId node, std::uint32_t depth);
  void add_paths(Machine& m);
  void add_events(Machine& m, Shape shape);
  void add_transitions(Machine& m, Shape shape);
  void add_join(Machine& m, model::statechart::Transition& t);
  std::vector<NodeId> inside(const Machine& m, NodeId node, bool states_only) const;
  NodeId top_region(const Machine& m, NodeId node) const;
  Path path_within(Machine& m, NodeId compound, bool may_choose);

  Block block(const Machine& m, std::uint32_t depth = 0);
  Action action(const Machine& m, std::uint32_t depth);
  std::vector<ir::Expr> arguments(const Machine& m, EventId event);
  ir::Expr number(const Machine& m);
  ir::Expr condition(const Machine& m);
  void connect(model::statechart::System& system, Shape shape);

  ir::Context& context_;
  std::mt19937 random_;
};

inline RandomStatechart::Semantics RandomStatechart::semantics(Shape shape) {
  Semantics result;
  if (shape == Shape::events || shape == Shape::two_machines || shape == Shape::timed)
    return result;
  if (shape == Shape::uml) {
    result.conflict = Semantics::Conflict::any;
    result.regions = Semantics::Regions::any_order;
    result.crossing = Semantics::Crossing::any_order;
    result.firing = Semantics::Firing::one_by_one;
    result.step = Semantics::Step::once;
    return result;
  }
  const auto flip = [this](auto first, auto second) { return chance(50) ? first : second; };
  result.priority = flip(Semantics::Priority::inner_first, Semantics::Priority::outer_first);
  result.conflict = flip(Semantics::Conflict::any,
                         flip(Semantics::Conflict::largest, Semantics::Conflict::first));
  // The ways of several machines multiply.
  if (shape == Shape::other_events || shape == Shape::cycles)
    result.regions = flip(Semantics::Regions::any_order, Semantics::Regions::document_order);
  result.firing = Semantics::Firing::one_by_one;
  if (shape == Shape::other_events)
    result.crossing = flip(Semantics::Crossing::any_order, Semantics::Crossing::document_order);
  if (chance(30)) result.step = Semantics::Step::once;
  if (!in_cycles(shape)) return result;
  result.reaction = Semantics::Reaction::all_events;
  result.step = Semantics::Step::once;
  result.guards = flip(Semantics::Guards::on_the_fly, Semantics::Guards::at_first);
  return result;
}

inline RandomStatechart::NodeId RandomStatechart::add_node(Machine& m, NodeId parent,
                                                           NodeKind kind) {
  const auto id = static_cast<NodeId>(m.nodes.size());
  Node node;
  node.kind = kind;
  node.name = node.full_name = fmt::format("n{}", id);
  node.parent = parent;
  m.nodes.push_back(node);
  if (parent != model::statechart::none && is_state(kind)) m.nodes[parent].children.push_back(id);
  return id;
}

inline void RandomStatechart::add_compound(Machine& m, NodeId node, std::uint32_t depth) {
  const std::uint32_t count = 2 + below(2);
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t kind = below(10);
    if (depth > 0 && kind < 2) {
      const NodeId child = add_node(m, node, NodeKind::compound);
      add_compound(m, child, depth - 1);
    } else if (depth > 0 && kind < 5) {
      const NodeId child = add_node(m, node, NodeKind::parallel);
      add_inside(m, child, depth - 1);
    } else if (i > 0 && kind == 5) {
      add_node(m, node, NodeKind::final);
    } else {
      add_node(m, node, NodeKind::basic);
    }
  }
  if (chance(25)) add_node(m, node, NodeKind::shallow_history);
  if (chance(25)) add_node(m, node, NodeKind::deep_history);
  const bool crossed = m.semantics.crossing == Semantics::Crossing::any_order;
  if (crossed && chance(40)) add_node(m, node, NodeKind::entry);
  if (crossed && chance(5)) add_node(m, node, NodeKind::terminate);
  if (m.semantics.firing == Semantics::Firing::one_by_one && chance(40))
    add_node(m, node, NodeKind::choice);
}

/// Of a parallel node.
inline void RandomStatechart::add_inside(Machine& m, NodeId node, std::uint32_t depth) {
  const bool basic_too = m.semantics.reaction == Semantics::Reaction::one_event;
  const std::uint32_t count = 1 + below(3);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (basic_too && chance(20)) {
      add_node(m, node, NodeKind::basic);
      continue;
    }
    const NodeId region = add_node(m, node, NodeKind::compound);
    m.nodes[region].is_region = !basic_too;
    add_compound(m, region, depth);
  }
  if (basic_too && chance(20)) add_node(m, node, NodeKind::shallow_history);
  if (basic_too && chance(20)) add_node(m, node, NodeKind::deep_history);
}

inline std::vector<RandomStatechart::NodeId> RandomStatechart::inside(const Machine& m, NodeId node,
                                                                      bool states_only) const {
  std::vector<NodeId> result;
  for (NodeId n = node + 1; n < end_of(m, node); ++n)
    if (is_state(m.nodes[n].kind) || !states_only) result.push_back(n);
  return result;
}

inline RandomStatechart::NodeId RandomStatechart::top_region(const Machine& m, NodeId node) const {
  while (m.nodes[m.nodes[node].parent].parent != model::statechart::none)
    node = m.nodes[node].parent;
  return node;
}

inline RandomStatechart::Path RandomStatechart::path_within(Machine& m, NodeId compound,
                                                            bool may_choose) {
  Path path;
  path.targets = {chance(70) ? any(m.nodes[compound].children) : any(inside(m, compound, true))};
  if (may_choose)
    for (NodeId n = compound + 1; n < end_of(m, compound); ++n)
      if (m.nodes[n].kind == NodeKind::choice && m.nodes[n].parent == compound && chance(30))
        path.targets = {n};
  path.effect = chance(30) ? block(m) : Block{};
  return path;
}

inline void RandomStatechart::add_paths(Machine& m) {
  for (NodeId n = 0; n < m.nodes.size(); ++n) {
    Node& node = m.nodes[n];
    node.entry = chance(40) ? block(m) : Block{};
    node.exit = chance(30) ? block(m) : Block{};
    if (node.kind == NodeKind::compound) node.initial = path_within(m, n, true);
    const bool crossed = m.semantics.crossing == Semantics::Crossing::any_order;
    const bool may_do = is_state(node.kind) && node.kind < NodeKind::final && !node.is_region;
    if (crossed && may_do && n > 0 && chance(20)) node.activity = block(m);
    const bool leads_on = is_history(node.kind) || node.kind == NodeKind::entry;
    if (leads_on && m.nodes[node.parent].kind == NodeKind::compound)
      node.initial = path_within(m, node.parent, true);
    if (is_history(node.kind) && m.nodes[node.parent].kind == NodeKind::parallel)
      node.initial = Path{{any(inside(m, node.parent, true))}};
    if (node.kind != NodeKind::choice) continue;
    node.entry = node.exit = {};
    const std::uint32_t count = 1 + below(3);
    for (std::uint32_t i = 0; i < count; ++i) {
      Path branch = path_within(m, node.parent, false);
      if (i + 1 < count || chance(30)) branch.guard = condition(m);
      branch.priority = below(3);
      branch.name = fmt::format("{}, branch {}", node.full_name, i);
      node.branches.push_back(branch);
    }
  }
}

inline void RandomStatechart::add_events(Machine& m, Shape shape) {
  const auto add = [&](const std::string& name, Direction direction, bool environment) {
    Event event;
    event.name = name;
    event.direction = direction;
    event.is_environment = environment;
    m.events.push_back(event);
    const std::uint32_t count = shape == Shape::two_machines ? 1 : below(3);
    for (std::uint32_t p = 0; p < count; ++p)
      m.events.back().parameters.push_back(
          {.name = fmt::format("p{}", p),
           .value =
               context_.declare(m.qualified(fmt::format("{}.p{}", name, p)), context_.int_type()),
           .initial = context_.int_literal(0),
           .is_persistent = in_cycles(shape) && chance(20),
           .lowest = context_.int_literal(0),
           .highest = context_.int_literal(2)});
  };
  add("a", Direction::input, true);
  // The more machines, the less their environment does: all it can do is tried in each state.
  const bool is_alone =
      shape != Shape::two_machines && shape != Shape::synchronous && shape != Shape::cascade;
  add("b", Direction::input, shape != Shape::synchronous && shape != Shape::cascade);
  add("c", Direction::input, is_alone);
  add("out", Direction::output, false);
  if (in_cycles(shape)) {
    m.timers.push_back({.kind = model::statechart::Timer::Kind::level, .name = "t"});
    return;
  }
  add("i", Direction::internal, false);
  add("j", Direction::internal, false);
  add("s", Direction::self, false);
  m.timers.push_back({.kind = model::statechart::Timer::Kind::event, .name = "t", .event = 6});
  m.timers.push_back({.kind = model::statechart::Timer::Kind::event, .name = "u", .event = 6});
  const bool timed = shape == Shape::timed;
  if (timed) {
    m.timers.push_back({.kind = model::statechart::Timer::Kind::event, .name = "v", .event = 1});
    m.timers.push_back({.kind = model::statechart::Timer::Kind::event, .name = "w", .event = 2});
  }
  for (Node& node : m.nodes) {
    if (node.kind <= NodeKind::parallel && chance(20)) node.done = 4;
    if (is_state(node.kind) && chance(timed ? 20 : 5)) node.deferred = {0};
    if (timed && is_state(node.kind) && chance(20)) node.deferred.push_back(6);
  }
  m.internal_capacity = m.external_capacity = m.deferred_capacity = timed ? 4 : 2;
}

inline ir::Expr RandomStatechart::number(const Machine& m) {
  switch (below(4)) {
    case 0:
      return context_.int_literal(below(3));
    case 1: {
      const Event& event = any(m.events);
      if (!event.parameters.empty()) return context_.var(any(event.parameters).value);
      [[fallthrough]];
    }
    case 2:
      return context_.var(m.variables[0].var);
    default:
      return ir::binary(ir::Op::mod,
                        ir::add(context_.var(m.variables[0].var), context_.int_literal(1)),
                        context_.int_literal(3));
  }
}

inline ir::Expr RandomStatechart::condition(const Machine& m) {
  // What is deferred is judged with its own arguments.
  if (is_timed(m) && chance(60))
    if (const Event& event = m.events[chance(50) ? 0 : 6]; !event.parameters.empty())
      return ir::eq(context_.var(any(event.parameters).value), context_.int_literal(below(3)));
  if (m.variables.size() > 3 && chance(20)) return context_.var(m.variables[3].var);
  switch (below(6)) {
    case 0:
      return context_.var(m.variables[1].var);
    case 1:
      for (int tries = 0; tries < 5; ++tries)
        if (const Node& node = any(m.nodes); is_state(node.kind)) return context_.var(node.active);
      [[fallthrough]];
    case 2:
      return context_.var(any(m.events).present);
    case 3:
      return ir::not_(condition(m));
    default:
      return ir::eq(context_.var(m.variables[0].var), context_.int_literal(below(3)));
  }
}

inline std::vector<ir::Expr> RandomStatechart::arguments(const Machine& m, EventId event) {
  std::vector<ir::Expr> result;
  for (std::size_t p = 0; p < m.events[event].parameters.size(); ++p) result.push_back(number(m));
  return result;
}

inline RandomStatechart::Action RandomStatechart::action(const Machine& m, std::uint32_t depth) {
  Action result;
  const bool uses_timer = is_timed(m) && chance(50);
  switch (uses_timer ? 3 : below(depth > 1 ? 6 : 9)) {
    case 0:
      result.variable = m.variables[1].var;
      result.expr = condition(m);
      return result;
    case 1:
    case 2: {
      result.kind = Action::Kind::raise;
      std::vector<EventId> events{3};
      if (m.events.size() > 4) events = {3, 4, 5, 6};
      result.event = any(events);
      result.arguments = arguments(m, result.event);
      return result;
    }
    case 3:
      result.kind = chance(70) ? Action::Kind::start : Action::Kind::stop;
      result.timer = below(static_cast<std::uint32_t>(m.timers.size()));
      // Few delays, so that many are due together.
      result.expr = context_.int_literal(is_timed(m) ? 50 + 50 * below(2) : 50 * below(4));
      if (m.timers[result.timer].event != model::statechart::none)
        result.arguments = arguments(m, m.timers[result.timer].event);
      return result;
    case 4:
      result.kind = Action::Kind::assertion;
      result.assertion = 0;
      result.expr = condition(m);
      return result;
    case 6:
    case 7: {
      result.kind = chance(50) ? Action::Kind::branch : Action::Kind::choose;
      const std::uint32_t count = 1 + below(2);
      for (std::uint32_t i = 0; i < count; ++i)
        result.branches.push_back({condition(m), block(m, depth + 1)});
      if (chance(50)) result.branches.push_back({{}, block(m, depth + 1)});
      return result;
    }
    case 8:
      result.kind = Action::Kind::loop;
      result.variable = m.variables[2].var;
      result.expr = context_.int_literal(0);
      result.bound = number(m);
      result.body = block(m, 2);
      return result;
    default:
      result.variable = m.variables[0].var;
      result.expr = number(m);
      return result;
  }
}

inline RandomStatechart::Block RandomStatechart::block(const Machine& m, std::uint32_t depth) {
  Block result;
  const std::uint32_t count = 1 + below(is_timed(m) ? 4 : 2);
  for (std::uint32_t i = 0; i < count; ++i) result.push_back(action(m, depth));
  return result;
}

inline void RandomStatechart::add_transitions(Machine& m, Shape shape) {
  const std::uint32_t count = 4 + below(8);
  for (std::uint32_t i = 0; i < count; ++i) {
    model::statechart::Transition t;
    t.name = fmt::format("t{}", i);
    t.source = any(inside(m, 0, true));
    const bool is_end = m.nodes[t.source].kind >= NodeKind::final;
    if (is_end || m.nodes[t.source].is_region) continue;
    const NodeId around = in_cycles(shape) ? top_region(m, t.source) : 0;
    if (chance(85)) t.targets = {any(inside(m, around, false))};
    if (t.targets.empty()) t.kind = model::statechart::Transition::Kind::internal;
    if (!t.targets.empty() && m.nodes[t.targets[0]].is_region) continue;
    if (!t.targets.empty() && chance(20)) t.kind = model::statechart::Transition::Kind::local;
    if (in_cycles(shape)) {
      t.trigger.kind = model::statechart::Trigger::Kind::formula;
      t.trigger.formula =
          chance(30) ? context_.var(m.timers[0].elapsed) : context_.var(m.events[below(3)].present);
      if (chance(20)) t.trigger.formula = ir::not_(t.trigger.formula);
    } else if (m.semantics.step == Semantics::Step::once || chance(85)) {
      t.trigger.kind = model::statechart::Trigger::Kind::events;
      do {
        const bool is_deferred = is_timed(m) && chance(50);
        const EventId event = is_deferred ? 6 * below(2) : below(7);
        if (event != 3) t.trigger.events.push_back(event);
      } while (t.trigger.events.empty() || chance(30));
    }
    const bool eventless = t.trigger.kind == model::statechart::Trigger::Kind::nothing;
    if (eventless || chance(40)) t.guard = condition(m);
    t.priority = below(3);
    t.is_else = chance(10);
    t.effect = chance(50) ? block(m) : Block{};
    if (shape == Shape::uml && !t.targets.empty() && chance(50)) add_join(m, t);
    m.transitions.push_back(t);
  }
}

/// Gives the transition another source, in another region, and something to do on the way out.
inline void RandomStatechart::add_join(Machine& m, model::statechart::Transition& t) {
  for (NodeId other = 1; other < m.nodes.size(); ++other) {
    if (m.nodes[other].kind > NodeKind::parallel || other == t.source || chance(40)) continue;
    if (is_inside(m, other, t.source) || is_inside(m, t.source, other)) continue;
    NodeId around = m.nodes[other].parent;
    while (!is_inside(m, t.source, around)) around = m.nodes[around].parent;
    if (m.nodes[around].kind != NodeKind::parallel) continue;
    t.other_sources.push_back(other);
    if (chance(70)) t.ways_out.push_back({other, block(m)});
    break;
  }
  if (chance(70)) t.ways_out.push_back({t.source, block(m)});
  if (chance(10)) t.ways_out.push_back({model::statechart::none, block(m)});
}

inline RandomStatechart::Machine RandomStatechart::machine(const std::string& name, Shape shape) {
  Machine m;
  m.name = name;
  m.semantics = semantics(shape);
  if (in_cycles(shape)) {
    add_node(m, model::statechart::none, NodeKind::parallel);
    add_inside(m, 0, 1 + below(2));
  } else {
    add_node(m, model::statechart::none, NodeKind::compound);
    add_compound(m, 0, 1 + below(2));
  }
  add_events(m, shape);
  using Lifetime = model::statechart::Variable::Lifetime;
  const Lifetime lifetimes[] = {Lifetime::permanent, Lifetime::reset_after, Lifetime::reset_before};
  m.variables.push_back({context_.declare(m.qualified("x"), context_.int_type()),
                         context_.int_literal(below(3)), Lifetime::permanent});
  m.variables.push_back({context_.declare(m.qualified("y"), context_.bool_type()),
                         context_.bool_literal(chance(50)),
                         in_cycles(shape) ? lifetimes[below(3)] : Lifetime::permanent});
  m.variables.push_back({context_.declare(m.qualified("k"), context_.int_type()),
                         context_.int_literal(0), Lifetime::local});
  if (shape == Shape::uml)
    m.variables.push_back(
        {context_.declare("g", context_.bool_type()), context_.false_expr(), Lifetime::chosen});
  m.assertions.push_back({"holds"});
  declare_stand_ins(context_, m);
  if (m.variables[1].lifetime == Lifetime::reset_before && chance(60)) {
    const ir::Expr some = context_.var(m.events[below(3)].present);
    m.variables[1].reset_when =
        chance(50) ? some : ir::or_(some, context_.var(m.timers[0].elapsed));
  }
  add_paths(m);
  add_transitions(m, shape);
  return m;
}

inline void RandomStatechart::connect(model::statechart::System& system, Shape shape) {
  using model::statechart::Channel;
  using model::statechart::Component;
  using model::statechart::EventRef;
  const auto count = static_cast<std::uint32_t>(system.machines.size());
  Component root;
  root.kind = shape == Shape::synchronous ? Component::Kind::synchronous
              : shape == Shape::cascade   ? Component::Kind::cascade
              : shape == Shape::scheduled ? Component::Kind::scheduled
                                          : Component::Kind::asynchronous;
  for (std::uint32_t m = 0; m < count; ++m) {
    system.components.push_back({.kind = Component::Kind::machine, .name = {}, .machine = m});
    root.children.push_back(static_cast<std::uint32_t>(system.components.size() - 1));
    for (std::uint32_t to = 0; to < count; ++to)
      if (chance(50)) {
        Channel channel{{m, 3}, {to, 2}};
        // Both ends have the same parameters.
        system.machines[to].events[2].is_environment = shape == Shape::synchronous && chance(20);
        const auto& from = system.machines[m].events[3].parameters;
        if (from.size() == system.machines[to].events[2].parameters.size())
          root.channels.push_back(channel);
      }
    if (shape < Shape::turns) continue;
    Component adapter;
    adapter.kind = Component::Kind::adapter;
    adapter.name = fmt::format("adapter{}", m);
    adapter.children = {root.children.back()};
    const auto queue = static_cast<std::uint32_t>(system.queues.size());
    using Discard = model::statechart::MessageQueue::Discard;
    system.queues.push_back({.name = fmt::format("q{}", m),
                             .events = {{m, 0}, {m, 2}},
                             .priority = below(2),
                             .capacity = 2,
                             .discard = chance(50) ? Discard::incoming : Discard::oldest});
    system.queues.push_back({.name = fmt::format("r{}", m),
                             .events = {{m, 1}},
                             .priority = below(2),
                             .capacity = 1,
                             .discard = chance(50) ? Discard::incoming : Discard::oldest});
    adapter.queues = {queue, queue + 1};
    if (chance(70))
      adapter.rules.push_back({});
    else
      adapter.rules.push_back({.events = {{m, 1}}});
    system.components.push_back(adapter);
    root.children.back() = static_cast<std::uint32_t>(system.components.size() - 1);
  }
  if (root.kind == Component::Kind::cascade && chance(50))
    root.execution = {root.children[1], root.children[0], root.children[1]};
  if (root.kind == Component::Kind::cascade && chance(30))
    root.initial_execution = {root.children[0]};
  system.components.push_back(root);
}

inline std::optional<model::statechart::System> RandomStatechart::make(Shape shape) {
  model::statechart::System system;
  std::uint32_t count = 1;
  if (shape == Shape::two_machines || shape >= Shape::turns) count = 2;
  if (shape == Shape::synchronous || shape == Shape::cascade) count = 3;
  Diagnostics diagnostics;
  for (std::uint32_t m = 0; m < count; ++m) {
    system.machines.push_back(machine(count == 1 ? "" : fmt::format("m{}", m), shape));
    complete(system.machines.back(), diagnostics);
  }
  if (diagnostics.has_errors()) return {};
  if (count == 1)
    system = single(std::move(system.machines.front()));
  else
    connect(system, shape);
  system.time_step = 50;
  return system;
}

}  // namespace arges::test
