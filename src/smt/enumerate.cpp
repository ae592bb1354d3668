#include "smt/enumerate.h"

#include "ir/context.h"

namespace arges::smt {

namespace {

/// Keeps additions to a solver for the time of a block only.
class Scope {
 public:
  explicit Scope(Solver& solver) : solver_(solver) { solver_.push(); }
  ~Scope() { solver_.pop(); }
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  Solver& solver_;
};

/// "Some projected expression differs": excludes one tuple. A Boolean one excludes by itself.
ir::Expr blocking_clause(std::span<const ir::Expr> projection, std::span<const ir::Value> tuple) {
  std::vector<ir::Expr> differs;
  for (std::size_t i = 0; i < projection.size(); ++i) {
    const ir::Expr e = projection[i];
    if (e.type().is_bool())
      differs.push_back(tuple[i].is_true() ? ir::not_(e) : e);
    else
      differs.push_back(ir::neq(e, e.context().literal(e.type(), tuple[i])));
  }
  return ir::or_(differs);
}

bool read_tuple(Solver& solver, std::span<const ir::Expr> projection,
                std::vector<ir::Value>& tuple) {
  tuple.clear();
  for (const ir::Expr e : projection) {
    const std::optional<ir::Value> value = solver.value(e);
    if (!value) return false;
    tuple.push_back(*value);
  }
  return true;
}

}  // namespace

EnumerationEnd enumerate(Solver& solver, std::span<const ir::Expr> projection, std::size_t limit,
                         std::span<const ir::Expr> assumptions,
                         const std::function<Enumerate(std::span<const ir::Value>)>& receive) {
  const Scope scope(solver);
  // Asserted, not assumed: inside the scope they need no indicators.
  for (const ir::Expr e : assumptions) solver.add(e);
  std::vector<ir::Value> tuple;
  for (std::size_t seen = 0;; ++seen) {
    switch (solver.check()) {
      case Status::unsat:
        return EnumerationEnd::complete;
      case Status::unknown:
        return EnumerationEnd::unknown;
      case Status::sat:
        break;
    }
    if (seen == limit) return EnumerationEnd::limit;
    if (!read_tuple(solver, projection, tuple)) return EnumerationEnd::unknown;
    if (receive(tuple) == Enumerate::stop) return EnumerationEnd::stopped;
    if (projection.empty()) return EnumerationEnd::complete;
    solver.add(blocking_clause(projection, tuple));
  }
}

Enumeration enumerate(Solver& solver, std::span<const ir::Expr> projection, std::size_t limit,
                      std::span<const ir::Expr> assumptions) {
  Enumeration result;
  result.end =
      enumerate(solver, projection, limit, assumptions, [&](std::span<const ir::Value> tuple) {
        result.tuples.emplace_back(tuple.begin(), tuple.end());
        return Enumerate::next;
      });
  return result;
}

}  // namespace arges::smt
