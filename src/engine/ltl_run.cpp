#include "engine/ltl_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/certify/ltl_certificate_checker.h"
#include "analysis/ltl/decided_product.h"
#include "analysis/ltl/lasso_cegar.h"
#include "base/invariant.h"
#include "engine/cegar_parts.h"
#include "engine/options.h"
#include "engine/run.h"
#include "model/passes/block_product.h"
#include "output/precision_text.h"
#include "smt/z3/factory.h"

namespace arges::engine {

using analysis::Answer;

namespace {

/// Successors of a state by one action, where all values are tracked; and once those were too many.
constexpr std::uint32_t most_successors = 100;
constexpr std::uint32_t fewer_successors = 10;

std::vector<analysis::PrecisionFact> facts_of(const LtlProperty& property,
                                              const Configuration& configuration,
                                              const CheckOptions& options) {
  const auto given = std::make_shared<const SourceText>("facts", options.facts);
  std::vector<analysis::PrecisionFact> facts = output::read_precision(property.product(), given);
  if (configuration.init_prec == InitialPrecision::file)
    for (const analysis::PrecisionFact& fact :
         output::read_precision(property.product(), read_source(configuration.precision_file)))
      facts.push_back(fact);
  if (configuration.init_prec == InitialPrecision::property)
    for (const ir::Expr atom : property.atoms()) facts.push_back({{}, nullptr, atom});
  return facts;
}

/// One domain's try at a formula.
class Turn {
 public:
  /// `system` is the product, or stands for it.
  Turn(Env& env, const LtlProperty& property, const analysis::AcceptingSystem& system,
       smt::SolverFactory& solvers, const Configuration& configuration,
       const analysis::LassoCegar::Patience& patience)
      : system_(system),
        configuration_(configuration),
        domain_(env, system, solvers, configuration),
        refuter_(make_refuter(env, system.context(), solvers, configuration_)),
        traces_(env, system, solvers, *refuter_),
        product_traces_(env, property.product(), solvers, *refuter_),
        cegar_(env, property.product(), system,
               {domain_.get(), solvers, traces_, product_traces_, configuration.loop_search,
                configuration.loop_refinement, property.atoms(), patience}) {}

  analysis::Verdict run(std::span<const analysis::PrecisionFact> facts) {
    if (configuration_.init_prec == InitialPrecision::all_variables)
      domain_.enumerate_less_after_giving_up(fewer_successors);
    return cegar_.run(domain_.initial_precision(configuration_, system_, facts));
  }
  const analysis::LassoCegar& cegar() const { return cegar_; }
  const Configuration& configuration() const { return configuration_; }

 private:
  const analysis::AcceptingSystem& system_;
  Configuration configuration_;
  ChosenDomain domain_;
  std::unique_ptr<analysis::Refuter> refuter_;
  analysis::SolverTraceChecker traces_;
  analysis::SolverTraceChecker product_traces_;
  analysis::LassoCegar cegar_;
};

/// Which domain tries how long; the last one to the end. Counted, not timed: the same on every run.
struct Stage {
  DomainKind domain;
  analysis::LassoCegar::Patience patience = {};
  /// All values from the start: explicit-state search, where there are few.
  bool tracks_all = false;
};
constexpr Stage stages[] = {
    {DomainKind::explicit_values, {3, 2'000, 1'500}, true},
    {DomainKind::pred_cart, {6, 1'000, 5'000}},
    {DomainKind::explicit_values, {3, 150'000, 10'000}, true},
    {DomainKind::pred_cart, {12, 2'000, 20'000}},
    {DomainKind::explicit_values, {30, 20'000, 50'000}},
    {DomainKind::pred_cart, {40, 10'000, 100'000}},
    {DomainKind::product, {40, 50'000}},
    {DomainKind::pred_split, {60, 50'000}},
    {DomainKind::explicit_values, {300, 1'000'000}},
    {DomainKind::explicit_values, {3, 4'000'000}, true},
    {DomainKind::pred_cart},
};

std::vector<Stage> stages_of(const Configuration& configuration) {
  const bool tracks_all = configuration.init_prec == InitialPrecision::all_variables;
  if (configuration.turns == Turns::none) return {{configuration.domain, {}, tracks_all}};
  return {std::begin(stages), std::end(stages)};
}

/// The product in large blocks; null: as it is. A step of an XSTS is large enough, and acceptance
/// on states needs the states.
std::unique_ptr<model::BlockProduct> blocks_of(const LtlProperty& property,
                                               const Configuration& configuration, ModelKind kind) {
  if (configuration.encoding != Encoding::large || is_stepwise(kind) ||
      analysis::is_on_states(configuration.loop_search))
    return nullptr;
  return std::make_unique<model::BlockProduct>(property.product());
}

void certify_proof(Env& env, const LtlProperty& property, smt::SolverFactory& solvers,
                   const analysis::LtlCertificate& proof, output::PropertyResult& result) {
  result.proof = proof;  // whatever ends its check
  const std::string error = property.automaton_error();
  INVARIANT(error.empty(), error);
  const double spent = env.statistics.timer("time").seconds();
  result.certificate = analysis::LtlCertificateChecker(env, property.product(), solvers)
                           .check(proof, certifying_seconds(spent));
  INVARIANT(result.certificate.passed || result.certificate.ran_out,
            fmt::format("a proof should pass its check: {}", result.certificate.reason));
}

/// A counterexample counts only once it is replayed.
void certify_violation(Env& env, const LtlProperty& property, smt::SolverFactory& solvers,
                       analysis::Verdict verdict, output::PropertyResult& result) {
  verdict.counterexample = property.without_loop_at_end(*std::move(verdict.counterexample));
  const analysis::Check check = property.check(env, solvers, *verdict.counterexample);
  INVARIANT(
      check.passed || check.ran_out,
      fmt::format("a counterexample should be a run that violates the formula: {}", check.reason));
  result.certificate = check;
  if (check.passed)
    result.verdict = std::move(verdict);
  else
    result.verdict = {Answer::unknown, "not proved: " + check.reason, {}};
}

/// Where a search ended, and with what.
struct Found {
  std::unique_ptr<Turn> turn;
  analysis::Verdict verdict;
};

/// Lets one domain after another look for a run.
struct Search {
  Env& env;
  const LtlProperty& property;
  smt::SolverFactory& solvers;
  const Configuration& configuration;
  const CheckOptions& options;
  ModelKind kind;

  Found in(const analysis::AcceptingSystem& system) const {
    const auto facts = facts_of(property, configuration, options);
    Found result;
    for (const Stage& stage : stages_of(configuration)) {
      const Timer::Scope timing(env.statistics.timer("time"));
      Configuration chosen = configuration;
      chosen.domain = stage.domain;
      if (stage.tracks_all) {
        chosen.init_prec = InitialPrecision::all_variables;
        chosen.max_enum = std::max(chosen.max_enum, most_successors);
      }
      // Some ways to refine do not give what a domain needs.
      if (configuration.turns == Turns::domains && !is_valid(chosen, kind)) continue;
      result.turn = std::make_unique<Turn>(env, property, system, solvers, chosen, stage.patience);
      result.verdict = result.turn->run(facts);
      if (result.verdict.answer != Answer::unknown) break;
    }
    INVARIANT(result.turn, "some domain should have a turn");
    return result;
  }
};

}  // namespace

void check_formula(Env& env, const LtlProperty& property, const Configuration& configuration,
                   const CheckOptions& options, ModelKind kind, output::PropertyResult& result) {
  if (!property.unsupported().empty()) {
    result.verdict.reason = property.unsupported();
    return;
  }
  const auto solvers =
      smt::make_z3_factory(env, property.product().context(), {options.dump_smt_folder});
  const Search search{env, property, *solvers, configuration, options, kind};
  const auto blocks = blocks_of(property, configuration, kind);
  const analysis::AcceptingSystem& system =
      blocks ? static_cast<const analysis::AcceptingSystem&>(*blocks) : property.product();
  const analysis::DecidedProduct decided(property.product());
  Found found = search.in(system);
  std::optional<std::string> escape;
  if (found.verdict.answer == Answer::violated)
    escape = property.escape(*found.verdict.counterexample);
  if (escape) {
    // Another run may violate the formula. A program is rather made again, following deeper calls.
    if (kind != ModelKind::c) found = search.in(decided);
    if (kind == ModelKind::c || found.verdict.answer != Answer::violated) {
      found.verdict = {Answer::unknown, *escape, {}};
      result.leaves_model = true;
    }
  }
  const std::unique_ptr<Turn>& turn = found.turn;
  analysis::Verdict& verdict = found.verdict;
  result.configuration = describe(turn->configuration(), kind);
  if (options.keep_precision)
    result.precision = output::write_precision(property.product(), turn->cegar().precision());
  if (verdict.answer == Answer::violated) {
    certify_violation(env, property, *solvers, std::move(verdict), result);
    return;
  }
  result.verdict = verdict;  // it stays one if a limit stops its check
  if (verdict.answer == Answer::holds)
    certify_proof(env, property, *solvers, turn->cegar().proof(), result);
}

}  // namespace arges::engine
