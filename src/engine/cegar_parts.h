#pragma once

#include <memory>
#include <span>
#include <vector>

#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/domain/interval/interval_domain.h"
#include "analysis/domain/predicate/predicate_domain.h"
#include "analysis/domain/product/explicit_predicate_product.h"
#include "analysis/precision/precision.h"
#include "analysis/refine/refuter.h"
#include "base/env.h"
#include "engine/configuration.h"

namespace arges::engine {

/// The abstract domain that a configuration asks for, with whatever it is made of.
class ChosenDomain {
 public:
  ChosenDomain(Env& env, const analysis::System& system, smt::SolverFactory& solvers,
               const Configuration& configuration);
  analysis::Domain& get() { return *domain_; }
  /// Of explicit values: as ExplicitDomain has it.
  void enumerate_less_after_giving_up(std::size_t max_enum) {
    if (explicit_) explicit_->enumerate_less_after_giving_up(max_enum);
  }
  /// What is tracked from the start: what the configuration says, and what is given.
  analysis::Precision initial_precision(const Configuration& configuration,
                                        const analysis::System& system,
                                        std::span<const analysis::PrecisionFact> given) const;

 private:
  void add(analysis::Precision& precision, const analysis::PrecisionFact& fact,
           const analysis::System& system, analysis::Effort effort) const;
  void make_product(const analysis::System& system, const Configuration& configuration);

  std::unique_ptr<analysis::ExplicitDomain> explicit_;
  std::unique_ptr<analysis::PredicateDomain> predicates_;
  std::unique_ptr<analysis::IntervalDomain> intervals_;
  std::unique_ptr<analysis::ValueBudget> budget_;
  std::unique_ptr<analysis::ProductRefiner> refiner_;
  std::unique_ptr<analysis::ProductDomain> product_;
  analysis::Domain* domain_ = nullptr;
};

/// What explains a trace without a run, as a configuration asks for.
std::unique_ptr<analysis::Refuter> make_refuter(Env& env, ir::Context& context,
                                                smt::SolverFactory& solvers,
                                                const Configuration& configuration);

}  // namespace arges::engine
