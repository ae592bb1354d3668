#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <z3++.h>

#include "smt/solver.h"
#include "smt/z3/session.h"

namespace arges::smt {

/// A Solver on Z3's incremental core ("simple solver"): no tactics, so that small queries are fast.
///
/// An assumption that is not a literal is replaced by its indicator constant i, and i ⇒ assumption
/// is asserted in the scope that saw it first. Only this direction: while an indicator is not
/// assumed, its formula hardly takes part in the search (stores to arrays do: then solvers should
/// not be kept for too many assumptions). Products would: checks that assume some have a solver of
/// their own, for this check only.
///
/// Of Z3's two arithmetic engines the older one is 2 to 20 times faster on small linear queries,
/// but often gives up on products; then the newer one is asked, of a solver of its own, too.
/// Its procedure for real polynomials stays off: it does not react to interrupts, and its numbers
/// may be irrational, whereas ours are not.
///
/// A solver kept for many checks may also stray for hours in one that a fresh solver answers at
/// once. So a search of unusual length is broken off, tried afresh by the newer engine, and only
/// if that does not end either continued (or begun again, if it has a solver of its own).
class Z3Solver : public Solver {
 public:
  /// Whether Z3 simplifies all formulas together before it searches.
  enum class Preparation : std::uint8_t { none, thorough };
  Z3Solver(std::shared_ptr<Session> session, Cores cores,
           Preparation preparation = Preparation::none);

  void push() override;
  void pop() override;
  void add(ir::Expr formula) override;
  Status check(std::span<const ir::Expr> assumptions) override;
  std::optional<ir::Value> value(ir::Expr expr) override;
  std::vector<std::size_t> unsat_core() override;
  std::string reason_unknown() const override;
  void set_query_limit(QueryLimit limit) override;
  std::string to_smt2(std::span<const ir::Expr> assumptions) const override;

 private:
  /// What a pop returns to.
  struct Scope {
    std::size_t formulas = 0;
    std::size_t indicated = 0;
    std::optional<std::string> failure;
  };

  enum class Engine : unsigned { linear = 2, nonlinear = 6 };  ///< Z3's arith.solver

  static z3::solver make(Session& session, Engine engine, Cores cores,
                         std::optional<std::uint32_t> steps, Preparation preparation);
  template <typename Action>
  void guarded(const Action& action);
  void forget();
  std::string obstacle() const;
  Status search(std::span<const ir::Expr> assumptions);
  bool collect_literals(std::span<const ir::Expr> assumptions);
  Z3_ast literal(ir::Expr assumption);
  Status ask_with_patience(std::span<const ir::Expr> assumptions);
  Status ask_linear(QueryLimit limit, std::span<const ir::Expr> assumptions);
  Status ask(z3::solver& solver, QueryLimit limit);
  Status ask_apart(Engine engine, QueryLimit limit, std::span<const ir::Expr> assumptions);
  QueryLimit patience() const;
  bool was_broken_off(Status status, QueryLimit limit);
  void allow(std::optional<std::uint32_t> steps);
  std::string limit_behind(const std::string& z3_reason) const;
  bool is_out_of_memory() const;
  bool has_products(std::span<const ir::Expr> formulas) const;
  bool is_nonlinear() const;
  void count(Status status);

  std::shared_ptr<Session> session_;
  Cores cores_;
  Preparation preparation_;
  QueryLimit limit_;
  z3::solver solver_;
  std::vector<ir::Expr> formulas_;                      ///< asserted, for to_smt2
  std::vector<Scope> scopes_;                           ///< those pushed
  std::unordered_map<std::uint32_t, Z3_ast> literals_;  ///< by assumption's expression id
  std::vector<std::uint32_t> indicated_;                ///< keys of literals_, in order
  std::optional<std::string> failure_;                  ///< why formulas are missing in Z3
  std::optional<std::string> abandoned_;                ///< why Z3 has no longer what it should
  std::optional<std::uint32_t> allowed_;                ///< steps of solver_, as Z3 was told

  // What the last check left.
  std::optional<Status> status_;
  std::vector<Z3_ast> assumed_;             ///< literals given to Z3 …
  std::vector<std::size_t> assumed_index_;  ///< … and the assumptions they stand for
  std::optional<std::size_t> false_assumption_;
  std::optional<z3::solver> second_;  ///< gave the answer in place of solver_
  std::optional<z3::model> model_;
  std::string reason_;
  bool ended_by_limit_ = false;
  bool out_of_time_ = false;  ///< the run's, or the query's
  bool apart_ = false;        ///< there are products among the assumptions
  QueryLimit left_;           ///< of the limit, for what the check has still to search
};

}  // namespace arges::smt
