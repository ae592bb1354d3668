#pragma once

#include <memory>
#include <unordered_map>
#include <vector>

#include "analysis/domain/domain.h"
#include "analysis/domain/predicate/cube_transformer.h"

namespace arges::analysis {

/// What a predicate state says about predicates that depend on each other.
enum class PredicateAbstraction : std::uint8_t {
  cartesian,  ///< one cube: what each predicate is known to be, for itself
  boolean,    ///< all combinations that occur, in one state
  split,      ///< each combination a state of its own
};

/// How interpolants become predicates.
enum class PredicateSplit : std::uint8_t { whole, conjuncts, atoms };

/// Predicate abstraction (Bajkai 2018, Section 2.2.1).
///
/// A Cartesian state can't say how atoms depend on each other; as a last resort interpolants become
/// predicates as a whole, which excludes the trace for certain.
class PredicateDomain : public Domain {
 public:
  struct Settings {
    PredicateAbstraction abstraction = PredicateAbstraction::cartesian;
    PredicateSplit split = PredicateSplit::atoms;
  };
  PredicateDomain(Env& env, ir::Context& context, smt::SolverFactory& solvers, Settings settings);

  std::vector<StateId> initial(const Action& start, Precision& precision) override;
  std::vector<StateId> post(const PostQuery& query) override;
  bool leq(StateId a, StateId b) const override { return states_.leq(a, b); }
  ir::Expr to_expr(StateId state) const override;
  std::string to_string(StateId state) const override;
  std::unique_ptr<CoverIndex> make_cover_index() const override;
  void refine(Precision& precision, const Refutation& refutation, std::span<const Control> controls,
              Effort effort) override;

  /// The predicates an interpolant consists of, canonical, without truth values.
  std::vector<ir::Expr> predicates_of(ir::Expr interpolant, Effort effort) const;

 private:
  CubeTransformer& transformer(const Action& action);
  std::vector<PredicateId> targets(const Facts& facts);

  ir::Context& context_;
  Settings settings_;
  CubeTools tools_;
  PredicateStates states_;
  std::unordered_map<const Action*, std::unique_ptr<CubeTransformer>> transformers_;
  Counter& posts_;
};

}  // namespace arges::analysis
