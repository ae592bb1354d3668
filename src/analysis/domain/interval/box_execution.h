#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/domain/interval/interval_states.h"
#include "analysis/domain/interval/split_points.h"
#include "ir/context.h"

namespace arges::analysis {

/// Executes a statement on a box of values, exactly or not at all.
///
/// Within the statement every variable is a linear term over one unknown, whose interval conditions
/// narrow; unknowns are independent of each other. A condition that relates two of them, and a
/// product of two, have no such form: then a solver must be asked. What nothing tracks or reads may
/// be anything.
class BoxExecution {
 public:
  BoxExecution(ir::Context& context, const Box& before) : context_(context), before_(before) {}

  /// The combinations of cells that successors are in; nothing: it can't be told exactly.
  std::optional<std::vector<Box>> run(ir::Stmt statement, std::span<const Partitioned> targets);

 private:
  /// What a variable is; without a term: something that has none.
  using Term = std::optional<LinearTerm>;
  /// One way through the statement, as far as it got.
  struct Way {
    std::vector<Interval> unknowns = {};
    std::vector<std::pair<ir::Var, Term>> variables = {};  ///< by declaration, those come across
  };
  struct Cases {
    std::vector<Way> holds = {};
    std::vector<Way> fails = {};
  };
  struct Valued {
    Way way;
    Term term;
  };

  std::vector<Way> execute(ir::Stmt statement, std::vector<Way> ways);
  std::vector<Way> execute_local(ir::Stmt statement, std::vector<Way> ways);
  std::vector<Way> execute_one(ir::Stmt statement, Way way);
  std::vector<Valued> evaluate(ir::Expr expr, Way way);
  std::vector<Valued> evaluate_operands(ir::Expr expr, Way way);
  Term combine(ir::Expr expr, const Term& a, const Term& b) const;
  Cases split(ir::Expr condition, Way way);
  Cases split_all(ir::Expr condition, Way way);
  Cases split_equivalence(ir::Expr condition, Way way);
  Cases compare(ir::Expr comparison, Way way);
  void decide(ir::Op op, const LinearTerm& a, const LinearTerm& b, Way way, Cases& cases);
  static void narrow(ir::Op op, const LinearTerm& difference, Way way, Cases& cases);

  Term read(ir::Var var, Way& way) const;
  static void write(ir::Var var, Term term, Way& way);
  static Term fresh(const Interval& interval, Way& way);
  static Interval range(const LinearTerm& term, const Way& way);
  void add(std::vector<Way>& to, std::vector<Way> ways);

  /// The values that targets have at the end of a way.
  void project(Way way, std::span<const Partitioned> targets, std::vector<Box>& result);

  ir::Context& context_;
  const Box& before_;
  bool failed_ = false;
};

}  // namespace arges::analysis
