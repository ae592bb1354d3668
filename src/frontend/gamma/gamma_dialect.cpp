#include "frontend/gamma/gamma_dialect.h"

#include <algorithm>
#include <vector>

#include "ir/text/operators.h"

namespace arges::frontend::gamma {

namespace {

using ir::TextOp;
using syntax::Arity;
using syntax::Dialect;
using syntax::DialectTables;
using syntax::Form;
using syntax::OperatorRow;

constexpr OperatorRow row(std::string_view text, GammaOp op, Form form, std::uint8_t power = 0) {
  return {.text = text, .id = id(op), .form = form, .power = power};
}

constexpr std::uint8_t postfix = 13;

std::vector<OperatorRow> expression_operators() {
  return {
      row("true", TextOp::true_, Form::constant, 0),
      row("false", TextOp::false_, Form::constant, 0),
      row("else", GammaOp::else_, Form::constant),
      row("any", GammaOp::any, Form::constant),
      row("(", TextOp::brackets, Form::group, 0),
      row("?", TextOp::conditional, Form::ternary, 1),
      row("imply", TextOp::imply, Form::right, 2),
      row("or", TextOp::or_, Form::left, 3, Arity::nary),
      row("xor", TextOp::xor_, Form::right, 4),
      row("and", TextOp::and_, Form::left, 5, Arity::nary),
      row("not", TextOp::not_, Form::prefix, 6),
      row("!", TextOp::not_, Form::prefix, 6),
      row("=", TextOp::eq, Form::single, 7),
      row("==", TextOp::eq, Form::single, 7),
      row("/=", TextOp::neq, Form::single, 7),
      row("!=", TextOp::neq, Form::single, 7),
      row("<", TextOp::lt, Form::single, 8),
      row("<=", TextOp::le, Form::single, 8),
      row(">", TextOp::gt, Form::single, 8),
      row(">=", TextOp::ge, Form::single, 8),
      row("+", TextOp::add, Form::left, 9, Arity::nary),
      row("-", TextOp::sub, Form::left, 9, Arity::nary),
      row("*", TextOp::mul, Form::left, 10, Arity::nary),
      row("/", TextOp::slash, Form::left, 10),
      row("div", TextOp::div, Form::left, 10),
      row("mod", TextOp::mod, Form::left, 10),
      row("+", TextOp::plus, Form::prefix, 11),
      row("-", TextOp::minus, Form::prefix, 11),
      row("in-state", GammaOp::in_state, Form::prefix, 12),
      row("[", TextOp::brackets, Form::index, postfix),
      row("(", TextOp::call, Form::call, postfix),
      row(".", GammaOp::dot, Form::member, postfix),
      row("::", GammaOp::colons, Form::scoped, postfix),
  };
}

std::vector<OperatorRow> trigger_operators() {
  return {
      row("cycle", GammaOp::cycle, Form::constant),
      row("any", GammaOp::any, Form::constant),
      row("(", TextOp::brackets, Form::group, 0),
      row("==", TextOp::iff, Form::right, 1),
      row("->", TextOp::imply, Form::right, 2),
      row("||", TextOp::or_, Form::left, 3, Arity::nary),
      row("^", TextOp::xor_, Form::right, 4),
      row("&&", TextOp::and_, Form::left, 5, Arity::nary),
      row("!", TextOp::not_, Form::prefix, 6),
      row("timeout", GammaOp::timeout, Form::prefix, 12),
      row(".", GammaOp::dot, Form::member, postfix),
  };
}

// Words that stand in one place only (priority, incoming, run, …) are names, known by that place.
constexpr std::string_view words =
    "package import const type integer boolean decimal rational void enum record "
    "interface extends in out inout internal persistent transient event invariant "
    "port provides requires statechart var timeout region transition initial choice "
    "merge fork join shallow deep history state entry exit from to when raise set ms s h "
    "return assert break if elseif switch case default for branch procedure lambda "
    "component bind channel sync cascade async scheduled-async execute adapter of clock queue "
    "cycle top-down bottom-up order-based value-based on-the-fly beginning-of-step full-step "
    "reset-queue reset-queues reset-other-queues no-history "
    "-o)- <+ +> .. := -> || && ^ : , ; ) ] { } @ # #[ %";

std::vector<std::string_view> split(std::string_view text) {
  std::vector<std::string_view> result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    result.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

DialectTables gamma_tables() {
  DialectTables result;
  result.operators = expression_operators();
  result.words = split(words);
  // '^' starts an escaped name, and is an operator where it stands alone.
  result.lexical = {.name_start = "_^",
                    .rationals = syntax::LexicalRules::Rationals::yes,
                    .strings = syntax::LexicalRules::Strings::yes};
  return result;
}

// Quantifiers and temporal operators are names here, known by their places, as states may be
// called A or B.
DialectTables property_tables() {
  DialectTables result = gamma_tables();
  std::erase(result.words, "event");
  std::erase(result.words, "state");
  std::erase(result.words, "->");
  const OperatorRow further[] = {
      row("state", GammaOp::state, Form::prefix, 11),
      row("variable", GammaOp::variable, Form::prefix, 11),
      row("event", GammaOp::event, Form::prefix, 11),
      row("parameter", GammaOp::parameter, Form::prefix, 11),
      row("->", GammaOp::arrow, Form::left, 12),
  };
  result.operators.insert(result.operators.end(), std::begin(further), std::end(further));
  return result;
}

/// Operators alone: the tokens are another dialect's.
DialectTables only(std::vector<OperatorRow> operators) {
  DialectTables result;
  result.operators = std::move(operators);
  result.lexical = {.name_start = "_^"};
  return result;
}

}  // namespace

const Dialect& gamma_dialect() {
  static const Dialect dialect(gamma_tables());
  return dialect;
}

const Dialect& trigger_dialect() {
  static const Dialect dialect(only(trigger_operators()));
  return dialect;
}

const Dialect& property_dialect() {
  static const Dialect dialect(property_tables());
  return dialect;
}

std::string plain_name(std::string_view text) {
  return std::string(text.starts_with('^') && text.size() > 1 ? text.substr(1) : text);
}

}  // namespace arges::frontend::gamma
