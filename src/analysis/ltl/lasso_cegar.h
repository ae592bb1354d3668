#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/cegar/verdict.h"
#include "analysis/certify/ltl_certificate.h"
#include "analysis/ltl/buchi_product.h"
#include "analysis/ltl/lasso_checker.h"
#include "analysis/ltl/loop_search.h"
#include "analysis/ltl/rank_oracle.h"

namespace arges::analysis {

/// Counterexample-guided abstraction refinement for temporal formulas (Mondok 2019, 3.4): search
/// the abstract product for an accepting lasso, find a run of it that goes on for ever, or refine.
class LassoCegar {
 public:
  /// When to give up, so that something else may be tried.
  struct Patience {
    std::size_t iterations = static_cast<std::size_t>(-1);
    std::size_t nodes = static_cast<std::size_t>(-1);            ///< of one graph
    std::uint64_t solver_work = static_cast<std::uint64_t>(-1);  ///< of all, see there
  };

  struct Parts {
    Domain& domain;
    smt::SolverFactory& solvers;
    TraceChecker& traces;          ///< of the system
    TraceChecker& product_traces;  ///< of the product itself
    LoopSearch search = LoopSearch::components;
    LoopRefinement refinement = LoopRefinement::ranking;
    std::vector<ir::Expr> atoms;  ///< of the formula
    Patience patience = {};
  };
  /// `system` is the product, or stands for it.
  LassoCegar(Env& env, const BuchiProduct& product, const AcceptingSystem& system, Parts parts);

  Verdict run(Precision precision);

  /// After `holds`: the complete graph and the ranking functions.
  LtlCertificate proof() const;
  const Precision& precision() const { return precision_; }

 private:
  using Unrolled = LassoChecker::Unrolled;

  /// A verdict, or none if something was learnt.
  std::optional<Verdict> treat(const FoundLasso& found);
  /// Whether so many lassos with this loop had no run that the loop itself is to be ranked.
  bool never_reached(const FoundLasso& found);
  std::optional<Verdict> refine(const FoundLasso& found, const ConcreteTrace& run);
  /// The lasso in actions of the product itself; the loop begins where a step of the model ends.
  struct InProduct {
    Unrolled lasso;
    bool is_rotated = false;  ///< the loop begins elsewhere
  };
  InProduct in_product(const AbstractLasso& lasso, std::size_t rounds) const;
  /// What to say of a lasso that closes.
  Verdict violated(const AbstractLasso& lasso, std::size_t rounds);
  std::optional<Verdict> find_recurrent(const FoundLasso& found, const ConcreteTrace& run);
  /// No state of the lasso is to be reached by these actions, for this reason.
  bool learn_infeasible(const Unrolled& lasso, const std::optional<Refutation>& refutation);
  bool learn(const Refutation& refutation, std::span<const Action* const> actions, Effort effort);
  bool learn(const std::vector<std::pair<Control, ir::Expr>>& facts);
  /// Finds a ranking function of the lasso's component or of its loop; false if that is no news.
  bool rank(const FoundLasso& found);
  bool rank(std::vector<RankedStep> steps, std::size_t candidates);
  std::optional<Verdict> unroll(const AbstractLasso& lasso);
  bool separate(const Unrolled& lasso, const ConcreteTrace& run);
  FairComponents::Ranks ranks() const;
  bool is_product() const { return &system_ == &product_; }

  Env& env_;
  const BuchiProduct& product_;
  const AcceptingSystem& system_;
  Parts parts_;
  LassoChecker checker_;
  LassoChecker product_checker_;
  mutable RankOracle ranks_;
  Precision precision_{Granularity::global};
  Identify identify_ = Identify::covered;
  std::unique_ptr<AbstractGraph> graph_;
  /// How often a loop, by its actions, had a stem that has no run.
  std::map<std::vector<std::uint32_t>, std::size_t> unreached_;
  std::optional<std::map<Control, std::vector<ir::Expr>>> invariants_;  ///< once asked for
};

}  // namespace arges::analysis
