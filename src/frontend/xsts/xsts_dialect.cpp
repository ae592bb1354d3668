#include "frontend/xsts/xsts_dialect.h"

#include <array>

#include "ir/text/operators.h"

namespace arges::frontend {

namespace {

using ir::TextOp;
using syntax::Arity;
using syntax::Form;

constexpr std::array operators = {
    row("true", TextOp::true_, Form::constant, 0),
    row("false", TextOp::false_, Form::constant, 0),
    row("(", TextOp::brackets, Form::group, 0),
    row("[", TextOp::brackets, Form::array, 0),
    row("if", TextOp::conditional, Form::conditional, 1),
    row("iff", TextOp::iff, Form::right, 2),
    row("=>", TextOp::imply, Form::right, 3),
    row("||", TextOp::or_, Form::left, 4, Arity::nary),
    row("xor", TextOp::xor_, Form::right, 5),
    row("&&", TextOp::and_, Form::left, 6, Arity::nary),
    row("!", TextOp::not_, Form::prefix_once, 7),
    row("==", TextOp::eq, Form::single, 8),
    row("!=", TextOp::neq, Form::single, 8),
    row("<", TextOp::lt, Form::single, 9),
    row("<=", TextOp::le, Form::single, 9),
    row(">", TextOp::gt, Form::single, 9),
    row(">=", TextOp::ge, Form::single, 9),
    row("+", TextOp::add, Form::left, 10, Arity::nary),
    row("-", TextOp::sub, Form::left, 10, Arity::nary),
    row("*", TextOp::mul, Form::left, 11, Arity::nary),
    row("/", TextOp::div, Form::left, 11),
    row("%", TextOp::mod, Form::left, 11),
    row("rem", TextOp::rem, Form::left, 11),
    row("+", TextOp::plus, Form::prefix, 12),
    row("-", TextOp::minus, Form::prefix, 12),
    row("[", TextOp::brackets, Form::index, 13),
};

}  // namespace

syntax::DialectTables xsts_tables() {
  syntax::DialectTables result;
  result.operators = {operators.begin(), operators.end()};
  result.words = {"type",  "ctrl",   "var",     "trans", "init", "env",  "prop", "local",
                  "havoc", "assume", "choice",  "or",    "for",  "from", "to",   "do",
                  "then",  "else",   "default", "<-",    "->",   ":=",   ":",    "=",
                  ",",     ";",      ")",       "]",     "{",    "}"};
  result.types = {"boolean", "integer"};
  result.lexical = {.name_start = "_$", .name_part = "_$."};
  return result;
}

const syntax::Dialect& xsts_dialect() {
  static const syntax::Dialect dialect(xsts_tables());
  return dialect;
}

}  // namespace arges::frontend
