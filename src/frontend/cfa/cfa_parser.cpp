#include "frontend/cfa/cfa_parser.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include <fmt/format.h>

#include "base/syntax/expression_parser.h"
#include "base/syntax/suggest.h"
#include "frontend/cfa/cfa_dialect.h"
#include "frontend/property.h"
#include "frontend/synonyms.h"
#include "ir/text/elaborator.h"

namespace arges::frontend {

using ir::Scope;
using model::Cfa;
using model::CfaLocation;
using syntax::NodeId;
using syntax::SyntaxFailure;
using syntax::Token;
using syntax::TokenStream;

namespace {

/// Reads one file. Names may be used before they are declared, so edges are kept as syntax until
/// the process is read whole.
class CfaReader {
 public:
  CfaReader(ir::Context& context, const SourcePtr& source, const Limits* limits)
      : context_(context),
        limits_(limits),
        tokens_(cfa_dialect(), *source, diagnostics_, limits),
        tree_(*source),
        expressions_(tokens_, tree_),
        scope_(context),
        elaborator_(scope_, tree_, diagnostics_) {
    cfa_.sources = {source};
  }

  Cfa read() {
    file();
    if (!tokens_.stopped()) finish();
    diagnostics_.throw_if_errors();
    return std::move(cfa_);
  }

 private:
  struct StatementSyntax {
    enum class Kind : std::uint8_t { assign, havoc, assume } kind;
    Token name;         ///< of the variable written
    NodeId expression;  ///< right side or condition
    SourceLocation location;
  };
  struct EdgeSyntax {
    Token source;
    Token target;
    std::vector<StatementSyntax> statements;
  };

  void file();
  void process();
  void process_header();
  void process_item();
  void variable();
  void location_declaration();
  void edge();
  void edge_body(std::vector<StatementSyntax>& statements);
  StatementSyntax statement();
  void skip_to_body();
  void skip_to_item();
  void skip_to_statement();
  bool at_edge() const { return tokens_.at_name() && tokens_.peek_second().is("->"); }

  void finish();
  std::uint32_t resolve(const Token& name);
  ir::Stmt elaborate(const StatementSyntax& syntax);

  ir::Context& context_;
  const Limits* limits_;
  Diagnostics diagnostics_;
  TokenStream tokens_;
  syntax::Tree tree_;
  syntax::ExpressionParser expressions_;
  Scope scope_;
  ir::Elaborator elaborator_;
  Cfa cfa_;
  std::vector<EdgeSyntax> edges_;
  std::unordered_map<std::string_view, std::uint32_t> location_index_;
  std::unordered_set<std::string_view> unknown_locations_;
  Token process_name_;
  bool has_process_ = false;
  bool has_initial_ = false;
};

void CfaReader::file() {
  if (tokens_.at("(")) {
    tokens_.error(tokens_.peek(), "CFAs written as s-expressions are not supported",
                  "write 'main process … { … }'");
    return;
  }
  while (!tokens_.at_end()) {
    const std::uint32_t start = tokens_.peek().offset;
    try {
      if (tokens_.accept("var"))
        variable();
      else if (tokens_.at_any({"main", "process"}))
        process();
      else
        tokens_.fail_expected(has_process_ ? "the end of the text" : "'main process' or 'var'");
    } catch (const SyntaxFailure&) {
      if (tokens_.peek().offset == start) tokens_.take();
      while (!tokens_.at_end() && !tokens_.at_any({"main", "process", "var"})) tokens_.take();
    }
  }
}

void CfaReader::process() {
  try {
    process_header();
    tokens_.expect("{");
  } catch (const SyntaxFailure&) {
    skip_to_body();
    has_process_ = true;
  }
  while (!tokens_.at("}") && !tokens_.at_end()) {
    try {
      process_item();
    } catch (const SyntaxFailure&) {
      skip_to_item();
    }
  }
  tokens_.expect("}");
}

void CfaReader::process_header() {
  tokens_.accept("main");
  tokens_.expect("process");
  const Token name = tokens_.expect_name("the name of a process");
  if (has_process_) tokens_.error(name, "several processes are not supported", "keep the main one");
  has_process_ = true;
  process_name_ = name;
  cfa_.name = name.text;
  if (!tokens_.at("(")) return;
  const Token open = tokens_.take();
  if (!tokens_.at(")")) {
    tokens_.error(open, "parameters of processes are not supported",
                  "declare them as variables of the process");
    do variable();
    while (tokens_.accept(","));
  }
  tokens_.expect(")");
}

void CfaReader::process_item() {
  if (tokens_.accept("var")) return variable();
  if (tokens_.at_any({"init", "final", "error", "loc"})) return location_declaration();
  if (tokens_.at_name()) return edge();
  tokens_.fail_expected("'var', 'loc', an edge or '}'");
}

void CfaReader::variable() {
  const Token name = tokens_.expect_name("a variable");
  if (!tokens_.at(":")) scope_.declare_wrong(name.text);
  tokens_.expect(":");
  const NodeId type_node = expressions_.type();
  const ir::Type type = elaborator_.type(type_node);
  if (scope_.find(name.text) != nullptr) {
    tokens_.error(name, fmt::format("variable '{}' is declared twice", name.text));
  } else if (!type) {
    scope_.declare_wrong(name.text);
  } else {
    cfa_.variables.push_back(
        context_.declare(std::string(name.text), type, tokens_.location(name)));
    scope_.declare(cfa_.variables.back());
  }
}

void CfaReader::location_declaration() {
  const Token kind = tokens_.take();
  if (!kind.is("loc")) tokens_.expect("loc");
  const Token name = tokens_.expect_name("a location");
  const auto index = static_cast<std::uint32_t>(cfa_.locations.size());
  if (!location_index_.emplace(name.text, index).second) {
    tokens_.error(name, fmt::format("location '{}' is declared twice", name.text));
    return;
  }
  if (kind.is("init")) {
    if (has_initial_)
      tokens_.error(name, "there is a second initial location",
                    fmt::format("the first is '{}'", cfa_.locations[cfa_.initial].name));
    else
      cfa_.initial = index;
    has_initial_ = true;
  }
  cfa_.locations.push_back({.name = std::string(name.text),
                            .kind = kind.is("final")   ? CfaLocation::Kind::final
                                    : kind.is("error") ? CfaLocation::Kind::error
                                                       : CfaLocation::Kind::normal,
                            .location = tokens_.location(name)});
}

void CfaReader::edge() {
  EdgeSyntax edge;
  edge.source = tokens_.take();
  tokens_.expect("->");
  edge.target = tokens_.expect_name("a location");
  if (tokens_.accept("{")) {
    edge_body(edge.statements);
    tokens_.expect("}");
  }
  edges_.push_back(std::move(edge));
}

void CfaReader::edge_body(std::vector<StatementSyntax>& statements) {
  while (!tokens_.at("}") && !tokens_.at_end()) {
    // Another edge: this one's closing brace was forgotten.
    if (at_edge() || tokens_.at_any({"loc", "var", "init", "final", "error"}))
      tokens_.fail_expected("'}'");
    try {
      statements.push_back(statement());
    } catch (const SyntaxFailure&) {
      skip_to_statement();
    }
  }
}

CfaReader::StatementSyntax CfaReader::statement() {
  StatementSyntax result{.kind = StatementSyntax::Kind::assign,
                         .name = tokens_.peek(),
                         .expression = syntax::no_node,
                         .location = tokens_.location()};
  if (tokens_.accept("havoc")) {
    result.kind = StatementSyntax::Kind::havoc;
    result.name = tokens_.expect_name("a variable");
  } else if (tokens_.accept("assume")) {
    result.kind = StatementSyntax::Kind::assume;
    result.expression = expressions_.expression();
  } else if (tokens_.at_name()) {
    tokens_.take();
    if (!tokens_.at(":="))
      tokens_.fail_expected("':='", tokens_.at("=") ? "assignments are written with ':='" : "");
    tokens_.take();
    result.expression = expressions_.expression();
  } else if (tokens_.at("return")) {
    tokens_.error(tokens_.peek(), "'return' is not supported", "processes cannot be called");
    throw SyntaxFailure{};
  } else {
    tokens_.fail_expected("a statement or '}'");
  }
  return result;
}

void CfaReader::skip_to_body() {
  while (!tokens_.at_end() &&
         !tokens_.at_any({"{", "main", "process", "var", "loc", "init", "final", "error"}))
    tokens_.take();
  // Another process: there is no body.
  if (!tokens_.accept("{") && tokens_.at_any({"main", "process"})) throw SyntaxFailure{};
}

void CfaReader::skip_to_item() {
  std::size_t open = 0;
  while (!tokens_.at_end() && !(open == 0 && tokens_.at("}")) && !at_edge() &&
         !tokens_.at_any({"var", "loc", "init", "final", "error"})) {
    if (tokens_.at("{")) ++open;
    if (tokens_.at("}")) --open;
    tokens_.take();
  }
}

void CfaReader::skip_to_statement() {
  if (tokens_.at("return")) tokens_.take();
  while (!tokens_.at_end() && !tokens_.at_any({"}", "assume", "havoc", "return", "loc"}) &&
         !at_edge() && !(tokens_.at_name() && tokens_.peek_second().is(":=")))
    tokens_.take();
}

void CfaReader::finish() {
  const SourceLocation start{&tokens_.source(), 0};
  if (!has_process_) {
    if (!diagnostics_.has_errors())
      diagnostics_.error(start, "there is no process", "write 'main process NAME { … }'");
    return;
  }
  // If something is wrong already, it may have been in what was skipped.
  if (!has_initial_ && !diagnostics_.has_errors())
    diagnostics_.error(tokens_.location(process_name_),
                       fmt::format("process '{}' has no initial location", cfa_.name),
                       "mark one: 'init loc NAME'");
  for (const EdgeSyntax& edge : edges_) {
    if (limits_ != nullptr) limits_->check();
    std::vector<ir::Stmt> statements;
    for (const StatementSyntax& syntax : edge.statements) statements.push_back(elaborate(syntax));
    const SourceLocation location = tokens_.location(edge.source);
    cfa_.edges.push_back({.source = resolve(edge.source),
                          .target = resolve(edge.target),
                          .statement = ir::sequence(context_, statements, location),
                          .location = location});
  }
}

std::uint32_t CfaReader::resolve(const Token& name) {
  const auto known = location_index_.find(name.text);
  if (known != location_index_.end()) return known->second;
  if (unknown_locations_.insert(name.text).second) {
    syntax::Suggestion suggestion(name.text);
    for (const CfaLocation& location : cfa_.locations) suggestion.consider(location.name);
    diagnostics_.error(tokens_.location(name),
                       fmt::format("location '{}' is not declared", name.text), suggestion.hint());
  }
  return 0;
}

ir::Stmt CfaReader::elaborate(const StatementSyntax& syntax) {
  using Kind = StatementSyntax::Kind;
  const ir::Stmt wrong = ir::skip(context_, syntax.location);
  if (syntax.kind == Kind::assume) {
    const ir::Expr condition = elaborator_.expression_of(syntax.expression, context_.bool_type(),
                                                         "the condition of 'assume'");
    return condition ? ir::assume(condition, syntax.location) : wrong;
  }
  const ir::Var target =
      elaborator_.assigned_variable(syntax.name.text, tokens_.location(syntax.name));
  if (syntax.kind == Kind::havoc)
    return target != nullptr ? ir::havoc(context_, target, syntax.location) : wrong;
  const ir::Expr value =
      elaborator_.expression_of(syntax.expression, target != nullptr ? target->type : ir::Type(),
                                fmt::format("the value assigned to '{}'", syntax.name.text));
  return value ? ir::assign(target, value, syntax.location) : wrong;
}

}  // namespace

Cfa parse_cfa(ir::Context& context, const SourcePtr& source, const Limits* limits) {
  return CfaReader(context, source, limits).read();
}

Scope scope_of(ir::Context& context, const Cfa& cfa) {
  Scope scope(context);
  for (const ir::Var var : cfa.variables) scope.declare(var);
  return scope;
}

ir::Expr parse_property(ir::Context& context, const Cfa& cfa, const SourcePtr& source) {
  Scope scope = scope_of(context, cfa);
  return read_property(scope, cfa_dialect(), *source);
}

namespace {

syntax::Dialect atom_dialect(std::string_view name_part) {
  syntax::DialectTables tables = with_synonyms(cfa_tables());
  // No formula has any of these, but a program may have variables that are called so.
  for (const char* word :
       {"main", "process", "var", "loc", "init", "final", "error", "havoc", "assume", "return"})
    std::erase(tables.words, word);
  tables.lexical.name_part = name_part;
  return syntax::Dialect(std::move(tables));
}

}  // namespace

ir::Expr parse_atom(ir::Context& context, const Cfa& cfa, const SourceText& source) {
  static const syntax::Dialect dialect = atom_dialect("_:");
  Scope scope = scope_of(context, cfa);
  return read_property(scope, dialect, source);
}

ir::Expr parse_program_atom(Scope& scope, const SourceText& source) {
  static const syntax::Dialect dialect = atom_dialect("_:.");  // locals of programs are main::x
  return read_property(scope, dialect, source);
}

}  // namespace arges::frontend
