#include "smt/interpolation/divisibility.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace arges::smt {

using ir::Expr;

namespace {

bool is_integer_equation(const Constraint& constraint) {
  const auto& unknowns = constraint.term.coefficients();
  return constraint.relation == Relation::eq &&
         std::all_of(unknowns.begin(), unknowns.end(),
                     [](const auto& entry) { return entry.first.type().is_int(); });
}

/// Equations of integers under column operations that keep what integers can be their values:
/// Hermite's normal form, which is triangular, so that its solution is found row by row (Schrijver,
/// "Theory of Linear and Integer Programming", 1986, section 4.1).
class EquationSystem {
 public:
  explicit EquationSystem(std::span<const Constraint> constraints);
  std::optional<Multipliers> indivisible_sum() const;

 private:
  bool reduce(std::vector<mpz_class>& row, std::size_t pivot);
  void subtract_column(std::size_t from, std::size_t column, const mpz_class& times);
  Multipliers multipliers(std::size_t row) const;

  struct Row {
    std::size_t constraint;
    mpz_class constant;
    std::vector<mpz_class> entries;
  };
  std::size_t constraints_;
  std::vector<Row> rows_;  ///< independent ones, lower triangular
};

EquationSystem::EquationSystem(std::span<const Constraint> constraints)
    : constraints_(constraints.size()) {
  std::map<Expr, std::size_t> columns;
  for (const Constraint& constraint : constraints)
    if (is_integer_equation(constraint))
      for (const auto& [unknown, coefficient] : constraint.term.coefficients())
        columns.emplace(unknown, columns.size());
  for (std::size_t i = 0; i < constraints.size(); ++i) {
    if (!is_integer_equation(constraints[i])) continue;
    const Constraint equation = normalized(constraints[i]);
    Row row{i, equation.term.constant().get_num(), std::vector<mpz_class>(columns.size())};
    for (const auto& [unknown, coefficient] : equation.term.coefficients())
      row.entries[columns.at(unknown)] = coefficient.get_num();
    rows_.push_back(std::move(row));
  }
  for (std::size_t r = 0; r < rows_.size();) {
    if (reduce(rows_[r].entries, r))
      ++r;
    else
      rows_.erase(rows_.begin() + static_cast<std::ptrdiff_t>(r));
  }
}

/// Euclid's algorithm on the columns from the pivot on, until only the pivot's is not 0 in this
/// row; whether there is such a column.
bool EquationSystem::reduce(std::vector<mpz_class>& row, std::size_t pivot) {
  while (true) {
    std::size_t least = row.size();
    bool done = true;
    for (std::size_t c = pivot; c < row.size(); ++c) {
      if (row[c] == 0) continue;
      done = done && least == row.size();
      if (least == row.size() || abs(row[c]) < abs(row[least])) least = c;
    }
    if (least == row.size()) return false;
    if (done) {
      for (Row& other : rows_) std::swap(other.entries[pivot], other.entries[least]);
      return true;
    }
    for (std::size_t c = pivot; c < row.size(); ++c)
      if (c != least && row[c] != 0) subtract_column(c, least, row[c] / row[least]);
  }
}

void EquationSystem::subtract_column(std::size_t from, std::size_t column, const mpz_class& times) {
  for (Row& row : rows_) row.entries[from] -= times * row.entries[column];
}

std::optional<Multipliers> EquationSystem::indivisible_sum() const {
  std::vector<mpz_class> solution;
  for (std::size_t r = 0; r < rows_.size(); ++r) {
    mpz_class rest = -rows_[r].constant;
    for (std::size_t c = 0; c < r; ++c) rest -= rows_[r].entries[c] * solution[c];
    const mpz_class& pivot = rows_[r].entries[r];
    if (rest % pivot != 0) return multipliers(r);
    solution.emplace_back(rest / pivot);
  }
  return std::nullopt;
}

/// The row of the inverse: applied to the system it leaves a single unknown with factor 1.
Multipliers EquationSystem::multipliers(std::size_t row) const {
  Multipliers result(constraints_);
  for (std::size_t c = row + 1; c-- > 0;) {
    mpq_class rest = c == row ? 1 : 0;
    for (std::size_t r = c + 1; r <= row; ++r)
      rest -= result[rows_[r].constraint] * rows_[r].entries[c];
    result[rows_[c].constraint] = rest / mpq_class(rows_[c].entries[c]);
  }
  return result;
}

}  // namespace

std::optional<Multipliers> indivisible_sum(std::span<const Constraint> constraints) {
  return EquationSystem(constraints).indivisible_sum();
}

Expr is_integer(ir::Context& context, const LinearTerm& sum) {
  mpz_class divisor = sum.constant().get_den();
  for (const auto& [unknown, coefficient] : sum.coefficients())
    divisor = lcm(divisor, coefficient.get_den());
  const auto reduced = [&](const mpq_class& number) {
    const mpq_class scaled = number * divisor;
    mpz_class result;
    mpz_fdiv_r(result.get_mpz_t(), scaled.get_num_mpz_t(), divisor.get_mpz_t());
    return result;
  };
  LinearTerm rest(reduced(sum.constant()));
  for (const auto& [unknown, coefficient] : sum.coefficients())
    rest.add(unknown, reduced(coefficient));
  if (rest.is_constant()) return context.bool_literal(rest.constant() == 0);
  const Expr remainder = ir::binary(ir::Op::mod, to_expr(context, rest, context.int_type()),
                                    context.int_literal(divisor));
  return ir::eq(remainder, context.int_literal(0));
}

}  // namespace arges::smt
