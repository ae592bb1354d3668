// Writes types, values and expressions in the core dialect, so that parse_expression reads them
// back as themselves. Powers and spellings come from the dialect's own operator table.
#include <string>
#include <vector>

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/context.h"
#include "ir/text/names.h"
#include "ir/text/operators.h"

namespace arges::ir {

std::string quoted_name(std::string_view name) {
  if (core_dialect().is_plain_name(name)) return std::string(name);
  std::string result = "|";
  for (const char c : name) {
    if (c == '|' || c == '\\') result += '\\';
    result += c;
  }
  return result + "|";
}

std::string Type::to_string() const {
  switch (kind()) {
    case TypeKind::boolean:
      return "bool";
    case TypeKind::integer:
      return "int";
    case TypeKind::rational:
      return "rat";
    case TypeKind::bitvector:
      return fmt::format("bv[{}]", width());
    case TypeKind::floating:
      return fmt::format("fp[{},{}]", exponent_bits(), significand_bits());
    case TypeKind::enumeration:
      return quoted_name(name());
    case TypeKind::array:
      return fmt::format("[{}] -> {}", index().to_string(), element().to_string());
  }
  UNREACHABLE("a type should be of some kind");
}

namespace {

/// Exponent and significand as bit-vectors behind the sign.
std::string floating_text(Value value, Type type) {
  const std::uint32_t stored = type.significand_bits() - 1;
  mpz_class bits = value.integer();
  const bool negative = mpz_tstbit(bits.get_mpz_t(), type.width() - 1) != 0;
  if (negative) bits -= mpz_class(1) << (type.width() - 1);
  const mpz_class exponent = bits >> stored;
  return fmt::format("{}{}'d{}.{}'d{}", negative ? "-" : "", type.exponent_bits(),
                     exponent.get_str(), stored, mpz_class(bits - (exponent << stored)).get_str());
}

}  // namespace

std::string to_string(Value value, Type type) {
  if (value.is_unknown()) return "?";
  switch (type.kind()) {
    case TypeKind::boolean:
      return value.is_true() ? "true" : "false";
    case TypeKind::integer:
      return value.integer().get_str();
    case TypeKind::rational: {
      const mpq_class number = value.rational();
      return fmt::format("{}%{}", number.get_num().get_str(), number.get_den().get_str());
    }
    case TypeKind::bitvector:
      return fmt::format("{}'d{}", type.width(), value.integer().get_str());
    case TypeKind::floating:
      return floating_text(value, type);
    case TypeKind::enumeration:
      return quoted_name(type.name() + "." +
                         type.literals().at(static_cast<std::size_t>(value.as_small())));
    case TypeKind::array: {
      const ArrayValue& array = value.as_big().array;
      std::string result = "[";
      for (const auto& [index, element] : array.entries)
        result += fmt::format("{} <- {}, ", to_string(index, type.index()),
                              to_string(element, type.element()));
      return result + fmt::format("<{}> default <- {}]", type.index().to_string(),
                                  to_string(array.fallback, type.element()));
    }
  }
  UNREACHABLE("a type should be of some kind");
}

namespace {

/// Binds tighter than every operator.
constexpr int atom = 100;

bool is_negative(Expr e) {
  return e.is_literal() && e.type().is_numeric() && sgn(e.value().rational()) < 0;
}

bool is_minus_one(Expr e) { return is_negative(e) && e.value() == Value::small(-1); }

/// A negative literal without its sign. Printing must not make new expressions: their order would
/// depend on what is logged.
std::string magnitude(Expr e) { return to_string(e.value(), e.type()).substr(1); }

/// Prints an expression with no more parentheses than the grammar needs. It keeps its own stack:
/// path formulas can be deeper than the machine's.
class ExprPrinter {
 public:
  std::string print(Expr root) {
    push_reversed({{root, 0, ""}});
    while (!stack_.empty()) {
      const Piece piece = std::move(stack_.back());
      stack_.pop_back();
      if (!piece.expr) {
        out_ += piece.text;
        continue;
      }
      parts_.clear();
      const int power = lay_out(piece.expr);
      if (power < piece.least_power) {
        parts_.insert(parts_.begin(), {Expr(), 0, "("});
        text(")");
      }
      push_reversed(parts_);
    }
    return std::move(out_);
  }

 private:
  /// A text, or an expression that needs parentheses if it binds looser than the power.
  struct Piece {
    Expr expr;
    int least_power;
    std::string text;
  };

  void push_reversed(const std::vector<Piece>& pieces) {
    stack_.insert(stack_.end(), pieces.rbegin(), pieces.rend());
  }
  void text(std::string piece) { parts_.push_back({Expr(), 0, std::move(piece)}); }
  void operand(Expr e, int least_power) { parts_.push_back({e, least_power, ""}); }

  /// Fills the parts of an expression and returns the power it binds with.
  int lay_out(Expr e);
  int literal(Expr e);
  int variable(Expr e);
  int infix(TextOp op, Expr e);
  int infix(TextOp op, Expr left, Expr right);
  int nary(TextOp op, Expr e);
  int prefix(TextOp op, Expr operand_of);
  int floating_infix(TextOp op, Expr e);
  int floating_prefix(TextOp op, Expr e);
  int sum(Expr e);
  int product(Expr e);
  /// Whether a negative coefficient was expressed by the operator in front.
  enum class Sign : std::uint8_t { kept, dropped };
  void factors(std::span<const Expr> operands, Sign sign);
  int quantifier(TextOp op, Expr e);
  int extension(TextOp op, Expr e);
  int brackets(Expr e);

  std::vector<Piece> stack_;
  std::vector<Piece> parts_;
  std::string out_;
};

int ExprPrinter::lay_out(Expr e) {
  switch (e.op()) {
    case Op::literal:
      return literal(e);
    case Op::variable:
      return variable(e);
    case Op::not_:
      if (e.child(0).op() == Op::fp_eq ||
          (e.child(0).op() == Op::eq && !e.child(0).child(0).type().is_floating()))
        return infix(TextOp::neq, e.child(0).child(0), e.child(0).child(1));
      return prefix(TextOp::not_, e.child(0));
    case Op::and_:
      return nary(TextOp::and_, e);
    case Op::or_:
      return nary(TextOp::or_, e);
    case Op::ite:
      text("if ");
      operand(e.child(0), 0);
      text(" then ");
      operand(e.child(1), 0);
      text(" else ");
      operand(e.child(2), 0);
      return core_row(TextOp::conditional).power;
    case Op::add:
      return sum(e);
    case Op::mul:
      return product(e);
    case Op::int_to_rat:
      return prefix(TextOp::int_to_rat, e.child(0));
    case Op::bv_neg:
      return prefix(TextOp::bv_neg, e.child(0));
    case Op::bv_not:
      return prefix(TextOp::bv_not, e.child(0));
    case Op::bv_zext:
      return extension(TextOp::bv_zext, e);
    case Op::bv_sext:
      return extension(TextOp::bv_sext, e);
    case Op::forall:
      return quantifier(TextOp::forall, e);
    case Op::exists:
      return quantifier(TextOp::exists, e);
    case Op::bv_extract:
    case Op::select:
    case Op::store:
    case Op::const_array:
      return brackets(e);
    case Op::eq:
      return infix(e.child(0).type().is_floating() ? TextOp::fp_same : TextOp::eq, e);
    case Op::lt:
      return infix(TextOp::lt, e);
    case Op::le:
      return infix(TextOp::le, e);
    case Op::div:
      return infix(TextOp::div, e);
    case Op::mod:
      return infix(TextOp::mod, e);
    case Op::rem:
      return infix(TextOp::rem, e);
    case Op::rat_div:
      return infix(TextOp::slash, e);
    case Op::bv_add:
      return infix(TextOp::bv_add, e);
    case Op::bv_mul:
      return infix(TextOp::bv_mul, e);
    case Op::bv_udiv:
      return infix(TextOp::bv_udiv, e);
    case Op::bv_sdiv:
      return infix(TextOp::bv_sdiv, e);
    case Op::bv_urem:
      return infix(TextOp::bv_urem, e);
    case Op::bv_srem:
      return infix(TextOp::bv_srem, e);
    case Op::bv_smod:
      return infix(TextOp::bv_smod, e);
    case Op::bv_and:
      return infix(TextOp::bv_and, e);
    case Op::bv_or:
      return infix(TextOp::bv_or, e);
    case Op::bv_xor:
      return infix(TextOp::bv_xor, e);
    case Op::bv_shl:
      return infix(TextOp::bv_shl, e);
    case Op::bv_lshr:
      return infix(TextOp::bv_lshr, e);
    case Op::bv_ashr:
      return infix(TextOp::bv_ashr, e);
    case Op::bv_rol:
      return infix(TextOp::bv_rol, e);
    case Op::bv_ror:
      return infix(TextOp::bv_ror, e);
    case Op::bv_concat:
      return infix(TextOp::bv_concat, e);
    case Op::bv_ult:
      return infix(TextOp::bv_ult, e);
    case Op::bv_ule:
      return infix(TextOp::bv_ule, e);
    case Op::bv_slt:
      return infix(TextOp::bv_slt, e);
    case Op::bv_sle:
      return infix(TextOp::bv_sle, e);
    case Op::fp_eq:
      return infix(TextOp::eq, e);
    case Op::fp_lt:
      return infix(TextOp::lt, e);
    case Op::fp_le:
      return infix(TextOp::le, e);
    case Op::fp_add:
      return floating_infix(TextOp::fp_add, e);
    case Op::fp_mul:
      return floating_infix(TextOp::fp_mul, e);
    case Op::fp_div:
      return floating_infix(TextOp::fp_div, e);
    case Op::fp_rem:
      return floating_infix(TextOp::fp_rem, e);
    case Op::fp_neg:
      return floating_prefix(TextOp::fp_neg, e);
    case Op::fp_abs:
      return floating_prefix(TextOp::fp_abs, e);
    case Op::fp_sqrt:
      return floating_prefix(TextOp::fp_sqrt, e);
    case Op::fp_round:
      return floating_prefix(TextOp::fp_round, e);
    case Op::fp_to_fp:
      return floating_prefix(TextOp::fp_to_fp, e);
    case Op::fp_from_bits:
      return floating_prefix(TextOp::fp_from_bits, e);
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
      return floating_prefix(TextOp::fp_from_bv, e);
    case Op::fp_to_sbv:
    case Op::fp_to_ubv:
      return floating_prefix(TextOp::fp_to_bv, e);
  }
  UNREACHABLE("an expression should have an operator");
}

int ExprPrinter::literal(Expr e) {
  text(to_string(e.value(), e.type()));
  const bool has_sign = e.type().is_floating()
                            ? mpz_tstbit(e.value().integer().get_mpz_t(), e.type().width() - 1) != 0
                            : is_negative(e);
  return has_sign ? core_row(TextOp::minus).power : atom;
}

int ExprPrinter::variable(Expr e) {
  text(quoted_name(e.var()->name));
  if (e.version() != 0) text(fmt::format("@{}", e.version()));
  return atom;
}

int ExprPrinter::infix(TextOp op, Expr e) { return infix(op, e.child(0), e.child(1)); }

int ExprPrinter::infix(TextOp op, Expr left, Expr right) {
  const syntax::OperatorRow& row = core_row(op);
  operand(left, row.form == syntax::Form::left ? row.power : row.power + 1);
  text(fmt::format(" {} ", row.text));
  operand(right, row.power + 1);
  return row.power;
}

int ExprPrinter::nary(TextOp op, Expr e) {
  const syntax::OperatorRow& row = core_row(op);
  const std::string between = fmt::format(" {} ", row.text);
  for (std::size_t i = 0; i < e.arity(); ++i) {
    if (i > 0) text(between);
    operand(e.child(i), row.power + 1);
  }
  return row.power;
}

int ExprPrinter::prefix(TextOp op, Expr operand_of) {
  const syntax::OperatorRow& row = core_row(op);
  text(std::string(row.text) + (op == TextOp::minus ? "" : " "));
  operand(operand_of, row.form == syntax::Form::prefix_once ? row.power + 1 : row.power);
  return row.power;
}

/// What stands in brackets behind an operator of floating point.
std::string settings(Expr e) {
  std::string result;
  const Type to = e.type();
  switch (e.op()) {
    case Op::fp_to_fp:
    case Op::fp_from_bits:
    case Op::fp_from_sbv:
    case Op::fp_from_ubv:
      result = fmt::format("[{},{}]", to.exponent_bits(), to.significand_bits());
      break;
    case Op::fp_to_sbv:
      result = fmt::format("[{}'s]", to.width());
      break;
    case Op::fp_to_ubv:
      result = fmt::format("[{}'u]", to.width());
      break;
    default:
      break;
  }
  if (e.op() == Op::fp_from_sbv) result += "[s]";
  if (e.op() == Op::fp_from_ubv) result += "[u]";
  if (rounds(e.op())) result += fmt::format("[{}]", to_string(e.rounding()));
  return result;
}

/// All operands but names and literals are in parentheses: a bracket would be read as a setting.
int ExprPrinter::floating_infix(TextOp op, Expr e) {
  const syntax::OperatorRow& row = core_row(op);
  operand(e.child(0), atom);
  text(fmt::format(" {}{} ", row.text, settings(e)));
  operand(e.child(1), atom);
  return row.power;
}

int ExprPrinter::floating_prefix(TextOp op, Expr e) {
  const syntax::OperatorRow& row = core_row(op);
  text(fmt::format("{}{} ", row.text, settings(e)));
  operand(e.child(0), atom);
  return row.power;
}

int ExprPrinter::sum(Expr e) {
  const int tighter = core_row(TextOp::add).power + 1;
  operand(e.child(0), tighter);
  for (const Expr term : e.children().subspan(1)) {
    const bool negated = is_negative(term) || (term.op() == Op::mul && is_negative(term.child(0)));
    text(negated ? " - " : " + ");
    if (!negated)
      operand(term, tighter);
    else if (term.is_literal())
      text(magnitude(term));
    else
      factors(term.children(), Sign::dropped);
  }
  return core_row(TextOp::add).power;
}

int ExprPrinter::product(Expr e) {
  if (e.arity() == 2 && is_minus_one(e.child(0))) return prefix(TextOp::minus, e.child(1));
  factors(e.children(), Sign::kept);
  return core_row(TextOp::mul).power;
}

void ExprPrinter::factors(std::span<const Expr> operands, Sign sign) {
  const int power = core_row(TextOp::mul).power;
  std::size_t first = 0;
  if (sign == Sign::dropped) {
    first = 1;
    if (!is_minus_one(operands[0])) text(magnitude(operands[0]) + " * ");
  }
  const bool leading = sign == Sign::kept || is_minus_one(operands[0]);
  for (std::size_t i = first; i < operands.size(); ++i) {
    if (i > first) text(" * ");
    operand(operands[i], leading && i == first ? power : power + 1);
  }
}

int ExprPrinter::quantifier(TextOp op, Expr e) {
  const syntax::OperatorRow& row = core_row(op);
  std::string declared;
  for (const Var v : e.bound())
    declared += fmt::format("{}{} : {}", declared.empty() ? "" : ", ", quoted_name(v->name),
                            v->type.to_string());
  text(fmt::format("{} ({}) ", row.text, declared));
  operand(e.child(0), row.power);
  return row.power;
}

int ExprPrinter::extension(TextOp op, Expr e) {
  const syntax::OperatorRow& row = core_row(op);
  operand(e.child(0), row.power + 1);
  text(fmt::format(" {} {}", row.text, e.type().to_string()));
  return row.power;
}

int ExprPrinter::brackets(Expr e) {
  const int power = core_row(TextOp::prime).power;
  if (e.op() == Op::const_array) {
    text(fmt::format("[<{}> default <- ", e.type().index().to_string()));
    operand(e.child(0), 0);
    text("]");
    return atom;
  }
  operand(e.child(0), power);
  if (e.op() == Op::bv_extract) {
    text(fmt::format("[{}:{}]", e.low() + e.type().width(), e.low()));
    return power;
  }
  text("[");
  operand(e.child(1), 0);
  if (e.op() == Op::store) {
    text(" <- ");
    operand(e.child(2), 0);
  }
  text("]");
  return power;
}

}  // namespace

std::string Expr::to_string() const { return ExprPrinter().print(*this); }

}  // namespace arges::ir
