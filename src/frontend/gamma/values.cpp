#include "frontend/gamma/values.h"

#include <algorithm>

namespace arges::frontend::gamma {

std::vector<Part> parts_of(ir::Context& context, const Shape& shape) {
  std::vector<Part> result;
  switch (shape.kind) {
    case Shape::Kind::nothing:
      break;
    case Shape::Kind::scalar:
      result.push_back({"", shape.scalar});
      break;
    case Shape::Kind::record:
      for (const auto& [name, field] : shape.fields)
        for (const Part& part : parts_of(context, *field))
          result.push_back({"." + name + part.suffix, part.type, part.length});
      break;
    case Shape::Kind::array:
      for (const Part& part : parts_of(context, *shape.element))
        result.push_back(
            {part.suffix, context.array_type(context.int_type(), part.type), shape.length});
      break;
  }
  return result;
}

PartRange field_of(ir::Context& context, const Shape& record, const std::string& name) {
  PartRange result;
  for (const auto& [known, field] : record.fields) {
    result.count = parts_of(context, *field).size();
    if (known == name) {
      result.shape = field;
      return result;
    }
    result.first += result.count;
  }
  return {};
}

bool same_shape(const Shape& a, const Shape& b) {
  if (&a == &b) return true;
  if (a.kind != b.kind || a.fields.size() != b.fields.size()) return false;
  switch (a.kind) {
    case Shape::Kind::nothing:
      return true;
    case Shape::Kind::scalar:
      return a.scalar == b.scalar;
    case Shape::Kind::array:
      return same_shape(*a.element, *b.element);
    case Shape::Kind::record:
      break;
  }
  return std::equal(a.fields.begin(), a.fields.end(), b.fields.begin(),
                    [](const auto& left, const auto& right) {
                      return left.first == right.first && same_shape(*left.second, *right.second);
                    });
}

ir::Expr default_value(ir::Context& context, ir::Type type) {
  if (type.is_bool()) return context.false_expr();
  if (type.is_enum()) return context.enum_literal(type, 0);
  if (type.is_array()) return ir::const_array(type, default_value(context, type.element()));
  return context.int_literal(0);
}

Value default_value(ir::Context& context, const ShapePtr& shape) {
  Value result{.shape = shape};
  for (const Part& part : parts_of(context, *shape))
    result.parts.push_back(default_value(context, part.type));
  return result;
}

const NamedValue* Frame::find(const std::string& name) const {
  for (const Frame* at = this; at != nullptr; at = at->outer)
    if (const auto known = at->names.find(name); known != at->names.end()) return &known->second;
  return nullptr;
}

}  // namespace arges::frontend::gamma
