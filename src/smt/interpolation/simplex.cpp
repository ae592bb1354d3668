#include "smt/interpolation/simplex.h"

#include <optional>
#include <utility>

#include "base/invariant.h"

namespace arges::smt {

using ir::Expr;

namespace {

/// A number plus a multiple of an infinitely small one, which is what strictness means.
struct Nearly {
  mpq_class number = 0;
  mpq_class infinitesimal = 0;

  void add(const Nearly& other, const mpq_class& factor) {
    number += other.number * factor;
    infinitesimal += other.infinitesimal * factor;
  }
  friend bool operator<(const Nearly& a, const Nearly& b) {
    const int order = cmp(a.number, b.number);
    return order != 0 ? order < 0 : a.infinitesimal < b.infinitesimal;
  }
};

/// The simplex method with bounds of Dutertre and de Moura ("A fast linear-arithmetic solver for
/// DPLL(T)", CAV 2006, sections 3.2 and 5), over a dense tableau and for one conjunction only, so
/// without backtracking. Always the first possible variable enters and leaves (Bland's rule), so it
/// ends.
class Simplex {
 public:
  Simplex(const Env& env, std::span<const Constraint> constraints);
  std::variant<Multipliers, Point> run();

 private:
  using Column = std::size_t;  ///< an unknown, or after those the sum of a constraint
  enum class Side { above, below };

  bool is_sum(Column column) const { return column >= unknowns_.size(); }
  const Constraint& constraint(Column sum) const { return constraints_[sum - unknowns_.size()]; }
  Nearly bound(Column sum) const;
  std::optional<Side> violation(Column column) const;
  bool may_move(Column column, const mpq_class& direction) const;
  std::optional<Column> entering(const std::vector<mpq_class>& row, Side violated) const;
  void pivot(std::size_t row, Column entering);
  Multipliers conflict(std::size_t row, Side violated) const;
  Point point() const;

  const Env& env_;
  std::span<const Constraint> constraints_;
  std::vector<Expr> unknowns_;
  std::vector<std::vector<mpq_class>> rows_;  ///< basic column = Σ factor·column, all non-basic
  std::vector<Column> basic_;                 ///< of each row
  std::vector<Nearly> values_;                ///< of each column
};

Simplex::Simplex(const Env& env, std::span<const Constraint> constraints)
    : env_(env), constraints_(constraints) {
  std::map<Expr, Column> column_of;
  for (const Constraint& constraint : constraints)
    for (const auto& [unknown, coefficient] : constraint.term.coefficients())
      column_of.emplace(unknown, 0);
  for (auto& [unknown, column] : column_of) {
    column = unknowns_.size();
    unknowns_.push_back(unknown);
  }
  values_.resize(unknowns_.size() + constraints.size());
  for (const Constraint& constraint : constraints) {
    basic_.push_back(unknowns_.size() + rows_.size());
    std::vector<mpq_class>& row = rows_.emplace_back(values_.size());
    for (const auto& [unknown, coefficient] : constraint.term.coefficients())
      row[column_of.at(unknown)] = coefficient;
  }
}

/// What a constraint's sum must not exceed, and if it is an equation not fall below either.
Nearly Simplex::bound(Column sum) const {
  return {-constraint(sum).term.constant(), constraint(sum).relation == Relation::lt ? -1 : 0};
}

std::optional<Simplex::Side> Simplex::violation(Column column) const {
  if (!is_sum(column)) return std::nullopt;
  const Nearly limit = bound(column);
  if (limit < values_[column]) return Side::above;
  if (constraint(column).relation == Relation::eq && values_[column] < limit) return Side::below;
  return std::nullopt;
}

bool Simplex::may_move(Column column, const mpq_class& direction) const {
  if (direction == 0) return false;
  if (!is_sum(column)) return true;
  if (constraint(column).relation == Relation::eq)
    return direction > 0 ? values_[column] < bound(column) : bound(column) < values_[column];
  return direction < 0 || values_[column] < bound(column);
}

std::optional<Simplex::Column> Simplex::entering(const std::vector<mpq_class>& row,
                                                 Side violated) const {
  for (Column column = 0; column < row.size(); ++column)
    if (may_move(column, violated == Side::above ? mpq_class(-row[column]) : row[column]))
      return column;
  return std::nullopt;
}

/// Moves the row's basic column to its bound and makes another one basic instead.
void Simplex::pivot(std::size_t row, Column entering) {
  const Column leaving = basic_[row];
  const mpq_class factor = rows_[row][entering];
  Nearly change = bound(leaving);
  change.add(values_[leaving], -1);
  values_[leaving].add(change, 1);
  values_[entering].add(change, 1 / factor);
  for (std::size_t r = 0; r < rows_.size(); ++r)
    if (r != row) values_[basic_[r]].add(change, rows_[r][entering] / factor);

  std::vector<mpq_class>& changed = rows_[row];
  changed[entering] = 0;
  for (mpq_class& entry : changed) entry /= -factor;
  changed[leaving] = 1 / factor;
  basic_[row] = entering;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    if (r == row || rows_[r][entering] == 0) continue;
    const mpq_class multiple = std::exchange(rows_[r][entering], 0);
    for (Column column = 0; column < changed.size(); ++column)
      if (changed[column] != 0) rows_[r][column] += multiple * changed[column];
  }
}

/// Every column of the row stands at the bound that keeps the basic one from its own: the row, an
/// equation between sums of constraints, is the contradiction.
Multipliers Simplex::conflict(std::size_t row, Side violated) const {
  Multipliers result(constraints_.size());
  const int sign = violated == Side::above ? 1 : -1;
  result[basic_[row] - unknowns_.size()] = sign;
  for (Column column = unknowns_.size(); column < values_.size(); ++column)
    if (rows_[row][column] != 0) result[column - unknowns_.size()] = -sign * rows_[row][column];
  return result;
}

Point Simplex::point() const {
  Point result;
  for (std::size_t i = 0; i < unknowns_.size(); ++i)
    result.emplace(unknowns_[i], values_[i].number);
  return result;
}

std::variant<Multipliers, Point> Simplex::run() {
  while (true) {
    env_.limits.check();
    std::optional<std::size_t> first;
    for (std::size_t row = 0; row < rows_.size(); ++row)
      if ((!first || basic_[row] < basic_[*first]) && violation(basic_[row])) first = row;
    if (!first) return point();
    const Side violated = *violation(basic_[*first]);
    const auto column = entering(rows_[*first], violated);
    if (!column) return conflict(*first, violated);
    pivot(*first, *column);
  }
}

/// Whether the multipliers prove what they should.
bool refutes(const Multipliers& multipliers, std::span<const Constraint> constraints) {
  LinearTerm sum;
  bool strict = false;
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (multipliers[i] < 0 && constraints[i].relation != Relation::eq) return false;
    sum.add(constraints[i].term, multipliers[i]);
    strict = strict || (multipliers[i] > 0 && constraints[i].relation == Relation::lt);
  }
  return sum.is_constant() && (sum.constant() > 0 || (strict && sum.constant() == 0));
}

}  // namespace

std::variant<Multipliers, Point> solve(const Env& env, std::span<const Constraint> constraints) {
  auto result = Simplex(env, constraints).run();
  if (const auto* multipliers = std::get_if<Multipliers>(&result))
    INVARIANT(refutes(*multipliers, constraints), "multipliers should give a contradiction");
  return result;
}

}  // namespace arges::smt
