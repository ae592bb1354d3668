// The part of ExpressionReader that reads events and triggers.
#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/gamma/expressions.h"
#include "frontend/gamma/gamma_dialect.h"

namespace arges::frontend::gamma {

using syntax::NodeKind;

const PortEvent* ExpressionReader::event(NodeId node) {
  const std::vector<Name> names = path(node);
  if (names.size() != 2 || instance_ == nullptr) {
    error(tree_.location(node), "this is no event", "an event is written Port.event");
    return nullptr;
  }
  const auto port = instance_->ports.find(names[0].text);
  if (port == instance_->ports.end()) {
    syntax::Suggestion suggestion(names[0].text);
    for (const auto& [known, value] : instance_->ports) suggestion.consider(known);
    error(names[0].location, fmt::format("there is no port '{}'", names[0].text),
          suggestion.hint());
    return nullptr;
  }
  if (const PortEvent* known = port->second.find(names[1].text)) return known;
  // Of a port whose interface is wrong nothing is known.
  if (port->second.interface == nullptr) return nullptr;
  syntax::Suggestion suggestion(names[1].text);
  for (const PortEvent& known : port->second.events)
    suggestion.consider(known.declaration->name.text);
  error(names[1].location, fmt::format("port '{}' has no event '{}'", names[0].text, names[1].text),
        suggestion.hint());
  return nullptr;
}

ir::Expr ExpressionReader::trigger(NodeId node) {
  reads_ = Reads::trigger;
  const ir::Expr result = expression(node, context_.bool_type());
  reads_ = Reads::values;
  return result;
}

ir::Expr ExpressionReader::trigger_part(NodeId node, ir::Type expected) {
  const auto op = static_cast<GammaOp>(tree_[node].op);
  switch (tree_[node].kind) {
    case NodeKind::constant:
      return op == GammaOp::cycle ? context_.true_expr() : any_input(nullptr);
    case NodeKind::member:
      return event_trigger(node);
    case NodeKind::apply:
      if (op == GammaOp::timeout) return timeout(node);
      break;
    case NodeKind::chain:
      break;
    default:
      return error(tree_.location(node), "this is no trigger",
                   "write Port.event, Port.any, any, timeout T or cycle");
  }
  return Elaborator::expression(node, expected);
}

ir::Expr ExpressionReader::event_trigger(NodeId node) {
  if (tree_[node].text == "any") {
    const auto port = instance_->ports.find(name_of(tree_[node].first).text);
    if (port != instance_->ports.end()) return any_input(&port->second);
  }
  const PortEvent* known = event(node);
  if (known == nullptr) return {};
  if (known->input == chart::none)
    return error(
        tree_.location(node),
        fmt::format("'{}' is an event that the statechart raises", known->declaration->name.text),
        "triggers are about inputs: 'in' of a provided port, 'out' of a required one");
  return context_.var(instance_->machine.events[known->input].present);
}

ir::Expr ExpressionReader::any_input(const PortOfInstance* port) {
  std::vector<ir::Expr> present;
  for (const auto& [name, known] : instance_->ports) {
    if (port != nullptr && port != &known) continue;
    for (const PortEvent& event : known.events)
      if (event.input != chart::none)
        present.push_back(context_.var(instance_->machine.events[event.input].present));
  }
  if (present.empty()) return context_.false_expr();
  return present.size() == 1 ? present.front() : ir::or_(present);
}

ir::Expr ExpressionReader::timeout(NodeId node) {
  const Name wanted = name_of(tree_[node].first);
  const auto timer = instance_->timers.find(wanted.text);
  if (timer != instance_->timers.end())
    return context_.var(instance_->machine.timers[timer->second].elapsed);
  syntax::Suggestion suggestion(wanted.text);
  for (const auto& [known, id] : instance_->timers) suggestion.consider(known);
  return error(wanted.location, fmt::format("there is no timeout '{}'", wanted.text),
               suggestion.hint());
}

}  // namespace arges::frontend::gamma
