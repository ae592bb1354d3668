#include "engine/checker.h"

#include <algorithm>
#include <new>

#include <fmt/format.h>
#include <sys/resource.h>

#include "analysis/cegar/cegar.h"
#include "analysis/certify/certificate_builder.h"
#include "analysis/certify/certificate_checker.h"
#include "base/invariant.h"
#include "engine/cegar_parts.h"
#include "engine/monitors.h"
#include "engine/options.h"
#include "model/passes/reduce.h"
#include "output/precision_text.h"
#include "smt/z3/factory.h"

namespace arges::engine {

namespace {

using analysis::Answer;

/// The most memory this process had at any time.
std::uint64_t peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) / 1024;
}

/// Certificates may take as long as the analysis did, but a short run is always checked whole.
constexpr double least_budget_seconds = 10;

analysis::SearchKind search_kind(SearchOrder order) {
  switch (order) {
    case SearchOrder::bfs:
      return analysis::SearchKind::breadth_first;
    case SearchOrder::dfs:
      return analysis::SearchKind::depth_first;
    case SearchOrder::err:
      return analysis::SearchKind::error_distance;
  }
  UNREACHABLE("search order should be known");
}

model::Reductions reductions(const Configuration& configuration, ModelKind kind) {
  model::Reductions result;
  if (configuration.slice == Slice::on) result.slicing = model::Slicing::all;
  // Where values decide most, many small steps cost more than a few large ones.
  const bool by_values = configuration.domain == DomainKind::explicit_values ||
                         (configuration.domain == DomainKind::product &&
                          configuration.product == ProductKind::control);
  const bool flattens = configuration.flatten == Flatten::automatic
                            ? kind == ModelKind::xsts && !by_values
                            : configuration.flatten == Flatten::on;
  if (flattens) result.flatten_depth = 2;
  // Joining branches would lose their values; those of an XSTS are steps that have little in
  // common, and a counterexample that names them is far easier to interpolate.
  const bool joins = !configuration.tracks_values() && kind != ModelKind::xsts;
  if (configuration.encoding == Encoding::large)
    result.blocks = joins ? model::BlockKind::full : model::BlockKind::sequential;
  return result;
}

/// One check of one property, from configuration to certified verdict.
class Run {
 public:
  Run(Env& env, Task& task, std::size_t property, const Configuration& configuration,
      analysis::Monitor* monitor, const CheckOptions& options)
      : env_(env),
        task_(task),
        property_(property),
        system_(task.system(property)),
        configuration_(configuration),
        keep_precision_(options.keep_precision),
        solvers_(smt::make_z3_factory(env, task.context(), {options.dump_smt_folder})),
        reduced_(model::reduce(system_, reductions(configuration, task.kind()))),
        domain_(env, *reduced_, *solvers_, configuration),
        refuter_(make_refuter(env, task.context(), *solvers_, configuration)),
        checker_(env, *reduced_, *solvers_, *refuter_),
        monitors_(configuration, *reduced_, domain_.get(), monitor),
        cegar_(env, *reduced_,
               {domain_.get(), checker_, search_kind(configuration.search),
                prune_kind(configuration.prune),
                configuration.refinement == RefinementKind::multiple_sequences
                    ? analysis::Targets::all
                    : analysis::Targets::first,
                configuration.product == ProductKind::combined},
               monitors_.all()) {}

  void execute(output::PropertyResult& result) {
    Timer& timer = env_.statistics.timer("time");
    const auto remember = [&] {
      // In the names that read_precision knows: of the model as it was written.
      if (keep_precision_) result.precision = output::write_precision(system_, cegar_.precision());
      result.concerns = monitors_.concerns();
    };
    analysis::Verdict verdict;
    try {
      const Timer::Scope timing(timer);
      const auto facts =
          configuration_.init_prec == InitialPrecision::file
              ? output::read_precision(system_, read_source(configuration_.precision_file))
              : std::vector<analysis::PrecisionFact>();
      verdict =
          in_the_model(cegar_.run(domain_.initial_precision(configuration_, *reduced_, facts)));
    } catch (const LimitReached&) {
      remember();
      throw;
    }
    remember();
    switch (verdict.answer) {
      case Answer::unknown:
        result.verdict = std::move(verdict);
        break;
      case Answer::violated:
        certify_violation(std::move(verdict), result);
        break;
      case Answer::holds:
        result.verdict = std::move(verdict);
        certify_proof(result, timer.seconds());
        break;
    }
  }

 private:
  /// A verdict on the reduced system, with the counterexample as one of the model.
  analysis::Verdict in_the_model(analysis::Verdict found) {
    if (found.answer != Answer::violated) return found;
    const auto path = reduced_->lift(*found.counterexample);
    if (!path) return {Answer::unknown, "not proved: a value on the counterexample is unknown", {}};
    analysis::TraceStatus status =
        analysis::SolverTraceChecker(env_, system_, *solvers_, *refuter_).check(*path);
    INVARIANT(!status.refutation, "what was left out should not decide whether a run exists");
    if (!status.run) return {Answer::unknown, status.unknown_reason, {}};
    return {Answer::violated, "", std::move(status.run)};
  }

  /// A counterexample counts only once it is replayed.
  void certify_violation(analysis::Verdict verdict, output::PropertyResult& result) {
    const Timer::Scope timing(env_.statistics.timer("certify::time"));
    const auto check = validate_witness(env_, task_, property_, *verdict.counterexample);
    if (check.ran_out) {
      result.verdict = {Answer::unknown, "not proved: " + check.reason, {}};
      return;
    }
    INVARIANT(check.passed,
              fmt::format("a counterexample should be a run of the model: {}", check.reason));
    result.verdict = std::move(verdict);
    result.certificate = check;
  }

  void certify_proof(output::PropertyResult& result, double analysis_seconds) {
    const Timer::Scope timing(env_.statistics.timer("certify::time"));
    result.proof = analysis::make_certificate(cegar_.arg(), domain_.get(), *reduced_);
    analysis::CertificateChecker checker(env_, system_, *solvers_);
    const double budget = std::max(least_budget_seconds, analysis_seconds);
    result.certificate = checker.check(*result.proof, budget);
    // Running out of budget leaves the verdict as it is, marked unchecked; anything else is a bug.
    INVARIANT(result.certificate.passed || result.certificate.ran_out,
              fmt::format("a proof should pass its check: {}", result.certificate.reason));
  }

  Env& env_;
  Task& task_;
  std::size_t property_;
  const analysis::System& system_;
  const Configuration& configuration_;
  bool keep_precision_;
  std::unique_ptr<smt::SolverFactory> solvers_;
  std::unique_ptr<model::BlockSystem> reduced_;
  ChosenDomain domain_;
  std::unique_ptr<analysis::Refuter> refuter_;
  analysis::SolverTraceChecker checker_;
  RunMonitors monitors_;
  analysis::Cegar cegar_;
};

}  // namespace

output::PropertyResult check_property(Env& env, Task& task, std::size_t property,
                                      const Configuration& configuration,
                                      analysis::Monitor* monitor, const CheckOptions& options) {
  env.statistics.restart();
  output::PropertyResult result;
  result.property = task.property_name(property);
  result.system = &task.system(property);
  result.configuration = describe(configuration, task.kind());
  const auto give_up = [&](const char* reason) {
    // A proof stays one if a limit stops its check.
    if (result.verdict.answer == Answer::unknown)
      result.verdict.reason = reason;
    else
      result.certificate = {false, reason, true};
  };
  try {
    Run(env, task, property, configuration, monitor, options).execute(result);
  } catch (const LimitReached& limit) {
    give_up(to_string(limit.reason()));
  } catch (const std::bad_alloc&) {
    give_up(to_string(StopReason::memory));
  }
  env.statistics.counter("memory_mb").set(peak_megabytes());
  result.statistics = env.statistics.entries();
  return result;
}

analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::Certificate& proof) {
  const auto solvers = smt::make_z3_factory(env, task.context());
  analysis::CertificateChecker checker(env, task.system(property), *solvers);
  return checker.check(proof, std::nullopt);
}

analysis::Check validate_witness(Env&, Task& task, std::size_t property,
                                 const analysis::ConcreteTrace& trace) {
  auto wrong = task.replayer(property).replay(trace);
  if (!wrong) wrong = model::replay_actions(task.system(property), trace);
  return wrong ? analysis::Check{false, wrong->message, wrong->undecided}
               : analysis::Check{true, "", false};
}

}  // namespace arges::engine
