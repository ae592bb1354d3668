#include "frontend/gamma/definitions.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/gamma/expressions.h"
#include "ir/simplify.h"

namespace arges::frontend::gamma {

Definitions::Definitions(ir::Context& context, const Packages& packages, Diagnostics& diagnostics)
    : context_(context),
      packages_(packages),
      diagnostics_(diagnostics),
      scope_(context, {.boolean = "boolean", .integer = "integer", .rational = ""}),
      boolean_(std::make_shared<Shape>(
          Shape{.kind = Shape::Kind::scalar, .scalar = context.bool_type(), .name = "boolean"})),
      integer_(std::make_shared<Shape>(
          Shape{.kind = Shape::Kind::scalar, .scalar = context.int_type(), .name = "integer"})),
      nothing_(std::make_shared<Shape>(Shape{.name = "void"})) {}

template <typename T>
Found<T> Definitions::find(const Package& package, const std::string& name,
                           std::vector<T> Package::*list) const {
  const auto in = [&](const Package& at) -> const T* {
    for (const T& known : at.*list)
      if (known.name.text == name) return &known;
    return nullptr;
  };
  if (const T* own = in(package)) return {own, &package};
  for (const Package* imported : package.imported)
    if (const T* known = in(*imported)) return {known, imported};
  return {};
}

template <typename T>
Found<T> Definitions::demand(const Package& package, const Name& name,
                             std::vector<T> Package::*list, std::string_view what) {
  if (const Found<T> found = find(package, name.text, list)) return found;
  std::string hint = missing_hint(package);
  if (hint.empty()) {
    syntax::Suggestion suggestion(name.text);
    for (const T& known : package.*list) suggestion.consider(known.name.text);
    for (const Package* imported : package.imported)
      for (const T& known : imported->*list) suggestion.consider(known.name.text);
    hint = suggestion.hint();
  }
  diagnostics_.error(name.location, fmt::format("there is no {} '{}'", what, name.text), hint);
  return {};
}

std::string Definitions::missing_hint(const Package& package) const {
  if (package.missing.empty()) return "";
  std::vector<std::string> paths;
  for (const Name& name : package.missing) paths.push_back(fmt::format("\"{}\"", name.text));
  return fmt::format("not found below any folder that this file is in: {}", fmt::join(paths, ", "));
}

Found<Interface> Definitions::interface(const Package& package, const Name& name) {
  return demand(package, name, &Package::interfaces, "interface");
}

Found<ComponentText> Definitions::component(const Package& package, const Name& name) {
  return demand(package, name, &Package::components, "component");
}

Found<Procedure> Definitions::procedure(const Package& package, const std::string& name) const {
  return find(package, name, &Package::procedures);
}

ShapePtr Definitions::error(SourceLocation location, std::string message, std::string hint) {
  diagnostics_.error(location, std::move(message), std::move(hint));
  return nullptr;
}

ShapePtr Definitions::shape(const Package& package, const TypeTree& type) {
  switch (type.kind) {
    case TypeTree::Kind::nothing:
      return nothing_;
    case TypeTree::Kind::boolean:
      return boolean_;
    case TypeTree::Kind::integer:
      return integer_;
    case TypeTree::Kind::unsupported:
      return error(type.location, fmt::format("the type '{}' is not supported", type.name.text),
                   "'integer', 'boolean', enumerations, records and arrays are");
    case TypeTree::Kind::enumeration:
      return error(type.location, "an enumeration needs a name",
                   "declare it before: type Name : enum { … }");
    case TypeTree::Kind::record:
      return record(package, type);
    case TypeTree::Kind::array: {
      const ShapePtr element = shape(package, *type.element);
      if (element == nullptr) return nullptr;
      return std::make_shared<Shape>(Shape{.kind = Shape::Kind::array,
                                           .element = element,
                                           .length = length(package, type.size),
                                           .name = fmt::format("[…] {}", element->name)});
    }
    case TypeTree::Kind::named:
      break;
  }
  const Found<Declaration> found = demand(package, type.name, &Package::types, "type");
  return found ? named_shape(*found.package, found.declaration->name) : nullptr;
}

std::uint32_t Definitions::length(const Package& package, NodeId size) {
  const Frame frame{.package = &package};
  const Value value = ExpressionReader(*this, frame).value_of(size, integer_, "an array's length");
  if (!value) return 0;
  const ir::Expr number = ir::simplify(value.parts.front());
  constexpr std::int64_t most = 1'000'000;
  const bool is_known = number.is_literal() && number.value().is_small() &&
                        number.value().as_small() > 0 && number.value().as_small() <= most;
  return is_known ? static_cast<std::uint32_t>(number.value().as_small()) : 0;
}

std::optional<Definitions::Range> Definitions::range_of(ir::Expr integer) const {
  if (integer.is_literal()) return Range{integer.value().integer(), integer.value().integer()};
  if (integer.op() == ir::Op::variable) {
    const auto found = counters_.find(integer.var());
    return found == counters_.end() ? std::nullopt : std::optional(found->second);
  }
  const bool adds = integer.op() == ir::Op::add;
  if (!adds && integer.op() != ir::Op::mul) return {};
  Range result{adds ? 0 : 1, adds ? 0 : 1};
  for (const ir::Expr child : integer.children()) {
    const std::optional<Range> one = range_of(child);
    if (!one) return {};
    if (adds) {
      result = {result.first + one->first, result.last + one->last};
      continue;
    }
    const std::initializer_list<mpz_class> ends = {
        result.first * one->first, result.first * one->last, result.last * one->first,
        result.last * one->last};
    result = {std::min(ends), std::max(ends)};
  }
  return result;
}

void Definitions::warn(SourceLocation location, std::string text) {
  const bool is_known = std::any_of(warnings_.begin(), warnings_.end(), [&](const auto& known) {
    return known.location.source == location.source && known.location.offset == location.offset;
  });
  if (!is_known) warnings_.push_back({location, std::move(text)});
}

ShapePtr Definitions::named_shape(const Package& package, const Name& name) {
  const Found<Declaration> found = find(package, name.text, &Package::types);
  if (!found) return nullptr;
  const Declaration* declaration = found.declaration;
  if (const auto known = shapes_.find(declaration); known != shapes_.end()) return known->second;
  if (!open_.insert(declaration).second)
    return error(declaration->name.location,
                 fmt::format("the type '{}' contains itself", name.text));
  const TypeTree& type = declaration->type;
  const ShapePtr result = type.kind == TypeTree::Kind::enumeration
                              ? enumeration(*found.package, name.text, type)
                              : shape(*found.package, type);
  open_.erase(declaration);
  return shapes_[declaration] = result;
}

ShapePtr Definitions::enumeration(const Package& package, const std::string& name,
                                  const TypeTree& type) {
  std::vector<std::string> literals;
  for (const Name& literal : type.literals) {
    if (std::find(literals.begin(), literals.end(), literal.text) != literals.end())
      error(literal.location, fmt::format("literal '{}' is declared twice", literal.text));
    else
      literals.push_back(literal.text);
  }
  const ir::Type made = context_.enum_type(enumeration_name(package, name), std::move(literals));
  enumerations_.push_back(made);
  return std::make_shared<Shape>(Shape{.kind = Shape::Kind::scalar, .scalar = made, .name = name});
}

std::string Definitions::enumeration_name(const Package& package, const std::string& name) const {
  std::size_t same = 0;
  for (const Package& other : packages_.all())
    same += static_cast<std::size_t>(
        std::count_if(other.types.begin(), other.types.end(),
                      [&](const Declaration& type) { return type.name.text == name; }));
  return same > 1 ? package.name.text + "." + name : name;
}

ShapePtr Definitions::record(const Package& package, const TypeTree& type) {
  Shape result{.kind = Shape::Kind::record, .name = "record"};
  for (const Declaration& field : type.fields) {
    const ShapePtr made = shape(package, field.type);
    if (made == nullptr) return nullptr;
    result.fields.emplace_back(field.name.text, made);
  }
  return std::make_shared<Shape>(std::move(result));
}

const Value* Definitions::constant(const Package& package, const std::string& name) {
  const Found<Declaration> found = find(package, name, &Package::constants);
  if (!found) return nullptr;
  const Declaration* declaration = found.declaration;
  if (const auto known = constants_.find(declaration); known != constants_.end())
    return &known->second;
  if (!open_.insert(declaration).second) {
    error(declaration->name.location, fmt::format("the constant '{}' depends on itself", name));
    return &(constants_[declaration] = Value());
  }
  Value result;
  if (const ShapePtr wanted = shape(*found.package, declaration->type)) {
    const Frame frame{.package = found.package};
    ExpressionReader reader(*this, frame);
    result = reader.value_of(declaration->value, wanted, fmt::format("the constant '{}'", name));
  }
  open_.erase(declaration);
  return &(constants_[declaration] = std::move(result));
}

void Definitions::collect_events(Found<Interface> interface, std::set<const Interface*>& seen,
                                 std::vector<EventOfInterface>& result) {
  if (!seen.insert(interface.declaration).second) return;
  for (const Name& name : interface.declaration->parents)
    if (const Found<Interface> parent = this->interface(*interface.package, name))
      collect_events(parent, seen, result);
  for (const EventDeclaration& event : interface.declaration->events)
    result.push_back({&event, interface.package});
}

std::vector<Definitions::EventOfInterface> Definitions::events(Found<Interface> interface) {
  std::vector<EventOfInterface> result;
  std::set<const Interface*> seen;
  collect_events(interface, seen, result);
  return result;
}

}  // namespace arges::frontend::gamma
