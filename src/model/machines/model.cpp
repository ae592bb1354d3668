#include "model/machines/model.h"

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::model::machines {

const char* to_string(Operator op) {
  switch (op) {
    case Operator::negate:
    case Operator::subtract:
      return "-";
    case Operator::not_:
      return "!";
    case Operator::add:
      return "+";
    case Operator::multiply:
      return "*";
    case Operator::divide:
      return "/";
    case Operator::remainder:
      return "%";
    case Operator::shift_left:
      return "<<";
    case Operator::shift_right:
      return ">>";
    case Operator::less:
      return "<";
    case Operator::less_equal:
      return "<=";
    case Operator::greater:
      return ">";
    case Operator::greater_equal:
      return ">=";
    case Operator::equal:
      return "==";
    case Operator::not_equal:
      return "!=";
    case Operator::and_:
      return "&&";
    case Operator::or_:
      return "||";
    case Operator::conditional:
      return "?:";
  }
  UNREACHABLE("every operator should have a sign");
}

ClassId Model::owner_of(const Expression& name) const {
  ClassId at = name.root == none ? name.scope : objects[name.root].type;
  const std::size_t steps =
      name.kind == Expression::Kind::name ? name.path.size() - 1 : name.path.size();
  for (std::size_t i = 0; i < steps; ++i) at = classes[at].variables[name.path[i]].type.target;
  return at;
}

const Variable& Model::variable_of(const Expression& name) const {
  return classes[owner_of(name)].variables[name.path.back()];
}

namespace {

std::string path_text(const Model& model, const Expression& name) {
  std::string result = name.root == none ? "" : model.objects[name.root].name;
  ClassId at = name.root == none ? name.scope : model.objects[name.root].type;
  for (const VarId var : name.path) {
    const Variable& variable = model.classes[at].variables[var];
    if (!result.empty()) result += '.';
    result += variable.name;
    at = variable.type.target;
  }
  return result;
}

}  // namespace

std::string Model::text(const Type& type, Value value) const {
  if (type.is_bool()) return value != 0 ? "true" : "false";
  if (type.is_reference())
    return value == null_object ? "null" : objects[static_cast<ObjectId>(value)].name;
  if (type.target == none) return std::to_string(value);
  return enumerations[type.target].literals[static_cast<std::size_t>(value)];
}

std::string Model::text(ExprId id) const {
  const Expression& e = expressions[id];
  const auto operand = [&](std::size_t i) { return text(e.operands[i]); };
  switch (e.kind) {
    case Expression::Kind::literal:
      return text(e.type, e.value);
    case Expression::Kind::self:
      return "self";
    case Expression::Kind::name:
      return path_text(*this, e);
    case Expression::Kind::in_state:
      return fmt::format("{}.{}", path_text(*this, e), classes[owner_of(e)].states[e.state].name);
    case Expression::Kind::unary:
      return fmt::format("{}{}", to_string(e.op), operand(0));
    case Expression::Kind::infix:
    case Expression::Kind::cond:
      return fmt::format("({} {} {})", operand(0), to_string(e.op), operand(1));
    case Expression::Kind::tcond:
      return fmt::format("({} ? {} : {})", operand(0), operand(1), operand(2));
  }
  UNREACHABLE("every kind of expression should have a text");
}

std::string Model::plain_text(ExprId id) const {
  std::string result = text(id);
  if (result.size() > 2 && result.front() == '(' && result.back() == ')')
    result = result.substr(1, result.size() - 2);
  return result;
}

}  // namespace arges::model::machines
