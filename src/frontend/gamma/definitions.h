#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <gmpxx.h>

#include "base/error.h"
#include "frontend/gamma/packages.h"
#include "frontend/gamma/values.h"
#include "ir/text/scope.h"
#include "model/statechart/system.h"

namespace arges::frontend::gamma {

/// A declaration and the package that it is in.
template <typename T>
struct Found {
  const T* declaration = nullptr;
  const Package* package = nullptr;
  explicit operator bool() const { return declaration != nullptr; }
};

/// Finds what packages declare, and gives types and constants their meaning.
class Definitions {
 public:
  Definitions(ir::Context& context, const Packages& packages, Diagnostics& diagnostics);

  ir::Context& context() const { return context_; }
  Diagnostics& diagnostics() const { return diagnostics_; }
  /// Of the built-in types; what is declared is found here.
  ir::Scope& scope() { return scope_; }
  /// Procedures that are being expanded; to meet one again is recursion.
  std::vector<const Procedure*>& open_calls() { return open_calls_; }
  ShapePtr boolean() const { return boolean_; }
  ShapePtr integer() const { return integer_; }

  // Without a declaration: there is none, which was reported. Visible are a package's own and those
  // of the packages it imports.
  Found<Interface> interface(const Package& package, const Name& name);
  Found<ComponentText> component(const Package& package, const Name& name);
  /// Not reported: a name may be something else.
  Found<Procedure> procedure(const Package& package, const std::string& name) const;

  /// Null: the type is wrong or not supported, which was reported.
  ShapePtr shape(const Package& package, const TypeTree& type);
  /// Null: there is no such type; not reported.
  ShapePtr named_shape(const Package& package, const Name& name);
  /// Null: there is no such constant; not reported. Without a value: it is wrong.
  const Value* constant(const Package& package, const std::string& name);

  /// Every event of an interface, those of its parents first.
  struct EventOfInterface {
    const EventDeclaration* declaration;
    const Package* package;
  };
  std::vector<EventOfInterface> events(Found<Interface> interface);

  /// For whoever wrote the model, once for each place.
  void warn(SourceLocation location, std::string text);
  const std::vector<model::statechart::System::Warning>& warnings() const { return warnings_; }

  /// What a loop over constants counts: a variable that nothing else writes, within its body.
  struct Range {
    mpz_class first;
    mpz_class last;
  };
  void note_counter(ir::Var counter, Range range) { counters_.emplace(counter, std::move(range)); }
  /// The values that an expression may have, as far as literals and counters tell.
  std::optional<Range> range_of(ir::Expr integer) const;

  /// In the order in which they were first used.
  const std::vector<ir::Type>& enumerations() const { return enumerations_; }
  /// Hints about a name that was not found: imports that are missing.
  std::string missing_hint(const Package& package) const;

 private:
  template <typename T>
  Found<T> find(const Package& package, const std::string& name,
                std::vector<T> Package::*list) const;
  template <typename T>
  Found<T> demand(const Package& package, const Name& name, std::vector<T> Package::*list,
                  std::string_view what);
  ShapePtr enumeration(const Package& package, const std::string& name, const TypeTree& type);
  ShapePtr record(const Package& package, const TypeTree& type);
  ShapePtr error(SourceLocation location, std::string message, std::string hint = "");
  /// Of an array; 0: no constant that can be told.
  std::uint32_t length(const Package& package, NodeId size);
  std::string enumeration_name(const Package& package, const std::string& name) const;
  void collect_events(Found<Interface> interface, std::set<const Interface*>& seen,
                      std::vector<EventOfInterface>& result);

  ir::Context& context_;
  const Packages& packages_;
  Diagnostics& diagnostics_;
  ir::Scope scope_;
  std::vector<const Procedure*> open_calls_;
  std::map<const Declaration*, ShapePtr> shapes_;
  std::map<const Declaration*, Value> constants_;
  std::set<const Declaration*> open_;  ///< being resolved: to meet one again is a cycle
  std::vector<ir::Type> enumerations_;
  std::vector<model::statechart::System::Warning> warnings_;
  std::map<ir::Var, Range> counters_;  ///< only looked up
  ShapePtr boolean_;
  ShapePtr integer_;
  ShapePtr nothing_;
};

}  // namespace arges::frontend::gamma
