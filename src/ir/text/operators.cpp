#include "ir/text/operators.h"

#include <array>

#include "base/invariant.h"

namespace arges::ir {

using syntax::Arity;
using syntax::Form;
using syntax::OperatorRow;
using syntax::Settings;

namespace {

/// An operator of floating point that takes settings: [RNE], [8,24].
constexpr OperatorRow floating(std::string_view text, TextOp op, Form form, std::uint8_t power) {
  return {
      .text = text, .id = id(op), .form = form, .power = power, .settings = Settings::bracketed};
}

constexpr std::array cfa_table = {
    row("true", TextOp::true_, Form::constant, 0),
    row("false", TextOp::false_, Form::constant, 0),
    row("(", TextOp::brackets, Form::group, 0),
    row("[", TextOp::brackets, Form::array, 0),
    row("if", TextOp::conditional, Form::conditional, 1),
    row("iff", TextOp::iff, Form::right, 2),
    row("imply", TextOp::imply, Form::right, 3),
    row("forall", TextOp::forall, Form::binder, 4),
    row("exists", TextOp::exists, Form::binder, 4),
    floating("fpmax", TextOp::fp_max, Form::right, 5),
    floating("fpmin", TextOp::fp_min, Form::right, 5),
    row("or", TextOp::or_, Form::left, 6, Arity::nary),
    row("xor", TextOp::xor_, Form::right, 7),
    row("and", TextOp::and_, Form::left, 8, Arity::nary),
    row("not", TextOp::not_, Form::prefix_once, 9),
    row("=", TextOp::eq, Form::single, 10),
    row("/=", TextOp::neq, Form::single, 10),
    row("<", TextOp::lt, Form::single, 11),
    row("<=", TextOp::le, Form::single, 11),
    row(">", TextOp::gt, Form::single, 11),
    row(">=", TextOp::ge, Form::single, 11),
    row("bvult", TextOp::bv_ult, Form::single, 11),
    row("bvule", TextOp::bv_ule, Form::single, 11),
    row("bvugt", TextOp::bv_ugt, Form::single, 11),
    row("bvuge", TextOp::bv_uge, Form::single, 11),
    row("bvslt", TextOp::bv_slt, Form::single, 11),
    row("bvsle", TextOp::bv_sle, Form::single, 11),
    row("bvsgt", TextOp::bv_sgt, Form::single, 11),
    row("bvsge", TextOp::bv_sge, Form::single, 11),
    row("bvor", TextOp::bv_or, Form::left, 12),
    row("bvxor", TextOp::bv_xor, Form::left, 13),
    row("bvand", TextOp::bv_and, Form::left, 14),
    row("bvshl", TextOp::bv_shl, Form::left, 15),
    row("bvashr", TextOp::bv_ashr, Form::left, 15),
    row("bvlshr", TextOp::bv_lshr, Form::left, 15),
    row("bvrol", TextOp::bv_rol, Form::left, 15),
    row("bvror", TextOp::bv_ror, Form::left, 15),
    row("+", TextOp::add, Form::left, 16, Arity::nary),
    row("-", TextOp::sub, Form::left, 16, Arity::nary),
    row("bvadd", TextOp::bv_add, Form::left, 16),
    row("bvsub", TextOp::bv_sub, Form::left, 16),
    floating("fpadd", TextOp::fp_add, Form::left, 16),
    floating("fpsub", TextOp::fp_sub, Form::left, 16),
    row("*", TextOp::mul, Form::left, 17, Arity::nary),
    row("/", TextOp::slash, Form::left, 17),
    row("div", TextOp::div, Form::left, 17),
    row("mod", TextOp::mod, Form::left, 17),
    row("rem", TextOp::rem, Form::left, 17),
    row("bvmul", TextOp::bv_mul, Form::left, 17),
    row("bvudiv", TextOp::bv_udiv, Form::left, 17),
    row("bvsdiv", TextOp::bv_sdiv, Form::left, 17),
    row("bvsmod", TextOp::bv_smod, Form::left, 17),
    row("bvurem", TextOp::bv_urem, Form::left, 17),
    row("bvsrem", TextOp::bv_srem, Form::left, 17),
    floating("fprem", TextOp::fp_rem, Form::left, 17),
    floating("fpmul", TextOp::fp_mul, Form::left, 17),
    floating("fpdiv", TextOp::fp_div, Form::left, 17),
    row("++", TextOp::bv_concat, Form::left, 18),
    row("bv_zero_extend", TextOp::bv_zext, Form::cast, 19),
    row("bv_sign_extend", TextOp::bv_sext, Form::cast, 19),
    row("+", TextOp::plus, Form::prefix, 20),
    row("-", TextOp::minus, Form::prefix, 20),
    row("bvpos", TextOp::bv_pos, Form::prefix, 20),
    row("bvneg", TextOp::bv_neg, Form::prefix, 20),
    floating("fpabs", TextOp::fp_abs, Form::prefix, 20),
    floating("fpisnan", TextOp::fp_is_nan, Form::prefix, 20),
    floating("fproundtoint", TextOp::fp_round, Form::prefix, 20),
    floating("fpsqrt", TextOp::fp_sqrt, Form::prefix, 20),
    floating("fptofp", TextOp::fp_to_fp, Form::prefix, 20),
    floating("fptobv", TextOp::fp_to_bv, Form::prefix, 20),
    floating("fpfrombv", TextOp::fp_from_bv, Form::prefix, 20),
    floating("fpneg", TextOp::fp_neg, Form::prefix, 20),
    floating("fppos", TextOp::fp_pos, Form::prefix, 20),
    row("bvnot", TextOp::bv_not, Form::prefix, 21),
    row("[", TextOp::brackets, Form::index, 22),
    row("(", TextOp::call, Form::call, 22),
    row("'", TextOp::prime, Form::postfix, 22),
    row(".", TextOp::fp_literal, Form::left, 23),
};

constexpr std::array core_only = {
    row("fpsame", TextOp::fp_same, Form::single, 10),
    floating("fpfrombits", TextOp::fp_from_bits, Form::prefix, 20),
    row("int_to_rat", TextOp::int_to_rat, Form::prefix, 20),
    row("@", TextOp::version, Form::numbered, 22),
};

syntax::DialectTables core_tables() {
  syntax::DialectTables tables;
  tables.operators = cfa_operators();
  tables.operators.insert(tables.operators.end(), core_only.begin(), core_only.end());
  tables.words = {"then",  "else",   "default", "<-",  "->",   ":=", ":",     ",",
                  ";",     ")",      "]",       "{",   "}",    "%",  "local", "var",
                  "havoc", "assume", "choice",  "for", "from", "to", "do"};
  tables.types = {"bool", "int", "rat", "bv", "fp"};
  tables.lexical = {.name_start = "_$",
                    .name_part = "_$.",
                    .bit_vectors = syntax::LexicalRules::BitVectors::yes,
                    .rationals = syntax::LexicalRules::Rationals::yes,
                    .quoted_names = syntax::LexicalRules::QuotedNames::yes};
  return tables;
}

}  // namespace

std::vector<OperatorRow> cfa_operators() { return {cfa_table.begin(), cfa_table.end()}; }

const syntax::Dialect& core_dialect() {
  static const syntax::Dialect dialect(core_tables());
  return dialect;
}

const OperatorRow& core_row(TextOp op) {
  for (const OperatorRow& row : cfa_table)
    if (row.id == id(op)) return row;
  for (const OperatorRow& row : core_only)
    if (row.id == id(op)) return row;
  UNREACHABLE("every operator should have a row");
}

}  // namespace arges::ir
