#include "base/syntax/expression_parser.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::syntax {

void ExpressionParser::append(List& list, NodeId node) {
  if (list.first == no_node)
    list.first = node;
  else
    tree_[list.last].next = node;
  list.last = node;
  list.depth = std::max<std::uint32_t>(list.depth, tree_[node].depth);
}

void ExpressionParser::append(List& list, const std::vector<NodeId>& nodes) {
  for (const NodeId node : nodes) append(list, node);
}

NodeId ExpressionParser::leaf(NodeKind kind, const Token& token, OperatorId op) {
  return tree_.add({.kind = kind,
                    .op = op,
                    .offset = token.offset,
                    .begin = token.offset,
                    .end = token.end,
                    .text = token.text});
}

NodeId ExpressionParser::node(NodeKind kind, const Token& token, const List& children,
                              OperatorId op, std::uint32_t levels) {
  // Postfix operators and chains deepen the tree without recursion here, but what is made of it
  // will be walked recursively.
  if (children.depth + levels > max_nesting) tokens_.fail_too_deep();
  Node made{.kind = kind,
            .op = op,
            .depth = static_cast<std::uint16_t>(children.depth + levels),
            .offset = token.offset,
            .begin = token.offset,
            .end = tokens_.previous().end,
            .first = children.first,
            .text = token.text};
  if (children.first != no_node) made.begin = std::min(token.offset, tree_[children.first].begin);
  return tree_.add(made);
}

Dialect::Symbol ExpressionParser::symbol(const Token& token) const {
  // The symbols of two dialects are numbered each for itself.
  return &operators_ == &tokens_.dialect() ? token.symbol : operators_.keyword(token.text);
}

const OperatorRow* ExpressionParser::next_operator(int least_power) const {
  const Token& token = tokens_.peek();
  if (token.kind != TokenKind::symbol) return nullptr;
  const Dialect::Symbol next = symbol(token);
  const OperatorRow* row = next == Dialect::no_symbol ? nullptr : operators_.continuing(next);
  return row != nullptr && row->power >= least_power ? row : nullptr;
}

NodeId ExpressionParser::expression(int least_power) {
  const TokenStream::Level level(tokens_, TokenStream::Level::Weight::half);
  NodeId left = opening(least_power);
  while (const OperatorRow* row = next_operator(least_power)) left = continuing(*row, left);
  return left;
}

NodeId ExpressionParser::opening(int least_power) {
  const Token& token = tokens_.peek();
  switch (token.kind) {
    case TokenKind::name:
      return leaf(NodeKind::name, tokens_.take());
    case TokenKind::integer:
      return number();
    case TokenKind::bit_vector:
      return leaf(NodeKind::bit_vector, tokens_.take());
    case TokenKind::string:
      return leaf(NodeKind::string, tokens_.take());
    case TokenKind::symbol:
      if (const Dialect::Symbol next = symbol(token); next != Dialect::no_symbol)
        if (const OperatorRow* row = operators_.opening(next))
          return opening_operator(*row, least_power);
      break;
    case TokenKind::end:
      break;
  }
  tokens_.fail_expected("an expression");
}

// Small frames: this is where recursion passes through.
NodeId ExpressionParser::opening_operator(const OperatorRow& row, int least_power) {
  switch (row.form) {
    case Form::constant:
      return leaf(NodeKind::constant, tokens_.take(), row.id);
    case Form::group:
      return group();
    case Form::array:
      return array();
    case Form::list:
      return list();
    case Form::conditional:
      check_power(row, least_power);
      return conditional(row);
    case Form::binder:
      check_power(row, least_power);
      return binder(row);
    case Form::prefix_open:
      return prefix(row);
    default:
      check_power(row, least_power);
      return prefix(row);
  }
}

void ExpressionParser::check_power(const OperatorRow& row, int least_power) {
  if (row.power < least_power)
    tokens_.error(tokens_.peek(), fmt::format("'{}' needs parentheses here", row.text),
                  fmt::format("write ({} …)", row.text));
}

NodeId ExpressionParser::group() {
  const std::uint32_t begin = tokens_.take().offset;
  const NodeId inner = expression(0);
  tokens_.expect(")");
  tree_[inner].begin = begin;
  tree_[inner].end = tokens_.previous().end;
  return inner;
}

NodeId ExpressionParser::prefix(const OperatorRow& row) {
  const Token token = tokens_.take();
  const std::vector<NodeId> set = settings(row);
  List operand;
  append(operand, expression(row.form == Form::prefix_once ? row.power + 1 : row.power));
  append(operand, set);
  return node(NodeKind::apply, token, operand, row.id);
}

NodeId ExpressionParser::number() {
  const Token numerator = tokens_.take();
  const bool rational = tokens_.dialect().lexical().rationals == LexicalRules::Rationals::yes;
  if (!rational || !tokens_.at("%")) return leaf(NodeKind::integer, numerator);
  tokens_.take();
  List denominator;
  append(denominator, leaf(NodeKind::integer, tokens_.expect_integer("a denominator")));
  return node(NodeKind::rational, numerator, denominator);
}

NodeId ExpressionParser::conditional(const OperatorRow& row) {
  const Token token = tokens_.take();
  List parts;
  append(parts, expression(0));
  tokens_.expect("then");
  append(parts, expression(0));
  tokens_.expect("else");
  append(parts, expression(0));
  return node(NodeKind::conditional, token, parts, row.id);
}

NodeId ExpressionParser::binder(const OperatorRow& row) {
  const Token token = tokens_.take();
  tokens_.expect("(");
  List parts;
  do {
    const Token name = tokens_.expect_name("a variable");
    tokens_.expect(":");
    List declared;
    append(declared, type());
    append(parts, node(NodeKind::declaration, name, declared));
  } while (tokens_.accept(","));
  tokens_.expect(")");
  append(parts, expression(row.power));
  return node(NodeKind::binder, token, parts, row.id);
}

NodeId ExpressionParser::array() {
  const Token token = tokens_.expect("[");
  List parts;
  while (!tokens_.at("<") && !tokens_.at("default")) {
    append(parts, expression(0));
    tokens_.expect("<-");
    append(parts, expression(0));
    if (!tokens_.accept(",")) tokens_.fail_expected("',' and the array's 'default <- …'");
  }
  if (tokens_.accept("<")) {
    append(parts, type());
    tokens_.expect(">");
  }
  tokens_.expect("default");
  tokens_.expect("<-");
  append(parts, expression(0));
  tokens_.expect("]");
  return node(NodeKind::array, token, parts);
}

NodeId ExpressionParser::list() {
  const Token token = tokens_.expect("[");
  List parts;
  if (!tokens_.at("]")) {
    do append(parts, expression(0));
    while (tokens_.accept(","));
  }
  tokens_.expect("]");
  return node(NodeKind::list, token, parts);
}

NodeId ExpressionParser::continuing(const OperatorRow& row, NodeId left) {
  switch (row.form) {
    case Form::left:
      return chain(left, row);
    case Form::right:
    case Form::single:
      return infix(left, row);
    case Form::cast:
      return cast(left, row);
    case Form::numbered:
      return numbered(left, row);
    case Form::index:
      return bracket(left);
    case Form::call:
      return call(left);
    case Form::member:
    case Form::scoped:
      return member(left, row);
    case Form::ternary:
      return ternary(left, row);
    case Form::postfix: {
      List operand;
      append(operand, left);
      return node(NodeKind::apply, tokens_.take(), operand, row.id);
    }
    default:
      UNREACHABLE("an operator inside an expression should have such a form");
  }
}

NodeId ExpressionParser::chain(NodeId left, const OperatorRow& row) {
  const Token first = tokens_.peek();
  List parts;
  append(parts, left);
  const OperatorRow* previous = nullptr;
  const OperatorRow* at = &row;
  std::uint32_t levels = 0;
  do {
    // a + b - c makes one sum, a div b div c two divisions.
    const bool same = previous != nullptr && previous->arity == Arity::nary;
    if (!same || at->arity != Arity::nary) ++levels;
    const Token mark = tokens_.take();
    List set;
    append(set, settings(*at));
    append(parts, node(NodeKind::mark, mark, set, at->id));
    append(parts, expression(row.power + 1));
    previous = at;
    at = next_operator(row.power);
  } while (at != nullptr && at->power == row.power && at->form == Form::left);
  return node(NodeKind::chain, first, parts, row.id, levels);
}

NodeId ExpressionParser::infix(NodeId left, const OperatorRow& row) {
  const Token token = tokens_.take();
  const std::vector<NodeId> set = settings(row);
  List operands;
  append(operands, left);
  append(operands, expression(row.form == Form::right ? row.power : row.power + 1));
  append(operands, set);
  if (row.form == Form::single) check_not_chained(row);
  return node(NodeKind::apply, token, operands, row.id);
}

void ExpressionParser::check_not_chained(const OperatorRow& row) {
  const OperatorRow* next = next_operator(row.power);
  if (next != nullptr && next->power == row.power)
    tokens_.error(tokens_.peek(),
                  fmt::format("'{}' cannot follow '{}' without parentheses", next->text, row.text),
                  fmt::format("write (… {} …) {} …, or join comparisons with a conjunction",
                              row.text, next->text));
}

NodeId ExpressionParser::bracket(NodeId left) {
  const Token token = tokens_.take();
  List parts;
  append(parts, left);
  append(parts, expression(0));
  NodeKind kind = NodeKind::read;
  if (tokens_.accept("<-")) {
    kind = NodeKind::write;
    append(parts, expression(0));
  } else if (tokens_.accept(":")) {
    kind = NodeKind::slice;
    append(parts, expression(0));
  }
  tokens_.expect("]");
  return node(kind, token, parts);
}

NodeId ExpressionParser::call(NodeId left) {
  const Token token = tokens_.take();
  List parts;
  append(parts, left);
  if (!tokens_.at(")")) {
    do append(parts, expression(0));
    while (tokens_.accept(","));
  }
  tokens_.expect(")");
  return node(NodeKind::call, token, parts);
}

NodeId ExpressionParser::ternary(NodeId left, const OperatorRow& row) {
  const Token token = tokens_.take();
  List parts;
  append(parts, left);
  append(parts, expression(0));
  tokens_.expect(":");
  append(parts, expression(row.power));
  return node(NodeKind::conditional, token, parts, row.id);
}

NodeId ExpressionParser::cast(NodeId left, const OperatorRow& row) {
  const Token token = tokens_.take();
  List parts;
  append(parts, left);
  append(parts, type());
  return node(NodeKind::cast, token, parts, row.id);
}

NodeId ExpressionParser::numbered(NodeId left, const OperatorRow& row) {
  const Token token = tokens_.take();
  List parts;
  append(parts, left);
  append(parts, leaf(NodeKind::integer, tokens_.expect_integer("a number")));
  return node(NodeKind::numbered, token, parts, row.id);
}

NodeId ExpressionParser::member(NodeId left, const OperatorRow& row) {
  Token name = tokens_.take();
  List object;
  append(object, left);
  const Token& next = tokens_.peek();
  const Dialect::Symbol word = next.kind == TokenKind::symbol ? symbol(next) : Dialect::no_symbol;
  const OperatorRow* constant = word == Dialect::no_symbol ? nullptr : operators_.opening(word);
  if (next.kind == TokenKind::name ||
      (row.form == Form::member && constant != nullptr && constant->form == Form::constant))
    name = tokens_.take();
  else if (row.form == Form::scoped)
    name.text = {};
  else
    tokens_.fail_expected("a name");
  return node(NodeKind::member, name, object, row.id);
}

std::vector<NodeId> ExpressionParser::settings(const OperatorRow& row) {
  std::vector<NodeId> result;
  while (row.settings == Settings::bracketed && tokens_.at("[")) {
    const Token open = tokens_.take();
    while (!tokens_.at("]") && !tokens_.at_end() && !tokens_.at_any({"{", "}", "["}))
      tokens_.take();
    Token inside = open;
    inside.end = tokens_.expect("]").end;
    inside.text = {open.text.data() + 1, inside.end - open.end - 1};
    result.push_back(leaf(NodeKind::setting, inside));
  }
  return result;
}

NodeId ExpressionParser::type() {
  const TokenStream::Level level(tokens_, TokenStream::Level::Weight::half);
  List parts;
  if (tokens_.at("[")) {
    const Token token = tokens_.take();
    append(parts, type());
    tokens_.expect("]");
    tokens_.expect("->");
    append(parts, type());
    return node(NodeKind::type_array, token, parts);
  }
  if (tokens_.at("(")) {
    const Token token = tokens_.take();
    do append(parts, type());
    while (tokens_.accept(","));
    tokens_.expect(")");
    tokens_.expect("->");
    append(parts, type());
    return node(NodeKind::type_function, token, parts);
  }
  const Token& next = tokens_.peek();
  const bool reserved = next.kind == TokenKind::symbol && tokens_.dialect().is_type(next.symbol);
  if (!reserved && !tokens_.at_name()) tokens_.fail_expected("a type");
  const Token token = tokens_.take();
  if (!tokens_.at("[") || !reserved) return leaf(NodeKind::type_name, token);
  tokens_.take();
  do append(parts, leaf(NodeKind::integer, tokens_.expect_integer("a number of bits")));
  while (tokens_.accept(","));
  tokens_.expect("]");
  return node(NodeKind::type_sized, token, parts);
}

}  // namespace arges::syntax
