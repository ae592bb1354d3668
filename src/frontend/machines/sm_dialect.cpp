#include "frontend/machines/sm_dialect.h"

#include "ir/text/operators.h"

namespace arges::frontend::machines {

namespace {

using ir::row;
using ir::TextOp;
using syntax::Form;
using syntax::OperatorRow;

constexpr OperatorRow row(std::string_view text, SmOp op, Form form, std::uint8_t power = 0) {
  return {.text = text, .id = id(op), .form = form, .power = power};
}

syntax::DialectTables tables() {
  syntax::DialectTables result;
  result.operators = {
      row("true", TextOp::true_, Form::constant, 0),
      row("false", TextOp::false_, Form::constant, 0),
      row("null", SmOp::null, Form::constant),
      row("self", SmOp::self, Form::constant),
      row("(", TextOp::brackets, Form::group, 0),
      row("?", TextOp::conditional, Form::ternary, 1),
      row("||", TextOp::or_, Form::left, 2),
      row("&&", TextOp::and_, Form::left, 3),
      row("==", TextOp::eq, Form::left, 4),
      row("!=", TextOp::neq, Form::left, 4),
      row("<", TextOp::lt, Form::single, 5),
      row("<=", TextOp::le, Form::single, 5),
      row(">", TextOp::gt, Form::single, 5),
      row(">=", TextOp::ge, Form::single, 5),
      row("<<", SmOp::shift_left, Form::left, 6),
      row(">>", SmOp::shift_right, Form::left, 6),
      row("+", TextOp::add, Form::left, 7),
      row("-", TextOp::sub, Form::left, 7),
      row("*", TextOp::mul, Form::left, 8),
      row("/", TextOp::slash, Form::left, 8),
      row("%", SmOp::remainder, Form::left, 8),
      row("!", TextOp::not_, Form::prefix, 9),
      row("-", TextOp::minus, Form::prefix, 9),
      row(".", SmOp::dot, Form::member, 10),
      row("[", TextOp::brackets, Form::index, 10),
  };
  result.words = {"signal",    "external",  "class", "object", "int",    "bool",    "queue",
                  "state",     "initial",   "final", "choice", "defer",  "noflush", "on",
                  "entry",     "exit",      "send",  "to",     "assert", "else",    "check",
                  "invariant", "reachable", "ltl",   "const",  "enum",   "in",      "->",
                  "{",         "}",         ")",     "]",      ";",      ",",       ":",
                  "=",         "+=",        "-=",    "..",     "&",      "|"};
  return result;
}

}  // namespace

const syntax::Dialect& sm_dialect() {
  static const syntax::Dialect dialect(tables());
  return dialect;
}

}  // namespace arges::frontend::machines
