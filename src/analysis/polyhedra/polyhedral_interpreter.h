#pragma once

#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "analysis/polyhedra/library.h"
#include "base/env.h"
#include "base/invariant.h"
#include "ir/context.h"
#include "ir/var_map.h"

namespace arges::analysis {

/// Runs statements on sets of states that are polyhedra: a dimension for each tracked integer,
/// behind them others for what an expression being evaluated leaves open.
class PolyhedralInterpreter {
 public:
  using Polyhedron = Parma_Polyhedra_Library::C_Polyhedron;
  using Cases = std::vector<Polyhedron>;

  /// Ends by polyhedra::TooExpensive once its work, cases that statements are run on times
  /// dimensions, passes `most_work`.
  PolyhedralInterpreter(Env& env, std::span<const ir::Var> tracked,
                        std::size_t most_work = static_cast<std::size_t>(-1));

  std::size_t num_tracked() const { return tracked_.size(); }
  /// Conditions of the statements that ran, over tracked variables alone, and bounds that were
  /// added.
  const Parma_Polyhedra_Library::Constraint_System& thresholds() const { return thresholds_; }
  /// Each tracked variable's bounds in these states, and 0, are thresholds from now on.
  void add_thresholds(const Polyhedron& states);

  /// The states after a statement, case by case.
  Cases run(Cases before, ir::Stmt statement);
  /// The states where a condition has that truth value.
  Cases assume(const Cases& states, ir::Expr condition, bool truth);
  /// The states with any values of some variables.
  Cases forget(Cases states, std::span<const ir::Var> variables) const;
  /// All of them as one.
  Polyhedron joined(const Cases& cases) const;
  /// What a condition may multiply variables by: large numbers are accidents of widening, and only
  /// a proof needs every condition.
  enum class Factors : std::uint8_t { small, any };
  /// What is known of the variables in all of the states.
  std::vector<ir::Expr> conditions(ir::Context& context, const Polyhedron& states,
                                   Factors factors) const;

 private:
  using Form = Parma_Polyhedra_Library::Linear_Expression;
  /// A value in some of the states, which may have more dimensions than before.
  struct Evaluated {
    Polyhedron states;
    Form form;
  };
  using Values = std::vector<Evaluated>;

  static void append(Cases& to, Cases more);
  /// A dimension plus one; 0 if the variable is not tracked.
  std::size_t dimension(ir::Var var) const { return dimensions_.get(var); }
  Cases forget(Cases states, ir::Var var) const;
  Cases assign(Cases before, ir::Var var, ir::Expr value);
  Cases assume(const Polyhedron& states, ir::Expr condition, bool truth);
  /// Whether an integer occurs in it; else a condition says nothing of the states.
  bool speaks_of_numbers(ir::Expr condition);
  void work(std::size_t amount);
  Cases compare(const Polyhedron& states, ir::Expr condition, bool truth);
  /// A new dimension that may have any value.
  static Evaluated anything(Polyhedron states);
  Values evaluate(const Polyhedron& states, ir::Expr expr);
  static std::optional<Form> product(const Form& a, const Form& b);
  template <typename Operation>
  Values combine(const Values& values, ir::Expr operand, const Operation& operation);
  /// Division by a positive number and its remainder; exact where the quotient is known.
  Values divide(const Polyhedron& states, ir::Expr expr);

  Env& env_;
  std::size_t work_left_;
  std::unordered_map<ir::Expr, bool> speaks_of_numbers_;
  std::vector<ir::Var> tracked_;
  ir::VarMap<std::size_t> dimensions_;
  Parma_Polyhedra_Library::Constraint_System thresholds_;
  std::set<ir::Expr> thresholds_seen_;
};

}  // namespace arges::analysis
