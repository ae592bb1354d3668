#include "frontend/gamma/expressions.h"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/gamma/gamma_dialect.h"
#include "ir/simplify.h"

namespace arges::frontend::gamma {

using syntax::NodeKind;

ExpressionReader::ExpressionReader(Definitions& definitions, const Frame& frame, Instance* instance,
                                   chart::Block* before)
    : Elaborator(definitions.scope(), frame.package->tree, definitions.diagnostics()),
      definitions_(definitions),
      frame_(frame),
      instance_(instance),
      before_(before) {}

Value ExpressionReader::wrong(SourceLocation location, std::string message, std::string hint) {
  error(location, std::move(message), std::move(hint));
  return {};
}

Name ExpressionReader::name_of(NodeId node) const {
  return {plain_name(tree_[node].text), tree_.location(node)};
}

ir::Expr ExpressionReader::expression(NodeId node, ir::Type expected) {
  if (reads_ == Reads::trigger) return trigger_part(node, expected);
  note_optional_operands(node);
  if (!optional_.contains(node)) return part(node, expected);
  const Needed around = std::exchange(needed_, Needed::maybe);
  const ir::Expr result = part(node, expected);
  needed_ = around;
  return result;
}

ir::Expr ExpressionReader::part(NodeId node, ir::Type expected) {
  const auto op = static_cast<GammaOp>(tree_[node].op);
  switch (tree_[node].kind) {
    case NodeKind::name:
    case NodeKind::member:
    case NodeKind::call:
    case NodeKind::read: {
      const Value result = value(node);
      if (!result) return {};
      if (result.parts.size() == 1) return result.parts.front();
      return error(tree_.location(node),
                   fmt::format("a value of type '{}' is not possible here", result.shape->name));
    }
    case NodeKind::rational:
      return unsupported(node, "a rational number");
    case NodeKind::constant:
      if (op == GammaOp::else_)
        return error(tree_.location(node), "'else' can only stand alone in a guard");
      if (op == GammaOp::any)
        return error(tree_.location(node), "'any' is not possible in an expression",
                     "it is a trigger");
      break;
    case NodeKind::apply:
      if (op == GammaOp::in_state) return in_state(node);
      break;
    default:
      break;
  }
  return Elaborator::expression(node, expected);
}

Value ExpressionReader::value(NodeId node) {
  switch (tree_[node].kind) {
    case NodeKind::name:
      return name(node);
    case NodeKind::member:
      return static_cast<GammaOp>(tree_[node].op) == GammaOp::dot ? field(node) : scoped(node);
    case NodeKind::call:
      return call(node);
    case NodeKind::read:
      return element(node);
    default:
      break;
  }
  const ir::Expr result = expression(node);
  if (!result) return {};
  const ShapePtr shape = result.type().is_bool() ? definitions_.boolean()
                         : result.type().is_int()
                             ? definitions_.integer()
                             : std::make_shared<const Shape>(
                                   Shape{.kind = Shape::Kind::scalar,
                                         .scalar = result.type(),
                                         .name = definitions_.scope().describe(result.type())});
  return {.shape = shape, .parts = {result}};
}

Value ExpressionReader::value_of(NodeId node, const ShapePtr& wanted, std::string_view role) {
  Value result = value(node);
  if (!result || same_shape(*result.shape, *wanted)) return result;
  return wrong(tree_.begin(node), fmt::format("{} has type '{}', but must have type '{}'", role,
                                              result.shape->name, wanted->name));
}

ir::Expr ExpressionReader::condition(NodeId node, std::string_view role) {
  const Value result = value_of(node, definitions_.boolean(), role);
  return result ? result.parts.front() : ir::Expr();
}

std::optional<std::int64_t> ExpressionReader::number(NodeId node, std::int64_t least,
                                                     std::string_view what) {
  const Value result = value_of(node, definitions_.integer(), what);
  if (!result) return std::nullopt;
  const ir::Expr simple = ir::simplify(result.parts.front());
  if (!simple.is_literal())
    error(tree_.begin(node), fmt::format("{} must be constant", what));
  else if (simple.value().integer() < least || !simple.value().integer().fits_slong_p())
    error(tree_.begin(node), fmt::format("{} must be at least {}", what, least));
  else
    return simple.value().integer().get_si();
  return std::nullopt;
}

Value ExpressionReader::name(NodeId node) {
  const Name wanted = name_of(node);
  if (const NamedValue* known = frame_.find(wanted.text)) return known->value;
  if (const Value* constant = definitions_.constant(*frame_.package, wanted.text)) return *constant;
  if (wanted.text == "this") return wrong(wanted.location, "'this' is not supported");
  syntax::Suggestion suggestion(wanted.text);
  for (const Frame* at = &frame_; at != nullptr; at = at->outer)
    for (const auto& [known, value] : at->names) suggestion.consider(known);
  for (const Declaration& constant : frame_.package->constants)
    suggestion.consider(constant.name.text);
  const std::string missing = definitions_.missing_hint(*frame_.package);
  return wrong(wanted.location, fmt::format("'{}' is not declared", wanted.text),
               missing.empty() ? suggestion.hint() : missing);
}

Value ExpressionReader::scoped(NodeId node) {
  const NodeId object = tree_[node].first;
  const std::string member = plain_name(tree_[node].text);
  if (tree_[object].kind == NodeKind::name && !member.empty())
    return literal(node, name_of(object));
  const PortEvent* known = event(object);
  if (known == nullptr) return {};
  const chart::EventId id = known->input != chart::none ? known->input : known->output;
  if (member.empty())
    return {definitions_.boolean(), {context_.var(instance_->machine.events[id].present)}};
  syntax::Suggestion suggestion(member);
  for (std::size_t i = 0; i < known->declaration->parameters.size(); ++i) {
    const std::string& parameter = known->declaration->parameters[i].name.text;
    if (parameter == member) return instance_->parameter(context_, id, *known, i);
    suggestion.consider(parameter);
  }
  return wrong(
      tree_.location(node),
      fmt::format("event '{}' has no parameter '{}'", known->declaration->name.text, member),
      suggestion.hint());
}

Value ExpressionReader::literal(NodeId node, const Name& type) {
  const ShapePtr shape = definitions_.named_shape(*frame_.package, type);
  if (shape == nullptr)
    return wrong(type.location, fmt::format("there is no enumeration '{}'", type.text),
                 definitions_.missing_hint(*frame_.package));
  const std::string wanted = plain_name(tree_[node].text);
  if (shape->kind != Shape::Kind::scalar || !shape->scalar.is_enum())
    return wrong(type.location, fmt::format("'{}' is no enumeration", type.text));
  const std::vector<std::string>& literals = shape->scalar.literals();
  const auto known = std::find(literals.begin(), literals.end(), wanted);
  if (known != literals.end())
    return {shape,
            {context_.enum_literal(shape->scalar,
                                   static_cast<std::uint32_t>(known - literals.begin()))}};
  syntax::Suggestion suggestion(wanted);
  for (const std::string& each : literals) suggestion.consider(each);
  return wrong(tree_.location(node),
               fmt::format("enumeration '{}' has no literal '{}'", type.text, wanted),
               suggestion.hint());
}

Value ExpressionReader::field(NodeId node) {
  const NodeId object = tree_[node].first;
  if (instance_ != nullptr && tree_[object].kind == NodeKind::name &&
      frame_.find(name_of(object).text) == nullptr &&
      instance_->ports.contains(name_of(object).text))
    return wrong(tree_.location(node), "an event is no value",
                 "its parameter is Port.event::parameter, and whether it is present Port.event::");
  const Value record = value(object);
  if (!record) return {};
  const std::string wanted = plain_name(tree_[node].text);
  const PartRange found = field_of(context_, *record.shape, wanted);
  if (found.shape != nullptr) {
    const auto first = record.parts.begin() + static_cast<std::ptrdiff_t>(found.first);
    return {found.shape, {first, first + static_cast<std::ptrdiff_t>(found.count)}};
  }
  syntax::Suggestion suggestion(wanted);
  for (const auto& [known, shape] : record.shape->fields) suggestion.consider(known);
  return wrong(tree_.location(node),
               record.shape->kind == Shape::Kind::record
                   ? fmt::format("there is no field '{}'", wanted)
                   : fmt::format("a value of type '{}' has no fields", record.shape->name),
               suggestion.hint());
}

Value ExpressionReader::element(NodeId node) {
  const Value array = value(tree_.child(node, 0));
  const Value index = value_of(tree_.child(node, 1), definitions_.integer(), "an array's index");
  if (!array || !index) return {};
  if (array.shape->kind != Shape::Kind::array)
    return wrong(tree_.location(node),
                 fmt::format("a value of type '{}' is no array", array.shape->name));
  check_index(node, *array.shape, index.parts.front());
  Value result{.shape = array.shape->element};
  for (const ir::Expr part : array.parts)
    result.parts.push_back(ir::select(part, index.parts.front()));
  return result;
}

/// What is outside of an array is wrong if it is sure to be, as in SCXML.
void ExpressionReader::check_index(NodeId node, const Shape& array, ir::Expr index) {
  if (array.length == 0) return;
  const std::optional<Definitions::Range> known = definitions_.range_of(ir::simplify(index));
  if (known && known->first == known->last && (known->first < 0 || known->first >= array.length))
    error(tree_.location(node), fmt::format("there is no element {}", known->first.get_str()),
          fmt::format("they are 0 to {}", array.length - 1));
  else if (!known || known->first < 0 || known->last >= array.length)
    definitions_.warn(tree_.location(node),
                      fmt::format("outside of 0..{}, an array of {} elements has the values that "
                                  "are assigned there",
                                  array.length - 1, array.length));
}

Target ExpressionReader::target(NodeId node) {
  switch (tree_[node].kind) {
    case NodeKind::name: {
      const Name wanted = name_of(node);
      const Value known = name(node);
      if (!known) return {};
      const NamedValue* named = frame_.find(wanted.text);
      if (named != nullptr && !named->variables.empty()) return {known.shape, named->variables, {}};
      error(wanted.location, fmt::format("'{}' cannot be written", wanted.text),
            "it is a constant or a parameter");
      return {};
    }
    case NodeKind::member: {
      Target result = target(tree_[node].first);
      if (result.shape == nullptr) return {};
      const Value read = field(node);
      if (!read) return {};
      const PartRange found = field_of(context_, *result.shape, plain_name(tree_[node].text));
      const auto first = result.variables.begin() + static_cast<std::ptrdiff_t>(found.first);
      return {found.shape,
              {first, first + static_cast<std::ptrdiff_t>(found.count)},
              std::move(result.indices)};
    }
    case NodeKind::read: {
      Target result = target(tree_.child(node, 0));
      const Value index =
          value_of(tree_.child(node, 1), definitions_.integer(), "an array's index");
      if (result.shape == nullptr || !index) return {};
      if (result.shape->kind != Shape::Kind::array) {
        element(node);
        return {};
      }
      check_index(node, *result.shape, index.parts.front());
      result.indices.push_back(index.parts.front());
      result.shape = result.shape->element;
      return result;
    }
    default:
      error(tree_.location(node), "this cannot be written", "assign to a variable");
      return {};
  }
}

ir::Expr ExpressionReader::in_state(NodeId node) {
  const std::vector<Name> names = path(tree_[node].first);
  if (instance_ == nullptr || names.empty())
    return error(tree_.location(node), "'in-state' needs a state", "write in-state(Region.State)");
  const chart::Machine& machine = instance_->machine;
  std::vector<chart::NodeId> found;
  const auto [from, to] = instance_->nodes.equal_range(names.back().text);
  for (auto at = from; at != to; ++at) {
    const NamedNode& known = at->second;
    const bool in_region =
        names.size() < 2 || machine.nodes[known.region].name == names[names.size() - 2].text;
    if (known.text->kind == StateNode::Kind::state && in_region) found.push_back(known.node);
  }
  if (found.size() == 1) return context_.var(machine.nodes[found.front()].active);
  if (!found.empty())
    return error(names.back().location,
                 fmt::format("there are several states '{}'", names.back().text),
                 "write its region before it");
  syntax::Suggestion suggestion(names.back().text);
  for (const auto& [known, state] : instance_->nodes)
    if (state.text->kind == StateNode::Kind::state) suggestion.consider(known);
  return error(names.back().location,
               fmt::format("there is no state '{}' in such a region", names.back().text),
               suggestion.hint());
}

std::vector<Name> ExpressionReader::path(NodeId node) const {
  if (tree_[node].kind == NodeKind::name) return {name_of(node)};
  if (tree_[node].kind != NodeKind::member || tree_[node].text.empty()) return {};
  std::vector<Name> result = path(tree_[node].first);
  if (!result.empty()) result.push_back(name_of(node));
  return result;
}

}  // namespace arges::frontend::gamma
