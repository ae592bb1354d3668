#include "frontend/xsts/xsts_parser.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <unordered_set>

#include <fmt/format.h>

#include "base/syntax/token_stream.h"
#include "frontend/property.h"
#include "frontend/synonyms.h"
#include "frontend/xsts/xsts_dialect.h"
#include "ir/text/statement_parser.h"

namespace arges::frontend {

using ir::Scope;
using ir::StatementParser;
using model::Xsts;
using syntax::SyntaxFailure;
using syntax::Token;
using syntax::TokenStream;

namespace {

constexpr ir::TypeNames type_names{.boolean = "boolean", .integer = "integer", .rational = ""};

/// The sections, in the order the language demands.
constexpr std::array<std::string_view, 4> sections = {"trans", "init", "env", "prop"};

bool is_reserved(std::string_view name) {
  return name.size() > 4 && name.starts_with("temp") &&
         name.find_first_not_of("0123456789", 4) == std::string_view::npos;
}

/// Reads one file, section by section.
class XstsReader {
 public:
  XstsReader(ir::Context& context, const SourcePtr& source, const Limits* limits)
      : context_(context),
        tokens_(xsts_dialect(), *source, diagnostics_, limits),
        scope_(context, type_names),
        statements_(tokens_, scope_, StatementParser::Semicolons::end) {
    xsts_.sources = {source};
  }

  Xsts read() {
    while (!tokens_.at_end()) {
      try {
        item();
      } catch (const SyntaxFailure&) {
        skip_to_item();
      }
    }
    if (!tokens_.stopped() && !diagnostics_.full()) report_missing_sections();
    diagnostics_.throw_if_errors();
    return std::move(xsts_);
  }

 private:
  void item();
  void check_before_sections(std::string_view what);
  void enumeration();
  void add_enumeration(const Token& name, const std::vector<Token>& literals);
  void variable();
  void check_variable_name(const Token& name);
  void section(std::size_t number);
  void property();
  void skip_to_item();
  void report_missing_sections();

  ir::Context& context_;
  Diagnostics diagnostics_;
  TokenStream tokens_;
  Scope scope_;
  StatementParser statements_;
  Xsts xsts_;
  std::array<bool, sections.size()> seen_{};
  bool skipped_ = false;  ///< whatever is missing may have been in what was skipped
};

void XstsReader::item() {
  if (tokens_.at("type")) return enumeration();
  if (tokens_.at("var") || tokens_.at("ctrl")) return variable();
  for (std::size_t i = 0; i < sections.size(); ++i)
    if (tokens_.at(sections[i])) return section(i);
  const auto next = std::find(seen_.begin(), seen_.end(), false) - seen_.begin();
  if (seen_ == decltype(seen_){})
    tokens_.fail_expected("'type', 'var', 'ctrl' or 'trans'");
  else if (next < static_cast<std::ptrdiff_t>(sections.size()))
    tokens_.fail_expected(fmt::format("'{}'", sections[static_cast<std::size_t>(next)]));
  tokens_.fail_expected("the end of the text");
}

void XstsReader::check_before_sections(std::string_view what) {
  if (seen_ != decltype(seen_){})
    tokens_.error(tokens_.peek(),
                  fmt::format("{} must be declared before the first section", what));
}

void XstsReader::enumeration() {
  check_before_sections("types");
  tokens_.take();
  const Token name = tokens_.expect_name("the name of a type");
  // What is declared is clear without the sign, and uses of the type would be errors, too.
  if (!tokens_.accept(":")) {
    tokens_.report_expected("':'");
    tokens_.accept("=");
  }
  tokens_.expect("{");
  std::vector<Token> literals;
  do literals.push_back(tokens_.expect_name("a literal"));
  while (tokens_.accept(","));
  if (!tokens_.accept("}")) tokens_.report_expected("'}'");
  add_enumeration(name, literals);
}

void XstsReader::add_enumeration(const Token& name, const std::vector<Token>& literals) {
  std::vector<std::string> names;
  std::unordered_set<std::string_view> known;
  for (const Token& literal : literals) {
    const std::string full = fmt::format("{}.{}", name.text, literal.text);
    if (!known.insert(literal.text).second) {
      tokens_.error(literal, fmt::format("literal '{}' is declared twice", literal.text));
      continue;
    }
    // Dots are part of names: A.B of type C and B of type C.A would be the same.
    if (scope_.find_literal(full))
      tokens_.error(literal, fmt::format("there are two literals with the full name '{}'", full));
    if (scope_.find(literal.text) != nullptr || scope_.find(full) != nullptr)
      tokens_.error(literal, fmt::format("literal '{}' has the name of a variable", literal.text));
    names.emplace_back(literal.text);
  }
  if (scope_.find_type(name.text)) {
    tokens_.error(name, fmt::format("type '{}' is declared twice", name.text));
    return;
  }
  xsts_.enumerations.push_back(context_.enum_type(std::string(name.text), std::move(names)));
  scope_.add_type(xsts_.enumerations.back());
}

void XstsReader::variable() {
  check_before_sections("variables");
  const bool control = tokens_.accept("ctrl");
  tokens_.expect("var");
  const Token name = tokens_.expect_name("a variable");
  check_variable_name(name);
  const bool twice = scope_.find(name.text) != nullptr;
  if (!tokens_.at(":")) scope_.declare_wrong(name.text);
  tokens_.expect(":");
  const ir::Type type = statements_.type();
  const ir::Expr initial =
      tokens_.accept("=")
          ? statements_.expression(type, fmt::format("the initial value of '{}'", name.text))
          : ir::Expr();
  if (twice) return;
  if (!type) return scope_.declare_wrong(name.text);
  const ir::Var var = context_.declare(std::string(name.text), type, tokens_.location(name));
  scope_.declare(var);
  xsts_.variables.push_back({.var = var, .is_control = control, .initial = initial});
}

void XstsReader::check_variable_name(const Token& name) {
  if (scope_.find(name.text) != nullptr)
    tokens_.error(name, fmt::format("variable '{}' is declared twice", name.text));
  else if (is_reserved(name.text))
    tokens_.error(name, fmt::format("the name '{}' is reserved", name.text),
                  "names of 'temp' and a number are the tools' own");
  else if (!scope_.short_literals(name.text).empty() || scope_.find_literal(name.text))
    tokens_.error(name, fmt::format("'{}' is the name of an enumeration's literal", name.text),
                  "give the variable another name");
}

void XstsReader::section(std::size_t number) {
  const Token word = tokens_.peek();
  if (seen_[number])
    tokens_.error(word, fmt::format("there is a second section '{}'", word.text),
                  "write its branches with 'or' between them");
  for (std::size_t later = number + 1; later < sections.size(); ++later)
    if (!seen_[number] && seen_[later])
      tokens_.error(word,
                    fmt::format("section '{}' must stand before '{}'", word.text, sections[later]));
  tokens_.take();
  seen_[number] = true;
  if (word.is("prop")) return property();
  std::vector<ir::Stmt> branches = statements_.branches();
  (word.is("trans") ? xsts_.trans : word.is("init") ? xsts_.init : xsts_.env) = std::move(branches);
}

void XstsReader::property() {
  tokens_.expect("{");
  xsts_.property_location = tokens_.location();
  xsts_.property = statements_.expression(context_.bool_type(), "a property");
  tokens_.expect("}");
}

void XstsReader::skip_to_item() {
  const bool declaring = seen_ == decltype(seen_){};
  while (!tokens_.at_end() && !tokens_.at_any({"trans", "init", "env", "prop"}) &&
         !(declaring && tokens_.at_any({"type", "var", "ctrl"})))
    tokens_.take();
  skipped_ = true;
}

void XstsReader::report_missing_sections() {
  // A text that is no XSTS at all was complained about already.
  if (skipped_ || (seen_ == decltype(seen_){} && diagnostics_.has_errors())) return;
  std::vector<std::string_view> missing;
  // The property may come from elsewhere.
  for (std::size_t i = 0; i + 1 < sections.size(); ++i)
    if (!seen_[i]) missing.push_back(sections[i]);
  if (!missing.empty())
    diagnostics_.error(tokens_.location(),
                       fmt::format("missing section{} '{}'", missing.size() > 1 ? "s" : "",
                                   fmt::join(missing, "', '")),
                       "the sections are 'trans', 'init' and 'env', in this order");
}

}  // namespace

Xsts parse_xsts(ir::Context& context, const SourcePtr& source, const SourcePtr& property,
                const Limits* limits) {
  Xsts xsts = XstsReader(context, source, limits).read();
  if (property != nullptr) {
    xsts.property = parse_property(context, xsts, property);
    xsts.property_location = {property.get(), 0};
    xsts.sources.push_back(property);
  }
  return xsts;
}

Scope scope_of(ir::Context& context, const Xsts& xsts) {
  Scope scope(context, type_names);
  for (const ir::Type type : xsts.enumerations) scope.add_type(type);
  for (const model::XstsVariable& variable : xsts.variables) scope.declare(variable.var);
  return scope;
}

ir::Expr parse_property(ir::Context& context, const Xsts& xsts, const SourcePtr& source) {
  Scope scope = scope_of(context, xsts);
  return read_property(scope, xsts_dialect(), *source);
}

ir::Expr parse_atom(ir::Context& context, const Xsts& xsts, const SourceText& source) {
  static const syntax::Dialect dialect(with_synonyms(xsts_tables()));
  Scope scope = scope_of(context, xsts);
  return read_property(scope, dialect, source);
}

}  // namespace arges::frontend
