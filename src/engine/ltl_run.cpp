#include "engine/ltl_run.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/certify/ltl_certificate_checker.h"
#include "analysis/ltl/lasso_cegar.h"
#include "base/invariant.h"
#include "engine/cegar_parts.h"
#include "output/precision_text.h"
#include "smt/z3/factory.h"

namespace arges::engine {

using analysis::Answer;

namespace {

/// Certificates may take as long as the analysis did, but a short run is always checked whole.
constexpr double least_budget_seconds = 10;

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

}  // namespace

void check_formula(Env& env, const LtlProperty& property, const Configuration& configuration,
                   const CheckOptions& options, output::PropertyResult& result) {
  if (!property.unsupported().empty()) {
    result.verdict.reason = property.unsupported();
    return;
  }
  const analysis::BuchiProduct& product = property.product();
  Timer& timer = env.statistics.timer("time");
  const auto solvers = smt::make_z3_factory(env, product.context(), {options.dump_smt_folder});
  ChosenDomain domain(env, product, *solvers, configuration);
  const auto refuter = make_refuter(env, product.context(), *solvers, configuration);
  analysis::SolverTraceChecker traces(env, product, *solvers, *refuter);
  analysis::LassoCegar cegar(env, product,
                             {domain.get(), *solvers, traces, configuration.loop_search,
                              configuration.loop_refinement, property.atoms()});
  analysis::Verdict verdict;
  {
    const Timer::Scope timing(timer);
    verdict = cegar.run(domain.initial_precision(configuration, product,
                                                 facts_of(property, configuration, options)));
  }
  if (options.keep_precision)
    result.precision = output::write_precision(product, cegar.precision());
  switch (verdict.answer) {
    case Answer::unknown:
      break;
    case Answer::violated: {
      const analysis::Check check = property.check(env, *solvers, *verdict.counterexample);
      INVARIANT(check.passed || check.ran_out,
                fmt::format("a counterexample should be a run of the model that violates the "
                            "formula: {}",
                            check.reason));
      if (!check.passed) verdict = {Answer::unknown, "not proved: " + check.reason, {}};
      result.certificate = check;
      break;
    }
    case Answer::holds: {
      const std::string error = property.automaton_error();
      INVARIANT(error.empty(), error);
      analysis::LtlCertificate proof = cegar.proof();
      // Others should find a verdict even where a limit stops its check.
      result.verdict = verdict;
      result.certificate = analysis::LtlCertificateChecker(env, product, *solvers)
                               .check(proof, std::max(least_budget_seconds, timer.seconds()));
      INVARIANT(result.certificate.passed || result.certificate.ran_out,
                fmt::format("a proof should pass its check: {}", result.certificate.reason));
      result.proof = std::move(proof);
      break;
    }
  }
  result.verdict = std::move(verdict);
}

}  // namespace arges::engine
