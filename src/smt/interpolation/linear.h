#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

#include <gmpxx.h>

#include "ir/context.h"

namespace arges::smt {

/// A sum of unknowns with rational coefficients, and a constant.
///
/// Unknowns are variables, of numbers or enumerations (which count as their literal's position),
/// and every other term linear arithmetic does not look into: quotients, products, reads.
class LinearTerm {
 public:
  LinearTerm() = default;
  explicit LinearTerm(mpq_class constant) : constant_(std::move(constant)) {}

  /// The number or enumeration as a sum; always possible, if need be as one unknown.
  static LinearTerm of(ir::Expr expr);

  const std::map<ir::Expr, mpq_class>& coefficients() const { return coefficients_; }
  const mpq_class& constant() const { return constant_; }
  mpq_class coefficient(ir::Expr unknown) const;
  bool is_constant() const { return coefficients_.empty(); }

  void add(ir::Expr unknown, const mpq_class& coefficient);
  void add(const LinearTerm& other, const mpq_class& factor);
  void add(const mpq_class& constant) { constant_ += constant; }
  void scale(const mpq_class& factor);

 private:
  std::map<ir::Expr, mpq_class> coefficients_;  ///< none is 0
  mpq_class constant_ = 0;
};

enum class Relation : std::uint8_t { le, lt, eq };

/// A comparison of a sum with 0.
struct Constraint {
  LinearTerm term;
  Relation relation = Relation::le;
};

/// Whether all unknowns are integers (or enumerations).
bool is_integral(const LinearTerm& term);

/// An equivalent constraint with the smallest integer coefficients. If all unknowns are integers,
/// it is not strict, its constant is an integer, and it is 1 ≤ 0 if divisibility denies it.
Constraint normalized(Constraint constraint);

/// A comparison (lt, le, eq) of numbers or enumerations; nothing for other formulas.
std::optional<Constraint> constraint_of(ir::Expr formula);

/// What is true of the unknowns of a term by their own meaning: the bounds of quotients, again over
/// other unknowns.
std::vector<Constraint> axioms(const LinearTerm& term);

/// The constraint as a formula; null if it relates enumerations in too many ways.
ir::Expr to_formula(ir::Context& context, const Constraint& constraint);

/// The formula with comparisons of sums of variables as to_formula writes them, so that equal ones
/// look equal.
ir::Expr canonical(ir::Expr formula);

/// The sum as an expression of the given numeric type, over integers all coefficients being so.
ir::Expr to_expr(ir::Context& context, const LinearTerm& term, ir::Type type);

}  // namespace arges::smt
