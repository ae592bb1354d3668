#include "output/core_reader.h"

#include <fmt/format.h>

#include "ir/reference_evaluator.h"
#include "ir/text/core_parser.h"
#include "output/json_cursor.h"

namespace arges::output {

namespace {

/// The text in quotes, cut where it is too long for a message.
std::string excerpt(const std::string& text) {
  constexpr std::size_t longest = 100;
  return text.size() <= longest ? fmt::format("'{}'", text)
                                : fmt::format("'{}…'", text.substr(0, longest));
}

void add_enumerations(ir::Scope& scope, ir::Type type) {
  if (type.is_enum() && !scope.find_type(type.name())) scope.add_type(type);
  if (!type.is_array()) return;
  add_enumerations(scope, type.index());
  add_enumerations(scope, type.element());
}

void add_enumerations(ir::Scope& scope, ir::Stmt statement) {
  if (statement.kind() == ir::StmtKind::havoc) add_enumerations(scope, statement.var()->type);
  for (const ir::Var var : statement.locals()) add_enumerations(scope, var->type);
  for (const ir::Stmt child : statement.children()) add_enumerations(scope, child);
}

}  // namespace

CoreReader::CoreReader(const analysis::System& system)
    : context_(system.context()), scope_(context_), names_(system) {
  const auto declare = [this](ir::Var var) {
    scope_.declare(var);
    add_enumerations(scope_, var->type);
  };
  for (const ir::Var var : system.variables()) declare(var);
  for (const ir::Var var : names_.stand_ins()) declare(var);
}

void CoreReader::add_types_of(ir::Stmt statement) { add_enumerations(scope_, statement); }

ir::Var CoreReader::variable(const std::string& name) const {
  const ir::Scope::Binding* binding = scope_.find(name);
  return binding == nullptr ? nullptr : binding->var;
}

std::string CoreReader::suggest_variable(const std::string& name) const {
  return scope_.suggest_variable(name, {});
}

ir::Expr CoreReader::expression(const SourceText& source, Diagnostics& diagnostics) {
  const ir::Expr result = ir::parse_expression(scope_, source, diagnostics);
  return result ? names_.from_text(result) : result;
}

ir::Expr CoreReader::formula(const JsonCursor& at) {
  const auto [entry, is_new] = formulas_.try_emplace(at.text());
  if (is_new) entry->second = names_.from_text(expression(at, context_.bool_type()));
  return entry->second;
}

ir::Expr CoreReader::term(const JsonCursor& at, ir::Type type) {
  return names_.from_text(expression(at, type));
}

ir::Type CoreReader::type(const JsonCursor& at) {
  const SourceText source("type", at.text());
  Diagnostics diagnostics;
  const ir::Type result = ir::parse_type(scope_, source, diagnostics);
  if (!result) fail(at, diagnostics);
  return result;
}

ir::Value CoreReader::value(const JsonCursor& at, ir::Type type) {
  if (at.value().is_null()) return {};
  if (at.value().is_boolean() && type.is_bool()) return ir::Value::boolean(at.value().get<bool>());
  if (at.value().is_number_integer() && type.is_int())
    return context_.values().integer(mpz_class(at.value().dump()));
  if (!at.value().is_string())
    at.fail(fmt::format("should be a value of type {}", type.to_string()));
  const auto result = ir::reference_evaluate(expression(at, type), ir::Valuation());
  if (!result) at.fail(fmt::format("{} is no constant", excerpt(at.text())));
  return *result;
}

ir::Expr CoreReader::expression(const JsonCursor& at, ir::Type type) {
  const SourceText source("formula", at.text());
  Diagnostics diagnostics;
  const ir::Expr result = ir::parse_expression(scope_, source, diagnostics);
  if (!result) fail(at, diagnostics);
  if (type && result.type() != type)
    at.fail(fmt::format("should have the type {}, not {}", type.to_string(),
                        result.type().to_string()));
  return result;
}

void CoreReader::fail(const JsonCursor& at, const Diagnostics& diagnostics) {
  if (!diagnostics.has_errors()) at.fail(fmt::format("{} can't be read", excerpt(at.text())));
  const Diagnostic& first = diagnostics.errors().front();
  at.fail(fmt::format("{} (at character {} of {})", first.message, first.location.column(),
                      excerpt(at.text())),
          first.hint);
}

}  // namespace arges::output
