#include "engine/cegar_parts.h"

#include <algorithm>

#include "analysis/refine/blocking_refuter.h"
#include "analysis/refine/cascade_refuter.h"
#include "analysis/refine/chain_refuter.h"
#include "analysis/refine/core_refuter.h"
#include "analysis/refine/path_refuter.h"
#include "analysis/refine/precondition_refuter.h"
#include "analysis/system/state_variables.h"
#include "base/invariant.h"
#include "ir/traversal.h"
#include "smt/interpolation/farkas.h"
#include "smt/interpolation/postcondition.h"
#include "smt/z3/eliminator.h"
#include "smt/z3/spacer.h"

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
    case DomainKind::interval:
    case DomainKind::polyhedra:
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
    case ProductKind::combined:
      return analysis::ProductStrategy::combined;
    case ProductKind::control:
      break;
  }
  UNREACHABLE("the product should have a strategy of its own");
}

constexpr std::uint32_t no_enumeration_limit = 0;

/// Refinements before more predicates are added at once.
constexpr std::size_t patience = 6;

}  // namespace

ChosenDomain::ChosenDomain(Env& env, const analysis::System& system, smt::SolverFactory& solvers,
                           const Configuration& configuration) {
  if (configuration.domain == DomainKind::interval) {
    intervals_ = std::make_unique<analysis::IntervalDomain>(env, system.context(), solvers);
    domain_ = intervals_.get();
    return;
  }
  const bool is_product = configuration.domain == DomainKind::product;
  const bool has_budget = is_product && configuration.product != ProductKind::control;
  if (configuration.tracks_values())
    explicit_ = std::make_unique<analysis::ExplicitDomain>(
        env, system.context(), solvers, has_budget ? no_enumeration_limit : configuration.max_enum);
  if (configuration.uses_formulas())
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

namespace {

using analysis::Refuter;

/// Makes refuters for one configuration.
class RefuterFactory {
 public:
  RefuterFactory(Env& env, ir::Context& context, smt::SolverFactory& solvers,
                 const Configuration& configuration)
      : env_(env),
        solvers_(solvers),
        configuration_(configuration),
        eliminator_(smt::make_z3_eliminator(env, context)) {}

  std::unique_ptr<Refuter> make() const;

 private:
  using Ways = std::vector<std::unique_ptr<Refuter>>;
  using Statements = analysis::PreconditionRefuter::Statements;
  using Quantifiers = analysis::PreconditionRefuter::Quantifiers;

  std::unique_ptr<Refuter> preconditions(Statements statements) const {
    const bool needs_formulas = configuration_.uses_formulas();
    return std::make_unique<analysis::PreconditionRefuter>(
        env_, solvers_, statements, needs_formulas ? Quantifiers::none : Quantifiers::allowed);
  }
  std::unique_ptr<Refuter> chains(const char* name, analysis::ChainMaker maker) const {
    return std::make_unique<analysis::ChainRefuter>(name, std::move(maker));
  }
  analysis::ChainMaker farkas(smt::FarkasForm form) const {
    return [&env = env_, &solvers = solvers_, form](const smt::FormulaTrace& trace) {
      return smt::farkas_interpolants(env, solvers, trace, form);
    };
  }
  analysis::ChainMaker postconditions(smt::PathPart part = smt::PathPart::contradictory,
                                      smt::Detail detail = smt::Detail::live) const {
    return [&env = env_, &solvers = solvers_, eliminator = eliminator_, part,
            detail](const smt::FormulaTrace& trace) {
      return smt::postcondition_interpolants(env, solvers, trace, eliminator.get(), part, detail);
    };
  }
  analysis::ChainMaker spacer() const {
    return [&env = env_, &solvers = solvers_](const smt::FormulaTrace& trace) {
      return smt::spacer_interpolants(env, solvers, trace);
    };
  }
  std::unique_ptr<Refuter> cascade(Ways ways) const {
    return std::make_unique<analysis::CascadeRefuter>(env_, std::move(ways));
  }
  std::unique_ptr<Refuter> paths() const;
  std::unique_ptr<Refuter> sequence() const;
  std::unique_ptr<Refuter> predicates_by_all_means() const;
  std::unique_ptr<Refuter> binary(analysis::BinaryRefuter::Direction direction) const;

  Env& env_;
  smt::SolverFactory& solvers_;
  const Configuration& configuration_;
  std::shared_ptr<smt::Eliminator> eliminator_;
};

/// Where blocks have too many branches for the others.
std::unique_ptr<Refuter> RefuterFactory::paths() const {
  Ways ways;
  ways.push_back(preconditions(Statements::contradictory));
  ways.push_back(chains("farkas", farkas(smt::FarkasForm::equalities)));
  ways.push_back(chains("postconditions", postconditions()));
  return std::make_unique<analysis::PathRefuter>(env_, solvers_, cascade(std::move(ways)));
}

/// What is cheap and works for most first.
std::unique_ptr<Refuter> RefuterFactory::sequence() const {
  Ways ways;
  ways.push_back(preconditions(Statements::contradictory));
  if (!configuration_.uses_formulas()) return cascade(std::move(ways));
  ways.push_back(chains("farkas", farkas(smt::FarkasForm::equalities)));
  ways.push_back(chains("postconditions", postconditions()));
  ways.push_back(std::make_unique<analysis::BlockingRefuter>(env_, solvers_));
  ways.push_back(paths());
  if (!configuration_.tracks_values()) ways.push_back(chains("spacer", spacer()));
  std::vector<analysis::EscalatingRefuter::Level> levels;
  levels.push_back({0, cascade(std::move(ways))});
  levels.push_back({patience, predicates_by_all_means()});
  return std::make_unique<analysis::EscalatingRefuter>(std::move(levels));
}

std::unique_ptr<Refuter> RefuterFactory::predicates_by_all_means() const {
  Ways ways;
  ways.push_back(preconditions(Statements::contradictory));
  ways.push_back(chains("farkas", farkas(smt::FarkasForm::equalities)));
  ways.push_back(chains("farkas_weak", farkas(smt::FarkasForm::weak)));
  ways.push_back(chains("postconditions", postconditions()));
  return std::make_unique<analysis::UnitedRefuter>(std::move(ways));
}

std::unique_ptr<Refuter> RefuterFactory::binary(
    analysis::BinaryRefuter::Direction direction) const {
  return std::make_unique<analysis::BinaryRefuter>(
      env_, solvers_, direction,
      std::vector<analysis::ChainMaker>{farkas(smt::FarkasForm::equalities), postconditions(),
                                        spacer()});
}

std::unique_ptr<Refuter> RefuterFactory::make() const {
  using Direction = analysis::BinaryRefuter::Direction;
  Ways ways;
  switch (configuration_.refinement) {
    case RefinementKind::sequence_interpolants:
    case RefinementKind::multiple_sequences:
      ways.push_back(sequence());
      break;
    case RefinementKind::forward_interpolant:
      ways.push_back(binary(Direction::forward));
      ways.push_back(sequence());
      break;
    case RefinementKind::backward_interpolant:
      ways.push_back(binary(Direction::backward));
      ways.push_back(sequence());
      break;
    case RefinementKind::newton_it_wp:
    case RefinementKind::newton_it_wp_live:
      ways.push_back(preconditions(Statements::contradictory));
      break;
    case RefinementKind::newton_wp:
    case RefinementKind::newton_wp_live:
      ways.push_back(preconditions(Statements::all));
      break;
    case RefinementKind::newton_sp:
      ways.push_back(
          chains("postconditions", postconditions(smt::PathPart::whole, smt::Detail::all)));
      break;
    case RefinementKind::newton_sp_live:
      ways.push_back(chains("postconditions", postconditions(smt::PathPart::whole)));
      break;
    case RefinementKind::newton_it_sp:
      ways.push_back(
          chains("postconditions", postconditions(smt::PathPart::contradictory, smt::Detail::all)));
      break;
    case RefinementKind::newton_it_sp_live:
      ways.push_back(chains("postconditions", postconditions()));
      break;
    case RefinementKind::backward_core:
      ways.push_back(std::make_unique<analysis::BackwardCoreRefuter>(env_, solvers_));
      break;
    case RefinementKind::unsat_core:
      break;
  }
  // Where values can be tracked, the variables of a core are always something to add.
  if (configuration_.tracks_values())
    ways.push_back(std::make_unique<analysis::CoreRefuter>(env_, solvers_));
  return cascade(std::move(ways));
}

}  // namespace

std::unique_ptr<analysis::Refuter> make_refuter(Env& env, ir::Context& context,
                                                smt::SolverFactory& solvers,
                                                const Configuration& configuration) {
  return RefuterFactory(env, context, solvers, configuration).make();
}

namespace {

/// The conditions of assumptions inside a statement.
std::vector<ir::Expr> conditions_in(ir::Stmt statement) {
  std::vector<ir::Expr> result;
  std::vector<ir::Stmt> todo{statement};
  while (!todo.empty()) {
    const ir::Stmt s = todo.back();
    todo.pop_back();
    if (s.kind() == ir::StmtKind::assume || s.kind() == ir::StmtKind::if_)
      result.push_back(s.expr());
    todo.insert(todo.end(), s.children().begin(), s.children().end());
  }
  return result;
}

std::vector<ir::Expr> conditions_of(InitialPrecision kind, const analysis::System& system) {
  std::vector<ir::Expr> result;
  for (analysis::Control c = 0; system.has_control(c); ++c)
    for (const analysis::Action* action : system.actions(c)) {
      if (kind == InitialPrecision::property && !system.is_target(action->target)) continue;
      for (const ir::Expr condition : conditions_in(action->statement)) result.push_back(condition);
    }
  return result;
}

}  // namespace

analysis::Precision ChosenDomain::initial_precision(
    const Configuration& configuration, const analysis::System& system,
    std::span<const analysis::PrecisionFact> given) const {
  std::vector<analysis::PrecisionFact> facts(given.begin(), given.end());
  const auto track = [&](const std::vector<ir::Var>& variables) {
    for (const ir::Var var : variables) facts.push_back({{}, var, {}});
  };
  switch (configuration.init_prec) {
    case InitialPrecision::empty:
    case InitialPrecision::file:
      break;
    case InitialPrecision::all_variables:
      track(system.variables());
      break;
    case InitialPrecision::control:
      track(system.control_variables());
      break;
    case InitialPrecision::all_assumes:
    case InitialPrecision::property:
      // A product has predicates only for variables that were dropped.
      for (const ir::Expr condition : conditions_of(configuration.init_prec, system))
        if (explicit_)
          track(ir::free_variables(condition));
        else
          facts.push_back({{}, nullptr, condition});
      break;
  }
  if (intervals_ && configuration.intervals == Intervals::sign)
    for (const ir::Var var : system.variables())
      for (const std::int64_t cut : {0, 1})
        if (var->type.is_int())
          facts.push_back({{}, nullptr, analysis::split_point(system.context(), var, cut)});
  analysis::Precision precision(configuration.precision);
  // What is given is taken as it is.
  for (std::size_t i = 0; i < facts.size(); ++i)
    add(precision, facts[i], system,
        i < given.size() ? analysis::Effort::last_resort : analysis::Effort::usual);
  return precision;
}

void ChosenDomain::add(analysis::Precision& precision, const analysis::PrecisionFact& fact,
                       const analysis::System& system, analysis::Effort effort) const {
  std::vector<ir::Var> variables{fact.variable};
  if (fact.predicate) variables = ir::free_variables(fact.predicate);
  const analysis::VariableSet known(analysis::state_variables(system));
  if (!known.contains_all(variables)) return;  // a pass left it out
  const bool everywhere = !fact.control || precision.granularity() == analysis::Granularity::global;
  for (analysis::Control c = 0; system.has_control(c); ++c) {
    if (!everywhere && c != *fact.control) continue;
    if (fact.predicate && predicates_) {
      for (const ir::Expr p : predicates_->predicates_of(fact.predicate, effort))
        precision.add_predicate(c, p);
    } else if (intervals_ && fact.predicate) {
      analysis::IntervalDomain::track(precision, c, fact.predicate, analysis::Effort::usual);
    } else if (intervals_) {
      analysis::IntervalDomain::track(precision, c, fact.variable);
    } else if (explicit_) {
      for (const ir::Var var : variables) precision.add_variable(c, var);
    }
    if (precision.granularity() == analysis::Granularity::global) break;
  }
}

}  // namespace arges::engine
