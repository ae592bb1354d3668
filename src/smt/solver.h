#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/value.h"

namespace arges::smt {

enum class Status : std::uint8_t { sat, unsat, unknown };

/// "sat", "unsat", "unknown".
const char* to_string(Status status);

/// What a solver can do beyond answering; ask before relying on it.
struct Capabilities {
  bool models = false;
  bool cores = false;
  bool quantifiers = false;  ///< accepted; the answer may well be unknown
  bool interpolants = false;
};

/// Bounds of a single check, besides those of the run (Env::limits).
struct QueryLimit {
  std::optional<double> seconds;  ///< wall time
  /// In the solver's own unit, so the same on every run; Z3 hardly counts products.
  std::optional<std::uint32_t> steps;
};

/// A stack of asserted formulas that can be checked for satisfiability, also under assumptions.
///
/// Each (variable, version) pair is a constant of its own. What a check left (model or core) holds
/// until the next call of push, pop, add or check.
class Solver {
 public:
  Solver() = default;
  virtual ~Solver() = default;
  Solver(const Solver&) = delete;
  Solver& operator=(const Solver&) = delete;

  virtual void push() = 0;
  virtual void pop() = 0;
  virtual void add(ir::Expr formula) = 0;

  Status check() { return check(std::span<const ir::Expr>{}); }
  /// Assumptions are any Boolean expressions; cheapest are those the solver saw before.
  virtual Status check(std::span<const ir::Expr> assumptions) = 0;

  /// After sat: the expression's value in the model, completed where the model leaves it open;
  /// nothing if it can't be read (an array defined by a formula).
  virtual std::optional<ir::Value> value(ir::Expr expr) = 0;
  /// After unsat: positions of assumptions that are contradictory already, ascending.
  virtual std::vector<std::size_t> unsat_core() = 0;
  /// After unknown: "timeout", "memory" and "interrupted" as of Env::limits, "query limit", or
  /// what the solver says.
  virtual std::string reason_unknown() const = 0;

  /// Applies to all later checks; the default is none.
  virtual void set_query_limit(QueryLimit limit) = 0;

  /// The query `check(assumptions)` as a self-contained SMT-LIB2 script.
  virtual std::string to_smt2(std::span<const ir::Expr> assumptions) const = 0;
  std::string to_smt2() const { return to_smt2(std::span<const ir::Expr>{}); }
};

/// Whether unsat cores are as the search left them or reduced until no member can be spared.
enum class Cores : std::uint8_t { as_found, minimal };

/// Makes solvers over one ir::Context that share whatever makes the next one cheap; one a thread.
class SolverFactory {
 public:
  SolverFactory() = default;
  virtual ~SolverFactory() = default;
  SolverFactory(const SolverFactory&) = delete;
  SolverFactory& operator=(const SolverFactory&) = delete;

  virtual Capabilities capabilities() const = 0;
  /// An empty solver; it may outlive the factory.
  virtual std::unique_ptr<Solver> make(Cores cores) = 0;
  std::unique_ptr<Solver> make() { return make(Cores::as_found); }
  /// A solver for one check of formulas asserted outright: it simplifies them thoroughly first,
  /// which costs a millisecond or more but decides what search alone would take long for.
  virtual std::unique_ptr<Solver> make_one_shot() = 0;
  /// What all its solvers did so far, in the unit of QueryLimit::steps; grows with every check.
  virtual std::uint64_t effort() = 0;
};

}  // namespace arges::smt
