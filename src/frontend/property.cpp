#include "frontend/property.h"

#include "base/syntax/expression_parser.h"
#include "ir/text/elaborator.h"

namespace arges::frontend {

ir::Expr read_property(ir::Scope& scope, const syntax::Dialect& dialect, const SourceText& source) {
  Diagnostics diagnostics;
  syntax::TokenStream tokens(dialect, source, diagnostics);
  syntax::Tree tree(source);
  ir::Expr result;
  try {
    // `prop` is a word of XSTS only; elsewhere it lexes as a name.
    const bool framed = tokens.peek().text == "prop" && tokens.peek_second().is("{");
    if (framed) {
      tokens.take();
      tokens.take();
    }
    const syntax::NodeId root = syntax::ExpressionParser(tokens, tree).expression();
    if (framed) tokens.expect("}");
    if (!tokens.at_end()) tokens.fail_expected("the end of the property");
    result = ir::Elaborator(scope, tree, diagnostics)
                 .expression_of(root, scope.context().bool_type(), "a property");
  } catch (const syntax::SyntaxFailure&) {
    // reported
  }
  diagnostics.throw_if_errors();
  return result;
}

}  // namespace arges::frontend
