#include "output/statechart_occurrences.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "ir/reference_evaluator.h"
#include "model/statechart/follower.h"
#include "model/statechart/simulation.h"

namespace arges::output {

namespace {

using model::statechart::Layout;
using model::statechart::Lowering;
using model::statechart::Machine;
using model::statechart::MachineId;
using model::statechart::Occurrence;

bool holds(ir::Expr expr, const ir::Valuation& state) {
  const auto value = ir::reference_evaluate(expr, state);
  return value && value->is_true();
}

/// Whether states leave open what a step sends.
bool leaves_outputs_open(const model::statechart::System& system, const ChartTrace& trace) {
  return !states_tell_outputs(system) &&
         std::any_of(trace.steps.begin(), trace.steps.end(),
                     [](const ChartStep& step) { return !step.outputs.empty(); });
}

/// Adds a failure of a step, unless it is told already. Where states know of no failure, there was
/// none before the run ended: in a queue that overflows, say.
void note_failure(const Layout& layout, const Occurrence& what, ChartStep& step) {
  if (!holds(layout.has_failed(what.machine, what.number), *step.state)) return;
  std::string text = failure_text(layout.system().machines[what.machine], what.number);
  if (std::find(step.notes.begin(), step.notes.end(), text) == step.notes.end())
    step.notes.push_back(std::move(text));
}

/// States only tell what was sent last under each name, or before a turn, and that an assertion has
/// failed once; the interpreter tells all, in order.
void tell_all(const Lowering& chart, const analysis::ConcreteTrace& run, ChartTrace& told) {
  const model::statechart::System& system = chart.layout().system();
  const bool tells_outputs = leaves_outputs_open(system, told);
  const model::statechart::Follower follower(chart);
  auto at = follower.start(run.initial);
  std::vector<ChartEvent> sent;
  std::vector<Occurrence> failures;
  auto step = told.steps.begin();
  for (const model::ModelStep& taken : model::model_steps(run)) {
    if (at.error || step == told.steps.end()) return;
    at = follower.step(at, taken);
    for (const auto& one : at.occurrences)
      if (one.kind == Occurrence::Kind::failed) failures.push_back(one);
    if (!at.error)
      for (const auto& one : shown_in(system, {at.states.front(), at.occurrences}))
        if (one.kind == Occurrence::Kind::raised)
          sent.push_back({{one.machine, one.number}, *output_text(system, one)});
    if (&taken.end.state != step->state) continue;
    if (!at.error) {
      if (tells_outputs) step->outputs = std::move(sent);
      for (const auto& failure : failures) note_failure(chart.layout(), failure, *step);
    }
    sent.clear();
    failures.clear();
    ++step;
  }
}

/// The run's steps, and once more those of its loop: a loop that begins within a reaction is told
/// from the end of that on, and the last reaction ends behind the loop's beginning.
std::vector<model::ModelStep> steps_with_loop(const analysis::ConcreteTrace& run) {
  std::vector<model::ModelStep> result = model::model_steps(run);
  if (!run.loop || run.loop->kind != analysis::Loop::Kind::closed) return result;
  const std::size_t once = result.size();
  result.reserve(2 * once);
  for (std::size_t i = 0; i < once; ++i)
    if (result[i].number > run.loop->start) result.push_back(result[i]);
  return result;
}

}  // namespace

bool states_tell_outputs(const model::statechart::System& system) {
  return execution_of(system) == model::statechart::Execution::cycles;
}

std::string failure_text(const Machine& machine, std::uint32_t assertion) {
  return fmt::format("assertion {} fails", machine.assertions[assertion].text);
}

bool has_failed_assertion(const Layout& layout, const ir::Valuation& state) {
  const auto& machines = layout.system().machines;
  for (MachineId m = 0; m < machines.size(); ++m)
    for (std::uint32_t a = 0; a < machines[m].assertions.size(); ++a)
      if (holds(layout.has_failed(m, a), state)) return true;
  return false;
}

ChartTrace with_occurrences(const Lowering& chart, const analysis::ConcreteTrace& run,
                            ChartTrace told) {
  const bool is_incomplete =
      leaves_outputs_open(chart.layout().system(), told) ||
      (!told.steps.empty() && has_failed_assertion(chart.layout(), *told.steps.back().state));
  if (is_incomplete) tell_all(chart, run, told);
  return told;
}

std::vector<std::vector<std::string>> fired_in(const Lowering& chart,
                                               const analysis::ConcreteTrace& run,
                                               const ChartTrace& told) {
  const model::statechart::System& system = chart.layout().system();
  const model::statechart::Follower follower(chart);
  auto at = follower.start(run.initial);
  std::vector<std::vector<std::string>> result;
  std::vector<std::string> fired;
  for (const model::ModelStep& taken : steps_with_loop(run)) {
    if (at.error || result.size() == told.steps.size()) break;
    at = follower.step(at, taken);
    for (const auto& one : at.occurrences)
      if (one.kind == Occurrence::Kind::fired)
        fired.push_back(system.machines[one.machine].qualified(
            system.machines[one.machine].transitions[one.number].name));
    if (&taken.end.state == told.steps[result.size()].state)
      result.push_back(std::exchange(fired, {}));
  }
  return result;
}

}  // namespace arges::output
