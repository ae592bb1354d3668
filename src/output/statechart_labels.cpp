#include "output/statechart_labels.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include <fmt/format.h>

#include "ir/traversal.h"
#include "model/statechart/value_text.h"
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

/// With values of enumerations and strings as authors write them: types may have names of ours.
std::string expression_text(ir::Expr expr) {
  std::map<std::string, std::string> literals;
  ir::for_each_subexpression(expr, [&](ir::Expr part) {
    if (part.is_literal() && part.type().is_enum())
      literals[part.to_string()] = model::statechart::value_text(part.value(), part.type());
  });
  std::string text = expr.to_string();
  // Backwards: of two where one begins with the other, the longer one comes first.
  for (auto literal = literals.rbegin(); literal != literals.rend(); ++literal)
    for (std::size_t at = text.find(literal->first); at != std::string::npos;
         at = text.find(literal->first, at + literal->second.size()))
      text.replace(at, literal->first.size(), literal->second);
  return text;
}

/// "/ x := 1; e": what a block does, in short; or "".
std::string effect_text(const Machine& machine, const Block& block) {
  std::string result;
  for (const Action& action : block) {
    std::string text;
    if (action.kind == Action::Kind::assign)
      text = fmt::format("{} := {}", action.variable->name, expression_text(action.expr));
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
  return guard && !guard.is_true() ? fmt::format("[{}]", expression_text(guard)) : "";
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
    trigger = expression_text(transition.trigger.formula);
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
