#include "engine/checker.h"

#include <algorithm>
#include <chrono>
#include <new>

#include <fmt/format.h>
#include <sys/resource.h>

#include "analysis/cegar/cegar.h"
#include "analysis/certify/certificate_builder.h"
#include "analysis/certify/certificate_checker.h"
#include "analysis/certify/induction_checker.h"
#include "analysis/certify/ltl_certificate_checker.h"
#include "analysis/system/narrowed_system.h"
#include "base/invariant.h"
#include "engine/cegar_parts.h"
#include "engine/history_recorder.h"
#include "engine/ltl_run.h"
#include "engine/machine_run.h"
#include "engine/machine_search.h"
#include "engine/machine_task.h"
#include "engine/monitors.h"
#include "engine/options.h"
#include "engine/run.h"
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

model::Reductions reductions(const Configuration& configuration, ModelKind kind) {
  // Joining branches would lose their values; those of an XSTS are steps that have little in
  // common, and a counterexample that names them is far easier to interpolate.
  const bool joins = !configuration.tracks_values() && !is_stepwise(kind);
  model::Reductions result =
      reductions_with(configuration, joins ? model::BlockKind::full : model::BlockKind::sequential);
  // Where values decide most, many small steps cost more than a few large ones.
  const bool by_values = configuration.domain == DomainKind::explicit_values ||
                         (configuration.domain == DomainKind::product &&
                          configuration.product == ProductKind::control);
  const bool flattens = configuration.flatten == Flatten::automatic
                            ? is_stepwise(kind) && !by_values
                            : configuration.flatten == Flatten::on;
  if (flattens) result.flatten_depth = 2;
  return result;
}

/// Names the variables that intervals tell nothing about; empty if there are none.
std::string without_intervals(const analysis::System& system) {
  constexpr std::size_t named = 3;
  std::string names;
  std::size_t count = 0;
  for (const ir::Var var : system.variables()) {
    if (analysis::Interval::all_of(var->type)) continue;
    if (count++ < named)
      names +=
          fmt::format("{}{} : {}", names.empty() ? "" : ", ", var->name, var->type.to_string());
  }
  if (count == 0) return "";
  if (count > named) names += fmt::format(" and {} more", count - named);
  return "intervals are for integers, not for " + names;
}

/// Counterexample-guided abstraction refinement.
class CegarRun : public Run {
 public:
  CegarRun(Env& env, const Request& request, analysis::Monitor* monitor)
      : Run(env, request, reductions(request.configuration, request.task.kind())),
        domain_(env, reduced(), solvers(), request.configuration),
        refuter_(make_refuter(env, task().context(), solvers(), request.configuration)),
        checker_(env, reduced(), solvers(), *refuter_),
        monitors_(request.configuration, reduced(), domain_.get(), monitor),
        recorder_(reduced(), domain_.get()),
        cegar_(env, reduced(), parts(), all_monitors(request.options)) {}

 private:
  analysis::Cegar::Parts parts() {
    return {domain_.get(),
            checker_,
            configuration().search,
            configuration().prune,
            configuration().refinement == RefinementKind::multiple_sequences
                ? analysis::Targets::all
                : analysis::Targets::first,
            configuration().product == ProductKind::combined};
  }

  std::vector<analysis::Monitor*> all_monitors(const CheckOptions& options) {
    std::vector<analysis::Monitor*> result = monitors_.all();
    if (options.keeps_history) result.push_back(&recorder_);
    return result;
  }

  analysis::Verdict find() override {
    std::vector<analysis::PrecisionFact> facts = given_facts();
    if (configuration().init_prec == InitialPrecision::file)
      for (analysis::PrecisionFact& fact :
           output::read_precision(system(), read_source(configuration().precision_file)))
        facts.push_back(fact);
    return cegar_.run(domain_.initial_precision(configuration(), reduced(), facts));
  }
  analysis::Proof proof() override {
    return analysis::make_certificate(cegar_.arg(), domain_.get(), reduced());
  }
  /// In the names that read_precision knows: of the model as it was written.
  std::string tracked() const override {
    return output::write_precision(system(), cegar_.precision());
  }

  output::RefinementHistory history(Answer answer) override {
    using Outcome = output::RefinementHistory::Outcome;
    return recorder_.finish(cegar_.arg(), cegar_.precision(),
                            answer == Answer::holds      ? Outcome::proved
                            : answer == Answer::violated ? Outcome::violated
                                                         : Outcome::stopped);
  }

  std::vector<std::string> concerns() const override {
    std::vector<std::string> result = monitors_.concerns();
    if (configuration().domain == DomainKind::interval)
      if (std::string untracked = without_intervals(system()); !untracked.empty())
        result.push_back(std::move(untracked));
    return result;
  }

  ChosenDomain domain_;
  std::unique_ptr<analysis::Refuter> refuter_;
  analysis::SolverTraceChecker checker_;
  RunMonitors monitors_;
  HistoryRecorder recorder_;
  analysis::Cegar cegar_;
};

std::unique_ptr<Run> make_run(Env& env, const Run::Request& request, analysis::Monitor* monitor) {
  std::vector<analysis::Monitor*> monitors;
  if (monitor != nullptr) monitors.push_back(monitor);
  switch (request.configuration.engine) {
    case EngineKind::portfolio:
      break;
    case EngineKind::cegar:
      return std::make_unique<CegarRun>(env, request, monitor);
    case EngineKind::explicit_states:
      return make_explicit_run(env, request, monitors);
    case EngineKind::bmc:
      return make_bmc_run(env, request);
  }
  UNREACHABLE("the engine should be one that checks by itself");
}

/// State machines by intervals, and if those only count, by a product that begins with their
/// bounds.
void check_machines(Env& env, const Run::Request& request, analysis::Monitor* monitor,
                    output::PropertyResult& result) {
  const auto bounds = check_by_intervals(env, request.task, request.property, request.configuration,
                                         request.options, result);
  if (!bounds) return;
  env.statistics.counter("interval::handed_over").add();
  Configuration configuration = defaults_of(EngineKind::cegar);
  CheckOptions options = request.options;
  options.facts += *bounds;
  const std::vector<std::string> concerns = result.concerns;
  make_run(env, {request.task, request.property, configuration, options}, monitor)->execute(result);
  result.concerns.insert(result.concerns.begin(), concerns.begin(), concerns.end());
}

/// Some run of a statechart or of state machines leaves the model, as a queue is full: no proof can
/// be had, but another run may violate the property all the same. For a while that is looked for.
void look_beside_escapes(Env& env, const Run::Request& request, double seconds_so_far,
                         analysis::Monitor* monitor, output::PropertyResult& result) {
  constexpr double least_seconds = 2;
  const auto leaves_model = [&request](const analysis::Action& last) {
    return request.task.escape(request.property, {{}, {{&last, {}, {}}}}).has_value();
  };
  const analysis::NarrowedSystem narrowed(request.task.system(request.property), leaves_model);
  output::PropertyResult found = result;
  try {
    const Limits::Share share(env.limits, std::max(least_seconds, 2 * seconds_so_far));
    Run::Request again = request;
    again.narrowed = &narrowed;
    found.leaves_model = false;
    make_run(env, again, monitor)->execute(found);
  } catch (const LimitReached&) {
    return;
  }
  if (found.verdict.answer == Answer::violated) result = std::move(found);
}

void check_by_run(Env& env, const Run::Request& request, analysis::Monitor* monitor,
                  output::PropertyResult& result) {
  const auto start = std::chrono::steady_clock::now();
  make_run(env, request, monitor)->execute(result);
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
  const bool has_queues =
      is_statechart(request.task.kind()) || request.task.kind() == ModelKind::machines;
  if (result.leaves_model && has_queues)
    look_beside_escapes(env, request, used.count(), monitor, result);
}

}  // namespace

output::PropertyResult check_property(Env& env, Task& task, std::size_t property,
                                      const Configuration& configuration,
                                      analysis::Monitor* monitor, const CheckOptions& options) {
  env.statistics.restart();
  output::PropertyResult result;
  result.property = task.property_name(property);
  result.system = &task.system(property);
  result.program = task.program(property);
  result.chart = task.chart(property);
  result.machines = task.machines(property).lowering;
  result.is_temporal = task.temporal(property) != nullptr;
  if (result.is_temporal) result.automaton = task.temporal(property)->automaton();
  result.configuration = describe(configuration, task.kind());
  const auto give_up = [&](const char* reason) {
    // A proof stays one if a limit stops its check.
    if (result.verdict.answer == Answer::unknown)
      result.verdict.reason = reason;
    else
      result.certificate = {false, reason, true};
  };
  try {
    if (const LtlProperty* formula = task.temporal(property))
      check_formula(env, *formula, configuration, options, task.kind(), result);
    // Which events happen is asked of the lowered system, as of any other model.
    else if (configuration.domain == DomainKind::interval && task.kind() == ModelKind::machines &&
             !(task.machines(property).question == nullptr && task.parts(property).empty()))
      check_machines(env, {task, property, configuration, options}, monitor, result);
    else if (configuration.domain == DomainKind::polyhedra)
      check_by_relations(env, task, property, options, result);
    else if (configuration.engine == EngineKind::explicit_states &&
             task.machines(property).question != nullptr)
      check_by_search(env, task, property, configuration, options, result);
    else
      check_by_run(env, {task, property, configuration, options}, monitor, result);
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
  if (task.temporal(property) != nullptr)
    return {false, "the proof is none of a temporal formula", false};
  const auto solvers = smt::make_z3_factory(env, task.context());
  analysis::CertificateChecker checker(env, task.system(property), *solvers);
  return checker.check(proof, std::nullopt);
}

analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::InductionCertificate& proof) {
  if (task.temporal(property) != nullptr)
    return {false, "the proof is none of a temporal formula", false};
  const auto solvers = smt::make_z3_factory(env, task.context());
  analysis::InductionChecker checker(env, task.system(property), *solvers);
  return checker.check(proof, std::nullopt);
}

analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::LtlCertificate& proof) {
  const LtlProperty* formula = task.temporal(property);
  if (formula == nullptr) return {false, "the proof is one of a temporal formula", false};
  if (const std::string error = formula->automaton_error(); !error.empty())
    return {false, error, false};
  const auto solvers = smt::make_z3_factory(env, task.context());
  analysis::LtlCertificateChecker checker(env, formula->product(), *solvers);
  return checker.check(proof, std::nullopt);
}

analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::StateSet& proof) {
  return validate_states(env, task, property, proof);
}

analysis::Check validate_witness(Env& env, Task& task, std::size_t property,
                                 const analysis::ConcreteTrace& trace) {
  if (const LtlProperty* formula = task.temporal(property)) {
    const auto solvers = smt::make_z3_factory(env, task.context());
    return formula->check(env, *solvers, trace);
  }
  if (const auto reason = task.escape(property, trace))
    return {false, "the run ends where the model does: " + *reason, false};
  auto wrong = task.replayer(property).replay(trace);
  if (!wrong) wrong = model::replay_actions(task.system(property), trace);
  return wrong ? analysis::Check{false, wrong->message, wrong->undecided}
               : analysis::Check{true, "", false};
}

}  // namespace arges::engine
