#include "output/statechart_labels.h"

#include <algorithm>
#include <initializer_list>

#include <fmt/format.h>

#include "output/drawing_text.h"

namespace arges::output {

using model::statechart::Action;
using model::statechart::Block;
using model::statechart::Machine;
using model::statechart::Node;
using model::statechart::NodeId;
using model::statechart::Path;
using model::statechart::Transition;
using model::statechart::Trigger;

namespace {

/// "/ x := 1; e": what a block does, in short; or "".
std::string effect_text(const Machine& machine, const Block& block) {
  std::string result;
  for (const Action& action : block) {
    std::string text;
    if (action.kind == Action::Kind::assign)
      text = fmt::format("{} := {}", action.variable->name, action.expr.to_string());
    else if (action.kind == Action::Kind::raise)
      text = machine.events[action.event].name;
    else
      text = "...";
    result += fmt::format("{}{}", result.empty() ? "/ " : "; ", text);
  }
  return result;
}

/// "[x > 0]"; or "" where it is always true.
std::string guard_text(ir::Expr guard) {
  return guard && !guard.is_true() ? fmt::format("[{}]", guard.to_string()) : "";
}

/// As much as can be read beside an arrow; Graphviz gives up on edges that are very long.
constexpr std::size_t longest_label = 100;

/// The parts that say something, with blanks between them.
std::string joined(std::initializer_list<std::string> parts) {
  std::string result;
  for (const std::string& part : parts)
    if (!part.empty()) result += (result.empty() ? "" : " ") + part;
  return shortened(std::move(result), longest_label);
}

}  // namespace

std::string label_of(const Machine& machine, const Transition& transition) {
  std::string trigger;
  if (transition.trigger.kind == Trigger::Kind::events)
    for (const auto event : transition.trigger.events)
      trigger += fmt::format("{}{}", trigger.empty() ? "" : ", ", machine.events[event].name);
  // One that waits for what nothing sends is no completion transition, and should not look so.
  if (trigger.empty()) trigger = transition.trigger.text;
  if (transition.trigger.kind == Trigger::Kind::formula)
    trigger = transition.trigger.formula.to_string();
  return joined({trigger, guard_text(transition.guard), transition.is_else ? "[else]" : "",
                 effect_text(machine, transition.effect)});
}

std::string label_of(const Machine& machine, const Path& path) {
  return joined({effect_text(machine, path.effect)});
}

std::string label_of_branch(const Machine& machine, const Node& choice, const Path& branch) {
  const bool is_else = !branch.guard && choice.branches.size() > 1;
  return joined(
      {is_else ? "[else]" : guard_text(branch.guard), effect_text(machine, branch.effect)});
}

bool has_inside(const Machine& machine, NodeId node) {
  return std::any_of(machine.nodes.begin(), machine.nodes.end(),
                     [&](const Node& other) { return other.parent == node; });
}

}  // namespace arges::output
