#pragma once

#include <string_view>
#include <vector>

#include "base/syntax/dialect.h"

namespace arges::ir {

/// The operators that the texts of CFA, XSTS and the core language write; `Elaborator` gives them
/// their meaning, dialects give them their spelling.
enum class TextOp : syntax::OperatorId {
  true_,
  false_,
  conditional,
  forall,
  exists,
  iff,
  imply,
  or_,
  xor_,
  and_,
  not_,
  eq,
  neq,
  lt,
  le,
  gt,
  ge,
  plus,   ///< unary
  minus,  ///< unary
  add,
  sub,
  mul,
  slash,  ///< int: div; rational: the quotient
  div,
  mod,
  rem,
  int_to_rat,
  bv_or,
  bv_xor,
  bv_and,
  bv_shl,
  bv_ashr,
  bv_lshr,
  bv_rol,
  bv_ror,
  bv_add,
  bv_sub,
  bv_mul,
  bv_udiv,
  bv_sdiv,
  bv_smod,
  bv_urem,
  bv_srem,
  bv_ult,
  bv_ule,
  bv_ugt,
  bv_uge,
  bv_slt,
  bv_sle,
  bv_sgt,
  bv_sge,
  bv_concat,
  bv_zext,
  bv_sext,
  bv_pos,
  bv_neg,
  bv_not,
  brackets,  ///< group, array literal, index
  call,
  prime,
  version,
  fp_literal,  ///< exponent . significand
  fp_max,
  fp_min,
  fp_add,
  fp_sub,
  fp_mul,
  fp_div,
  fp_rem,
  fp_abs,
  fp_is_nan,
  fp_round,
  fp_sqrt,
  fp_to_fp,
  fp_to_bv,
  fp_from_bv,
  fp_from_bits,
  fp_neg,
  fp_pos,
  fp_same,  ///< identity, where `=` is IEEE 754's equality
};

constexpr syntax::OperatorId id(TextOp op) { return static_cast<syntax::OperatorId>(op); }

/// A row of a dialect's table.
constexpr syntax::OperatorRow row(std::string_view text, TextOp op, syntax::Form form,
                                  std::uint8_t power, syntax::Arity arity = syntax::Arity::binary) {
  return {.text = text, .id = id(op), .form = form, .power = power, .arity = arity};
}

/// The operators of CFA (notes: loosest first), which the core language shares.
std::vector<syntax::OperatorRow> cfa_operators();

/// What expressions and statements are printed in: CFA's operators, XSTS's statements and names,
/// enumeration literals as Type.Literal, quoted names, and x@2 for a variable's version.
const syntax::Dialect& core_dialect();

/// The core dialect's row of an operator, for the printer.
const syntax::OperatorRow& core_row(TextOp op);

}  // namespace arges::ir
