#include "frontend/scxml/scxml_translation.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "ir/text/operators.h"

namespace arges::frontend::scxml {

using ir::Expr;
using ir::TextOp;
using model::statechart::EventId;
using syntax::NodeKind;

Expr Translator::error(NodeId node, std::string message, std::string hint) {
  draft_.reader->error(expression_->location(node), std::move(message), std::move(hint));
  return {};
}

Expr Translator::condition(const Expression& expression, const Current& current) {
  expression_ = &expression;
  current_ = &current;
  return condition(expression.root());
}

Expr Translator::value(const Expression& expression, const Current& current) {
  expression_ = &expression;
  current_ = &current;
  return value(expression.root());
}

Expr Translator::value(const Operand& operand, const Current& current, ir::Type wanted,
                       std::string_view role) {
  Expr result;
  if (operand.expression != nullptr) {
    expression_ = operand.expression;
    current_ = &current;
    result = value(expression_->root(), wanted);
  } else if (operand.string) {
    result = types_.string(*operand.string);
  }
  if (!result || result.type() == wanted) return result;
  draft_.reader->error(operand.location,
                       fmt::format("{} has type '{}', but must have type '{}'", role,
                                   types_.describe(result.type()), types_.describe(wanted)));
  return {};
}

Translator::Place Translator::place(const Expression& expression, const Current& current) {
  expression_ = &expression;
  current_ = &current;
  const NodeId root = expression.root();
  const bool is_element = tree()[root].kind == NodeKind::read;
  const NodeId named = is_element ? tree().child(root, 0) : root;
  if (tree()[named].kind != NodeKind::name) {
    error(root, fmt::format("'{}' can't be assigned to", expression.spelling(root)),
          "assign to a variable, or to an element of an array");
    return {};
  }
  if (!name(named)) return {};
  Place result{.variable = draft_.find_variable(tree()[named].text)};
  if (result.variable == nullptr) {
    error(named, fmt::format("'{}' can't be assigned to", tree()[named].text));
    return {};
  }
  if (!is_element) return result;
  if (!read(root)) return {};
  result.index = integer(tree().child(root, 1));
  return result;
}

Expr Translator::condition(NodeId node) {
  const syntax::Node& at = tree()[node];
  if (at.kind == NodeKind::chain) {
    const auto op = static_cast<TextOp>(at.op);
    if (op == TextOp::and_ || op == TextOp::or_) return logical(node);
  }
  const Expr result = value(node);
  if (!result || result.type().is_bool()) return result;
  if (result.type().is_int()) return ir::neq(result, context_.int_literal(0));
  if (result.type().is_array()) return context_.true_expr();
  if (result.type() == types_.string_type()) return ir::neq(result, types_.string(""));
  return error(node,
               fmt::format("'{}' is no condition: it has type '{}'", expression_->spelling(node),
                           types_.describe(result.type())),
               "compare it with something");
}

Expr Translator::value(NodeId node, ir::Type expected) {
  const syntax::Node& at = tree()[node];
  switch (at.kind) {
    case NodeKind::integer:
      return context_.int_literal(mpz_class(std::string(at.text), 10));
    case NodeKind::string:
      return string(node, expected);
    case NodeKind::constant:
      return context_.bool_literal(static_cast<TextOp>(at.op) == TextOp::true_);
    case NodeKind::name:
      return name(node);
    case NodeKind::apply:
      return apply(node);
    case NodeKind::chain:
      return chain(node);
    case NodeKind::conditional:
      return conditional(node, expected);
    case NodeKind::list:
      return list(node, expected);
    case NodeKind::read:
      return read(node);
    case NodeKind::call:
      return call(node);
    default:
      return error(node, fmt::format("'{}' is not supported", expression_->spelling(node)));
  }
}

Expr Translator::integer(NodeId node) {
  const Expr result = value(node);
  if (!result || result.type().is_int()) return result;
  return error(node, fmt::format("'{}' must be a number, but has type '{}'",
                                 expression_->spelling(node), types_.describe(result.type())));
}

Expr Translator::string(NodeId node, ir::Type expected) {
  const syntax::Node& at = tree()[node];
  if (expression_->has_escape(node))
    return error(node, "a string with a backslash is not supported");
  if (!expected || !expected.is_enum() || expected == types_.string_type())
    return types_.string(at.text);
  const auto& literals = expected.literals();
  const auto found = std::find(literals.begin(), literals.end(), at.text);
  if (found != literals.end())
    return context_.enum_literal(expected, static_cast<std::uint32_t>(found - literals.begin()));
  syntax::Suggestion suggestion(at.text);
  for (const std::string& one : literals) suggestion.consider(one);
  return error(node, fmt::format("'{}' is no value of {}", at.text, types_.describe(expected)),
               suggestion.hint());
}

Expr Translator::name(NodeId node) {
  if (const std::optional<EventField> field = event_field(*expression_, node))
    return event(node, *field);
  const std::string_view text = tree()[node].text;
  if (const Draft::Variable* variable = draft_.find_variable(text))
    return variable->var != nullptr
               ? context_.var(variable->var)
               : error(node, fmt::format("'{}' has no value yet where this is read", text),
                       "declare it before");
  if (text == "_name") return types_.string(draft_.machine.nodes.front().name);
  if (text == "_sessionid" || text.starts_with("_ioprocessors") || text.starts_with("_x"))
    return error(node, fmt::format("the system variable '{}' is not supported", text));
  const std::size_t dot = text.rfind('.');
  if (dot != std::string_view::npos) {
    Draft::Variable* variable = draft_.find_variable(text.substr(0, dot));
    if (variable != nullptr && text.substr(dot) == ".length" &&
        types_.sort(variable->slot) == Sort::array)
      return context_.int_literal(mpz_class(std::to_string(types_.length(variable->slot))));
    return error(node,
                 fmt::format("'{}', a member of an ECMAScript object, is not supported", text));
  }
  syntax::Suggestion suggestion(text);
  for (const Draft::Variable& one : draft_.variables) suggestion.consider(one.name);
  return error(
      node, fmt::format("'{}' is not declared", text),
      suggestion.best().empty() ? "declare it with <data> in the <datamodel>" : suggestion.hint());
}

Expr Translator::by_event(const std::vector<std::pair<EventId, Expr>>& cases, Expr otherwise) {
  Expr result = otherwise;
  for (std::size_t i = cases.size(); i > 0; --i) {
    const auto& [event, value] = cases[i - 1];
    if (result == value) continue;
    result = ir::ite(context_.var(draft_.machine.events[event].present), value, result);
  }
  return result;
}

Expr Translator::event(NodeId node, const EventField& field) {
  if (field.kind == EventField::Kind::parameter) return parameter(node, field.parameter);
  if (field.kind == EventField::Kind::other)
    return error(node, fmt::format("'{}' is not supported", tree()[node].text),
                 "of the current event there are _event.name, _event.type and _event.data");
  std::vector<std::pair<EventId, Expr>> cases;
  for (const EventId id : current_->events) {
    const Alphabet::Entry& entry = draft_.alphabet.entry(id);
    cases.emplace_back(
        id, types_.string(field.kind == EventField::Kind::name ? std::string_view(entry.name)
                                                               : event_type(entry)));
  }
  return by_event(cases, types_.string(""));
}

Expr Translator::parameter(NodeId node, const std::string& name) {
  std::vector<std::pair<EventId, Expr>> cases;
  for (const EventId id : current_->events)
    for (const model::statechart::Parameter& one : draft_.machine.events[id].parameters)
      if (one.name == name) cases.emplace_back(id, context_.var(one.value));
  if (cases.empty())
    return error(node, fmt::format("no event that may be current here carries '{}'", name),
                 "declare what the environment sends with <a:environment>");
  const bool is_sure = current_->kind == Current::Kind::trigger && current_->events.size() == 1;
  if (is_sure) return cases.front().second;
  for (const auto& [id, value] : cases)
    if (value.type() != cases.front().second.type())
      return error(node,
                   fmt::format("events that may be current here carry '{}' with the types "
                               "'{}' and '{}'",
                               name, types_.describe(cases.front().second.type()),
                               types_.describe(value.type())),
                   "use different names");
  return by_event(cases, types_.default_of(cases.front().second.type()));
}

Expr Translator::list(NodeId node, ir::Type expected) {
  const ir::Type element = expected && expected.is_array() ? expected.element() : ir::Type();
  const std::vector<NodeId> nodes = tree().children(node);
  if (nodes.empty()) return error(node, "an empty array is not supported");
  const std::vector<Expr> elements = together(nodes, element);
  for (std::size_t i = 0; i < elements.size(); ++i) {
    if (!elements[i]) return {};
    if (elements[i].type() != elements[0].type())
      return error(nodes[i], "the elements of an array must have one type");
  }
  const ir::Type type = context_.array_type(context_.int_type(), elements[0].type());
  Expr result = ir::const_array(type, types_.default_of(elements[0].type()));
  for (std::size_t i = 0; i < elements.size(); ++i)
    result = ir::store(result, context_.int_literal(static_cast<unsigned long>(i)), elements[i]);
  return result;
}

/// Of an array that an event carries; the shortest, if several may. 0: it is none.
std::uint64_t Translator::parameter_length(NodeId node) const {
  const std::optional<EventField> field = event_field(*expression_, node);
  if (!field || field->kind != EventField::Kind::parameter) return 0;
  std::uint64_t result = 0;
  for (const EventId id : current_->events)
    for (const model::statechart::Parameter& one : draft_.machine.events[id].parameters)
      if (one.name == field->parameter && one.length != 0)
        result = result == 0 ? one.length : std::min<std::uint64_t>(result, one.length);
  return result;
}

Expr Translator::read(NodeId node) {
  if (const std::optional<EventField> field = event_field(*expression_, node))
    return event(node, *field);
  const NodeId named = tree().child(node, 0);
  const Draft::Variable* variable =
      tree()[named].kind == NodeKind::name ? draft_.find_variable(tree()[named].text) : nullptr;
  const Expr array = value(named);
  const Expr index = integer(tree().child(node, 1));
  if (!array || !index) return {};
  const std::uint64_t size =
      variable != nullptr ? types_.length(variable->slot) : parameter_length(named);
  if (!array.type().is_array() || size == 0)
    return error(node, fmt::format("'{}' is no array", expression_->spelling(named)));
  const mpz_class length(std::to_string(size));
  if (!index.is_literal())
    draft_.reader->warn(expression_->location(node),
                        fmt::format("outside of 0..{}, '{}' has the value that is assigned there, "
                                    "at first {}",
                                    mpz_class(length - 1).get_str(), expression_->spelling(named),
                                    types_.default_of(array.type().element()).to_string()));
  else if (index.value().integer() < 0 || index.value().integer() >= length)
    return error(tree().child(node, 1),
                 fmt::format("'{}' has no element {}", expression_->spelling(named),
                             index.value().integer().get_str()),
                 fmt::format("they are 0 to {}", mpz_class(length - 1).get_str()));
  return ir::select(array, index);
}

Expr Translator::call(NodeId node) {
  const std::vector<NodeId> parts = tree().children(node);
  const std::vector<NodeId> arguments(parts.begin() + 1, parts.end());
  const std::string function = expression_->spelling(parts[0]);
  if (function == "In") return is_active(node, arguments);
  if (function == "Math.pow") return power(node, arguments);
  if (function == "Math.floor" || function == "Math.trunc")
    return quotient(node, arguments, function);
  const bool is_abs = function == "Math.abs";
  const bool is_min = function == "Math.min";
  if (!is_abs && !is_min && function != "Math.max")
    return error(parts[0], fmt::format("the function '{}' is not supported", function),
                 "there are In, Math.pow, Math.floor, Math.trunc, Math.abs, Math.min and Math.max");
  if (arguments.size() != (is_abs ? 1U : 2U))
    return error(node,
                 fmt::format("'{}' takes {}", function, is_abs ? "one argument" : "two arguments"));
  const Expr first = integer(arguments[0]);
  if (is_abs)
    return !first ? first : ir::ite(ir::ge(first, context_.int_literal(0)), first, ir::neg(first));
  const Expr second = integer(arguments[1]);
  if (!first || !second) return {};
  return ir::ite(is_min ? ir::le(first, second) : ir::ge(first, second), first, second);
}

Expr Translator::is_active(NodeId node, const std::vector<NodeId>& arguments) {
  if (arguments.size() != 1 || tree()[arguments[0]].kind != NodeKind::string)
    return error(node, "In takes the id of a state as a string");
  const std::string_view id = tree()[arguments[0]].text;
  const auto found = draft_.ids.find(id);
  if (found == draft_.ids.end()) {
    syntax::Suggestion suggestion(id);
    for (const auto& [known, state] : draft_.ids) suggestion.consider(known);
    return error(arguments[0], fmt::format("there is no state '{}'", id), suggestion.hint());
  }
  const ir::Var active = draft_.machine.nodes[found->second].active;
  // A history is never active.
  return active == nullptr ? context_.false_expr() : context_.var(active);
}

Expr Translator::power(NodeId node, const std::vector<NodeId>& arguments) {
  constexpr unsigned long largest = 64;
  if (arguments.size() != 2) return error(node, "'Math.pow' takes two arguments");
  const Expr base = integer(arguments[0]);
  const Expr exponent = integer(arguments[1]);
  if (!base || !exponent) return {};
  if (!exponent.is_literal() || exponent.value().integer() < 0 ||
      exponent.value().integer() > largest)
    return error(arguments[1], "the exponent must be a number from 0 to 64");
  Expr result = context_.int_literal(1);
  for (unsigned long i = exponent.value().integer().get_ui(); i > 0; --i)
    result = ir::mul(result, base);
  return result;
}

Expr Translator::quotient(NodeId node, const std::vector<NodeId>& arguments,
                          std::string_view rounding) {
  const bool is_quotient =
      arguments.size() == 1 && tree()[arguments[0]].kind == NodeKind::chain &&
      tree().children(arguments[0]).size() == 3 &&
      static_cast<TextOp>(tree()[tree().child(arguments[0], 1)].op) == TextOp::slash;
  if (!is_quotient)
    return error(node, fmt::format("'{}' is supported for a quotient only", rounding),
                 fmt::format("as in {}(a / 2)", rounding));
  const Expr dividend = integer(tree().child(arguments[0], 0));
  const Expr divisor = integer(tree().child(arguments[0], 2));
  if (!dividend || !divisor) return {};
  if (!divisor.is_literal() || divisor.value().integer() == 0)
    return error(tree().child(arguments[0], 2), "the divisor must be a number other than 0");
  // Euclidean division of a number that is not negative, or by a positive one, is as wanted.
  const auto divide = [](Expr a, Expr b) { return ir::binary(ir::Op::div, a, b); };
  if (rounding == "Math.trunc")
    return ir::ite(ir::ge(dividend, context_.int_literal(0)), divide(dividend, divisor),
                   ir::neg(divide(ir::neg(dividend), divisor)));
  return divisor.value().integer() > 0 ? divide(dividend, divisor)
                                       : divide(ir::neg(dividend), ir::neg(divisor));
}

}  // namespace arges::frontend::scxml
