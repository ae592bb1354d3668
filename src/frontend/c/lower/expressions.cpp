#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "frontend/c/lower/lowering.h"
#include "frontend/c/syntax/visit.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::frontend::c {

namespace {

bool is_place(const Expr* expression) {
  switch (expression->kind) {
    case ExprKind::object:
    case ExprKind::dereference:
    case ExprKind::index:
    case ExprKind::member:
    case ExprKind::string:
      return true;
    default:
      return false;
  }
}

/// The array that an expression turns into a pointer to its first element; null if it is none.
const Expr* decayed_array(const Expr* expression) {
  if (expression->kind != ExprKind::convert || !expression->type->is(TypeKind::pointer))
    return nullptr;
  const Expr* operand = expression->child(0);
  return operand->type->is(TypeKind::array) && is_place(operand) ? operand : nullptr;
}

}  // namespace

// Values.

Value Lowering::value(const Expr* expression) {
  switch (expression->kind) {
    case ExprKind::integer:
      return arithmetic_.convert(arithmetic_.literal(expression->type, expression->value),
                                 expression->type);
    case ExprKind::object:
    case ExprKind::dereference:
    case ExprKind::index:
    case ExprKind::member:
      if (expression->type->is(TypeKind::function) && expression->kind == ExprKind::dereference)
        return value(expression->child(0));
      return load(place(expression), expression->location);
    case ExprKind::function:
      return arithmetic_.literal(arithmetic_.pointer_integer(),
                                 memory_.address_of(expression->function));
    case ExprKind::negate:
      return checked(arithmetic_.negate(value(expression->child(0))), expression->location);
    case ExprKind::complement:
      return checked(arithmetic_.complement(value(expression->child(0))), expression->location);
    case ExprKind::not_:
      return arithmetic_.truth(expression->type, ir::not_(condition(expression->child(0))));
    case ExprKind::binary:
      return binary(expression);
    case ExprKind::and_:
    case ExprKind::or_:
      return logical(expression);
    case ExprKind::conditional:
      return conditional(expression);
    case ExprKind::comma:
      effects(expression->child(0));
      return value(expression->child(1));
    case ExprKind::assign:
      return assign(expression, Wanted::value);
    case ExprKind::compound_assign:
      return compound_assign(expression, Wanted::value);
    case ExprKind::increment:
      return increment(expression, Wanted::value);
    case ExprKind::address_of:
      if (expression->child(0)->type->is(TypeKind::function)) return value(expression->child(0));
      return arithmetic_.any(expression->type, memory_.address(place(expression->child(0))));
    case ExprKind::convert:
      return convert(expression);
    case ExprKind::call:
      return call(expression, Wanted::value);
    case ExprKind::statements:
      return statements(expression);
    case ExprKind::floating:
      if (const auto constant = arithmetic_.floating().constant(expression->type, expression->text))
        return arithmetic_.any(expression->type, *constant);
      unsupported(expression->location, fmt::format("the constant {}", expression->text));
    case ExprKind::string:
      return arithmetic_.any(expression->type, memory_.address(place(expression)));
    case ExprKind::initializer_list:
    case ExprKind::unsupported:
      break;
  }
  unsupported(expression->location,
              expression->text.empty() ? "this expression" : expression->text);
}

void Lowering::effects(const Expr* expression) {
  builder_.mark(expression->location);
  switch (expression->kind) {
    case ExprKind::convert:
      return effects(expression->child(0));
    case ExprKind::comma:
      effects(expression->child(0));
      return effects(expression->child(1));
    case ExprKind::increment:
      increment(expression, Wanted::nothing);
      return;
    case ExprKind::call:
      call(expression, Wanted::nothing);
      return;
    case ExprKind::statements:
      return statement(expression->body);
    case ExprKind::conditional: {
      if (!has_effects(expression)) break;
      const std::string line = std::to_string(expression->location.line());
      const Location then = builder_.add(scoped(line + ":then"), expression->location);
      const Location otherwise = builder_.add(scoped(line + ":else"), expression->location);
      const Location end = builder_.add(scoped(line + ":end"), expression->location);
      branch(expression->child(0), then, otherwise);
      builder_.continue_at(then);
      effects(expression->child(1));
      builder_.go_to(end);
      builder_.continue_at(otherwise);
      effects(expression->child(2));
      builder_.go_to(end);
      return;
    }
    case ExprKind::assign:
      assign(expression, Wanted::nothing);
      return;
    case ExprKind::compound_assign:
      compound_assign(expression, Wanted::nothing);
      return;
    case ExprKind::and_:
    case ExprKind::or_: {
      const std::string line = std::to_string(expression->location.line());
      const Location end = builder_.add(scoped(line + ":end"), expression->location);
      branch(expression, end, end);
      builder_.continue_at(end);
      return;
    }
    default:
      break;
  }
  if (expression->type->is_scalar()) value(expression);
}

Value Lowering::checked(const Computed& computed, SourceLocation location) {
  if (computed.defined) assume(computed.defined, location);
  const ir::Expr in_range = computed.in_range || options_.overflow == Overflow::ends_run
                                ? computed.in_range
                                : computed.shifts_in_range;
  if (!in_range) return computed.value;
  if (options_.overflow == Overflow::is_error) {
    const ir::Expr overflows = ir::simplify(ir::not_(guarded(in_range)));
    if (!overflows.is_false()) {
      const Location target =
          location_of(errors_, "overflow", location, model::CfaLocation::Kind::error);
      if (builder_.has_pending())
        builder_.go_to(builder_.add(scoped(std::to_string(location.line())), location));
      builder_.leave(overflows, target, location);
    }
  }
  assume(in_range, location);
  return computed.value;
}

Value Lowering::compute(BinaryOp op, const Value& left, const Value& right,
                        SourceLocation location) {
  return checked(arithmetic_.binary(op, left, right), location);
}

ir::Var Lowering::temporary(const Expr* expression, Type type) {
  ir::Var& entry = temporaries_[{expression, frame().depth}];
  if (entry == nullptr)
    entry = memory_.declare(scoped(fmt::format("{}:value", expression->location.line())),
                            arithmetic_.storage(type), expression->location);
  return entry;
}

Value Lowering::kept(const Value& value, const Expr* expression) {
  if (value.low == value.high) return value;
  const ir::Var var = temporary(expression, value.type);
  builder_.append(ir::assign(var, arithmetic_.number(value), expression->location));
  Value result = value;
  result.number = context_.var(var);
  result.condition = {};
  return result;
}

Value Lowering::kept_before(const Value& value, const Expr* expression, const Expr* later) {
  return has_effects(later) ? kept(value, expression) : value;
}

Value Lowering::binary(const Expr* expression) {
  const Expr* left = expression->child(0);
  const Expr* right = expression->child(1);
  if (left->type->is(TypeKind::pointer) || right->type->is(TypeKind::pointer))
    return pointer_binary(expression);
  const Value a = kept_before(value(left), left, right);
  const Value b = value(right);
  if (is_comparison(expression->op))
    return arithmetic_.truth(expression->type, arithmetic_.compare(expression->op, a, b));
  return compute(expression->op, a, b, expression->location);
}

Value Lowering::offset(const Value& pointer, const Value& count, Direction direction) {
  const std::uint64_t size = std::max<std::uint64_t>(1, pointer.type->element->size);
  const ir::Expr distance = arithmetic_.address_scale(arithmetic_.offset_number(count), size);
  const ir::Expr from = arithmetic_.number(pointer);
  return arithmetic_.any(pointer.type, direction == Direction::forward
                                           ? arithmetic_.address_add(from, distance)
                                           : arithmetic_.address_sub(from, distance));
}

Value Lowering::pointer_binary(const Expr* expression) {
  const Expr* left = expression->child(0);
  const Expr* right = expression->child(1);
  const Value a = kept_before(value(left), left, right);
  const Value b = value(right);
  if (is_comparison(expression->op)) {
    const Type common = arithmetic_.pointer_integer();
    return arithmetic_.truth(expression->type,
                             arithmetic_.compare(expression->op, arithmetic_.convert(a, common),
                                                 arithmetic_.convert(b, common)));
  }
  if (expression->op == BinaryOp::add)
    return left->type->is(TypeKind::pointer) ? offset(a, b, Direction::forward)
                                             : offset(b, a, Direction::forward);
  if (!right->type->is(TypeKind::pointer)) return offset(a, b, Direction::backward);
  const std::uint64_t size = std::max<std::uint64_t>(1, left->type->element->size);
  const ir::Expr bytes = arithmetic_.address_sub(arithmetic_.number(a), arithmetic_.number(b));
  return arithmetic_.any(expression->type, arithmetic_.signed_divide(bytes, size));
}

ir::Expr Lowering::condition(const Expr* expression) {
  return arithmetic_.condition(value(expression));
}

Value Lowering::logical(const Expr* expression) {
  const bool is_and = expression->kind == ExprKind::and_;
  if (!has_effects(expression->child(1))) {
    const ir::Expr left = condition(expression->child(0));
    guards_.push_back(is_and ? left : ir::not_(left));
    const ir::Expr right = condition(expression->child(1));
    guards_.pop_back();
    return arithmetic_.truth(expression->type,
                             is_and ? ir::and_(left, right) : ir::or_(left, right));
  }
  const std::string line = std::to_string(expression->location.line());
  const Location if_true = builder_.add(scoped(line + ":true"), expression->location);
  const Location if_false = builder_.add(scoped(line + ":false"), expression->location);
  const Location end = builder_.add(scoped(line + ":end"), expression->location);
  branch(expression, if_true, if_false);
  const ir::Var var = temporary(expression, expression->type);
  for (const bool truth : {true, false}) {
    builder_.continue_at(truth ? if_true : if_false);
    builder_.append(
        ir::assign(var, arithmetic_.number(arithmetic_.literal(expression->type, truth ? 1 : 0)),
                   expression->location));
    builder_.go_to(end);
  }
  Value result = arithmetic_.any(expression->type, context_.var(var));
  result.low = 0;
  result.high = 1;
  return result;
}

Value Lowering::conditional(const Expr* expression) {
  const Expr* then = expression->child(1);
  const Expr* otherwise = expression->child(2);
  if (!expression->type->is_scalar())
    unsupported(expression->location, "a conditional expression of this type");
  if (!has_effects(then) && !has_effects(otherwise)) {
    const ir::Expr choice = condition(expression->child(0));
    guards_.push_back(choice);
    const Value a = value(then);
    guards_.back() = ir::not_(choice);
    const Value b = value(otherwise);
    guards_.pop_back();
    return {expression->type,
            ir::ite(choice, arithmetic_.number(a), arithmetic_.number(b)),
            {},
            std::min(a.low, b.low),
            std::max(a.high, b.high)};
  }
  const std::string line = std::to_string(expression->location.line());
  const Location if_true = builder_.add(scoped(line + ":true"), expression->location);
  const Location if_false = builder_.add(scoped(line + ":false"), expression->location);
  const Location end = builder_.add(scoped(line + ":end"), expression->location);
  branch(expression->child(0), if_true, if_false);
  const ir::Var var = temporary(expression, expression->type);
  for (const auto& [at, part] : {std::pair(if_true, then), std::pair(if_false, otherwise)}) {
    builder_.continue_at(at);
    const Value result = value(part);
    builder_.append(ir::assign(var, arithmetic_.number(result), expression->location));
    builder_.go_to(end);
  }
  return arithmetic_.any(expression->type, context_.var(var));
}

void Lowering::branch(const Expr* expression, Location if_true, Location if_false) {
  builder_.mark(expression->location);
  const std::string line = std::to_string(expression->location.line());
  if (expression->kind == ExprKind::not_) return branch(expression->child(0), if_false, if_true);
  const bool is_and = expression->kind == ExprKind::and_;
  if ((is_and || expression->kind == ExprKind::or_) && has_effects(expression->child(1))) {
    const Location middle = builder_.add(scoped(line + ":and"), expression->location);
    branch(expression->child(0), is_and ? middle : if_true, is_and ? if_false : middle);
    builder_.continue_at(middle);
    return branch(expression->child(1), if_true, if_false);
  }
  const ir::Expr decided = ir::simplify(condition(expression));
  if (decided.is_true()) return builder_.go_to(if_true);
  if (decided.is_false()) return builder_.go_to(if_false);
  if (builder_.has_pending()) builder_.go_to(builder_.add(scoped(line), expression->location));
  builder_.leave(decided, if_true, expression->location);
  builder_.leave(ir::not_(decided), if_false, expression->location);
}

Value Lowering::convert(const Expr* expression) {
  const Expr* operand = expression->child(0);
  const Type to = expression->type;
  if (to->is(TypeKind::void_)) {
    effects(operand);
    return arithmetic_.literal(int_type_, 0);
  }
  if (operand->type->is(TypeKind::array)) {
    if (!is_place(operand)) unsupported(expression->location, "this array");
    Value result = arithmetic_.any(to, memory_.address(place(operand)));
    result.low = 1;
    return result;
  }
  if (operand->type->is(TypeKind::function)) {
    Value result = value(operand);
    result.type = to;
    return result;
  }
  if (!to->is_scalar()) unsupported(expression->location, "this conversion");
  return checked(arithmetic_.conversion(value(operand), to), expression->location);
}

Value Lowering::assign(const Expr* expression, Wanted wanted) {
  const Expr* target = expression->child(0);
  const Expr* source = expression->child(1);
  if (expression->type->is_record()) {
    record_place(expression);
    return arithmetic_.literal(int_type_, 0);
  }
  // The store may change what the value is made of: y = (x = x + 1).
  Value result = value(source);
  if (wanted == Wanted::value || has_effects(target)) result = kept(result, source);
  store(place(target), result, expression->location);
  return result;
}

Value Lowering::compound_assign(const Expr* expression, Wanted wanted) {
  const Expr* target = expression->child(0);
  const Expr* source = expression->child(1);
  const Value right = kept_before(value(source), source, target);
  const Place at =
      wanted == Wanted::value ? settled(place(target), expression->location) : place(target);
  const Value old = load(at, expression->location);
  Value result;
  if (target->type->is(TypeKind::pointer)) {
    result = offset(old, right,
                    expression->op == BinaryOp::add ? Direction::forward : Direction::backward);
  } else {
    const bool is_shift = expression->op == BinaryOp::shl || expression->op == BinaryOp::shr;
    const Type promoted = promoted_type(target->type);
    const Value left = arithmetic_.convert(old, is_shift ? promoted : right.type);
    result = checked(arithmetic_.conversion(
                         compute(expression->op, left, right, expression->location), target->type),
                     expression->location);
  }
  store(at, result, expression->location);
  return wanted == Wanted::value ? load(at, expression->location) : old;
}

Type Lowering::promoted_type(Type type) const {
  return type->is_integral() && type->size < int_type_->size ? int_type_ : type;
}

Value Lowering::increment(const Expr* expression, Wanted wanted) {
  const Expr* target = expression->child(0);
  const bool is_plus =
      expression->increment == Increment::pre_plus || expression->increment == Increment::post_plus;
  const bool is_post = expression->increment == Increment::post_plus ||
                       expression->increment == Increment::post_minus;
  const Place at =
      wanted == Wanted::value ? settled(place(target), expression->location) : place(target);
  Value old = load(at, expression->location);
  if (is_post && wanted == Wanted::value) old = kept(old, expression);
  Value result;
  if (target->type->is(TypeKind::pointer)) {
    result = offset(old, arithmetic_.literal(int_type_, 1),
                    is_plus ? Direction::forward : Direction::backward);
  } else {
    const Type promoted = promoted_type(target->type);
    result = arithmetic_.convert(
        compute(is_plus ? BinaryOp::add : BinaryOp::sub, arithmetic_.convert(old, promoted),
                arithmetic_.literal(promoted, 1), expression->location),
        target->type);
  }
  store(at, result, expression->location);
  return is_post || wanted == Wanted::nothing ? old : load(at, expression->location);
}

Value Lowering::statements(const Expr* expression) {
  const std::vector<const Stmt*>& parts = expression->body->children;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) statement(parts[i]);
  if (parts.empty() || parts.back()->kind != StmtKind::expression)
    unsupported(expression->location, "a statement expression without a value");
  return value(parts.back()->expr);
}

// Places.

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
    case ExprKind::member:
      return member(record_place(expression->child(0)), expression->field);
    default:
      unsupported(expression->location, "this as something to be assigned to");
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
  return place;
}

Place Lowering::record_place(const Expr* expression) {
  switch (expression->kind) {
    case ExprKind::convert:
      return record_place(expression->child(0));
    case ExprKind::comma:
      effects(expression->child(0));
      return record_place(expression->child(1));
    case ExprKind::assign: {
      const Place from = settled(record_place(expression->child(1)), expression->location);
      Place to = settled(place(expression->child(0)), expression->location);
      copy(to, from, expression->location);
      return to;
    }
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

Place Lowering::element(const Place& base, const Value& index, SourceLocation location) {
  Place result = base;
  result.type = base.type->element;
  const ir::Expr number = arithmetic_.offset_number(index);
  if (base.instance == nullptr) {
    result.address = arithmetic_.address_add(
        base.address, arithmetic_.address_scale(number, base.type->element->size));
    result.leaf.type = result.leaf.storage = result.type;
    return result;
  }
  result.leaf = memory_.element_of(base.leaf, base.type);
  result.indices.push_back(number);
  const auto& length = base.type->length;
  const bool is_inside = length && index.low >= 0 && index.high < mpz_class(*length);
  if (is_inside) return result;
  if (length)
    assume(arithmetic_.address_in(number, arithmetic_.address(0),
                                  arithmetic_.address(mpz_class(*length))),
           location);
  else if (base.instance->length != nullptr)
    assume(
        arithmetic_.address_in(number, arithmetic_.address(0), context_.var(base.instance->length)),
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
    if (!whole.dimensions.empty())
      result.index = memory_.index(*place.instance, whole, place.indices);
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
  if (may_be_unknown)
    escape(ir::and_(ir::not_(is_known), ir::neq(place.address, arithmetic_.address(0))),
           "unsupported: a pointer from memory that was never set", location);
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
    return access.leaf.storage == leaf.type ? stored : arithmetic_.convert(stored, leaf.type);
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

void Lowering::write(const Access& access, const Value& value, ir::Expr condition,
                     SourceLocation location) {
  const Type storage = access.leaf.storage;
  Value stored = arithmetic_.convert(value, storage);
  if (storage->is_integral() && value.type->size < storage->size) {
    // A member narrower than its union: the other bytes stay.
    const Value mask = arithmetic_.convert(
        arithmetic_.literal(storage, (mpz_class(1) << value.type->bits()) - 1), storage);
    const Value old = arithmetic_.any(storage, read(access));
    const Value rest =
        arithmetic_.binary(BinaryOp::bit_and, old, arithmetic_.complement(mask).value).value;
    stored = arithmetic_
                 .binary(BinaryOp::bit_or, rest,
                         arithmetic_.binary(BinaryOp::bit_and, stored, mask).value)
                 .value;
  }
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
  for (std::size_t i = 0; i < type->fields.size(); ++i)
    if (memory_.is_used(type, i)) copy(member(to, i), member(from, i), location);
}

void Lowering::set(const Place& place, Content content, SourceLocation location) {
  const Type type = place.type;
  if (type->is_scalar()) {
    if (content == Content::zero) return store(place, arithmetic_.literal(type, 0), location);
    if (place.instance == nullptr || !place.leaf.dimensions.empty()) {
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
  if (type->is_record()) {
    for (std::size_t i = 0; i < type->fields.size(); ++i)
      if (memory_.is_used(type, i)) set(member(place, i), content, location);
    return;
  }
  if (!type->is(TypeKind::array)) return;
  const bool is_whole = place.instance != nullptr && place.indices.empty() &&
                        place.instance->kind != Instance::Kind::heap;
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
