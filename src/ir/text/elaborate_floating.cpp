// The part of Elaborator that reads floating point.
#include <algorithm>

#include <fmt/format.h>

#include "ir/text/elaborator.h"

namespace arges::ir {

using syntax::NodeId;
using syntax::NodeKind;

/// What the brackets behind an operator say: [RTZ], [8,24], [16'u], [s].
struct Elaborator::FloatSettings {
  Rounding rounding = Rounding::nearest_even;
  Type type = {};  ///< to convert to
  enum class Integers : std::uint8_t { none, with_sign, without_sign } integers = Integers::none;

  bool set_integers(std::string_view letter) {
    if (letter == "s") integers = Integers::with_sign;
    if (letter == "u") integers = Integers::without_sign;
    return letter == "s" || letter == "u";
  }
};

Type Elaborator::floating_type(std::string_view exponent, std::string_view significand,
                               SourceLocation location) {
  const mpz_class e(std::string(exponent), 10);
  const mpz_class s(std::string(significand), 10);
  if (e.fits_uint_p() && s.fits_uint_p() &&
      is_fp_format(static_cast<std::uint32_t>(e.get_ui()), static_cast<std::uint32_t>(s.get_ui())))
    return context_.fp_type(static_cast<std::uint32_t>(e.get_ui()),
                            static_cast<std::uint32_t>(s.get_ui()));
  error(location,
        fmt::format("floating point with {} bits of exponent and {} of significand is "
                    "not supported",
                    exponent, significand),
        "an exponent has 2 to 15 bits, a significand with its hidden bit 3 to 113");
  return {};
}

bool Elaborator::read_setting(NodeId setting, FloatSettings& settings) {
  const std::string_view text = tree_[setting].text;
  const auto is_number = [](std::string_view part) {
    return !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const std::size_t comma = text.find(',');
  const std::size_t quote = text.find('\'');
  if (comma != std::string_view::npos) {
    const std::string_view exponent = text.substr(0, comma);
    const std::size_t second = text.find_first_not_of(' ', comma + 1);
    const std::string_view significand = text.substr(std::min(second, text.size()));
    if (is_number(exponent) && is_number(significand)) {
      settings.type = floating_type(exponent, significand, tree_.location(setting));
      return bool(settings.type);
    }
  } else if (quote != std::string_view::npos) {
    if (is_number(text.substr(0, quote)) && settings.set_integers(text.substr(quote + 1))) {
      const std::uint32_t bits = width(text.substr(0, quote), tree_.location(setting));
      if (bits != 0) settings.type = context_.bv_type(bits);
      return bits != 0;
    }
  } else if (const auto rounding = rounding_of(text)) {
    settings.rounding = *rounding;
    return true;
  } else if (settings.set_integers(text)) {
    return true;
  }
  error(tree_.location(setting), "this is no setting of a floating point operator",
        "[RNE], [RNA], [RTP], [RTN], [RTZ] round; [8,24], [16'u], [s] are for conversions");
  return false;
}

std::optional<Elaborator::FloatSettings> Elaborator::float_settings(NodeId node) {
  FloatSettings result;
  for (const NodeId child : tree_.children(node))
    if (tree_[child].kind == NodeKind::setting && !read_setting(child, result)) return std::nullopt;
  return result;
}

Expr Elaborator::negated(Expr operand) const {
  if (!operand.is_literal()) return fp_unary(Op::fp_neg, operand);
  FloatParts parts = fp_parts(operand.type(), operand.value().integer());
  parts.sign = parts.sign == Sign::plus ? Sign::minus : Sign::plus;
  return context_.fp_literal(operand.type(), fp_rounded(operand.type(), parts, Rounding::zero));
}

Expr Elaborator::floating_literal(NodeId mark, Expr exponent, Expr significand) {
  const auto is_bits = [](Expr e) { return e.is_literal() && e.type().is_bitvector(); };
  if (!is_bits(exponent) || !is_bits(significand))
    return mismatch(mark, exponent, significand,
                    "a floating point literal is two bit-vectors: 8'b01111111.23'd0");
  const std::uint32_t stored = significand.type().width();
  const Type type = floating_type(std::to_string(exponent.type().width()),
                                  std::to_string(stored + 1), tree_.location(mark));
  if (!type) return {};
  return context_.fp_literal(
      type, (exponent.value().integer() << stored) + significand.value().integer());
}

Expr Elaborator::floating(NodeId mark, Expr left, Expr right) {
  if (op(mark) == TextOp::fp_literal) return floating_literal(mark, left, right);
  if (!left.type().is_floating() || left.type() != right.type())
    return mismatch(mark, left, right, "it takes floating point of one format");
  const auto settings = float_settings(mark);
  if (!settings) return {};
  switch (op(mark)) {
    case TextOp::lt:
      return fp_binary(Op::fp_lt, left, right);
    case TextOp::le:
      return fp_binary(Op::fp_le, left, right);
    case TextOp::gt:
      return fp_binary(Op::fp_lt, right, left);
    case TextOp::ge:
      return fp_binary(Op::fp_le, right, left);
    case TextOp::add:
    case TextOp::fp_add:
      return fp_binary(Op::fp_add, left, right, settings->rounding);
    case TextOp::sub:
    case TextOp::fp_sub:
      return fp_sub(left, right, settings->rounding);
    case TextOp::mul:
    case TextOp::fp_mul:
      return fp_binary(Op::fp_mul, left, right, settings->rounding);
    case TextOp::slash:
    case TextOp::fp_div:
      return fp_binary(Op::fp_div, left, right, settings->rounding);
    case TextOp::rem:
    case TextOp::fp_rem:
      return fp_binary(Op::fp_rem, left, right);
    case TextOp::fp_min:
      return fp_min(left, right);
    case TextOp::fp_max:
      return fp_max(left, right);
    case TextOp::fp_same:
      return eq(left, right);
    default:
      return mismatch(mark, left, right, "it takes integers");
  }
}

Expr Elaborator::floating_unary(NodeId node, Expr operand) {
  if (op(node) == TextOp::fp_from_bv || op(node) == TextOp::fp_from_bits) {
    if (!operand.type().is_bitvector())
      return wrong_operand(node, operand, "it takes a bit-vector");
    return floating_conversion(node, operand);
  }
  if (!operand.type().is_floating()) return wrong_operand(node, operand, "it takes floating point");
  const auto settings = float_settings(node);
  if (!settings) return {};
  switch (op(node)) {
    case TextOp::fp_pos:
      return operand;
    case TextOp::fp_neg:
      return fp_unary(Op::fp_neg, operand);
    case TextOp::fp_abs:
      return fp_unary(Op::fp_abs, operand);
    case TextOp::fp_is_nan:
      return fp_is_nan(operand);
    case TextOp::fp_round:
      return fp_unary(Op::fp_round, operand, settings->rounding);
    case TextOp::fp_sqrt:
      return fp_unary(Op::fp_sqrt, operand, settings->rounding);
    default:
      return floating_conversion(node, operand);
  }
}

Expr Elaborator::floating_conversion(NodeId node, Expr operand) {
  using Integers = FloatSettings::Integers;
  const auto settings = float_settings(node);
  if (!settings) return {};
  const Type to = settings->type;
  const Integers integers = settings->integers;
  switch (op(node)) {
    case TextOp::fp_to_fp:
      if (to && to.is_floating()) return fp_convert(Op::fp_to_fp, operand, to, settings->rounding);
      return error(tree_.location(node), "'fptofp' needs a format", "write fptofp[11,53] x");
    case TextOp::fp_to_bv:
      if (to && to.is_bitvector())
        return fp_convert(integers == Integers::with_sign ? Op::fp_to_sbv : Op::fp_to_ubv, operand,
                          to, settings->rounding);
      return error(tree_.location(node), "'fptobv' needs a width and 's' or 'u'",
                   "write fptobv[32's][RTZ] x");
    case TextOp::fp_from_bits:
      if (to && to.is_floating() && to.width() == operand.type().width())
        return fp_convert(Op::fp_from_bits, operand, to);
      return error(tree_.location(node), "'fpfrombits' needs a format of as many bits",
                   "write fpfrombits[8,24] x");
    default:
      if (to && to.is_floating() && integers != Integers::none)
        return fp_convert(integers == Integers::with_sign ? Op::fp_from_sbv : Op::fp_from_ubv,
                          operand, to, settings->rounding);
      return error(tree_.location(node), "'fpfrombv' needs a format and 's' or 'u'",
                   "write fpfrombv[11,53][s] x");
  }
}

}  // namespace arges::ir
