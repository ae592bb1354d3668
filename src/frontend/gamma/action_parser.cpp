// The part of PackageParser that reads actions.
#include <fmt/format.h>

#include "frontend/gamma/package_parser.h"

namespace arges::frontend::gamma {

using Kind = Statement::Kind;

bool PackageParser::at_statement() const {
  if (tokens_.at("choice")) return tokens_.peek_second().is("{");
  return tokens_.at_name() || tokens_.at_any({"{", "raise", "set", "var", "const", "return",
                                              "assert", "break", "if", "switch", "for"});
}

std::vector<Statement> PackageParser::statements() {
  std::vector<Statement> result;
  if (!at_statement()) tokens_.fail_expected("an action");
  while (at_statement()) result.push_back(statement());
  return result;
}

std::vector<Statement> PackageParser::block() {
  tokens_.expect("{");
  std::vector<Statement> result;
  while (!tokens_.at("}")) result.push_back(statement());
  tokens_.expect("}");
  return result;
}

std::vector<Statement> PackageParser::branch_body() {
  if (tokens_.at("{")) return block();
  std::vector<Statement> result;
  result.push_back(statement());
  return result;
}

Statement PackageParser::statement() {
  const syntax::TokenStream::Level level(tokens_, syntax::TokenStream::Level::Weight::whole);
  if (tokens_.at("if")) return if_statement();
  if (tokens_.at("switch")) return switch_statement();
  if (tokens_.at("for")) return loop_statement();
  if (tokens_.at("choice")) return choice_statement();
  if (tokens_.at("break")) refuse("'break'");
  if (tokens_.at("{")) {
    Statement result{.kind = Kind::block, .location = here()};
    result.body = block();
    return result;
  }
  Statement result = simple_statement();
  tokens_.expect(";");
  return result;
}

Statement PackageParser::simple_statement() {
  Statement result{.location = here()};
  if (tokens_.accept("raise")) {
    result.kind = Kind::raise;
    result.target = expression();
  } else if (tokens_.accept("set")) {
    result.kind = Kind::set;
    result.name = name("a timeout");
    tokens_.expect(":=");
    result.value = expression();
    if (tokens_.accept("s"))
      result.factor = 1000;
    else if (tokens_.accept("h"))
      result.factor = 3'600'000;
    else if (!tokens_.accept("ms"))
      tokens_.fail_expected("a unit of time", "'ms', 's' or 'h'");
  } else if (tokens_.at_any({"var", "const"})) {
    tokens_.take();
    result.kind = Kind::local;
    result.declaration = declared("a variable");
    if (tokens_.accept(":=")) result.declaration.value = expression();
  } else if (tokens_.accept("return")) {
    result.kind = Kind::return_;
    if (!tokens_.at(";")) result.value = expression();
  } else if (tokens_.accept("assert")) {
    result.kind = Kind::assertion;
    result.value = expression();
  } else if (at_word("no") && tokens_.peek_second().text == "operation") {
    tokens_.take();
    tokens_.take();
  } else {
    result.target = expression();
    result.kind = Kind::call;
    if (tokens_.accept(":=")) {
      result.kind = Kind::assign;
      result.value = expression();
    }
  }
  return result;
}

Statement PackageParser::if_statement() {
  Statement result{.kind = Kind::if_, .location = here()};
  tokens_.take();
  do {
    StatementBranch branch;
    tokens_.expect("(");
    if (!tokens_.accept("else")) branch.guard = expression();
    tokens_.expect(")");
    branch.body = branch_body();
    result.branches.push_back(std::move(branch));
  } while (tokens_.accept("elseif"));
  if (tokens_.accept("else")) result.branches.push_back({.body = branch_body()});
  return result;
}

Statement PackageParser::switch_statement() {
  Statement result{.kind = Kind::switch_, .location = here()};
  tokens_.take();
  tokens_.expect("(");
  result.value = expression();
  tokens_.expect(")");
  tokens_.expect("{");
  while (!tokens_.at("}")) {
    StatementBranch branch;
    if (!tokens_.accept("default")) {
      tokens_.expect("case");
      branch.guard = expression();
    }
    tokens_.expect(":");
    branch.body = branch_body();
    result.branches.push_back(std::move(branch));
  }
  tokens_.expect("}");
  return result;
}

Statement PackageParser::loop_statement() {
  Statement result{.kind = Kind::loop, .location = here()};
  tokens_.take();
  tokens_.expect("(");
  result.declaration = declared("a variable");
  tokens_.expect("in");
  if (!tokens_.accept("<+")) {
    // Where the first is excluded, the mark is '<-', which elsewhere is "less than minus".
    if (!tokens_.at("<") || !tokens_.peek_second().is("-"))
      tokens_.fail_expected("a range", "<+ 0 .. 9 -> is from 0 to 8");
    tokens_.take();
    tokens_.take();
    result.value_offset = 1;
  }
  result.value = expression();
  tokens_.expect("..");
  result.bound = expression();
  if (tokens_.accept("+>"))
    result.bound_offset = 1;
  else
    tokens_.expect("->");
  tokens_.expect(")");
  result.body = branch_body();
  return result;
}

Statement PackageParser::choice_statement() {
  Statement result{.kind = Kind::choice, .location = here()};
  tokens_.take();
  tokens_.expect("{");
  while (tokens_.accept("branch")) {
    StatementBranch branch;
    tokens_.expect("[");
    if (!tokens_.accept("else")) branch.guard = expression();
    tokens_.expect("]");
    branch.body = branch_body();
    result.branches.push_back(std::move(branch));
  }
  tokens_.expect("}");
  return result;
}

}  // namespace arges::frontend::gamma
