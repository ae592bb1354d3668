#include "ir/text/core_parser.h"

#include "base/syntax/expression_parser.h"
#include "ir/text/elaborator.h"
#include "ir/text/operators.h"
#include "ir/text/statement_parser.h"

namespace arges::ir {

using syntax::ExpressionParser;
using syntax::SyntaxFailure;
using syntax::TokenStream;
using syntax::Tree;

namespace {

/// Runs a reader over the whole text; null if anything was wrong, which includes what is left over.
template <typename Result, typename Read>
Result read_all(const SourceText& source, Diagnostics& diagnostics, const Read& read) {
  const std::size_t errors_before = diagnostics.errors().size();
  TokenStream tokens(core_dialect(), source, diagnostics);
  Result result;
  try {
    result = read(tokens);
    if (!tokens.at_end()) tokens.fail_expected("the end of the text");
  } catch (const SyntaxFailure&) {
    return {};
  }
  return diagnostics.errors().size() == errors_before && !diagnostics.full() ? result : Result();
}

}  // namespace

Expr parse_expression(Scope& scope, const SourceText& source, Diagnostics& diagnostics) {
  return read_all<Expr>(source, diagnostics, [&](TokenStream& tokens) {
    Tree tree(source);
    const syntax::NodeId root = ExpressionParser(tokens, tree).expression();
    return Elaborator(scope, tree, diagnostics).expression(root);
  });
}

Type parse_type(Scope& scope, const SourceText& source, Diagnostics& diagnostics) {
  return read_all<Type>(source, diagnostics, [&](TokenStream& tokens) {
    Tree tree(source);
    const syntax::NodeId root = ExpressionParser(tokens, tree).type();
    return Elaborator(scope, tree, diagnostics).type(root);
  });
}

Stmt parse_statement(Scope& scope, const SourceText& source, Diagnostics& diagnostics) {
  return read_all<Stmt>(source, diagnostics, [&](TokenStream& tokens) {
    return StatementParser(tokens, scope, StatementParser::Semicolons::separate).statements();
  });
}

}  // namespace arges::ir
