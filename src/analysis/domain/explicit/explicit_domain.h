#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/domain/domain.h"
#include "analysis/domain/explicit/explicit_states.h"
#include "analysis/domain/explicit/set_transformer.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Explicit-value analysis (Bajkai 2018, Section 2.2.1): tracked variables have a value or are
/// unknown.
///
/// Successors are computed by evaluation. Where that leaves a tracked variable unknown although an
/// assumption or another variable restricts it, the solver enumerates its values, up to `max_enum`
/// successors (0: no limit); past that it stays unknown unless only one value is possible.
/// Unconstrained variables (a havoc, the initial state) are not enumerated.
class ExplicitDomain : public Domain {
 public:
  ExplicitDomain(Env& env, ir::Context& context, smt::SolverFactory& solvers,
                 std::uint32_t max_enum);

  std::vector<StateId> initial(ir::Expr condition, const Facts& facts) override;
  std::vector<StateId> post(StateId state, const Action& action, const Facts& facts) override;
  bool leq(StateId a, StateId b) const override { return states_.leq(a, b); }
  ir::Expr to_expr(StateId state) const override;
  std::string to_string(StateId state) const override;
  std::unique_ptr<CoverIndex> make_cover_index() const override;
  void refine(Precision& precision, const Refutation& refutation,
              std::span<const Control> controls) const override;

 private:
  /// Values of the action's accessed variables after it, one row a successor.
  using Rows = std::vector<std::vector<ir::Value>>;

  const CompiledAction& compiled(const Action& action);
  Rows successors(const CompiledAction& action, std::span<const ir::Value> source,
                  const std::vector<bool>& keeps);
  /// What a path through the action leaves of `row`, whose slots `open` the solver enumerates.
  Rows rows_by_solver(const CompiledAction& action, std::span<const ir::Value> source,
                      const std::vector<ir::Stmt>& path, std::vector<ir::Value> row,
                      const std::vector<std::uint32_t>& open);
  Rows too_many_forks(SetTransformer& transformer, const CompiledAction& action,
                      std::span<const ir::Value> source, const std::vector<bool>& keeps);
  std::vector<StateId> assemble(StateId source, const CompiledAction& action, const Facts& facts,
                                const Rows& rows);

  Env& env_;
  ir::Context& context_;
  std::unique_ptr<smt::Solver> solver_;
  std::size_t max_enum_;
  ExplicitStates states_;
  std::unordered_map<const Action*, std::unique_ptr<CompiledAction>> compiled_;

  struct KeyHash {
    std::size_t operator()(const std::vector<std::uint64_t>& key) const;
  };
  /// Results that needed the solver, by action, source values and what is tracked.
  std::unordered_map<std::vector<std::uint64_t>, Rows, KeyHash> cache_;
  std::unordered_map<const Action*, bool> needs_cache_;

  Counter& posts_;
  Counter& solver_posts_;
  Counter& cache_hits_;
  Counter& enumerations_cut_;
};

}  // namespace arges::analysis
