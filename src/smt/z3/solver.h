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
/// is asserted in the scope that saw it first. Only this direction: an indicator that is not
/// assumed then costs the search nothing.
///
/// Of Z3's two arithmetic engines the older one is 2 to 20 times faster on small linear queries,
/// but gives up on products; a solver moves to the newer one when it meets the first of them.
class Z3Solver : public Solver {
 public:
  Z3Solver(std::shared_ptr<Session> session, Cores cores);

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
    std::size_t formulas;
    std::size_t indicated;
    std::optional<std::string> failure;
  };

  enum class Engine : unsigned { linear = 2, nonlinear = 6 };  ///< Z3's arith.solver

  static z3::solver make(Session& session, Engine engine, Cores cores, QueryLimit limit);
  void assert_term(Z3_ast term);
  void require_engine_for(ir::Expr expr);
  void rebuild();
  template <typename Action>
  void guarded(const Action& action);
  void forget();
  Status search(std::span<const ir::Expr> assumptions);
  bool collect_literals(std::span<const ir::Expr> assumptions);
  Z3_ast literal(ir::Expr assumption);
  Status run();
  std::string why_unknown();
  void count(Status status);

  std::shared_ptr<Session> session_;
  Cores cores_;
  QueryLimit limit_;
  Engine engine_ = Engine::linear;
  z3::solver solver_;
  std::vector<ir::Expr> formulas_;                      ///< asserted, for to_smt2
  std::vector<Scope> scopes_;                           ///< those pushed
  std::unordered_map<std::uint32_t, Z3_ast> literals_;  ///< by assumption's expression id
  std::vector<std::uint32_t> indicated_;                ///< keys of literals_, in order
  std::optional<std::string> failure_;                  ///< why formulas are missing in Z3

  // What the last check left.
  std::optional<Status> status_;
  std::vector<Z3_ast> assumed_;             ///< literals given to Z3 …
  std::vector<std::size_t> assumed_index_;  ///< … and the assumptions they stand for
  std::optional<std::size_t> false_assumption_;
  std::optional<z3::model> model_;
  std::string reason_;
};

}  // namespace arges::smt
