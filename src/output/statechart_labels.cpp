#include "output/statechart_labels.h"

#include <algorithm>

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

/// What a block does, in short.
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
    result += fmt::format("{}{}", result.empty() ? "" : "; ", text);
  }
  return result;
}

/// As much as can be read beside an arrow; Graphviz gives up on edges that are very long.
constexpr std::size_t longest_label = 100;

}  // namespace

std::string label_of(const Machine& machine, const Transition& transition) {
  std::string result;
  if (transition.trigger.kind == Trigger::Kind::events)
    for (const auto event : transition.trigger.events)
      result += fmt::format("{}{}", result.empty() ? "" : ", ", machine.events[event].name);
  // One that waits for what nothing sends is no completion transition, and should not look so.
  if (result.empty()) result = transition.trigger.text;
  if (transition.trigger.kind == Trigger::Kind::formula)
    result = transition.trigger.formula.to_string();
  if (transition.guard) result += fmt::format(" [{}]", transition.guard.to_string());
  if (transition.is_else) result += " [else]";
  const std::string effect = effect_text(machine, transition.effect);
  if (!effect.empty()) result += " / " + effect;
  return shortened(std::move(result), longest_label);
}

std::string label_of(const Machine& machine, const Path& path) {
  std::string result = path.guard ? fmt::format("[{}]", path.guard.to_string()) : "";
  const std::string effect = effect_text(machine, path.effect);
  if (!effect.empty()) result += " / " + effect;
  return shortened(std::move(result), longest_label);
}

bool has_inside(const Machine& machine, NodeId node) {
  return std::any_of(machine.nodes.begin(), machine.nodes.end(),
                     [&](const Node& other) { return other.parent == node; });
}

}  // namespace arges::output
