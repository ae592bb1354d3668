#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "frontend/gamma/syntax.h"
#include "ir/context.h"

namespace arges::frontend::gamma {

struct Shape;
using ShapePtr = std::shared_ptr<const Shape>;

/// A type with its names resolved.
struct Shape {
  enum class Kind : std::uint8_t { nothing, scalar, record, array };
  Kind kind = Kind::nothing;
  ir::Type scalar = {};
  std::vector<std::pair<std::string, ShapePtr>> fields = {};
  ShapePtr element = {};
  std::uint32_t length = 0;  ///< of an array; 0: it is not known
  std::string name = {};     ///< as messages call it
};

/// One variable of those that hold a value: records have one for each field, arrays of records one
/// array for each field.
struct Part {
  std::string suffix;  ///< ".field"
  ir::Type type;
  std::uint32_t length = 0;  ///< of an array
};
std::vector<Part> parts_of(ir::Context& context, const Shape& shape);
/// Where the parts of a record's field are among those of the record: the first and how many.
struct PartRange {
  ShapePtr shape;  ///< null: there is no such field
  std::size_t first = 0;
  std::size_t count = 0;
};
PartRange field_of(ir::Context& context, const Shape& record, const std::string& name);
bool same_shape(const Shape& a, const Shape& b);

/// The value of an expression, by parts. Without a shape it is wrong, which was reported.
struct Value {
  ShapePtr shape = {};
  std::vector<ir::Expr> parts = {};
  explicit operator bool() const { return shape != nullptr; }
};
/// What a variable without an initial value has: 0, false, the first literal.
Value default_value(ir::Context& context, const ShapePtr& shape);
ir::Expr default_value(ir::Context& context, ir::Type type);

/// What a name means: a value, and the variables that hold it if it can be written.
struct NamedValue {
  Value value;
  std::vector<ir::Var> variables = {};
};

/// The names of a block, a procedure or a statechart, and what is around it.
struct Frame {
  const Frame* outer = nullptr;
  const Package* package = nullptr;  ///< whose declarations are visible
  std::map<std::string, NamedValue> names = {};

  const NamedValue* find(const std::string& name) const;
};

}  // namespace arges::frontend::gamma
