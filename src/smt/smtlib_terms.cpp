#include "smt/smtlib_terms.h"

#include <fmt/format.h>
#include <gmpxx.h>

#include "base/invariant.h"

namespace arges::smt {

using ir::Op;

namespace {

std::string signed_text(const mpz_class& number, const char* suffix) {
  if (number < 0) return fmt::format("(- {}{})", mpz_class(-number).get_str(), suffix);
  return number.get_str() + suffix;
}

std::string rational_text(const mpq_class& number) {
  if (number.get_den() == 1) return signed_text(number.get_num(), ".0");
  return fmt::format("(/ {} {}.0)", signed_text(number.get_num(), ".0"),
                     number.get_den().get_str());
}

std::string array_text(Symbols& symbols, const ir::ArrayValue& array, ir::Type type) {
  std::string text;
  for (std::size_t i = 0; i < array.entries.size(); ++i) text += "(store ";
  text += fmt::format("((as const {}) {})", sort_text(symbols, type),
                      value_text(symbols, array.fallback, type.element()));
  for (const auto& [index, element] : array.entries)
    text += fmt::format(" {} {})", value_text(symbols, index, type.index()),
                        value_text(symbols, element, type.element()));
  return text;
}

std::string floating_text(const mpz_class& bits, ir::Type type) {
  const std::uint32_t exponent = type.exponent_bits();
  const std::uint32_t stored = type.significand_bits() - 1;
  if (bits == ir::fp_nan_bits(type))
    return fmt::format("(_ NaN {} {})", exponent, type.significand_bits());
  const auto field = [&](std::uint32_t low, std::uint32_t width) {
    mpz_class part = bits >> low;
    mpz_fdiv_r_2exp(part.get_mpz_t(), part.get_mpz_t(), width);
    return fmt::format("(_ bv{} {})", part.get_str(), width);
  };
  return fmt::format("(fp {} {} {})", field(stored + exponent, 1), field(stored, exponent),
                     field(0, stored));
}

/// The SMT-LIB2 operator of the same meaning; null for those that need more than a name.
const char* operator_name(Op op) {
  switch (op) {
    case Op::not_:
      return "not";
    case Op::and_:
      return "and";
    case Op::or_:
      return "or";
    case Op::eq:
      return "=";
    case Op::ite:
      return "ite";
    case Op::add:
      return "+";
    case Op::mul:
      return "*";
    case Op::lt:
      return "<";
    case Op::le:
      return "<=";
    case Op::int_to_rat:
      return "to_real";
    case Op::bv_add:
      return "bvadd";
    case Op::bv_mul:
      return "bvmul";
    case Op::bv_neg:
      return "bvneg";
    case Op::bv_udiv:
      return "bvudiv";
    case Op::bv_sdiv:
      return "bvsdiv";
    case Op::bv_urem:
      return "bvurem";
    case Op::bv_srem:
      return "bvsrem";
    case Op::bv_smod:
      return "bvsmod";
    case Op::bv_and:
      return "bvand";
    case Op::bv_or:
      return "bvor";
    case Op::bv_xor:
      return "bvxor";
    case Op::bv_not:
      return "bvnot";
    case Op::bv_shl:
      return "bvshl";
    case Op::bv_lshr:
      return "bvlshr";
    case Op::bv_ashr:
      return "bvashr";
    case Op::bv_concat:
      return "concat";
    case Op::bv_ult:
      return "bvult";
    case Op::bv_ule:
      return "bvule";
    case Op::bv_slt:
      return "bvslt";
    case Op::bv_sle:
      return "bvsle";
    case Op::fp_neg:
      return "fp.neg";
    case Op::fp_abs:
      return "fp.abs";
    case Op::fp_add:
      return "fp.add";
    case Op::fp_mul:
      return "fp.mul";
    case Op::fp_div:
      return "fp.div";
    case Op::fp_rem:
      return "fp.rem";
    case Op::fp_sqrt:
      return "fp.sqrt";
    case Op::fp_round:
      return "fp.roundToIntegral";
    case Op::fp_eq:
      return "fp.eq";
    case Op::fp_lt:
      return "fp.lt";
    case Op::fp_le:
      return "fp.leq";
    case Op::select:
      return "select";
    case Op::store:
      return "store";
    default:
      return nullptr;
  }
}

/// SMT-LIB2 leaves division by zero open, the ir does not.
std::string division_text(Op op, const std::string& a, const std::string& b) {
  switch (op) {
    case Op::div:
      return fmt::format("(ite (= {1} 0) 0 (div {0} {1}))", a, b);
    case Op::mod:
      return fmt::format("(ite (= {1} 0) {0} (mod {0} {1}))", a, b);
    case Op::rem:
      return fmt::format("(ite (= {1} 0) {0} (ite (< {1} 0) (- (mod {0} {1})) (mod {0} {1})))", a,
                         b);
    default:
      return fmt::format("(ite (= {1} 0.0) 0.0 (/ {0} {1}))", a, b);
  }
}

/// SMT-LIB2 rotates by numerals only: two shifts, by the amount modulo the width and by the rest.
std::string rotation_text(Op op, const std::string& a, const std::string& b, std::uint32_t width) {
  const char* there = op == Op::bv_rol ? "bvshl" : "bvlshr";
  const char* back = op == Op::bv_rol ? "bvlshr" : "bvshl";
  const std::string modulus = fmt::format("(_ bv{0} {0})", width);
  const std::string amount = fmt::format("(bvurem {} {})", b, modulus);
  return fmt::format("(bvor ({0} {2} {3}) ({1} {2} (bvadd {4} (bvneg {3}))))", there, back, a,
                     amount, modulus);
}

/// SMT-LIB2 leaves open what numbers out of range become, the ir does not.
std::string integer_text(ir::Expr expr, const std::string& a) {
  const bool is_signed = expr.op() == Op::fp_to_sbv;
  const ir::Type from = expr.child(0).type();
  const std::uint32_t width = expr.type().width();
  const ir::FloatRange range = ir::fp_range(expr);
  return fmt::format(
      "(ite (and (fp.leq {1} {0}) (fp.leq {0} {2})) ((_ fp.to_{3} {4}) {5} {0}) {6})", a,
      floating_text(range.least, from), floating_text(range.greatest, from),
      is_signed ? "sbv" : "ubv", width, ir::to_string(expr.rounding()),
      fmt::format("(_ bv0 {})", width));
}

}  // namespace

std::string sort_text(Symbols& symbols, ir::Type type) {
  switch (type.kind()) {
    case ir::TypeKind::boolean:
      return "Bool";
    case ir::TypeKind::integer:
      return "Int";
    case ir::TypeKind::rational:
      return "Real";
    case ir::TypeKind::bitvector:
      return fmt::format("(_ BitVec {})", type.width());
    case ir::TypeKind::floating:
      return fmt::format("(_ FloatingPoint {} {})", type.exponent_bits(), type.significand_bits());
    case ir::TypeKind::enumeration:
      return quoted(symbols.enumeration(type));
    case ir::TypeKind::array:
      return fmt::format("(Array {} {})", sort_text(symbols, type.index()),
                         sort_text(symbols, type.element()));
  }
  UNREACHABLE("types should be of a known kind");
}

std::string value_text(Symbols& symbols, ir::Value value, ir::Type type) {
  switch (type.kind()) {
    case ir::TypeKind::boolean:
      return value.is_true() ? "true" : "false";
    case ir::TypeKind::integer:
      return signed_text(value.integer(), "");
    case ir::TypeKind::rational:
      return rational_text(value.rational());
    case ir::TypeKind::bitvector:
      return fmt::format("(_ bv{} {})", value.integer().get_str(), type.width());
    case ir::TypeKind::floating:
      return floating_text(value.integer(), type);
    case ir::TypeKind::enumeration:
      return quoted(symbols.literal(type, static_cast<std::uint32_t>(value.as_small())));
    case ir::TypeKind::array:
      return array_text(symbols, value.as_big().array, type);
  }
  UNREACHABLE("types should be of a known kind");
}

std::string application_text(Symbols& symbols, ir::Expr expr,
                             const std::function<std::string(ir::Expr)>& operand) {
  const Op op = expr.op();
  std::string head;
  switch (op) {
    case Op::div:
    case Op::mod:
    case Op::rem:
    case Op::rat_div:
      return division_text(op, operand(expr.child(0)), operand(expr.child(1)));
    case Op::bv_rol:
    case Op::bv_ror:
      return rotation_text(op, operand(expr.child(0)), operand(expr.child(1)), expr.type().width());
    case Op::bv_extract:
      head = fmt::format("(_ extract {} {})", expr.low() + expr.type().width() - 1, expr.low());
      break;
    case Op::bv_zext:
    case Op::bv_sext:
      head = fmt::format("(_ {} {})", op == Op::bv_zext ? "zero_extend" : "sign_extend",
                         expr.type().width() - expr.child(0).type().width());
      break;
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
      return integer_text(expr, operand(expr.child(0)));
    case Op::fp_to_fp:
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
    case Op::fp_from_bits:
      head = fmt::format("(_ {} {} {})", op == Op::fp_from_ubv ? "to_fp_unsigned" : "to_fp",
                         expr.type().exponent_bits(), expr.type().significand_bits());
      break;
    case Op::const_array:
      head = fmt::format("(as const {})", sort_text(symbols, expr.type()));
      break;
    default:
      INVARIANT(operator_name(op) != nullptr, "operator should have a name in SMT-LIB2");
      head = operator_name(op);
  }
  std::string text = "(" + head;
  if (ir::rounds(op)) text += fmt::format(" {}", ir::to_string(expr.rounding()));
  for (const ir::Expr child : expr.children()) text += ' ' + operand(child);
  return text + ')';
}

}  // namespace arges::smt
