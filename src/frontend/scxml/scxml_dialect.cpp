#include "frontend/scxml/scxml_dialect.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "ir/text/operators.h"

namespace arges::frontend::scxml {

namespace {

using ir::TextOp;
using syntax::Arity;
using syntax::Form;

constexpr std::array operators = {
    row("true", TextOp::true_, Form::constant, 0),
    row("false", TextOp::false_, Form::constant, 0),
    row("(", TextOp::brackets, Form::group, 0),
    row("[", TextOp::brackets, Form::list, 0),
    row("?", TextOp::conditional, Form::ternary, 1),
    row("||", TextOp::or_, Form::left, 2, Arity::nary),
    row("or", TextOp::or_, Form::left, 2, Arity::nary),
    row("&&", TextOp::and_, Form::left, 3, Arity::nary),
    row("and", TextOp::and_, Form::left, 3, Arity::nary),
    row("not", TextOp::not_, Form::prefix, 4),
    row("==", TextOp::eq, Form::single, 5),
    row("===", TextOp::eq, Form::single, 5),
    row("!=", TextOp::neq, Form::single, 5),
    row("!==", TextOp::neq, Form::single, 5),
    row("<", TextOp::lt, Form::single, 6),
    row("<=", TextOp::le, Form::single, 6),
    row(">", TextOp::gt, Form::single, 6),
    row(">=", TextOp::ge, Form::single, 6),
    row("+", TextOp::add, Form::left, 7),
    row("-", TextOp::sub, Form::left, 7),
    row("*", TextOp::mul, Form::left, 8),
    row("/", TextOp::slash, Form::left, 8),
    row("%", TextOp::rem, Form::left, 8),
    row("!", TextOp::not_, Form::prefix, 9),
    row("-", TextOp::minus, Form::prefix, 9),
    row("+", TextOp::plus, Form::prefix, 9),
    row("[", TextOp::brackets, Form::index, 10),
    row("(", TextOp::call, Form::call, 10),
};

constexpr std::array<std::string_view, 25> refused_operators = {
    "typeof", "instanceof", "in", "new", "void", "delete", "++", "--", "&",  "|",  "^",   "~", "<<",
    ">>",     ">>>",        "+=", "-=",  "*=",   "/=",     "%=", "=>", "**", "??", "...", "?."};
constexpr std::array<std::string_view, 4> refused_values = {"undefined", "null", "this", "NaN"};
constexpr std::array<std::string_view, 11> refused_words = {
    "function", "return", "var", "let", "const", "if", "else", "for", "while", "throw", "switch"};

bool has(const auto& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

}  // namespace

const syntax::Dialect& expression_dialect() {
  static const syntax::Dialect dialect([] {
    syntax::DialectTables tables;
    tables.operators = {operators.begin(), operators.end()};
    tables.words = {")", "]", "{", "}", ",", ":", ";", ".", "="};
    tables.words.insert(tables.words.end(), refused_operators.begin(), refused_operators.end());
    tables.words.insert(tables.words.end(), refused_values.begin(), refused_values.end());
    tables.words.insert(tables.words.end(), refused_words.begin(), refused_words.end());
    tables.lexical = {.name_start = "_$", .name_part = "_$.", .literal_quotes = "'\""};
    return tables;
  }());
  return dialect;
}

std::string refusal(std::string_view token) {
  if (has(refused_operators, token)) return fmt::format("the ECMAScript operator '{}'", token);
  if (has(refused_values, token)) return fmt::format("the ECMAScript value '{}'", token);
  if (has(refused_words, token)) return fmt::format("the ECMAScript word '{}'", token);
  if (token == "{") return "an ECMAScript object";
  if (token == "=") return "an ECMAScript assignment inside of an expression";
  if (token == ".") return "a decimal number or a member of an expression";
  if (token == ";") return "more than one ECMAScript expression";
  return "";
}

}  // namespace arges::frontend::scxml
