#include "engine/machine_remarks.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/machine_task.h"
#include "model/machines/explorer.h"

namespace arges::engine {

namespace {

using model::machines::Expression;
using model::machines::Fault;
using model::machines::Model;
using model::machines::Operator;
using model::machines::PartialCondition;
using model::machines::Question;

bool computes(const Model& model) {
  return std::any_of(model.expressions.begin(), model.expressions.end(), [](const Expression& e) {
    return e.type.is_int() && (e.kind == Expression::Kind::infix ||
                               (e.kind == Expression::Kind::unary && e.op == Operator::negate));
  });
}

/// Looks for a run that overflows among those that are near.
std::string remark_on_overflow(Env& env, const Model& model) {
  if (!computes(model)) return "";
  const Question overflow{Question::Kind::faults, {Fault::overflow}};
  model::machines::Explorer explorer(model, env.limits);
  try {
    if (!explorer.find({&overflow}).empty())
      return "runs that overflow 32 bits are left out, and there are some: see --check overflow";
    if (explorer.saw_all()) return "";
  } catch (const LimitReached&) {
    // The answer was there before, and there is no time to say more.
  }
  return "runs that overflow 32 bits, if there are any, are left out: --check overflow tells";
}

model::machines::Configuration end_of(const Model& model,
                                      const model::machines::Explorer::Run& run) {
  const model::machines::ConcreteEvaluator evaluator(model);
  const model::machines::Execution execution(model, evaluator);
  const model::machines::Resolution nothing;
  model::machines::FixedChooser chooser(nothing);
  model::machines::Configuration result = execution.initial();
  for (const model::machines::Event& event : run)
    result = execution.execute(result, event, chooser).configuration;
  return result;
}

/// Why a condition has no value in a configuration; nothing: it has one.
Fault fault_of(const Model& model, const PartialCondition& condition,
               const model::machines::Configuration& at) {
  const model::machines::ConcreteEvaluator evaluator(model);
  const model::machines::Resolution nothing;
  model::machines::FixedChooser chooser(nothing);
  return evaluator.evaluate(at, 0, condition.given, chooser).fault;
}

std::string no_value(const Model& model, const PartialCondition& condition,
                     const std::string& where, Fault fault) {
  return fmt::format("{} has no value {}, as {}: it counts as false there",
                     model.plain_text(condition.given), where, to_string(fault));
}

/// Whether a run shows what it does only because a condition has no value: an invariant where it
/// ends, a formula's atom wherever it is read.
std::string remark_on_run(const MachineQuestion& machines, const analysis::ConcreteTrace& run,
                          bool is_temporal) {
  const auto& layout = machines.lowering->layout();
  const Model& model = machines.lowering->model();
  std::vector<const ir::Valuation*> states{&run.initial};
  for (const analysis::ConcreteStep& step : run.steps)
    if (step.action->role != analysis::ActionRole::check) states.push_back(&step.state);
  for (std::size_t i = is_temporal ? 0 : states.size() - 1; i < states.size(); ++i)
    for (const PartialCondition& condition : machines.partial) {
      // What an event does before its fault is no configuration.
      if (states[i]->get(layout.fault()).as_small() != static_cast<int>(Fault::nothing)) continue;
      const Fault fault = fault_of(model, condition, layout.decode(*states[i]));
      if (fault == Fault::nothing) continue;
      const std::string where = i == 0 ? "in the first configuration"
                                       : fmt::format("in the configuration behind step {}", i);
      return no_value(model, condition, where, fault);
    }
  return "";
}

/// Looks for a configuration where a condition has no value among those that are near.
std::string remark_on_values(Env& env, const MachineQuestion& machines) {
  const Model& model = machines.lowering->model();
  for (const PartialCondition& condition : machines.partial) {
    const Question has_value{Question::Kind::invariant, {}, condition.has_value};
    model::machines::Explorer explorer(model, env.limits);
    try {
      const auto found = explorer.find({&has_value});
      if (!found.empty()) {
        const model::machines::Configuration at = end_of(model, found.begin()->second);
        return no_value(model, condition, "in some configurations", fault_of(model, condition, at));
      }
      if (explorer.saw_all()) continue;
    } catch (const LimitReached&) {
      // The answer was there before, and there is no time to say more.
    }
    return fmt::format("{} counts as false where it has no value, if there are such configurations",
                       model.plain_text(condition.given));
  }
  return "";
}

}  // namespace

std::string MachineRemarks::on(Env& env, const Task& task, std::size_t property,
                               const analysis::Verdict& verdict) {
  using analysis::Answer;
  const MachineQuestion machines = task.machines(property);
  if (machines.lowering == nullptr || verdict.answer == Answer::unknown) return "";
  const bool is_temporal = task.temporal(property) != nullptr;
  // What is to be reached is met only where it has a value.
  const bool asks_for_run = task.polarity(property) == output::Polarity::existential;
  if (verdict.answer == Answer::violated)
    return asks_for_run || !verdict.counterexample
               ? ""
               : remark_on_run(machines, *verdict.counterexample, is_temporal);
  // An invariant that holds has a value everywhere.
  std::string values = is_temporal || asks_for_run ? remark_on_values(env, machines) : "";
  if (machines.question != nullptr && machines.question->asks_for(Fault::overflow)) return values;
  if (!overflow_) overflow_ = remark_on_overflow(env, machines.lowering->model());
  if (values.empty() || overflow_->empty()) return values + *overflow_;
  return values + "; " + *overflow_;
}

}  // namespace arges::engine
