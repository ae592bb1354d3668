#include "engine/machine_run.h"

#include <set>

#include <fmt/format.h>

#include "analysis/certify/certificate_checker.h"
#include "analysis/polyhedra/partitioned_polyhedra.h"
#include "base/invariant.h"
#include "engine/machine_trace.h"
#include "engine/run.h"
#include "model/machines/interval_refinement.h"
#include "output/machine_explanation.h"
#include "output/precision_text.h"
#include "smt/z3/factory.h"

namespace arges::engine {

namespace {

using analysis::Answer;
using model::machines::IntervalRefinement;

/// Ends of executions that nobody asked about, and behind which nothing happens.
ir::Expr stopped(const model::machines::Lowering& lowering,
                 const model::machines::Question& question) {
  using model::machines::Fault;
  const model::machines::Layout& layout = lowering.layout();
  const ir::Expr fault = layout.context().var(layout.fault());
  ir::Expr result = layout.context().false_expr();
  for (const Fault one : {Fault::assertion, Fault::overflow, Fault::division_by_zero,
                          Fault::bad_shift, Fault::null_reference})
    if (!question.asks_for(one)) result = ir::or_(result, ir::eq(fault, layout.literal(one)));
  return result;
}

/// The abstract configurations as a proof about the lowered system.
analysis::Certificate proof_of(const IntervalRefinement& refinement,
                               const MachineQuestion& machines, const analysis::System& system) {
  const model::machines::Lowering& lowering = *machines.lowering;
  const auto end = static_cast<std::uint32_t>(refinement.visits().size());
  analysis::Certificate result;
  const auto actions = actions_of(system, lowering.events().size());
  for (const auto& visit : refinement.visits()) {
    analysis::Certificate::Node node;
    node.control = system.initial_control();
    node.state = lowering.layout().formula(visit.configuration, refinement.evaluator());
    for (const auto& successor : visit.successors) {
      const auto origin = static_cast<std::size_t>(
          std::find(lowering.events().begin(), lowering.events().end(), successor.event) -
          lowering.events().begin());
      node.successors.push_back({actions[origin]->id, successor.visit});
    }
    for (const analysis::Action* action : actions)
      if (lowering.events()[action->origin].kind == model::machines::Event::Kind::transition)
        node.successors.push_back({action->id, end});
    result.nodes.push_back(std::move(node));
  }
  result.nodes.push_back(
      {system.initial_control(), stopped(lowering, *machines.question), std::nullopt, {}});
  result.roots = {0};
  return result;
}

void certify(Env& env, Task& task, std::size_t property, const IntervalRefinement& refinement,
             output::PropertyResult& result) {
  const double budget = certifying_seconds(env.statistics.timer("time").seconds());
  const Timer::Scope timing(env.statistics.timer("certify::time"));
  const analysis::Certificate proof =
      proof_of(refinement, task.machines(property), task.system(property));
  result.proof = proof;  // whatever ends its check
  const auto solvers = smt::make_z3_factory(env, task.context());
  result.certificate =
      analysis::CertificateChecker(env, task.system(property), *solvers).check(proof, budget);
  INVARIANT(result.certificate.passed || result.certificate.ran_out,
            fmt::format("a proof should pass its check: {}", result.certificate.reason));
}

/// Where the cells of the objects' integers begin, as conditions of the lowered system.
std::string bounds_of(const IntervalRefinement& refinement, const MachineQuestion& machines,
                      const analysis::System& system) {
  using model::machines::Slot;
  const model::machines::Layout& layout = machines.lowering->layout();
  const model::machines::Model& model = layout.model();
  std::vector<ir::Expr> conditions;
  for (model::machines::ObjectId object = 0; object < model.objects.size(); ++object) {
    const auto& variables = model.class_of(object).variables;
    for (model::machines::VarId var = 0; var < variables.size(); ++var) {
      if (!variables[var].type.is_int()) continue;
      const auto& partition =
          refinement.abstraction().of(Slot{Slot::Kind::variable, model.objects[object].type, var});
      for (const model::machines::Value start : partition.starts())
        if (start != model::machines::least_int)
          conditions.push_back(ir::le(layout.context().int_literal(start),
                                      layout.context().var(layout.variable(object, var))));
    }
  }
  return output::write_conditions(system, conditions);
}

IntervalRefinement::Settings settings_of(const Configuration& configuration) {
  using Settings = IntervalRefinement::Settings;
  using model::machines::canal::Options;
  Settings result;
  if (configuration.intervals == Intervals::sign)
    result.initial = model::machines::Partition::sign();
  if (configuration.queue_match == QueueMatch::weak) result.canal.queues = Options::Queues::weak;
  if (configuration.split_values == SplitValues::by_variable)
    result.canal.values = Options::Values::by_location;
  if (configuration.resimulate == Resimulate::off) result.resimulation = Settings::Resimulation::no;
  result.most_cells = configuration.most_cells;
  if (configuration.loop_counters == LoopCounters::exact)
    result.counters = Settings::Counters::exact;
  if (configuration.loop_counters == LoopCounters::predicates)
    result.counters = Settings::Counters::end;
  return result;
}

}  // namespace

std::optional<std::string> check_by_intervals(Env& env, Task& task, std::size_t property,
                                              const Configuration& configuration,
                                              const CheckOptions& options,
                                              output::PropertyResult& result) {
  const MachineQuestion machines = task.machines(property);
  if (machines.question == nullptr) {
    result.verdict = {Answer::unknown, "unsupported: intervals for several questions at once", {}};
    return {};
  }
  const model::machines::Lowering& lowering = *machines.lowering;
  IntervalRefinement::Settings settings = settings_of(configuration);
  if (options.explains)
    settings.observer = [&result](const model::machines::Spurious& spurious) {
      result.explanations.push_back(output::explain(spurious));
    };
  IntervalRefinement refinement(env, lowering.model(), *machines.question, std::move(settings));
  IntervalRefinement::Answer answer;
  {
    const Timer::Scope timing(env.statistics.timer("time"));
    answer = refinement.run();
  }
  using Kind = IntervalRefinement::Answer::Kind;
  if (answer.kind == Kind::counting) {
    result.concerns.push_back(
        fmt::format("{} is split again and again: predicates go on with it", answer.reason));
    return bounds_of(refinement, machines, task.system(property));
  }
  if (options.on_verdict && answer.kind != Kind::stuck && answer.kind != Kind::escaped)
    options.on_verdict();
  if (answer.kind == Kind::stuck) {
    result.verdict = {Answer::unknown, answer.reason, {}};
    return {};
  }
  if (answer.kind == Kind::holds) {
    result.verdict = {Answer::holds, "", {}};
    certify(env, task, property, refinement, result);
    return {};
  }
  analysis::ConcreteTrace run = as_trace(lowering, task.system(property), answer.run);
  if (const auto reason = task.escape(property, run)) {
    result.verdict = {Answer::unknown, *reason, {}};
    result.leaves_model = true;
    return {};
  }
  result.certificate = validate_witness(env, task, property, run);
  INVARIANT(
      result.certificate.passed,
      fmt::format("a counterexample should be a run of the model: {}", result.certificate.reason));
  result.verdict = {Answer::violated, "", std::move(run)};
  return {};
}

namespace {

/// More combinations of modes and queues than this are hardly worth their polyhedra.
constexpr std::size_t most_parts = 20'000;

/// Integers that count what objects and messages say; how long queues are is known at every step.
std::vector<ir::Var> counters_of(const model::machines::Lowering& lowering) {
  const model::machines::Layout& layout = lowering.layout();
  std::set<ir::Var> lengths;
  for (model::machines::ObjectId o = 0; o < lowering.model().objects.size(); ++o)
    lengths.insert({layout.input(o).length, layout.deferred(o).length});
  std::vector<ir::Var> result;
  for (const ir::Var var : layout.variables())
    if (var->type.is_int() && lengths.count(var) == 0) result.push_back(var);
  return result;
}

std::string why_open(analysis::PartitionedPolyhedra::Answer answer) {
  using Kind = analysis::PartitionedPolyhedra::Answer;
  if (answer == Kind::too_many) return "not proved: too many combinations of modes and queues";
  return answer == Kind::reached ? "not proved: linear relations do not do"
                                 : "unsupported: what the values depend on";
}

}  // namespace

void check_by_relations(Env& env, Task& task, std::size_t property, const CheckOptions& options,
                        output::PropertyResult& result) {
  const model::machines::Lowering& lowering = *task.machines(property).lowering;
  const analysis::System& system = task.system(property);
  analysis::PartitionedPolyhedra search(env, system, counters_of(lowering), most_parts);
  using Kind = analysis::PartitionedPolyhedra::Answer;
  Kind answer = Kind::reached;
  {
    const Timer::Scope timing(env.statistics.timer("time"));
    answer = search.run();
    env.statistics.counter("polyhedra::parts").set(search.num_parts());
  }
  if (answer != Kind::holds) {
    result.verdict = {Answer::unknown, why_open(answer), {}};
    return;
  }
  if (options.on_verdict) options.on_verdict();
  const double budget = certifying_seconds(env.statistics.timer("time").seconds());
  const Timer::Scope timing(env.statistics.timer("certify::time"));
  analysis::Certificate proof = search.certificate();
  const auto solvers = smt::make_z3_factory(env, task.context());
  result.certificate = analysis::CertificateChecker(env, system, *solvers).check(proof, budget);
  // Polyhedra are of rational numbers, and their conditions are what is left of them: only what is
  // checked counts.
  if (!result.certificate.passed) {
    result.verdict = {Answer::unknown, "not proved: " + result.certificate.reason, {}};
    return;
  }
  result.verdict = {Answer::holds, "", {}};
  result.proof = std::move(proof);
}

}  // namespace arges::engine
