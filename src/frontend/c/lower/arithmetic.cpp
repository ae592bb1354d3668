#include "frontend/c/lower/arithmetic.h"

#include <algorithm>

#include "base/invariant.h"
#include "ir/simplify.h"

namespace arges::frontend::c {

namespace {

mpz_class power_of_two(std::uint32_t exponent) { return mpz_class(1) << exponent; }

/// Null for what is always so.
ir::Expr unless_true(ir::Expr condition) {
  const ir::Expr simple = ir::simplify(condition);
  return simple.is_true() ? ir::Expr() : simple;
}

bool is_constant(const Value& value) { return value.low == value.high; }

}  // namespace

Type Arithmetic::effective(Type type) const {
  return type->is(TypeKind::pointer) ? pointer_integer_ : type;
}

ir::Type Arithmetic::storage(Type type) {
  if (type->is_floating()) return floating_.format(type);
  if (!is_bits()) return context_.int_type();
  return context_.bv_type(effective(type)->bits());
}

ir::Expr Arithmetic::constant(Type type, const mpz_class& number) {
  if (type->is_floating()) return floating_.literal(type, number);
  if (!is_bits()) return context_.int_literal(number);
  return context_.bv_literal(effective(type)->bits(), number);
}

Value Arithmetic::literal(Type type, const mpz_class& number) {
  if (type->is_floating()) return any(type, constant(type, number));
  return {type, constant(type, number), {}, number, number};
}

Value Arithmetic::any(Type type, ir::Expr number) {
  if (type->is_floating()) return {type, number, {}, 0, 1};
  const Type shape = effective(type);
  if (!goes_on(shape)) return {type, number, {}, shape->min(), shape->max()};
  // So far beyond every type that nothing is concluded from it.
  const mpz_class far = power_of_two(256);
  return {type, number, {}, mpz_class(-far), far};
}

bool Arithmetic::goes_on(Type shape) const {
  constexpr std::uint32_t bits_of_int = 32;
  return overflow_ == Overflow::goes_on && !is_bits() && shape->is_signed &&
         shape->bits() >= bits_of_int;
}

Value Arithmetic::truth(Type type, ir::Expr condition) {
  if (condition.is_true() || condition.is_false())
    return literal(type, condition.is_true() ? 1 : 0);
  return {type, {}, condition, 0, 1};
}

ir::Expr Arithmetic::condition(const Value& value) {
  if (value.condition) return value.condition;
  if (value.type->is_floating()) return ir::not_(floating_.is_zero(value.number));
  if (is_constant(value)) return context_.bool_literal(value.low != 0);
  return ir::neq(value.number, constant(value.type, 0));
}

ir::Expr Arithmetic::number(const Value& value) {
  if (value.number) return value.number;
  return ir::ite(value.condition, constant(value.type, 1), constant(value.type, 0));
}

ir::Expr Arithmetic::fits(Type type, ir::Expr number) {
  if (type->is_floating()) return {};
  const Type shape = effective(type);
  if (is_bits())
    return shape->is(TypeKind::boolean)
               ? unless_true(ir::binary(ir::Op::bv_ule, number, constant(type, 1)))
               : ir::Expr();
  return unless_true(ir::and_(ir::le(context_.int_literal(shape->min()), number),
                              ir::le(number, context_.int_literal(shape->max()))));
}

Value Arithmetic::wrap(Type type, ir::Expr exact, const mpz_class& low, const mpz_class& high) {
  const Type shape = effective(type);
  const mpz_class min = shape->min();
  const mpz_class max = shape->max();
  if (low >= min && high <= max) return {type, exact, {}, low, high};
  const mpz_class span = power_of_two(shape->bits());
  const ir::Expr modulus = context_.int_literal(span);
  // One step beyond the range needs no division, which is hard to reason about.
  if (low >= min && high <= max + span)
    return any(type,
               ir::ite(ir::le(exact, context_.int_literal(max)), exact, ir::sub(exact, modulus)));
  if (low >= min - span && high <= max)
    return any(type,
               ir::ite(ir::le(context_.int_literal(min), exact), exact, ir::add(exact, modulus)));
  const ir::Expr rest = ir::binary(ir::Op::mod, exact, modulus);
  if (!shape->is_signed) return any(type, rest);
  return any(type, ir::ite(ir::le(rest, context_.int_literal(max)), rest, ir::sub(rest, modulus)));
}

Computed Arithmetic::finish(Type type, ir::Expr exact, const mpz_class& low,
                            const mpz_class& high) {
  const Type shape = effective(type);
  if (!shape->is_signed) return {wrap(type, exact, low, high)};
  if (goes_on(shape)) return {{type, exact, {}, low, high}};
  if (low >= shape->min() && high <= shape->max()) return {{type, exact, {}, low, high}};
  ir::Expr in_range = context_.true_expr();
  if (low < shape->min())
    in_range = ir::and_(in_range, ir::le(context_.int_literal(shape->min()), exact));
  if (high > shape->max())
    in_range = ir::and_(in_range, ir::le(exact, context_.int_literal(shape->max())));
  return {{type, exact, {}, std::max(low, shape->min()), std::min(high, shape->max())},
          unless_true(in_range)};
}

ir::Expr Arithmetic::resize(ir::Expr bits, Type from, std::uint32_t width) {
  const std::uint32_t now = bits.type().width();
  if (now == width) return bits;
  if (now > width) return ir::bv_extract(bits, 0, width);
  return effective(from)->is_signed ? ir::bv_sext(bits, width) : ir::bv_zext(bits, width);
}

Value Arithmetic::convert(const Value& value, Type to) {
  if (to->is(TypeKind::boolean)) return truth(to, condition(value));
  if (to->is_floating()) return any(to, to_floating(value, to));
  if (value.type->is_floating()) return from_floating(value.number, to);
  if (value.condition) return {to, {}, value.condition, 0, 1};
  const Type shape = effective(to);
  const Type own = effective(value.type);
  if (goes_on(shape) && own->is_signed && own->bits() == shape->bits())
    return {to, value.number, {}, value.low, value.high};
  if (is_constant(value)) {
    mpz_class result = value.low;
    mpz_class span = power_of_two(shape->bits());
    mpz_fdiv_r(result.get_mpz_t(), result.get_mpz_t(), span.get_mpz_t());
    if (result > shape->max()) result -= span;
    return literal(to, result);
  }
  if (!is_bits()) return wrap(to, value.number, value.low, value.high);
  Value result = any(to, resize(value.number, value.type, shape->bits()));
  if (value.low >= shape->min() && value.high <= shape->max()) {
    result.low = value.low;
    result.high = value.high;
  }
  return result;
}

Computed Arithmetic::conversion(const Value& value, Type to) {
  const bool may_not_fit = value.type->is_floating() && to->is(TypeKind::integer);
  return {convert(value, to),
          {},
          {},
          may_not_fit ? unless_true(floating_.fits(value.number, to)) : ir::Expr()};
}

ir::Expr Arithmetic::to_floating(const Value& value, Type to) {
  if (value.type->is_floating())
    return ir::fp_convert(ir::Op::fp_to_fp, value.number, floating_.format(to));
  if (value.condition) return ir::ite(value.condition, constant(to, 1), constant(to, 0));
  if (is_constant(value)) return constant(to, value.low);
  if (is_bits())
    return floating_.from_vector(
        value.number, effective(value.type)->is_signed ? ir::Op::fp_from_sbv : ir::Op::fp_from_ubv,
        to);
  // As many bits as its bounds need, and one for the sign.
  const auto size = [](const mpz_class& number) {
    return static_cast<std::uint32_t>(mpz_sizeinbase(number.get_mpz_t(), 2));
  };
  const std::uint32_t width = std::max(size(value.low), size(value.high)) + 1;
  ir::Expr bits;
  for (std::uint32_t i = width; i-- > 0;) {
    const ir::Expr one =
        ir::ite(bit(value.number, i), context_.bv_literal(1, 1), context_.bv_literal(1, 0));
    bits = bits ? ir::binary(ir::Op::bv_concat, bits, one) : one;
  }
  return floating_.from_vector(bits, ir::Op::fp_from_sbv, to);
}

Value Arithmetic::from_floating(ir::Expr number, Type to) {
  const ir::Expr bits = floating_.to_vector(number, to);
  if (is_bits()) return any(to, bits);
  ir::Expr sum = context_.int_literal(0);
  for (std::uint32_t i = 0; i < to->bits(); ++i) {
    const bool is_sign = to->is_signed && i + 1 == to->bits();
    const mpz_class weight = is_sign ? mpz_class(-power_of_two(i)) : power_of_two(i);
    sum = ir::add(sum, ir::ite(ir::eq(ir::bv_extract(bits, i, 1), context_.bv_literal(1, 1)),
                               context_.int_literal(weight), context_.int_literal(0)));
  }
  return any(to, sum);
}

Computed Arithmetic::negate(const Value& value) {
  if (value.type->is_floating())
    return {any(value.type, ir::fp_unary(ir::Op::fp_neg, value.number))};
  return binary(BinaryOp::sub, literal(value.type, 0), value);
}

Computed Arithmetic::complement(const Value& value) {
  const Type shape = effective(value.type);
  if (is_bits()) return {any(value.type, ir::bv_not(number(value)))};
  // −1 − x, or 2ⁿ − 1 − x.
  const mpz_class top = shape->is_signed ? mpz_class(-1) : shape->max();
  return {{value.type,
           ir::sub(context_.int_literal(top), number(value)),
           {},
           mpz_class(top - value.high),
           mpz_class(top - value.low)}};
}

Computed Arithmetic::binary(BinaryOp op, const Value& left, const Value& right) {
  if (is_comparison(op)) return {truth(left.type, compare(op, left, right))};
  if (left.type->is_floating())
    return {any(left.type, floating_.binary(op, left.number, right.number))};
  return is_bits() ? vector_binary(op, left, right) : integer_binary(op, left, right);
}

ir::Expr Arithmetic::compare(BinaryOp op, const Value& left, const Value& right) {
  if (left.type->is_floating()) return floating_.compare(op, left.number, right.number);
  // What is 0 or 1 is compared with such a constant without making a number of it.
  if ((op == BinaryOp::eq || op == BinaryOp::ne) && is_constant(right) && left.condition &&
      right.low >= 0 && right.low <= 1) {
    const bool wants_true = (op == BinaryOp::eq) == (right.low == 1);
    return wants_true ? left.condition : ir::not_(left.condition);
  }
  const ir::Expr a = number(left);
  const ir::Expr b = number(right);
  const bool is_signed = effective(left.type)->is_signed;
  const auto less = [&](ir::Expr x, ir::Expr y) {
    if (!is_bits()) return ir::lt(x, y);
    return ir::binary(is_signed ? ir::Op::bv_slt : ir::Op::bv_ult, x, y);
  };
  const auto at_most = [&](ir::Expr x, ir::Expr y) {
    if (!is_bits()) return ir::le(x, y);
    return ir::binary(is_signed ? ir::Op::bv_sle : ir::Op::bv_ule, x, y);
  };
  switch (op) {
    case BinaryOp::lt:
      return less(a, b);
    case BinaryOp::gt:
      return less(b, a);
    case BinaryOp::le:
      return at_most(a, b);
    case BinaryOp::ge:
      return at_most(b, a);
    case BinaryOp::eq:
      return ir::eq(a, b);
    case BinaryOp::ne:
      return ir::neq(a, b);
    default:
      UNREACHABLE("the operator should be a comparison");
  }
}

// Mathematical integers.

Computed Arithmetic::integer_binary(BinaryOp op, const Value& left, const Value& right) {
  const ir::Expr a = number(left);
  const ir::Expr b = number(right);
  switch (op) {
    case BinaryOp::add:
      return finish(left.type, ir::add(a, b), left.low + right.low, left.high + right.high);
    case BinaryOp::sub:
      return finish(left.type, ir::sub(a, b), left.low - right.high, left.high - right.low);
    case BinaryOp::mul: {
      const std::initializer_list<mpz_class> corners = {
          mpz_class(left.low * right.low), mpz_class(left.low * right.high),
          mpz_class(left.high * right.low), mpz_class(left.high * right.high)};
      return finish(left.type, ir::mul(a, b), std::min(corners), std::max(corners));
    }
    case BinaryOp::div:
    case BinaryOp::rem:
      return integer_divide(op, left, right);
    case BinaryOp::shl:
    case BinaryOp::shr:
      return integer_shift(op, left, right);
    default:
      return {integer_bits(op, left, right)};
  }
}

Computed Arithmetic::integer_divide(BinaryOp op, const Value& left, const Value& right) {
  const ir::Expr a = number(left);
  const ir::Expr b = number(right);
  const ir::Expr zero = context_.int_literal(0);
  const ir::Expr defined = unless_true(ir::neq(b, zero));
  const mpz_class most = std::max(mpz_class(abs(left.low)), mpz_class(abs(left.high)));
  // The model's division leaves a remainder that is not negative; C's has the sign of a.
  const ir::Op exact = op == BinaryOp::div ? ir::Op::div : ir::Op::mod;
  const ir::Expr of_positive = ir::binary(exact, a, b);
  const ir::Expr result = left.low >= 0 ? of_positive
                                        : ir::ite(ir::le(zero, a), of_positive,
                                                  ir::neg(ir::binary(exact, ir::neg(a), b)));
  if (op == BinaryOp::rem) {
    const mpz_class bound = std::max(mpz_class(abs(right.low)), mpz_class(abs(right.high))) - 1;
    const mpz_class top = std::max(mpz_class(0), std::min(most, bound));
    // The least number divided by −1 has no quotient, and so no remainder either.
    const Type shape = effective(left.type);
    const bool may_overflow =
        shape->is_signed && left.low == shape->min() && right.low <= -1 && right.high >= -1;
    const ir::Expr overflows = ir::and_(ir::eq(a, context_.int_literal(shape->min())),
                                        ir::eq(b, context_.int_literal(-1)));
    return {{left.type, result, {}, left.low >= 0 ? mpz_class(0) : mpz_class(-top), top},
            may_overflow ? unless_true(ir::not_(overflows)) : ir::Expr(),
            {},
            defined};
  }
  const bool keeps_sign = right.low >= 0;
  const mpz_class low = keeps_sign ? std::min(left.low, mpz_class(0)) : mpz_class(-most);
  const mpz_class high = keeps_sign ? std::max(left.high, mpz_class(0)) : most;
  Computed computed = finish(left.type, result, low, high);
  computed.defined = defined;
  return computed;
}

Computed Arithmetic::integer_shift(BinaryOp op, const Value& left, const Value& right) {
  const std::uint32_t bits = effective(left.type)->bits();
  const ir::Expr a = number(left);
  const ir::Expr amount = number(right);
  const ir::Expr defined =
      unless_true(ir::and_(ir::le(context_.int_literal(0), amount),
                           ir::lt(amount, context_.int_literal(mpz_class(bits)))));
  const auto exact = [&](std::uint32_t count) {
    return ir::mul(a, context_.int_literal(power_of_two(count)));
  };
  /// Of a shift to the left by so much; null: always in range.
  const auto in_range = [&](std::uint32_t count) {
    if (op == BinaryOp::shr || !effective(left.type)->is_signed) return ir::Expr();
    return finish(left.type, exact(count), left.low << count, left.high << count).in_range;
  };
  const auto by = [&](std::uint32_t count) {
    const ir::Expr factor = context_.int_literal(power_of_two(count));
    if (op == BinaryOp::shr) {
      mpz_class low;
      mpz_class high;
      mpz_fdiv_q_2exp(low.get_mpz_t(), left.low.get_mpz_t(), count);
      mpz_fdiv_q_2exp(high.get_mpz_t(), left.high.get_mpz_t(), count);
      return Value{left.type, ir::binary(ir::Op::div, a, factor), {}, low, high};
    }
    return wrap(left.type, exact(count), left.low << count, left.high << count);
  };
  if (is_constant(right)) {
    if (right.low < 0 || right.low >= bits) return {left, {}, {}, defined};
    const auto count = static_cast<std::uint32_t>(right.low.get_ui());
    return {by(count), {}, in_range(count), defined};
  }
  Value result = by(bits - 1);
  ir::Expr all_in_range = context_.true_expr();
  for (std::uint32_t count = bits; count-- > 0;) {
    if (count < right.low || count > right.high) continue;
    const ir::Expr is_count = ir::eq(amount, context_.int_literal(mpz_class(count)));
    result.number = ir::ite(is_count, by(count).number, result.number);
    if (const ir::Expr fits = in_range(count))
      all_in_range = ir::and_(all_in_range, ir::implies(is_count, fits));
  }
  return {any(left.type, result.number), {}, unless_true(all_in_range), defined};
}

ir::Expr Arithmetic::masked(ir::Expr number, const mpz_class& mask) {
  // Each run of ones is a quotient of a remainder.
  ir::Expr sum = context_.int_literal(0);
  for (mp_bitcnt_t low = mpz_scan1(mask.get_mpz_t(), 0); low != ~mp_bitcnt_t{0};) {
    const mp_bitcnt_t end = mpz_scan0(mask.get_mpz_t(), low);
    const ir::Expr unit = context_.int_literal(mpz_class(1) << low);
    const ir::Expr part =
        ir::binary(ir::Op::mod, low == 0 ? number : ir::binary(ir::Op::div, number, unit),
                   context_.int_literal(mpz_class(1) << (end - low)));
    sum = ir::add(sum, ir::mul(part, unit));
    low = mpz_scan1(mask.get_mpz_t(), end);
  }
  return sum;
}

ir::Expr Arithmetic::bit(ir::Expr number, std::uint32_t position) {
  const ir::Expr shifted =
      position == 0 ? number
                    : ir::binary(ir::Op::div, number, context_.int_literal(power_of_two(position)));
  return ir::eq(ir::binary(ir::Op::mod, shifted, context_.int_literal(2)), context_.int_literal(1));
}

Value Arithmetic::integer_bits(BinaryOp op, const Value& left, const Value& right) {
  if (is_constant(left) && !is_constant(right)) return integer_bits(op, right, left);
  const ir::Expr a = number(left);
  const ir::Expr b = number(right);
  const auto combined = [&](ir::Expr both) {
    if (op == BinaryOp::bit_and) return both;
    // a | b = a + b − (a & b), a ^ b = a + b − 2 (a & b).
    const ir::Expr twice = op == BinaryOp::bit_or ? both : ir::mul(context_.int_literal(2), both);
    return ir::sub(ir::add(a, b), twice);
  };
  if (is_constant(right)) {
    // x & m = x − (x & ~m) where m is negative.
    const ir::Expr both =
        right.low >= 0 ? masked(a, right.low) : ir::sub(a, masked(a, mpz_class(-1 - right.low)));
    Value result = any(left.type, combined(both));
    if (op == BinaryOp::bit_and && right.low >= 0) {
      result.low = 0;
      result.high = right.low;
    }
    return result;
  }
  const Type shape = effective(left.type);
  ir::Expr both = context_.int_literal(0);
  for (std::uint32_t i = 0; i < shape->bits(); ++i) {
    const bool is_sign = shape->is_signed && i + 1 == shape->bits();
    const mpz_class weight = is_sign ? mpz_class(-power_of_two(i)) : power_of_two(i);
    both = ir::add(both, ir::ite(ir::and_(bit(a, i), bit(b, i)), context_.int_literal(weight),
                                 context_.int_literal(0)));
  }
  return any(left.type, combined(both));
}

// Bit-vectors.

Computed Arithmetic::vector_binary(BinaryOp op, const Value& left, const Value& right) {
  if (op == BinaryOp::shl || op == BinaryOp::shr) return vector_shift(op, left, right);
  const Type type = left.type;
  const Type shape = effective(type);
  const ir::Expr a = number(left);
  const ir::Expr b = number(right);
  const std::uint32_t bits = shape->bits();
  const auto simple = [&](ir::Op wanted) { return any(type, ir::binary(wanted, a, b)); };
  /// The operation, and whether it gives the same in so many bits.
  const auto checked = [&](auto apply, std::uint32_t wider) -> Computed {
    const ir::Expr result = apply(a, b);
    if (!shape->is_signed) return {any(type, result)};
    return {any(type, result),
            unless_true(ir::eq(ir::bv_sext(result, wider),
                               apply(ir::bv_sext(a, wider), ir::bv_sext(b, wider))))};
  };
  switch (op) {
    case BinaryOp::add:
      return checked([](ir::Expr x, ir::Expr y) { return ir::binary(ir::Op::bv_add, x, y); },
                     bits + 1);
    case BinaryOp::sub:
      return checked([](ir::Expr x, ir::Expr y) { return ir::bv_sub(x, y); }, bits + 1);
    case BinaryOp::mul:
      return checked([](ir::Expr x, ir::Expr y) { return ir::binary(ir::Op::bv_mul, x, y); },
                     2 * bits);
    case BinaryOp::div:
    case BinaryOp::rem: {
      const bool is_div = op == BinaryOp::div;
      const ir::Expr defined = unless_true(ir::neq(b, constant(type, 0)));
      if (!shape->is_signed)
        return {simple(is_div ? ir::Op::bv_udiv : ir::Op::bv_urem), {}, {}, defined};
      const ir::Expr overflows = ir::and_(ir::eq(a, constant(type, shape->min())),
                                          ir::eq(b, constant(type, mpz_class(-1))));
      return {simple(is_div ? ir::Op::bv_sdiv : ir::Op::bv_srem),
              unless_true(ir::not_(overflows)),
              {},
              defined};
    }
    case BinaryOp::bit_and: {
      Value result = simple(ir::Op::bv_and);
      if (is_constant(right) && right.low >= 0) {
        result.low = 0;
        result.high = right.low;
      }
      return {result};
    }
    case BinaryOp::bit_or:
      return {simple(ir::Op::bv_or)};
    case BinaryOp::bit_xor:
      return {simple(ir::Op::bv_xor)};
    default:
      UNREACHABLE("the operator should be arithmetic");
  }
}

Computed Arithmetic::vector_shift(BinaryOp op, const Value& left, const Value& right) {
  const Type shape = effective(left.type);
  const std::uint32_t bits = shape->bits();
  const ir::Expr amount = number(right);
  // As an unsigned number a negative amount is too large as well.
  const ir::Expr defined = unless_true(
      ir::binary(ir::Op::bv_ult, amount, context_.bv_literal(amount.type().width(), bits)));
  const ir::Expr count =
      amount.type().width() > bits ? ir::bv_extract(amount, 0, bits) : ir::bv_zext(amount, bits);
  const ir::Op shift =
      op == BinaryOp::shl ? ir::Op::bv_shl : (shape->is_signed ? ir::Op::bv_ashr : ir::Op::bv_lshr);
  const ir::Expr result = ir::binary(shift, number(left), count);
  // In range if shifting back gives the same.
  const ir::Expr in_range =
      op == BinaryOp::shl && shape->is_signed
          ? unless_true(ir::eq(ir::binary(ir::Op::bv_ashr, result, count), number(left)))
          : ir::Expr();
  return {any(left.type, result), {}, in_range, defined};
}

// Addresses.

ir::Expr Arithmetic::offset_number(const Value& value) {
  const ir::Expr exact = number(value);
  return is_bits() ? resize(exact, value.type, effective(pointer_integer_)->bits()) : exact;
}

ir::Expr Arithmetic::address(const mpz_class& number) { return constant(pointer_integer_, number); }

ir::Expr Arithmetic::address_add(ir::Expr a, ir::Expr b) {
  return is_bits() ? ir::binary(ir::Op::bv_add, a, b) : ir::add(a, b);
}

ir::Expr Arithmetic::address_sub(ir::Expr a, ir::Expr b) {
  return is_bits() ? ir::bv_sub(a, b) : ir::sub(a, b);
}

ir::Expr Arithmetic::address_multiply(ir::Expr a, ir::Expr b) {
  return is_bits() ? ir::binary(ir::Op::bv_mul, a, b) : ir::mul(a, b);
}

ir::Expr Arithmetic::address_scale(ir::Expr a, std::uint64_t factor) {
  return factor == 1 ? a : address_multiply(a, address(factor));
}

ir::Expr Arithmetic::address_divide(ir::Expr a, std::uint64_t divisor) {
  if (divisor == 1) return a;
  return ir::binary(is_bits() ? ir::Op::bv_udiv : ir::Op::div, a, address(divisor));
}

ir::Expr Arithmetic::signed_divide(ir::Expr a, std::uint64_t divisor) {
  if (divisor == 1) return a;
  return ir::binary(is_bits() ? ir::Op::bv_sdiv : ir::Op::div, a, address(divisor));
}

ir::Expr Arithmetic::address_rest(ir::Expr a, std::uint64_t divisor) {
  if (divisor == 1) return address(0);
  return ir::binary(is_bits() ? ir::Op::bv_urem : ir::Op::mod, a, address(divisor));
}

ir::Expr Arithmetic::address_in(ir::Expr a, ir::Expr first, ir::Expr end) {
  if (is_bits())
    return ir::and_(ir::binary(ir::Op::bv_ule, first, a), ir::binary(ir::Op::bv_ult, a, end));
  return ir::and_(ir::le(first, a), ir::lt(a, end));
}

}  // namespace arges::frontend::c
