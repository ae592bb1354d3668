#include "engine/run.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analysis/certify/certificate_checker.h"
#include "analysis/certify/induction_checker.h"
#include "analysis/refine/core_refuter.h"
#include "analysis/refine/trace_checker.h"
#include "analysis/trace/run_finder.h"
#include "base/invariant.h"
#include "engine/checker.h"
#include "output/json.h"
#include "output/precision_text.h"
#include "smt/z3/factory.h"

namespace arges::engine {

using analysis::Answer;

namespace {

/// A short run is always checked whole.
constexpr double least_budget_seconds = 10;

}  // namespace

double certifying_seconds(double analysis_seconds) {
  return std::max(least_budget_seconds, analysis_seconds);
}

model::Reductions reductions_with(const Configuration& configuration, model::BlockKind blocks) {
  model::Reductions result;
  if (configuration.slice == Slice::on) result.slicing = model::Slicing::all;
  if (configuration.encoding == Encoding::large) result.blocks = blocks;
  return result;
}

Run::Run(Env& env, const Request& request, const model::Reductions& reductions)
    : env_(env),
      task_(request.task),
      property_(request.property),
      system_(request.narrowed != nullptr ? *request.narrowed
                                          : request.task.system(request.property)),
      is_narrowed_(request.narrowed != nullptr),
      configuration_(request.configuration),
      options_(request.options),
      solvers_(smt::make_z3_factory(env, request.task.context(), {options_.dump_smt_folder})),
      reduced_(model::reduce(system_, reductions)) {}

std::vector<analysis::PrecisionFact> Run::given_facts() const {
  return output::read_precision(system_,
                                std::make_shared<const SourceText>("facts", options_.facts));
}

void Run::remember(output::PropertyResult& result, Answer answer) {
  if (options_.keep_precision) result.precision = tracked();
  if (options_.keeps_history)
    if (const output::RefinementHistory kept = history(answer); !kept.iterations.empty())
      result.history = output::dump(output::to_json(kept));
  result.concerns = concerns();
}

void Run::execute(output::PropertyResult& result) {
  Timer& timer = env_.statistics.timer("time");
  analysis::Verdict verdict;
  bool escapes = false;
  try {
    const Timer::Scope timing(timer);
    verdict = find();
    if (is_narrowed_ && verdict.answer == Answer::holds)
      verdict = {Answer::unknown, "not proved: only some runs were looked at", {}};
    escapes = verdict.answer == Answer::violated &&
              task_.escape(property_, *verdict.counterexample).has_value();
    if (options_.on_verdict && verdict.answer != Answer::unknown && !escapes) options_.on_verdict();
    verdict = in_the_model(std::move(verdict));
  } catch (const LimitReached&) {
    remember(result, Answer::unknown);
    throw;
  }
  remember(result, escapes ? Answer::unknown : verdict.answer);
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

namespace {

/// What a run of a reduced system says about one along the original actions: these, cut where its
/// own ended, each time with the values that are in both.
std::vector<analysis::Passage> way_of(const analysis::ConcreteTrace& run,
                                      const std::vector<const analysis::Action*>& path) {
  std::vector<analysis::Passage> result;
  auto next = path.begin();
  for (const analysis::ConcreteStep& step : run.steps) {
    analysis::Passage& passage = result.emplace_back();
    passage.after = step.state;
    while (next != path.end()) {
      passage.actions.push_back(*next);
      // A control point within a block is none of the reduced system.
      if ((*next++)->target == step.action->target) break;
    }
  }
  INVARIANT(next == path.end(), "a run should end where the reduced one does");
  return result;
}

}  // namespace

/// A verdict on the reduced system, with the counterexample as one of the model.
analysis::Verdict Run::in_the_model(analysis::Verdict found) {
  if (found.answer != Answer::violated) return found;
  const auto path = reduced_->lift(*found.counterexample);
  if (!path) return {Answer::unknown, "not proved: a value on the counterexample is unknown", {}};
  const auto way = way_of(*found.counterexample, *path);
  if (auto run = analysis::RunFinder(system_).run(found.counterexample->initial, way))
    return {Answer::violated, "", std::move(run)};
  analysis::CoreRefuter refuter(env_, *solvers_);
  analysis::TraceStatus status =
      analysis::SolverTraceChecker(env_, system_, *solvers_, refuter).check(*path);
  INVARIANT(!status.refutation, "what was left out should not decide whether a run exists");
  if (!status.run) return {Answer::unknown, status.unknown_reason, {}};
  return {Answer::violated, "", std::move(status.run)};
}

/// A counterexample counts only once it is replayed.
void Run::certify_violation(analysis::Verdict verdict, output::PropertyResult& result) {
  const Timer::Scope timing(env_.statistics.timer("certify::time"));
  if (const auto reason = task_.escape(property_, *verdict.counterexample)) {
    result.verdict = {Answer::unknown, *reason, {}};
    result.leaves_model = true;
    return;
  }
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

namespace {

/// Which checker a kind of proof has.
struct CheckProof {
  Env& env;
  const analysis::System& system;
  smt::SolverFactory& solvers;
  double budget_seconds;

  analysis::Check operator()(const analysis::Certificate& proof) const {
    return analysis::CertificateChecker(env, system, solvers).check(proof, budget_seconds);
  }
  analysis::Check operator()(const analysis::InductionCertificate& proof) const {
    return analysis::InductionChecker(env, system, solvers).check(proof, budget_seconds);
  }
  analysis::Check operator()(const analysis::LtlCertificate&) const {
    UNREACHABLE("proofs of temporal formulas should be checked where they are made");
  }
  analysis::Check operator()(const analysis::StateSet&) const {
    UNREACHABLE("sets of states should be checked where they are made");
  }
};

}  // namespace

void Run::certify_proof(output::PropertyResult& result, double analysis_seconds) {
  const Timer::Scope timing(env_.statistics.timer("certify::time"));
  result.proof = proof();
  const double budget = certifying_seconds(analysis_seconds);
  result.certificate = std::visit(CheckProof{env_, system_, *solvers_, budget}, *result.proof);
  // Running out of budget leaves the verdict as it is, marked unchecked; anything else is a bug.
  INVARIANT(result.certificate.passed || result.certificate.ran_out,
            fmt::format("a proof should pass its check: {}", result.certificate.reason));
}

}  // namespace arges::engine
