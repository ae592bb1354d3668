#include <fmt/format.h>

#include "frontend/c/lower/lowering.h"
#include "frontend/c/syntax/visit.h"
#include "ir/simplify.h"

namespace arges::frontend::c {

namespace {

/// So many elements are looked at one by one, without a loop.
constexpr std::uint64_t most_unrolled = 64;

/// What a number is on every run; nothing if that depends.
std::optional<mpz_class> constant(Arithmetic& arithmetic, const Value& value) {
  if (value.low == value.high) return value.low;
  const ir::Expr number = ir::simplify(arithmetic.number(value));
  if (!number.is_literal()) return {};
  return number.value().integer();
}

bool is_exactly(const Value& value, const mpz_class& number) {
  return value.low == number && value.high == number;
}

/// A number all of whose bytes are this one.
mpz_class repeated_byte(const mpz_class& byte, std::uint64_t size) {
  mpz_class result = 0;
  for (std::uint64_t i = 0; i < size; ++i) result = result * 256 + (byte & 255);
  return result;
}

}  // namespace

Lowering::Elements Lowering::elements_at(const Expr* pointer) {
  const Expr* array = whole_array(pointer);
  if (array != nullptr && !has_effects(array)) return {pointer, place(array), {}};
  return {pointer, {}, kept(value(pointer), pointer)};
}

Place Lowering::element(const Elements& elements, const Value& index) {
  const Expr* pointer = elements.pointer;
  if (elements.array) return element(*elements.array, index, pointer->location);
  return at_address(offset(*elements.first, index, Direction::forward), pointer,
                    pointer->type->element);
}

Value Lowering::address_of(const Elements& elements, Type type) {
  return arithmetic_.any(type, elements.array ? memory_.address(*elements.array)
                                              : arithmetic_.number(*elements.first));
}

void Lowering::for_each_element(const Expr* call, const Value& bytes, std::uint64_t size,
                                const std::function<void(const Value& index)>& visit) {
  const SourceLocation location = call->location;
  const Type type = bytes.type;
  if (bytes.low == bytes.high) {
    if (bytes.low % size != 0) unsupported(location, "a part of an element here");
    const mpz_class count = bytes.low / size;
    if (count <= most_unrolled) {
      for (mpz_class i = 0; i < count; ++i) visit(arithmetic_.literal(type, i));
      return;
    }
  }
  const Value unit = arithmetic_.literal(type, mpz_class(size));
  const Value rest = compute(BinaryOp::rem, bytes, unit, location);
  escape(ir::not_(arithmetic_.compare(BinaryOp::eq, rest, arithmetic_.literal(type, 0))),
         "unsupported: a part of an element", location);
  const Value count = kept(compute(BinaryOp::div, bytes, unit, location), call);
  const std::string line = std::to_string(location.line());
  const ir::Var index =
      memory_.declare(scoped(line + ":index"), arithmetic_.storage(type), location);
  const Value at = arithmetic_.any(type, context_.var(index));
  builder_.append(ir::assign(index, arithmetic_.number(arithmetic_.literal(type, 0)), location));
  const Location head = builder_.add(scoped(line + ":loop"), location);
  const Location body = builder_.add(scoped(line + ":body"), location);
  const Location end = builder_.add(scoped(line + ":end"), location);
  loop_heads_.emplace_back(head, frame().function->name);
  builder_.go_to(head);
  const ir::Expr goes_on = arithmetic_.compare(BinaryOp::lt, at, count);
  builder_.leave(goes_on, body, location);
  builder_.leave(ir::not_(goes_on), end, location);
  builder_.continue_at(body);
  ++frame().loops;
  visit(at);
  --frame().loops;
  const Value next = compute(BinaryOp::add, at, arithmetic_.literal(type, 1), location);
  builder_.append(ir::assign(index, arithmetic_.number(next), location));
  builder_.go_to(head);
  builder_.continue_at(end);
}

Value Lowering::fill_memory(const Expr* expression) {
  const SourceLocation location = expression->location;
  const Expr* pointer = typed_pointer(expression->child(1));
  const Value byte =
      kept_before(value(expression->child(2)), expression->child(2), expression->child(3));
  const Value bytes = value(expression->child(3));
  const Expr* object = whole_object(pointer);
  const auto known = constant(arithmetic_, byte);
  const bool is_zero = known && (*known & 255) == 0;
  if (is_zero && object != nullptr && is_exactly(bytes, mpz_class(object->type->size))) {
    const Place at = settled(place(object), location);
    set(at, Content::zero, location);
    return arithmetic_.any(expression->type, memory_.address(at));
  }
  const Type type = pointer->type->element;
  const bool is_possible = is_zero || (type->is(TypeKind::integer) && (known || type->size == 1));
  if (!is_possible || type->size == 0)
    unsupported(location, "memset of this type with anything but zeros");
  const Elements elements = elements_at(pointer);
  for_each_element(expression, bytes, type->size, [&](const Value& index) {
    const Place at = element(elements, index);
    if (is_zero) return set(at, Content::zero, location);
    store(at,
          arithmetic_.convert(
              known ? arithmetic_.literal(type, repeated_byte(*known, type->size)) : byte, type),
          location);
  });
  return address_of(elements, expression->type);
}

Value Lowering::copy_memory(const Expr* expression) {
  const SourceLocation location = expression->location;
  const Expr* target = typed_pointer(expression->child(1));
  const Expr* source = typed_pointer(expression->child(2));
  const Value bytes = value(expression->child(3));
  const Expr* to = whole_object(target);
  const Expr* from = whole_object(source);
  const bool is_whole = to != nullptr && from != nullptr && to->type == from->type &&
                        is_exactly(bytes, mpz_class(to->type->size));
  if (is_whole) {
    const Place at = settled(place(to), location);
    copy(at, settled(place(from), location), location);
    return arithmetic_.any(expression->type, memory_.address(at));
  }
  const Type type = target->type->element;
  if (source->type->element != type || type->size == 0)
    unsupported(location, "copying memory of one type to another");
  if (named_function(expression->child(0))->name.ends_with("memmove"))
    unsupported(location, "memmove of anything but a whole object");
  const Elements to_elements = elements_at(target);
  const Elements from_elements = elements_at(source);
  for_each_element(expression, bytes, type->size, [&](const Value& index) {
    copy(settled(element(to_elements, index), location),
         settled(element(from_elements, index), location), location);
  });
  return address_of(to_elements, expression->type);
}

}  // namespace arges::frontend::c
