#pragma once

#include <string_view>
#include <vector>

#include "base/syntax/expression_parser.h"
#include "base/syntax/token_stream.h"
#include "base/syntax/tree.h"
#include "ir/text/elaborator.h"
#include "ir/text/scope.h"

namespace arges::ir {

/// Reads the structured statements of XSTS and of the core language straight into typed
/// statements, going on behind each error. A statement with an error in it becomes skip.
class StatementParser {
 public:
  /// XSTS ends every simple statement with a semicolon, the core language only separates them.
  enum class Semicolons : std::uint8_t { end, separate };

  StatementParser(syntax::TokenStream& tokens, Scope& scope, Semicolons semicolons);

  /// One statement; throws SyntaxFailure.
  Stmt statement();
  /// Statements with "or" between them, each one a branch; throws SyntaxFailure.
  std::vector<Stmt> branches();
  /// Statements up to the end of the text or a closing brace.
  Stmt statements();

  /// Reads an expression of a type (null: not known because of an error), or returns null.
  Expr expression(Type wanted, std::string_view role);
  /// Reads a type, or returns null.
  Type type();

 private:
  /// The rest of a block, from where a local variable shadows another one to the closing brace.
  struct Region {
    std::vector<Var> locals;
    std::vector<Stmt> body;
    SourceLocation location;
  };

  Stmt simple_or_structured();
  Stmt unknown_structure();
  Stmt block();
  Stmt assignment();
  Stmt indexed_assignment(Var target, SourceLocation location);
  Stmt havoc_statement();
  Stmt assume_statement();
  Stmt choice_statement();
  Stmt if_statement();
  Stmt for_statement();
  void local_declaration(std::vector<Region>& regions);
  Stmt close(std::vector<Region> regions);
  void check_no_literal(const syntax::Token& name);
  void recover(std::uint32_t failed_at);
  void end_of_simple();
  Stmt wrong(SourceLocation location) { return skip(context_, location); }

  syntax::TokenStream& tokens_;
  Scope& scope_;
  Context& context_;
  Semicolons semicolons_;
  syntax::Tree tree_;
  syntax::ExpressionParser expressions_;
  Elaborator elaborator_;
};

}  // namespace arges::ir
