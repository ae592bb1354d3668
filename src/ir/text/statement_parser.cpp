#include "ir/text/statement_parser.h"

#include <fmt/format.h>

namespace arges::ir {

using syntax::SyntaxFailure;
using syntax::Token;
using syntax::TokenStream;

StatementParser::StatementParser(TokenStream& tokens, Scope& scope, Semicolons semicolons)
    : tokens_(tokens),
      scope_(scope),
      context_(scope.context()),
      semicolons_(semicolons),
      tree_(tokens.source()),
      expressions_(tokens, tree_),
      elaborator_(scope, tree_, tokens.diagnostics()) {}

Expr StatementParser::expression(Type wanted, std::string_view role) {
  tree_.clear();
  return elaborator_.expression_of(expressions_.expression(), wanted, role);
}

Type StatementParser::type() {
  tree_.clear();
  return elaborator_.type(expressions_.type());
}

Stmt StatementParser::statement() {
  const TokenStream::Level level(tokens_, TokenStream::Level::Weight::whole);
  return simple_or_structured();
}

Stmt StatementParser::simple_or_structured() {
  if (tokens_.at("{")) {
    tokens_.take();
    const Stmt result = block();
    tokens_.expect("}");
    return result;
  }
  if (tokens_.at("assume")) return assume_statement();
  if (tokens_.at("havoc")) return havoc_statement();
  if (tokens_.at("choice")) return choice_statement();
  if (tokens_.at("if")) return if_statement();
  if (tokens_.at("for")) return for_statement();
  if (tokens_.at("local")) {
    // A block of its own: nothing behind it can see the variable.
    const Scope::Block inner(scope_);
    std::vector<Region> regions(1);
    local_declaration(regions);
    return close(std::move(regions));
  }
  if (!tokens_.at_name()) tokens_.fail_expected("a statement");
  if (tokens_.peek_second().is("{")) return unknown_structure();
  return assignment();
}

Stmt StatementParser::unknown_structure() {
  const Token word = tokens_.peek();
  const bool parallel = word.text == "ort" || word.text == "par";
  tokens_.error(word, fmt::format("'{}' is not a statement of this language", word.text),
                parallel ? "parallel and orthogonal composition are not supported; write the "
                           "sequence or the 'choice' that is meant"
                         : "");
  tokens_.take();
  tokens_.expect("{");
  tokens_.skip_to({});
  tokens_.expect("}");
  return wrong(tokens_.location(word));
}

std::vector<Stmt> StatementParser::branches() {
  std::vector<Stmt> result;
  do {
    const Scope::Block inner(scope_);
    result.push_back(statement());
  } while (tokens_.accept("or"));
  return result;
}

Stmt StatementParser::statements() { return block(); }

Stmt StatementParser::block() {
  const Scope::Block inner(scope_);
  std::vector<Region> regions(1);
  regions.back().location = tokens_.location();
  while (!tokens_.at("}") && !tokens_.at_end()) {
    const std::uint32_t start = tokens_.peek().offset;
    try {
      if (tokens_.at("local"))
        local_declaration(regions);
      else
        regions.back().body.push_back(statement());
    } catch (const SyntaxFailure&) {
      recover(start);
    }
    if (semicolons_ == Semicolons::separate)
      while (tokens_.accept(";")) {
      }
  }
  return close(std::move(regions));
}

Stmt StatementParser::close(std::vector<Region> regions) {
  Stmt result;
  while (!regions.empty()) {
    Region& region = regions.back();
    if (result) region.body.push_back(result);
    result = local(context_, std::move(region.locals),
                   sequence(context_, region.body, region.location), region.location);
    regions.pop_back();
  }
  return result;
}

void StatementParser::recover(std::uint32_t failed_at) {
  tokens_.skip_to(
      {";", "assume", "havoc", "choice", "for", "local", "trans", "init", "env", "prop"});
  if (tokens_.accept(";")) return;
  // Nothing was skipped: what stands here belongs to whatever is outside of the block.
  if (tokens_.peek().offset == failed_at && !tokens_.at("}")) throw SyntaxFailure{};
}

void StatementParser::end_of_simple() {
  if (semicolons_ == Semicolons::separate &&
      (tokens_.at_end() || tokens_.at("}") || tokens_.at("or") || tokens_.at("else")))
    return;
  if (!tokens_.accept(";")) tokens_.report_expected("';'");
}

Stmt StatementParser::assume_statement() {
  const SourceLocation location = tokens_.location(tokens_.take());
  const Expr condition = expression(context_.bool_type(), "the condition of 'assume'");
  end_of_simple();
  return condition ? assume(condition, location) : wrong(location);
}

Stmt StatementParser::havoc_statement() {
  const SourceLocation location = tokens_.location(tokens_.take());
  const Token name = tokens_.expect_name("a variable");
  const Var target = elaborator_.assigned_variable(name.text, tokens_.location(name));
  end_of_simple();
  return target != nullptr ? havoc(context_, target, location) : wrong(location);
}

Stmt StatementParser::assignment() {
  const Token name = tokens_.take();
  const SourceLocation location = tokens_.location(name);
  if (!tokens_.at(":=") && !tokens_.at("["))
    tokens_.fail_expected(
        "':='", tokens_.at("=") || tokens_.at("==") ? "assignments are written with ':='" : "");
  const Var target = elaborator_.assigned_variable(name.text, location);
  if (tokens_.at("[")) return indexed_assignment(target, location);
  tokens_.expect(":=");
  const Expr value = expression(target != nullptr ? target->type : Type(),
                                fmt::format("the value assigned to '{}'", name.text));
  end_of_simple();
  return value ? assign(target, value, location) : wrong(location);
}

Stmt StatementParser::indexed_assignment(Var target, SourceLocation location) {
  Type type = target != nullptr ? target->type : Type();
  std::vector<Expr> arrays;  // a, a[i], …
  std::vector<Expr> indices;
  if (target != nullptr) arrays.push_back(context_.var(target));
  bool good = target != nullptr;
  while (tokens_.at("[")) {
    const Token bracket = tokens_.take();
    if (type && !type.is_array()) {
      tokens_.diagnostics().error(
          tokens_.location(bracket),
          fmt::format("only arrays are indexed, not '{}'", scope_.describe(type)));
      type = Type();
    }
    const Expr index = expression(type ? type.index() : Type(), "the index");
    tokens_.expect("]");
    good = good && index;
    if (good) {
      indices.push_back(index);
      arrays.push_back(select(arrays.back(), index));
    }
    type = type ? type.element() : Type();
  }
  tokens_.expect(":=");
  Expr value = expression(type, "the value assigned");
  end_of_simple();
  if (!good || !value) return wrong(location);
  for (std::size_t i = indices.size(); i-- > 0;) value = store(arrays[i], indices[i], value);
  return assign(target, value, location);
}

Stmt StatementParser::choice_statement() {
  const SourceLocation location = tokens_.location(tokens_.take());
  return choice(context_, branches(), location);
}

Stmt StatementParser::if_statement() {
  const SourceLocation location = tokens_.location(tokens_.take());
  tokens_.expect("(");
  const Expr condition = expression(context_.bool_type(), "the condition of 'if'");
  tokens_.expect(")");
  const Stmt then = statement();
  const Stmt otherwise = tokens_.accept("else") ? statement() : skip(context_, location);
  return condition ? if_(condition, then, otherwise, location) : wrong(location);
}

Stmt StatementParser::for_statement() {
  const SourceLocation location = tokens_.location(tokens_.take());
  const Token name = tokens_.expect_name("a loop variable");
  check_no_literal(name);
  tokens_.expect("from");
  const Expr from = expression(context_.int_type(), "the lower bound of a loop");
  tokens_.expect("to");
  const Expr to = expression(context_.int_type(), "the upper bound of a loop");
  tokens_.expect("do");
  const Scope::Block inner(scope_);
  const Var counter =
      context_.declare(std::string(name.text), context_.int_type(), tokens_.location(name));
  scope_.declare(counter, Scope::Access::read_only);
  const Stmt body = statement();
  return from && to ? loop(counter, from, to, body, location) : wrong(location);
}

void StatementParser::check_no_literal(const Token& name) {
  if (!scope_.short_literals(name.text).empty() || scope_.find_literal(name.text))
    tokens_.error(name, fmt::format("'{}' is the name of an enumeration's literal", name.text),
                  "give the variable another name");
}

void StatementParser::local_declaration(std::vector<Region>& regions) {
  const SourceLocation location = tokens_.location(tokens_.take());
  tokens_.expect("var");
  const Token name = tokens_.expect_name("a variable");
  if (scope_.declared_in_block(name.text))
    tokens_.error(name, fmt::format("'{}' is declared twice in this block", name.text));
  else
    check_no_literal(name);
  tokens_.expect(":");
  const Type declared = type();
  const Expr initial =
      tokens_.accept("=")
          ? expression(declared, fmt::format("the initial value of '{}'", name.text))
          : Expr();
  end_of_simple();
  if (!declared) return scope_.declare_wrong(name.text);
  // Up to here the name means something else, so the variable may not live from the block's start.
  if (scope_.find(name.text) != nullptr && regions.size() < syntax::max_nesting)
    regions.push_back({.locals = {}, .body = {}, .location = location});
  const Var var = context_.declare(std::string(name.text), declared, tokens_.location(name));
  scope_.declare(var);
  regions.back().locals.push_back(var);
  if (initial) regions.back().body.push_back(assign(var, initial, location));
}

}  // namespace arges::ir
