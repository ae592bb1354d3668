#include "engine/cegar_parts.h"

#include "analysis/refine/blocking_refuter.h"
#include "analysis/refine/cascade_refuter.h"
#include "analysis/refine/core_refuter.h"
#include "analysis/refine/precondition_refuter.h"
#include "base/invariant.h"

namespace arges::engine {

using analysis::PredicateAbstraction;

namespace {

PredicateAbstraction abstraction(const Configuration& configuration) {
  switch (configuration.domain) {
    case DomainKind::pred_bool:
      return PredicateAbstraction::boolean;
    case DomainKind::pred_cart:
      return PredicateAbstraction::cartesian;
    case DomainKind::pred_split:
      return PredicateAbstraction::split;
    case DomainKind::product:
      return configuration.product_predicates;
    case DomainKind::explicit_values:
      break;
  }
  UNREACHABLE("the domain should have predicates");
}

analysis::ProductStrategy strategy(ProductKind kind) {
  switch (kind) {
    case ProductKind::state:
      return analysis::ProductStrategy::state;
    case ProductKind::path:
      return analysis::ProductStrategy::path;
    case ProductKind::arg:
      return analysis::ProductStrategy::arg;
    case ProductKind::path_enum:
      return analysis::ProductStrategy::path_enum;
    case ProductKind::top_first:
      return analysis::ProductStrategy::top_first;
    case ProductKind::control:
      break;
  }
  UNREACHABLE("the product should have a strategy of its own");
}

constexpr std::uint32_t no_enumeration_limit = 0;

}  // namespace

ChosenDomain::ChosenDomain(Env& env, const analysis::System& system, smt::SolverFactory& solvers,
                           const Configuration& configuration) {
  const DomainKind kind = configuration.domain;
  const bool is_product = kind == DomainKind::product;
  const bool has_budget = is_product && configuration.product != ProductKind::control;
  if (kind == DomainKind::explicit_values || is_product)
    explicit_ = std::make_unique<analysis::ExplicitDomain>(
        env, system.context(), solvers, has_budget ? no_enumeration_limit : configuration.max_enum);
  if (kind != DomainKind::explicit_values)
    predicates_ = std::make_unique<analysis::PredicateDomain>(
        env, system.context(), solvers,
        analysis::PredicateDomain::Settings{abstraction(configuration), configuration.split});
  if (is_product)
    make_product(system, configuration);
  else
    domain_ = explicit_ ? static_cast<analysis::Domain*>(explicit_.get()) : predicates_.get();
}

void ChosenDomain::make_product(const analysis::System& system,
                                const Configuration& configuration) {
  if (configuration.product == ProductKind::control) {
    refiner_ = std::make_unique<analysis::ControlRefiner>(*predicates_, system.control_variables(),
                                                          configuration.product_limit());
  } else {
    budget_ = analysis::make_budget(strategy(configuration.product), configuration.product_limit(),
                                    *explicit_);
    explicit_->set_budget(*budget_);
    refiner_ = std::make_unique<analysis::DropoutRefiner>(*predicates_, *budget_);
  }
  product_ = std::make_unique<analysis::ProductDomain>(
      std::vector<analysis::Domain*>{explicit_.get(), predicates_.get()}, *refiner_);
  domain_ = product_.get();
}

std::unique_ptr<analysis::Refuter> make_refuter(Env& env, smt::SolverFactory& solvers,
                                                const Configuration& configuration) {
  using Statements = analysis::PreconditionRefuter::Statements;
  using Quantifiers = analysis::PreconditionRefuter::Quantifiers;
  std::vector<std::unique_ptr<analysis::Refuter>> ways;
  switch (configuration.refinement) {
    case RefinementKind::sequence_interpolants:
    case RefinementKind::newton_it_wp:
      ways.push_back(std::make_unique<analysis::PreconditionRefuter>(
          env, solvers, Statements::contradictory,
          configuration.domain == DomainKind::explicit_values ? Quantifiers::allowed
                                                              : Quantifiers::none));
      if (configuration.refinement == RefinementKind::sequence_interpolants)
        ways.push_back(std::make_unique<analysis::BlockingRefuter>(env, solvers));
      break;
    case RefinementKind::newton_wp:
      ways.push_back(std::make_unique<analysis::PreconditionRefuter>(env, solvers, Statements::all,
                                                                     Quantifiers::allowed));
      break;
    case RefinementKind::backward_core:
      ways.push_back(std::make_unique<analysis::BackwardCoreRefuter>(env, solvers));
      break;
    case RefinementKind::unsat_core:
      break;
  }
  // Where values can be tracked, the variables of a core are always something to add.
  if (configuration.domain == DomainKind::explicit_values ||
      configuration.domain == DomainKind::product)
    ways.push_back(std::make_unique<analysis::CoreRefuter>(env, solvers));
  return std::make_unique<analysis::CascadeRefuter>(env, std::move(ways));
}

analysis::Precision initial_precision(const Configuration& configuration,
                                      const analysis::System& system) {
  analysis::Precision precision(configuration.precision);
  if (configuration.init_prec == InitialPrecision::empty) return precision;
  const bool global = configuration.precision == analysis::Granularity::global;
  const std::vector<ir::Var>& tracked = configuration.init_prec == InitialPrecision::control
                                            ? system.control_variables()
                                            : system.variables();
  for (analysis::Control c = 0; system.has_control(c); ++c) {
    for (const ir::Var var : tracked) precision.add_variable(c, var);
    if (global) break;
  }
  return precision;
}

}  // namespace arges::engine
