#pragma once

#include <string_view>
#include <vector>

#include "base/syntax/token_stream.h"
#include "base/syntax/tree.h"

namespace arges::syntax {

/// Reads expressions and types by the operator table of the stream's dialect: top-down operator
/// precedence (Pratt 1973). Runs of left-associative operators become one flat node, so that long
/// sums and conjunctions are no deep trees. Throws SyntaxFailure after reporting an error.
class ExpressionParser {
 public:
  ExpressionParser(TokenStream& tokens, Tree& tree)
      : ExpressionParser(tokens, tree, tokens.dialect()) {}
  /// By another dialect's operators, for languages that have two kinds of expressions.
  ExpressionParser(TokenStream& tokens, Tree& tree, const Dialect& operators)
      : tokens_(tokens), tree_(tree), operators_(operators) {}

  NodeId expression() { return expression(0); }
  NodeId type();

 private:
  /// Children of a node under construction, linked in order.
  struct List {
    NodeId first = no_node;
    NodeId last = no_node;
    std::uint32_t depth = 0;  ///< of the deepest
  };

  NodeId expression(int least_power);
  const OperatorRow* next_operator(int least_power) const;
  NodeId opening(int least_power);
  NodeId opening_operator(const OperatorRow& row, int least_power);
  NodeId continuing(const OperatorRow& row, NodeId left);
  NodeId group();
  NodeId prefix(const OperatorRow& row);
  void check_power(const OperatorRow& row, int least_power);
  void check_not_chained(const OperatorRow& row);
  NodeId number();
  NodeId conditional(const OperatorRow& row);
  NodeId binder(const OperatorRow& row);
  NodeId array();
  NodeId list();
  NodeId chain(NodeId left, const OperatorRow& row);
  NodeId infix(NodeId left, const OperatorRow& row);
  NodeId bracket(NodeId left);
  NodeId call(NodeId left);
  NodeId ternary(NodeId left, const OperatorRow& row);
  NodeId cast(NodeId left, const OperatorRow& row);
  NodeId numbered(NodeId left, const OperatorRow& row);
  NodeId member(NodeId left, const OperatorRow& row);
  Dialect::Symbol symbol(const Token& token) const;
  /// The bracketed settings behind an operator that may have some.
  std::vector<NodeId> settings(const OperatorRow& row);
  void append(List& list, const std::vector<NodeId>& nodes);

  void append(List& list, NodeId node);
  NodeId leaf(NodeKind kind, const Token& token, OperatorId op = 0);
  /// A node above a list; `token` says what it is, and it starts where the list or the token does.
  NodeId node(NodeKind kind, const Token& token, const List& children, OperatorId op = 0,
              std::uint32_t levels = 1);

  TokenStream& tokens_;
  Tree& tree_;
  const Dialect& operators_;
};

}  // namespace arges::syntax
