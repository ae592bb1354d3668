#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/domain/domain.h"
#include "analysis/domain/interval/interval_states.h"
#include "analysis/domain/interval/split_points.h"
#include "analysis/domain/predicate/cube_transformer.h"

namespace arges::analysis {

/// Integers in intervals: the data abstraction of Ojala 2008 (Section 5.3) for any System. A state
/// has a cell for each tracked integer, and values of Booleans and enumerations.
///
/// Refinement has no second execution to compare with: cells are split where comparisons of one
/// variable with a number occur in interpolants. Where interpolants only relate variables to each
/// other, boxes can't follow; as a last resort their single values are told apart, as long as they
/// are known. Other types are not tracked.
class IntervalDomain : public Domain {
 public:
  IntervalDomain(Env& env, ir::Context& context, smt::SolverFactory& solvers);

  std::vector<StateId> initial(const Action& start, Precision& precision) override;
  std::vector<StateId> post(const PostQuery& query) override;
  bool leq(StateId a, StateId b) const override { return states_.leq(a, b); }
  ir::Expr to_expr(StateId state) const override;
  std::string to_string(StateId state) const override;
  std::unique_ptr<CoverIndex> make_cover_index() const override;
  void refine(Precision& precision, const Refutation& refutation, std::span<const Control> controls,
              Effort effort) override;

  /// Tracks what boxes can tell of a formula.
  static void track(Precision& precision, Control control, ir::Expr formula, Effort effort);
  static void track(Precision& precision, Control control, ir::Var var);

 private:
  const std::vector<Partitioned>& targets(const PostQuery& query);
  std::vector<Box> ask_solver(const PostQuery& query, std::span<const Partitioned> targets);
  Cube cube_of(const Box& box);
  /// The predicates that tell the cells of a variable apart.
  std::vector<ir::Expr> predicates_of(const Partitioned& target) const;
  Box box_of(const Cube& cube, const PostQuery& query, std::span<const Partitioned> targets);
  CubeTransformer& transformer(const Action& action);

  ir::Context& context_;
  CubeTools tools_;
  IntervalStates states_;
  std::unordered_map<const Action*, std::unique_ptr<CubeTransformer>> transformers_;
  std::unordered_map<const Action*, ir::VarMap<bool>> written_;
  /// What the precision comes to, as long as it is the same.
  struct Targets {
    const Facts* facts = nullptr;
    std::uint32_t version = 0;
    std::vector<Partitioned> partitions = {};
  };
  std::unordered_map<const Action*, Targets> targets_;
  Counter& posts_;
  Counter& by_solver_;
};

}  // namespace arges::analysis
