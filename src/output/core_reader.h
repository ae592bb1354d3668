#pragma once

#include <string>
#include <unordered_map>

#include "analysis/system/system.h"
#include "base/error.h"
#include "ir/text/scope.h"
#include "output/proof_names.h"

namespace arges::output {

class JsonCursor;

/// Reads values, types and formulas over the variables of a System back from the core syntax; what
/// can't be read is an InputError that names the cursor's place.
class CoreReader {
 public:
  explicit CoreReader(const analysis::System& system);
  /// Makes the enumerations known that only a statement's own variables have.
  void add_types_of(ir::Stmt statement);

  /// The variable of this name, or null.
  ir::Var variable(const std::string& name) const;
  /// "did you mean …?", or "".
  std::string suggest_variable(const std::string& name) const;
  /// An expression of a text that is no JSON; null if it is wrong.
  ir::Expr expression(const SourceText& source, Diagnostics& diagnostics);
  /// A state of a proof.
  ir::Expr formula(const JsonCursor& at);
  /// Any expression over a state; of that type, if given.
  ir::Expr term(const JsonCursor& at, ir::Type type);
  ir::Type type(const JsonCursor& at);
  /// A value as JSON writes it; null is unknown.
  ir::Value value(const JsonCursor& at, ir::Type type);

 private:
  ir::Expr expression(const JsonCursor& at, ir::Type type);
  [[noreturn]] static void fail(const JsonCursor& at, const Diagnostics& diagnostics);

  ir::Context& context_;
  ir::Scope scope_;
  ProofNames names_;
  std::unordered_map<std::string, ir::Expr> formulas_;  ///< the nodes of a proof share many
};

}  // namespace arges::output
