#include "ir/operations.h"

#include "base/invariant.h"
#include "ir/float_operations.h"

namespace arges::ir {

namespace {

/// 2^width
mpz_class power_of_two(std::uint32_t width) {
  mpz_class result;
  mpz_ui_pow_ui(result.get_mpz_t(), 2, width);
  return result;
}

mpz_class modulo(const mpz_class& number, std::uint32_t width) {
  mpz_class result;
  mpz_fdiv_r_2exp(result.get_mpz_t(), number.get_mpz_t(), width);
  return result;
}

/// A bit-vector's number read as two's complement.
mpz_class to_signed(const mpz_class& number, std::uint32_t width) {
  return mpz_tstbit(number.get_mpz_t(), width - 1) != 0 ? mpz_class(number - power_of_two(width))
                                                        : number;
}

/// Rounded so that 0 ≤ a − b·q < |b|; 0 for b = 0.
mpz_class euclidean_quotient(const mpz_class& a, const mpz_class& b) {
  mpz_class result;
  if (b == 0) return result;
  if (b > 0)
    mpz_fdiv_q(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  else
    mpz_cdiv_q(result.get_mpz_t(), a.get_mpz_t(), b.get_mpz_t());
  return result;
}

mpz_class integer_operation(Op op, const mpz_class& a, const mpz_class& b) {
  mpz_class quotient = euclidean_quotient(a, b);
  if (op == Op::div) return quotient;
  const mpz_class remainder = a - b * quotient;
  return op == Op::rem && b < 0 ? mpz_class(-remainder) : remainder;
}

mpz_class signed_division(Op op, const mpz_class& a, const mpz_class& b, std::uint32_t width) {
  const mpz_class x = to_signed(a, width);
  const mpz_class y = to_signed(b, width);
  if (y == 0) return op == Op::bv_sdiv ? mpz_class(x < 0 ? 1 : -1) : x;
  mpz_class result;
  if (op == Op::bv_sdiv)
    mpz_tdiv_q(result.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
  else if (op == Op::bv_srem)
    mpz_tdiv_r(result.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
  else
    mpz_fdiv_r(result.get_mpz_t(), x.get_mpz_t(), y.get_mpz_t());
  return result;
}

mpz_class shift(Op op, const mpz_class& a, const mpz_class& b, std::uint32_t width) {
  const bool rotates = op == Op::bv_rol || op == Op::bv_ror;
  const mpz_class reduced = rotates ? mpz_class(b % width) : b;
  const bool beyond = reduced >= width;
  const std::uint32_t by = beyond ? width : static_cast<std::uint32_t>(reduced.get_ui());
  switch (op) {
    case Op::bv_shl:
      return beyond ? mpz_class(0) : mpz_class(a << by);
    case Op::bv_lshr:
      return beyond ? mpz_class(0) : mpz_class(a >> by);
    case Op::bv_ashr:
      return to_signed(a, width) >> by;  // GMP rounds towards −∞, as ashr does
    case Op::bv_rol:
      return (a << by) | (a >> (width - by));
    default:
      return (a >> by) | (a << (width - by));
  }
}

/// A bit-vector operator with a bit-vector result, before reduction to its width.
mpz_class bitvector_operation(Expr shape, const mpz_class& a, const mpz_class& b) {
  const std::uint32_t width = shape.child(0).type().width();
  switch (shape.op()) {
    case Op::bv_add:
      return a + b;
    case Op::bv_mul:
      return a * b;
    case Op::bv_neg:
      return -a;
    case Op::bv_udiv:
      return b == 0 ? mpz_class(-1) : mpz_class(a / b);
    case Op::bv_urem:
      return b == 0 ? a : mpz_class(a % b);
    case Op::bv_sdiv:
    case Op::bv_srem:
    case Op::bv_smod:
      return signed_division(shape.op(), a, b, width);
    case Op::bv_and:
      return a & b;
    case Op::bv_or:
      return a | b;
    case Op::bv_xor:
      return a ^ b;
    case Op::bv_not:
      return ~a;
    case Op::bv_shl:
    case Op::bv_lshr:
    case Op::bv_ashr:
    case Op::bv_rol:
    case Op::bv_ror:
      return shift(shape.op(), a, b, width);
    case Op::bv_concat:
      return (a << shape.child(1).type().width()) | b;
    case Op::bv_extract:
      return a >> shape.low();
    case Op::bv_zext:
      return a;
    case Op::bv_sext:
      return to_signed(a, width);
    default:
      UNREACHABLE("operator should give a bit-vector");
  }
}

bool comparison(Expr shape, Value a, Value b) {
  const std::uint32_t width = shape.child(0).type().width();
  switch (shape.op()) {
    case Op::lt:
      return compare(a, b) < 0;
    case Op::le:
      return compare(a, b) <= 0;
    case Op::bv_ult:
      return a.integer() < b.integer();
    case Op::bv_ule:
      return a.integer() <= b.integer();
    case Op::bv_slt:
      return to_signed(a.integer(), width) < to_signed(b.integer(), width);
    case Op::bv_sle:
      return to_signed(a.integer(), width) <= to_signed(b.integer(), width);
    default:
      UNREACHABLE("operator should be a comparison");
  }
}

Value fold_numbers(ValuePool& pool, Op op, std::span<const Value> operands) {
  mpq_class result = operands.front().rational();
  for (const Value v : operands.subspan(1)) {
    if (op == Op::add)
      result += v.rational();
    else
      result *= v.rational();
  }
  return pool.rational(result);
}

}  // namespace

Value apply(ValuePool& pool, Expr shape, std::span<const Value> operands) {
  if (is_floating(shape.op())) return apply_floating(pool, shape, operands);
  switch (shape.op()) {
    case Op::not_:
      return Value::boolean(!operands[0].is_true());
    case Op::and_:
      for (const Value v : operands)
        if (v.is_false()) return v;
      return Value::boolean(true);
    case Op::or_:
      for (const Value v : operands)
        if (v.is_true()) return v;
      return Value::boolean(false);
    case Op::eq:
      return Value::boolean(operands[0] == operands[1]);
    case Op::ite:
      return operands[0].is_true() ? operands[1] : operands[2];
    case Op::add:
    case Op::mul:
      return fold_numbers(pool, shape.op(), operands);
    case Op::div:
    case Op::mod:
    case Op::rem:
      return pool.integer(
          integer_operation(shape.op(), operands[0].integer(), operands[1].integer()));
    case Op::rat_div: {
      const mpq_class divisor = operands[1].rational();
      return divisor == 0 ? Value::small(0) : pool.rational(operands[0].rational() / divisor);
    }
    case Op::int_to_rat:
      return operands[0];
    case Op::lt:
    case Op::le:
    case Op::bv_ult:
    case Op::bv_ule:
    case Op::bv_slt:
    case Op::bv_sle:
      return Value::boolean(comparison(shape, operands[0], operands[1]));
    case Op::select:
      return array_get(operands[0], operands[1]);
    case Op::store:
      return pool.array_set(shape.type(), operands[0], operands[1], operands[2]);
    case Op::const_array:
      return pool.array(shape.type(), operands[0], {});
    case Op::literal:
    case Op::variable:
    case Op::forall:
    case Op::exists:
      UNREACHABLE("operator should have a value of its own");
    default: {
      const mpz_class b = operands.size() > 1 ? operands[1].integer() : mpz_class(0);
      const mpz_class result = bitvector_operation(shape, operands[0].integer(), b);
      return pool.integer(modulo(result, shape.type().width()));
    }
  }
}

}  // namespace arges::ir
