#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "frontend/c/lower/lowering.h"
#include "frontend/c/syntax/visit.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::frontend::c {

namespace {

/// The array that an expression turns into a pointer to its first element; null if it is none.
const Expr* decayed_array(const Expr* expression) {
  if (expression->kind != ExprKind::convert || !expression->type->is(TypeKind::pointer))
    return nullptr;
  const Expr* operand = expression->child(0);
  return operand->type->is(TypeKind::array) && is_place(operand) ? operand : nullptr;
}

}  // namespace

Place Lowering::object_place(const Object* object) {
  std::uint32_t depth = 0;
  if (object->function != nullptr && !object->is_static) {
    const auto active = depths_.find(object->function);
    INVARIANT(active != depths_.end() && active->second > 0, "a local should have a frame");
    depth = active->second - 1;
  }
  Instance& instance = memory_.instance(object, depth);
  return {object->type, &instance, {object->type, object->type}};
}

Place Lowering::at_address(const Value& pointer, const Expr* expression, Type type) {
  return {type,
          nullptr,
          {type, type},
          {},
          arithmetic_.number(pointer),
          points_to_.of_value(expression)};
}

ir::Expr Lowering::exposed_address(const Place& place, SourceLocation location) {
  const ir::Expr result = memory_.address(place);
  if (place.instance == nullptr || place.instance->lengths.empty()) return result;
  const mpz_class most = heap_span / mpz_class(place.instance->type->element->size);
  escape(ir::not_(arithmetic_.address_in(context_.var(place.instance->lengths[0]),
                                         arithmetic_.address(0), arithmetic_.address(most))),
         "unsupported: a pointer into an array of this length", location);
  return result;
}

Place Lowering::place(const Expr* expression) {
  switch (expression->kind) {
    case ExprKind::object:
      return object_place(expression->object);
    case ExprKind::string: {
      Instance& instance = memory_.string(expression);
      return {expression->type, &instance, {expression->type, expression->type}};
    }
    case ExprKind::dereference: {
      const Expr* pointer = expression->child(0);
      if (pointer->kind == ExprKind::address_of) return place(pointer->child(0));
      if (const Expr* array = decayed_array(pointer))
        return element(place(array), arithmetic_.literal(int_type_, 0), expression->location);
      return at_address(value(pointer), pointer, expression->type);
    }
    case ExprKind::index:
      return index_place(expression);
    case ExprKind::compound_literal: {
      Place result = object_place(expression->object);
      if (!expression->object->is_static) initialize(result, expression->child(0));
      return result;
    }
    case ExprKind::member:
      return member(record_place(expression->child(0)), expression->field);
    default:
      unsupported(expression->location, expression->kind == ExprKind::unsupported
                                            ? expression->text
                                            : "this as something to be assigned to");
  }
}

Place Lowering::index_place(const Expr* expression) {
  const Expr* base = expression->child(0);
  const Expr* index = expression->child(1);
  if (const Expr* array = decayed_array(base)) {
    Place whole = place(array);
    if (has_effects(index)) whole = settled(std::move(whole), expression->location);
    return element(whole, value(index), expression->location);
  }
  const Value pointer = kept_before(value(base), base, index);
  return at_address(offset(pointer, value(index), Direction::forward), base, expression->type);
}

Place Lowering::settled(Place place, SourceLocation location) {
  const auto settle = [&](ir::Expr number) {
    if (number.is_literal()) return number;
    const ir::Var var = memory_.declare(scoped(fmt::format("{}:place", location.line())),
                                        arithmetic_.address_storage(), location);
    builder_.append(ir::assign(var, number, location));
    return context_.var(var);
  };
  if (place.address) place.address = settle(place.address);
  for (ir::Expr& index : place.indices) index = settle(index);
  if (place.inner) place.inner = settle(place.inner);
  return place;
}

Place Lowering::temporary_record(const Expr* expression) {
  Object& object = kept_records_[{expression, frame().depth}];
  if (object.type == nullptr) {
    object.name = scoped(fmt::format("{}:value", expression->location.line()));
    object.type = expression->type;
    object.location = expression->location;
    object.is_static = true;
  }
  return {object.type, &memory_.instance(&object, 0), {object.type, object.type}};
}

Place Lowering::kept(const Place& record, const Expr* expression) {
  Place result = temporary_record(expression);
  copy(result, settled(record, expression->location), expression->location);
  return result;
}

Place Lowering::record_place(const Expr* expression) {
  switch (expression->kind) {
    case ExprKind::convert:
      return record_place(expression->child(0));
    case ExprKind::comma:
      effects(expression->child(0));
      return record_place(expression->child(1));
    case ExprKind::assign: {
      Place from = settled(record_place(expression->child(1)), expression->location);
      if (has_effects(expression->child(0))) from = kept(from, expression->child(1));
      Place to = settled(place(expression->child(0)), expression->location);
      copy(to, from, expression->location);
      return to;
    }
    case ExprKind::conditional: {
      Place result = temporary_record(expression);
      either(expression->child(0), [&](bool truth) {
        const Expr* chosen = expression->child(truth ? 1 : 2);
        copy(result, settled(record_place(chosen), chosen->location), chosen->location);
      });
      return result;
    }
    case ExprKind::statements:
      return record_place(value_statement(expression));
    case ExprKind::call: {
      call(expression, Wanted::value);
      const auto targets = points_to_.of_value(expression->child(0));
      if (targets.size() != 1 || targets[0].function == nullptr ||
          targets[0].function->body == nullptr)
        unsupported(expression->location,
                    "a structure returned through a function pointer or by "
                    "a function without a body");
      const Function* callee = targets[0].function;
      const auto active = depths_.find(callee);
      return result_place(callee, active == depths_.end() ? 0 : active->second);
    }
    default:
      return place(expression);
  }
}

Place Lowering::member(const Place& base, std::size_t field) {
  Place result = base;
  result.leaf = memory_.member_of(base.leaf, base.type, field);
  result.type = result.leaf.type;
  return result;
}

std::optional<Place> Lowering::shared_cell(const Place& place) {
  const auto leaf = memory_.cell_of(place.leaf, place.type);
  if (!leaf) return {};
  Place result = place;
  result.leaf = *leaf;
  result.type = leaf->type;
  return result;
}

Place Lowering::element(const Place& base, const Value& index, SourceLocation location) {
  Place result = base;
  result.type = base.type->element;
  const ir::Expr number = arithmetic_.offset_number(index);
  if (base.instance == nullptr && !base.leaf.is_shared) {
    result.address = arithmetic_.address_add(
        base.address, arithmetic_.address_scale(number, base.type->element->size));
    result.leaf.type = result.leaf.storage = result.type;
    return result;
  }
  result.leaf = memory_.element_of(base.leaf, base.type);
  if (base.leaf.is_shared) {
    const ir::Expr further = arithmetic_.address_scale(number, base.type->element->size);
    result.inner = base.inner ? arithmetic_.address_add(base.inner, further) : further;
  } else {
    result.indices.push_back(number);
  }
  const auto& length = base.type->length;
  const bool is_inside = length && index.low >= 0 && index.high < mpz_class(*length);
  if (is_inside) return result;
  if (length)
    assume(arithmetic_.address_in(number, arithmetic_.address(0),
                                  arithmetic_.address(mpz_class(*length))),
           location);
  else if (const std::size_t level = base.indices.size(); level < base.instance->lengths.size())
    assume(arithmetic_.address_in(number, arithmetic_.address(0),
                                  context_.var(base.instance->lengths[level])),
           location);
  return result;
}

// Reading and writing.

std::vector<Access> Lowering::accesses(const Place& place, const Leaf& leaf,
                                       SourceLocation location) {
  if (place.instance != nullptr) {
    Leaf whole = place.leaf;
    whole.type = leaf.type;
    whole.storage = leaf.storage;
    whole.path += leaf.path;
    // A part that is in arrays itself is never read as one value.
    INVARIANT(leaf.dimensions.empty(), "only scalars are read and written");
    Access result{
        context_.true_expr(), memory_.variable(*place.instance, whole), {}, whole, place.instance};
    if (whole.is_shared) result.inner = memory_.inner_offset(place);
    if (!whole.dimensions.empty()) result.index = memory_.index(whole, place.indices);
    return {result};
  }
  const Activity activity{depths_, in_cycle()};
  std::vector<Access> found = memory_.accesses(place, leaf, activity);
  if (const ir::Expr mismatch = memory_.mismatch(place, found, activity))
    escape(mismatch, "unsupported: an object accessed as another type", location);
  std::vector<ir::Expr> any;
  any.reserve(found.size());
  for (const Access& access : found) any.push_back(access.condition);
  const ir::Expr is_known =
      any.empty() ? context_.false_expr() : (any.size() == 1 ? any[0] : ir::or_(any));
  const bool may_be_unknown = std::any_of(place.targets.begin(), place.targets.end(),
                                          [](const Target& target) { return target.is_unknown(); });
  // Where the analysis of pointers saw none, it may be a number that was cast, or of no value.
  if (may_be_unknown || place.targets.empty())
    escape(ir::and_(ir::not_(is_known), ir::neq(place.address, arithmetic_.address(0))),
           may_be_unknown ? "unsupported: a pointer from memory that was never set"
                          : "unsupported: a pointer that was not made from an object",
           location);
  assume(is_known, location);
  return found;
}

ir::Expr Lowering::read(const Access& access) {
  const ir::Expr var = context_.var(access.var);
  return access.index ? ir::select(var, access.index) : var;
}

Value Lowering::load_leaf(const Place& place, const Leaf& leaf, SourceLocation location) {
  const std::vector<Access> found = accesses(place, leaf, location);
  if (found.empty()) return arithmetic_.literal(leaf.type, 0);  // no run comes here
  // Nobody stores other values than those of the type, but what was never stored may be any.
  const auto part = [&](const Access& access) {
    const ir::Expr number = read(access);
    if (access.index && access.instance->kind != Instance::Kind::static_)
      if (const ir::Expr fits = arithmetic_.fits(access.leaf.storage, number))
        assume(found.size() == 1 ? fits : ir::implies(access.condition, fits), location);
    const Value stored = arithmetic_.any(access.leaf.storage, number);
    return access.leaf.storage == leaf.type ? stored : part_of(access, stored, leaf.type);
  };
  Value result = part(found.back());
  if (found.size() == 1) return result;
  ir::Expr number = arithmetic_.number(result);
  for (std::size_t i = found.size() - 1; i-- > 0;)
    number = ir::ite(found[i].condition, arithmetic_.number(part(found[i])), number);
  return arithmetic_.any(leaf.type, number);
}

Value Lowering::load(const Place& place, SourceLocation location) {
  if (!place.type->is_scalar()) unsupported(location, "a value of this type");
  Leaf leaf{place.type, place.leaf.storage};
  return load_leaf(place, leaf, location);
}

void Lowering::for_each_position(const Access& access, Type part,
                                 const std::function<void(ir::Expr, std::uint32_t)>& visit) {
  const std::uint64_t last = access.leaf.storage->size - part->size;
  for (std::uint64_t at = 0; at <= last; ++at) {
    const ir::Expr position = arithmetic_.address(mpz_class(at));
    const ir::Expr is_here =
        ir::simplify(ir::eq(access.inner ? access.inner : arithmetic_.address(0), position));
    if (!is_here.is_false()) visit(is_here, static_cast<std::uint32_t>(8 * at));
  }
}

Value Lowering::part_of(const Access& access, const Value& whole, Type part) {
  const auto converted = [&](const Value& number) {
    // Of a _Bool in a union, only its own byte counts.
    const bool is_byte = part->is(TypeKind::boolean) && number.type->is_integral();
    return arithmetic_.convert(
        is_byte ? arithmetic_.convert(number, memory_.unsigned_integer(part->size)) : number, part);
  };
  if (!access.inner) return converted(whole);
  ir::Expr result;
  for_each_position(access, part, [&](ir::Expr is_here, std::uint32_t shift) {
    const Value shifted =
        arithmetic_.binary(BinaryOp::shr, whole, arithmetic_.literal(whole.type, mpz_class(shift)))
            .value;
    const ir::Expr number = arithmetic_.number(converted(shifted));
    result = result ? ir::ite(is_here, number, result) : number;
  });
  return arithmetic_.any(part, result);
}

Value Lowering::with_part(const Access& access, const Value& value) {
  const Type storage = access.leaf.storage;
  const bool is_whole = !storage->is_integral() || value.type->bits() >= storage->bits();
  if (is_whole) return arithmetic_.convert(value, storage);
  // The bytes of a union that are not of this member stay.
  const auto compute = [this](BinaryOp op, const Value& a, const Value& b) {
    return arithmetic_.binary(op, a, b).value;
  };
  const Value old = arithmetic_.any(storage, read(access));
  const mpz_class ones = (mpz_class(1) << value.type->bits()) - 1;
  const Value low = compute(BinaryOp::bit_and, arithmetic_.convert(value, storage),
                            arithmetic_.convert(arithmetic_.literal(storage, ones), storage));
  ir::Expr result;
  for_each_position(access, value.type, [&](ir::Expr is_here, std::uint32_t shift) {
    const Value mask =
        arithmetic_.convert(arithmetic_.literal(storage, mpz_class(ones << shift)), storage);
    const Value rest = compute(BinaryOp::bit_and, old, arithmetic_.complement(mask).value);
    const Value moved =
        shift == 0 ? low
                   : compute(BinaryOp::shl, low, arithmetic_.literal(storage, mpz_class(shift)));
    const ir::Expr number = arithmetic_.number(compute(BinaryOp::bit_or, rest, moved));
    result = result ? ir::ite(is_here, number, result) : number;
  });
  return arithmetic_.any(storage, result);
}

void Lowering::write(const Access& access, const Value& value, ir::Expr condition,
                     SourceLocation location) {
  const Value stored = with_part(access, value);
  ir::Expr result = arithmetic_.number(stored);
  const ir::Expr var = context_.var(access.var);
  if (access.index) result = ir::store(var, access.index, result);
  builder_.append(ir::assign(
      access.var, condition.is_true() ? result : ir::ite(condition, result, var), location));
}

void Lowering::store_leaf(const Place& place, const Leaf& leaf, const Value& value,
                          SourceLocation location) {
  const std::vector<Access> found = accesses(place, leaf, location);
  const Value converted = arithmetic_.convert(value, leaf.type);
  if (found.size() == 1) return write(found[0], converted, context_.true_expr(), location);
  // The first of several writes must not change where the others go: *p may be p itself.
  const bool moves = std::any_of(found.begin(), found.end(), [&](const Access& access) {
    return ir::occurs(access.var, place.address);
  });
  if (moves) return store_leaf(settled(place, location), leaf, value, location);
  for (const Access& access : found) write(access, converted, access.condition, location);
}

void Lowering::store(const Place& place, const Value& value, SourceLocation location) {
  if (!place.type->is_scalar()) unsupported(location, "an assignment of this type");
  store_leaf(place, {place.type, place.leaf.storage}, value, location);
}

void Lowering::copy(const Place& to, const Place& from, SourceLocation location) {
  const Type type = to.type;
  if (type->is_scalar()) return store(to, load(from, location), location);
  if (type->is(TypeKind::array)) {
    for (std::uint64_t i = 0; i < type->length.value_or(0); ++i) {
      const Value index = arithmetic_.literal(int_type_, mpz_class(i));
      copy(element(to, index, location), element(from, index, location), location);
    }
    return;
  }
  if (const auto cell = shared_cell(to)) return copy(*cell, *shared_cell(from), location);
  for (std::size_t i = 0; i < type->fields.size(); ++i)
    if (memory_.is_used(type, i)) copy(member(to, i), member(from, i), location);
}

void Lowering::set(const Place& place, Content content, SourceLocation location) {
  const Type type = place.type;
  if (type->is_scalar()) {
    if (content == Content::zero) return store(place, arithmetic_.literal(type, 0), location);
    const bool is_variable = place.instance != nullptr && place.leaf.dimensions.empty() &&
                             (!place.leaf.is_shared || place.type == place.leaf.storage);
    if (!is_variable) {
      const ir::Var any = memory_.declare(scoped("any"), arithmetic_.storage(type), location);
      builder_.append(ir::havoc(context_, any, location));
      if (const ir::Expr fits = arithmetic_.fits(type, context_.var(any))) assume(fits, location);
      return store(place, arithmetic_.any(type, context_.var(any)), location);
    }
    const ir::Var var = memory_.variable(*place.instance, place.leaf);
    builder_.append(ir::havoc(context_, var, location));
    if (const ir::Expr fits = arithmetic_.fits(place.leaf.storage, context_.var(var)))
      assume(fits, location);
    return;
  }
  if (const auto cell = shared_cell(place)) return set(*cell, content, location);
  if (type->is_record()) {
    for (std::size_t i = 0; i < type->fields.size(); ++i)
      if (memory_.is_used(type, i)) set(member(place, i), content, location);
    return;
  }
  if (!type->is(TypeKind::array)) return;
  const bool is_whole = place.instance != nullptr && place.indices.empty() &&
                        place.instance->kind != Instance::Kind::heap && !place.leaf.is_shared;
  if (!is_whole) {
    if (!type->length || *type->length > 4096) unsupported(location, "an array of this size here");
    for (std::uint64_t i = 0; i < *type->length; ++i)
      set(element(place, arithmetic_.literal(int_type_, mpz_class(i)), location), content,
          location);
    return;
  }
  for (const Leaf& leaf : memory_.leaves_below(place.leaf, type)) {
    const ir::Var var = memory_.variable(*place.instance, leaf);
    if (content == Content::arbitrary) {
      builder_.append(ir::havoc(context_, var, location));
      continue;
    }
    builder_.append(ir::assign(
        var, ir::const_array(var->type, arithmetic_.number(arithmetic_.literal(leaf.storage, 0))),
        location));
  }
}

}  // namespace arges::frontend::c
