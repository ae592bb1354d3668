#pragma once

#include <compare>
#include <deque>
#include <optional>
#include <unordered_map>
#include <vector>

#include "ir/context.h"

namespace arges::analysis {

using PredicateId = std::uint32_t;

/// A predicate or its negation.
struct Literal {
  PredicateId predicate;
  bool negated = false;

  Literal operator!() const { return {predicate, !negated}; }
  auto operator<=>(const Literal&) const = default;
};

/// A formula as a canonical one or its negation: simplified, no negation on top, of integer
/// comparisons only those that bound a term from below.
struct Canonical {
  ir::Expr formula;
  bool negated = false;
};
Canonical canonical(ir::Expr formula);

/// The formulas that a formula combines by connectives, each once.
std::vector<ir::Expr> atoms(ir::Expr formula);

/// All predicates of a run, numbered as they come. Formulas that differ by negation, or in how a
/// comparison is written, are the same predicate.
class Predicates {
 public:
  explicit Predicates(ir::Context& context) : context_(context) {}

  /// The formula must not be a truth value.
  Literal intern(ir::Expr formula);
  /// The literal that says the same, if there is such a predicate.
  std::optional<Literal> find(ir::Expr formula);

  ir::Expr expr(PredicateId id) const { return predicates_[id].positive; }
  ir::Expr expr(Literal literal) const {
    const Predicate& p = predicates_[literal.predicate];
    return literal.negated ? p.negative : p.positive;
  }
  const std::vector<ir::Var>& variables(PredicateId id) const { return predicates_[id].variables; }
  std::size_t size() const { return predicates_.size(); }
  ir::Context& context() const { return context_; }

 private:
  const Canonical& form(ir::Expr formula);

  struct Predicate {
    ir::Expr positive;
    ir::Expr negative;
    std::vector<ir::Var> variables;
  };
  ir::Context& context_;
  std::deque<Predicate> predicates_;
  std::unordered_map<ir::Expr, PredicateId> ids_;  ///< by the canonical formula
  std::unordered_map<ir::Expr, Canonical> forms_;  ///< of formulas seen
};

}  // namespace arges::analysis
