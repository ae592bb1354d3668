#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "model/statechart/prepare.h"
#include "support/core_text.h"

namespace arges::test {

/// Builds a machine as one writes it down. States are nested by functions, everything refers to
/// everything by its name, also to what comes later; expressions are core text over variables,
/// parameters ("event_parameter"), states, events and timers. The first state of a compound is its
/// initial one, unless `initial` says otherwise.
///
///     StatechartBuilder chart(core);
///     chart.input("go").variable("x", "0");
///     chart.state("a").compound("s", [&] { chart.state("b").entry("x := x + 1"); });
///     chart.transition("a", "b").on("go").when("x < 3").does("raise out; log done");
///     const System system = single(chart.build());
class StatechartBuilder {
 public:
  using Machine = model::statechart::Machine;
  using NodeId = model::statechart::NodeId;
  using NodeKind = model::statechart::NodeKind;
  using EventId = model::statechart::EventId;
  using Block = model::statechart::Block;
  using Action = model::statechart::Action;
  using Body = std::function<void()>;

  explicit StatechartBuilder(CoreText& core, std::string name = "",
                             NodeKind root = NodeKind::compound)
      : core_(core) {
    machine_.name = std::move(name);
    add_node(root, "root", {});
    open_.push_back(0);
  }

  Machine& machine() { return machine_; }
  model::statechart::Semantics& semantics() { return machine_.semantics; }

  // Declarations. Parameters are integers, or have the type of their initial value.
  struct Parameter {
    std::string name;
    std::string initial = "0";
    std::string lowest = {};
    std::string highest = {};
    bool is_persistent = false;
  };
  StatechartBuilder& input(const std::string& name, const std::vector<Parameter>& parameters = {}) {
    return event(name, model::statechart::Direction::input, parameters);
  }
  /// An input that only channels and timers bring.
  StatechartBuilder& inner_input(const std::string& name,
                                 const std::vector<Parameter>& parameters = {}) {
    event(name, model::statechart::Direction::input, parameters);
    machine_.events.back().is_environment = false;
    return *this;
  }
  StatechartBuilder& output(const std::string& name,
                            const std::vector<Parameter>& parameters = {}) {
    return event(name, model::statechart::Direction::output, parameters);
  }
  StatechartBuilder& internal(const std::string& name,
                              const std::vector<Parameter>& parameters = {}) {
    return event(name, model::statechart::Direction::internal, parameters);
  }
  StatechartBuilder& self(const std::string& name, const std::vector<Parameter>& parameters = {}) {
    return event(name, model::statechart::Direction::self, parameters);
  }
  using Lifetime = model::statechart::Variable::Lifetime;
  StatechartBuilder& variable(const std::string& name, const std::string& initial,
                              Lifetime lifetime = Lifetime::permanent) {
    const ir::Scope::Block block(core_.scope);
    for (const auto& other : machine_.variables)
      core_.scope.declare_as(short_name(other.var), other.var, ir::Scope::Access::read_only);
    const ir::Expr value = core_.expr(initial);
    add_variable(name, value.type(), value, lifetime);
    return *this;
  }
  /// Of any value at first.
  StatechartBuilder& free_variable(const std::string& name, ir::Type type) {
    add_variable(name, type, {}, Lifetime::permanent);
    return *this;
  }
  StatechartBuilder& level_timer(const std::string& name) {
    machine_.timers.push_back({.kind = model::statechart::Timer::Kind::level, .name = name});
    return *this;
  }
  StatechartBuilder& event_timer(const std::string& name, const std::string& event) {
    machine_.timers.push_back(
        {.kind = model::statechart::Timer::Kind::event, .name = name, .event = find_event(event)});
    return *this;
  }

  // The tree. Each of these is the node that entry, exit, … below are about.
  StatechartBuilder& state(const std::string& name) { return add(NodeKind::basic, name, {}); }
  StatechartBuilder& final_state(const std::string& name) { return add(NodeKind::final, name, {}); }
  StatechartBuilder& compound(const std::string& name, const Body& body) {
    return add(NodeKind::compound, name, body);
  }
  StatechartBuilder& parallel(const std::string& name, const Body& body) {
    return add(NodeKind::parallel, name, body);
  }
  StatechartBuilder& region(const std::string& name, const Body& body) {
    add(NodeKind::compound, name, body);
    machine_.nodes[last_].is_region = true;
    return *this;
  }
  StatechartBuilder& history(const std::string& name, const std::string& fallback,
                             const std::string& effect = "") {
    add(NodeKind::shallow_history, name, {});
    return initial(fallback, effect);
  }
  StatechartBuilder& deep_history(const std::string& name, const std::string& fallback,
                                  const std::string& effect = "") {
    add(NodeKind::deep_history, name, {});
    return initial(fallback, effect);
  }
  StatechartBuilder& choice(const std::string& name) { return add(NodeKind::choice, name, {}); }
  StatechartBuilder& junction(const std::string& name) { return add(NodeKind::junction, name, {}); }

  // About the node that was added last; after a compound's body, the compound.
  StatechartBuilder& entry(const std::string& actions) {
    later([this, node = last_, actions] { machine_.nodes[node].entry = block(actions); });
    return *this;
  }
  StatechartBuilder& exit(const std::string& actions) {
    later([this, node = last_, actions] { machine_.nodes[node].exit = block(actions); });
    return *this;
  }
  StatechartBuilder& initial(const std::string& targets, const std::string& effect = "") {
    initial_of(last_, targets, effect);
    return *this;
  }
  /// Of the root.
  StatechartBuilder& start(const std::string& targets, const std::string& effect = "") {
    initial_of(0, targets, effect);
    return *this;
  }
  /// A branch of a choice or junction; without a guard: where no other holds.
  StatechartBuilder& branch(const std::string& targets, const std::string& guard = "",
                            const std::string& effect = "", std::int64_t priority = 0) {
    later([=, this, node = last_] {
      machine_.nodes[node].branches.push_back({.targets = find_nodes(targets),
                                               .name = machine_.nodes[node].name + " -> " + targets,
                                               .guard = expr_or_null(guard),
                                               .priority = priority,
                                               .effect = block(effect)});
    });
    return *this;
  }
  /// Of the branch of a junction that was added last: it goes on once that node was left.
  StatechartBuilder& leaving(const std::string& left) {
    later([this, node = last_, left] {
      machine_.nodes[node].branches.back().ways_out.push_back({find_node(left), {}});
    });
    return *this;
  }
  StatechartBuilder& done(const std::string& event) {
    later([this, node = last_, event] { machine_.nodes[node].done = find_event(event); });
    return *this;
  }
  StatechartBuilder& defers(const std::string& events) {
    later([this, node = last_, events] { machine_.nodes[node].deferred = find_events(events); });
    return *this;
  }

  /// The transition that was added last.
  class TransitionBuilder {
   public:
    TransitionBuilder(StatechartBuilder& chart, std::size_t number)
        : chart_(chart), number_(number) {}

    TransitionBuilder& on(const std::string& events) {
      return later([events](StatechartBuilder& chart, auto& transition) {
        transition.trigger.kind = model::statechart::Trigger::Kind::events;
        transition.trigger.events = chart.find_events(events);
      });
    }
    TransitionBuilder& on_formula(const std::string& formula) {
      return later([formula](StatechartBuilder& chart, auto& transition) {
        transition.trigger.kind = model::statechart::Trigger::Kind::formula;
        transition.trigger.formula = chart.core_.expr(formula);
      });
    }
    TransitionBuilder& when(const std::string& guard) {
      return later([guard](StatechartBuilder& chart, auto& transition) {
        transition.guard = chart.core_.expr(guard);
      });
    }
    TransitionBuilder& does(const std::string& actions) {
      return later([actions](StatechartBuilder& chart, auto& transition) {
        transition.effect = chart.block(actions);
      });
    }
    TransitionBuilder& joins(const std::string& sources) {
      return later([sources](StatechartBuilder& chart, auto& transition) {
        transition.other_sources = chart.find_nodes(sources);
      });
    }
    TransitionBuilder& priority(std::int64_t value) { return change().priority = value, *this; }
    TransitionBuilder& otherwise() { return change().is_else = true, *this; }
    TransitionBuilder& local() {
      return change().kind = model::statechart::Transition::Kind::local, *this;
    }
    TransitionBuilder& internal() {
      return change().kind = model::statechart::Transition::Kind::internal, *this;
    }
    TransitionBuilder& named(const std::string& name) { return change().name = name, *this; }

   private:
    model::statechart::Transition& change() { return chart_.machine_.transitions[number_]; }
    template <typename Change>
    TransitionBuilder& later(Change what) {
      StatechartBuilder& chart = chart_;
      chart.later(
          [&chart, number = number_, what] { what(chart, chart.machine_.transitions[number]); });
      return *this;
    }

    StatechartBuilder& chart_;
    std::size_t number_;
  };
  /// To several targets: "a, b"; to none: "".
  TransitionBuilder transition(const std::string& source, const std::string& targets = "") {
    const std::size_t number = machine_.transitions.size();
    machine_.transitions.push_back({.name = "t" + std::to_string(number)});
    later([=, this] {
      machine_.transitions[number].source = find_node(source);
      machine_.transitions[number].targets = find_nodes(targets);
    });
    return {*this, number};
  }

  /// The machine, complete; throws InputError if it makes no sense. Once only.
  Machine build() {
    model::statechart::declare_stand_ins(core_.context, machine_);
    {
      const ir::Scope::Block block(core_.scope);
      declare_names();
      for (const auto& one : later_) one();
    }
    Diagnostics diagnostics;
    model::statechart::complete(machine_, diagnostics);
    diagnostics.throw_if_errors();
    return std::move(machine_);
  }

  NodeId find_node(const std::string& name) const {
    for (NodeId id = 0; id < machine_.nodes.size(); ++id)
      if (machine_.nodes[id].full_name == name) return id;
    throw std::logic_error("no node is named " + name);
  }
  EventId find_event(const std::string& name) const {
    for (EventId id = 0; id < machine_.events.size(); ++id)
      if (machine_.events[id].name == name) return id;
    throw std::logic_error("no event is named " + name);
  }

 private:
  void later(std::function<void()> what) { later_.push_back(std::move(what)); }

  NodeId add_node(NodeKind kind, const std::string& name, const std::vector<NodeId>& around) {
    const auto id = static_cast<NodeId>(machine_.nodes.size());
    model::statechart::Node node;
    node.kind = kind;
    node.name = name;
    node.full_name = name;
    if (!around.empty()) {
      node.parent = around.back();
      model::statechart::Node& parent = machine_.nodes[node.parent];
      const bool is_child = model::statechart::is_state(kind);
      if (is_child && parent.children.empty() && parent.kind == NodeKind::compound &&
          !parent.initial.has_value())
        parent.initial = model::statechart::Path{.targets = {id}};
      if (is_child) parent.children.push_back(id);
    }
    machine_.nodes.push_back(std::move(node));
    last_ = id;
    return id;
  }
  StatechartBuilder& add(NodeKind kind, const std::string& name, const Body& body) {
    const NodeId id = add_node(kind, name, open_);
    if (body) {
      open_.push_back(id);
      body();
      open_.pop_back();
    }
    last_ = id;
    return *this;
  }
  void initial_of(NodeId node, const std::string& targets, const std::string& effect) {
    later([=, this] {
      machine_.nodes[node].initial =
          model::statechart::Path{.targets = find_nodes(targets), .effect = block(effect)};
    });
  }

  StatechartBuilder& event(const std::string& name, model::statechart::Direction direction,
                           const std::vector<Parameter>& parameters) {
    model::statechart::Event result;
    result.name = name;
    result.direction = direction;
    result.is_environment = direction == model::statechart::Direction::input;
    for (const Parameter& parameter : parameters) {
      const ir::Expr initial = core_.expr(parameter.initial);
      result.parameters.push_back(
          {.name = parameter.name,
           .value = core_.context.declare(machine_.qualified(name + "_" + parameter.name),
                                          initial.type()),
           .initial = initial,
           .is_persistent = parameter.is_persistent,
           .lowest = expr_or_null(parameter.lowest),
           .highest = expr_or_null(parameter.highest)});
    }
    machine_.events.push_back(std::move(result));
    return *this;
  }
  void add_variable(const std::string& name, ir::Type type, ir::Expr initial, Lifetime lifetime) {
    const ir::Var var = core_.context.declare(machine_.qualified(name), type);
    machine_.variables.push_back({.var = var, .initial = initial, .lifetime = lifetime});
  }
  std::string short_name(ir::Var var) const {
    return machine_.name.empty() ? var->name : var->name.substr(machine_.name.size() + 1);
  }
  void declare_names() {
    const auto declare = [&](ir::Var var) {
      if (var != nullptr)
        core_.scope.declare_as(short_name(var), var, ir::Scope::Access::read_write);
    };
    for (const auto& node : machine_.nodes) declare(node.active);
    for (const auto& timer : machine_.timers) declare(timer.elapsed);
    for (const auto& event : machine_.events) {
      declare(event.present);
      for (const auto& parameter : event.parameters) declare(parameter.value);
    }
    for (const auto& variable : machine_.variables) declare(variable.var);
  }
  ir::Var find_variable(const std::string& name) const {
    for (const auto& variable : machine_.variables)
      if (short_name(variable.var) == name) return variable.var;
    throw std::logic_error("no variable is named " + name);
  }
  model::statechart::TimerId find_timer(const std::string& name) const {
    for (model::statechart::TimerId id = 0; id < machine_.timers.size(); ++id)
      if (machine_.timers[id].name == name) return id;
    throw std::logic_error("no timer is named " + name);
  }
  ir::Expr expr_or_null(const std::string& text) {
    return text.empty() ? ir::Expr() : core_.expr(text);
  }

  static std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \n");
    if (first == std::string::npos) return "";
    return text.substr(first, text.find_last_not_of(" \n") - first + 1);
  }
  static std::vector<std::string> split(const std::string& text, char separator) {
    std::vector<std::string> result;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);)
      if (!trimmed(part).empty()) result.push_back(trimmed(part));
    return result;
  }
  std::vector<NodeId> find_nodes(const std::string& names) const {
    std::vector<NodeId> result;
    for (const std::string& name : split(names, ',')) result.push_back(find_node(name));
    return result;
  }
  std::vector<EventId> find_events(const std::string& names) const {
    std::vector<EventId> result;
    for (const std::string& name : split(names, ',')) result.push_back(find_event(name));
    return result;
  }

  /// "x := e", "raise EVENT(e, …)", "start TIMER(ms, e, …)", "stop TIMER", "log TEXT",
  /// "log TEXT: e", "assert e", "if g then A else A", "choose g: A | g: A | A",
  /// "for x from e to e do A", with ';' between them; A is one action.
  Block block(const std::string& text) {
    Block result;
    for (const std::string& one : split(text, ';')) result.push_back(action(one));
    return result;
  }
  static bool take_word(std::string& text, const std::string& word) {
    if (text.rfind(word + " ", 0) != 0) return false;
    text = trimmed(text.substr(word.size()));
    return true;
  }
  static std::pair<std::string, std::string> cut(const std::string& text, const std::string& at) {
    const std::size_t position = text.find(at);
    if (position == std::string::npos) return {trimmed(text), ""};
    return {trimmed(text.substr(0, position)), trimmed(text.substr(position + at.size()))};
  }
  std::pair<std::string, std::vector<ir::Expr>> call(const std::string& text) {
    auto [name, rest] = cut(text, "(");
    std::vector<ir::Expr> arguments;
    if (!rest.empty()) rest.pop_back();
    for (const std::string& argument : split(rest, ',')) arguments.push_back(core_.expr(argument));
    return {name, arguments};
  }
  Action action(std::string text) {
    Action result;
    if (take_word(text, "raise")) {
      result.kind = Action::Kind::raise;
      const auto [name, arguments] = call(text);
      result.event = find_event(name);
      result.arguments = arguments;
    } else if (take_word(text, "start")) {
      result.kind = Action::Kind::start;
      const auto [name, arguments] = call(text);
      result.timer = find_timer(name);
      result.expr = arguments.at(0);
      result.arguments.assign(arguments.begin() + 1, arguments.end());
    } else if (take_word(text, "stop")) {
      result.kind = Action::Kind::stop;
      result.timer = find_timer(text);
    } else if (take_word(text, "log")) {
      result.kind = Action::Kind::log;
      const auto [label, value] = cut(text, ":");
      result.text = label;
      result.expr = expr_or_null(value);
    } else if (take_word(text, "assert")) {
      result.kind = Action::Kind::assertion;
      result.expr = core_.expr(text);
      result.assertion = static_cast<model::statechart::AssertionId>(machine_.assertions.size());
      machine_.assertions.push_back({.text = text});
    } else if (take_word(text, "if")) {
      result.kind = Action::Kind::branch;
      const auto [guard, rest] = cut(text, " then ");
      const auto [yes, no] = cut(rest, " else ");
      result.branches.push_back({core_.expr(guard), block(yes)});
      if (!no.empty()) result.branches.push_back({{}, block(no)});
    } else if (take_word(text, "choose")) {
      result.kind = Action::Kind::choose;
      for (const std::string& one : split(text, '|')) {
        // ":=" is no guard's end.
        const auto [guard, body] = cut(one, ": ");
        if (body.empty())
          result.branches.push_back({{}, block(guard)});
        else
          result.branches.push_back({core_.expr(guard), block(body)});
      }
    } else if (take_word(text, "for")) {
      result.kind = Action::Kind::loop;
      const auto [variable, range] = cut(text, " from ");
      const auto [first, behind] = cut(range, " to ");
      const auto [bound, body] = cut(behind, " do ");
      result.variable = find_variable(variable);
      result.expr = core_.expr(first);
      result.bound = core_.expr(bound);
      result.body = block(body);
    } else {
      const auto [name, value] = cut(text, ":=");
      result.variable = find_variable(name);
      result.expr = core_.expr(value);
    }
    return result;
  }

  CoreText& core_;
  Machine machine_;
  std::vector<NodeId> open_;
  NodeId last_ = 0;
  std::vector<std::function<void()>> later_;
};

}  // namespace arges::test
