#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "frontend/c/lower/lowering.h"
#include "frontend/c/syntax/visit.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::frontend::c {

namespace {

/// How many bytes it is from what a pointer points to, to the next; void and functions have one.
std::uint64_t step_of(Type pointer) {
  const Type element = pointer->element;
  if (element->is(TypeKind::array) && element->size == 0)
    throw Unsupported("a step of a pointer to variable arrays");
  return std::max<std::uint64_t>(1, element->size);
}

}  // namespace

Value Lowering::value(const Expr* expression) {
  switch (expression->kind) {
    case ExprKind::integer:
      return arithmetic_.convert(arithmetic_.literal(expression->type, expression->value),
                                 expression->type);
    case ExprKind::object:
    case ExprKind::dereference:
    case ExprKind::index:
    case ExprKind::member:
    case ExprKind::compound_literal:
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
      return arithmetic_.any(expression->type,
                             exposed_address(place(expression->child(0)), expression->location));
    case ExprKind::convert:
      return convert(expression);
    case ExprKind::call:
      return call(expression, Wanted::value);
    case ExprKind::statements:
      return value(value_statement(expression));
    case ExprKind::variable_size: {
      Place array = object_place(expression->object);
      ir::Expr elements = context_.var(array.instance->lengths[0]);
      Type type = array.type->element;
      for (std::size_t i = 1; type->size == 0; ++i, type = type->element)
        elements = arithmetic_.address_multiply(elements, context_.var(array.instance->lengths[i]));
      return arithmetic_.any(expression->type, arithmetic_.address_scale(elements, type->size));
    }
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
      return either(expression->child(0),
                    [&](bool truth) { effects(expression->child(truth ? 1 : 2)); });
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
  if (options_.overflow == Overflow::goes_on) {
    // Bits end where the type does.
    if (computed.in_range)
      escape(ir::not_(computed.in_range), "unsupported: larger numbers in bit-vectors", location);
    return computed.value;
  }
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
  const std::uint64_t size = step_of(pointer.type);
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
  const std::uint64_t size = step_of(left->type);
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
  const ir::Var var = temporary(expression, expression->type);
  either(expression, [&](bool truth) {
    const Value result = arithmetic_.literal(expression->type, truth ? 1 : 0);
    builder_.append(ir::assign(var, arithmetic_.number(result), expression->location));
  });
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
  const ir::Var var = temporary(expression, expression->type);
  either(expression->child(0), [&](bool truth) {
    const Value result = value(truth ? then : otherwise);
    builder_.append(ir::assign(var, arithmetic_.number(result), expression->location));
  });
  return arithmetic_.any(expression->type, context_.var(var));
}

void Lowering::either(const Expr* condition, const std::function<void(bool truth)>& go_on) {
  const std::string line = std::to_string(condition->location.line());
  const Location if_true = builder_.add(scoped(line + ":true"), condition->location);
  const Location if_false = builder_.add(scoped(line + ":false"), condition->location);
  const Location end = builder_.add(scoped(line + ":end"), condition->location);
  branch(condition, if_true, if_false);
  for (const bool truth : {true, false}) {
    builder_.continue_at(truth ? if_true : if_false);
    go_on(truth);
    builder_.go_to(end);
  }
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
    if (temporary_of_part(operand) != nullptr)
      unsupported(expression->location, "a pointer into a structure that is no object");
    Value result = arithmetic_.any(to, exposed_address(place(operand), expression->location));
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
  if (wanted == Wanted::nothing || !target->type->is_bitfield()) return result;
  return arithmetic_.convert(arithmetic_.convert(result, target->type), expression->type);
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
  if (wanted == Wanted::nothing) return old;
  return arithmetic_.convert(load(at, expression->location), expression->type);
}

Type Lowering::promoted_type(Type type) const {
  return type->is_integral() && type->bits() < int_type_->bits() ? int_type_ : type;
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
  return arithmetic_.convert(
      is_post || wanted == Wanted::nothing ? old : load(at, expression->location),
      expression->type);
}

const Expr* Lowering::value_statement(const Expr* expression) {
  const std::vector<const Stmt*>& parts = expression->body->children;
  for (std::size_t i = 0; i + 1 < parts.size(); ++i) statement(parts[i]);
  if (parts.empty() || parts.back()->kind != StmtKind::expression)
    unsupported(expression->location, "a statement expression without a value");
  return parts.back()->expr;
}

}  // namespace arges::frontend::c
