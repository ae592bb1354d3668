#include "automata/ltl/dialects.h"

#include "base/invariant.h"

namespace arges::automata {

namespace {

using syntax::Dialect;
using syntax::DialectTables;
using syntax::Form;
using syntax::LexicalRules;
using syntax::OperatorRow;

// Mondok 2019, Table 3.1, which agrees with Spot and Ultimate on what they have.
constexpr std::uint8_t implies_power = 1;
constexpr std::uint8_t or_power = 2;
constexpr std::uint8_t xor_power = 3;
constexpr std::uint8_t and_power = 4;
constexpr std::uint8_t not_power = 5;
constexpr std::uint8_t until_power = 6;
constexpr std::uint8_t temporal_power = 7;
constexpr std::uint8_t equality_power = 8;
constexpr std::uint8_t order_power = 9;
constexpr std::uint8_t sum_power = 10;
constexpr std::uint8_t product_power = 11;
constexpr std::uint8_t sign_power = 12;
constexpr std::uint8_t tight_power = 13;
constexpr std::uint8_t postfix_power = 14;

OperatorRow row(std::string_view text, LtlToken token, Form form, std::uint8_t power = 0) {
  return {.text = text, .id = static_cast<syntax::OperatorId>(token), .form = form, .power = power};
}

OperatorRow nary(std::string_view text, LtlToken token, std::uint8_t power) {
  OperatorRow result = row(text, token, Form::left, power);
  result.arity = syntax::Arity::nary;
  return result;
}

void add_logic(std::vector<OperatorRow>& rows) {
  rows.push_back(row("true", LtlToken::true_, Form::constant));
  rows.push_back(row("false", LtlToken::false_, Form::constant));
  rows.push_back(row("(", LtlToken::group, Form::group));
  for (const std::string_view text : {"!", "~"})
    rows.push_back(row(text, LtlToken::not_, Form::prefix_open, tight_power));
  rows.push_back(row("not", LtlToken::not_, Form::prefix, not_power));
  for (const std::string_view text : {"&", "&&", "/\\", "and"})
    rows.push_back(nary(text, LtlToken::and_, and_power));
  for (const std::string_view text : {"|", "||", "\\/", "or"})
    rows.push_back(nary(text, LtlToken::or_, or_power));
  for (const std::string_view text : {"->", "=>", "-->", "==>", "imply"})
    rows.push_back(row(text, LtlToken::implies, Form::right, implies_power));
  for (const std::string_view text : {"<->", "<=>", "<-->", "<==>"})
    rows.push_back(row(text, LtlToken::equivalent, Form::right, implies_power));
  for (const std::string_view text : {"xor", "^"})
    rows.push_back(row(text, LtlToken::xor_, Form::left, xor_power));
}

void add_temporal(std::vector<OperatorRow>& rows) {
  const auto prefix = [&](std::string_view text, LtlToken token) {
    rows.push_back(row(text, token, Form::prefix_open, temporal_power));
    rows.back().settings = syntax::Settings::bracketed;  // X[3] a, F[1:4] a
  };
  const auto infix = [&](std::string_view text, LtlToken token) {
    rows.push_back(row(text, token, Form::right, until_power));
  };
  prefix("X", LtlToken::next);
  prefix("F", LtlToken::eventually);
  prefix("<>", LtlToken::eventually);
  prefix("G", LtlToken::always);
  prefix("[]", LtlToken::always);
  infix("U", LtlToken::until);
  infix("R", LtlToken::release);
  infix("V", LtlToken::release);
  infix("W", LtlToken::weak_until);
  infix("WU", LtlToken::weak_until);
  infix("M", LtlToken::strong_release);
}

void add_expressions(std::vector<OperatorRow>& rows) {
  for (const std::string_view text : {"=", "==", "!=", "/="})
    rows.push_back(row(text, LtlToken::comparison, Form::single, equality_power));
  for (const std::string_view text : {"<", ">", "<=", ">="})
    rows.push_back(row(text, LtlToken::comparison, Form::single, order_power));
  rows.push_back(row("+", LtlToken::arithmetic, Form::left, sum_power));
  rows.push_back(row("-", LtlToken::arithmetic, Form::left, sum_power));
  for (const std::string_view text : {"*", "/", "%", "div", "mod", "rem"})
    rows.push_back(row(text, LtlToken::arithmetic, Form::left, product_power));
  rows.push_back(row("-", LtlToken::arithmetic, Form::prefix, sign_power));
  rows.push_back(row("(", LtlToken::other, Form::call, postfix_power));
  rows.push_back(row("[", LtlToken::other, Form::index, postfix_power));
  // Dots between names are part of them; this one is behind an index: p[0].Busy.
  rows.push_back(row(".", LtlToken::other, Form::member, postfix_power));
}

DialectTables tables(LexicalRules::Glued glued) {
  DialectTables result;
  add_logic(result.operators);
  add_temporal(result.operators);
  add_expressions(result.operators);
  result.words = {")", ",", "]", "<-", ":"};
  result.lexical.name_start = "_";
  result.lexical.name_part = "_.:";  // locals of programs are main::x
  result.lexical.strings = LexicalRules::Strings::yes;
  result.lexical.literal_quotes = "'";  // In('a-b') of statecharts
  result.lexical.prefix_letters = "FGX";
  result.lexical.glued = glued;
  return result;
}

}  // namespace

const Dialect& ltl_dialect(LtlSyntax syntax) {
  // One table of operators serves them all; only where words end differs.
  static const Dialect words_apart(tables(LexicalRules::Glued::runs));
  static const Dialect words_touching(tables(LexicalRules::Glued::names));
  INVARIANT(syntax != LtlSyntax::automatic, "a syntax should be chosen before parsing");
  return syntax == LtlSyntax::spot ? words_touching : words_apart;
}

}  // namespace arges::automata
