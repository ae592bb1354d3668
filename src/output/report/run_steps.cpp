#include "output/report/run_steps.h"

#include <algorithm>

#include <fmt/format.h>

#include "output/chart_value.h"
#include "output/machine_trace.h"
#include "output/program_trace.h"
#include "output/readable_trace.h"
#include "output/statechart_trace.h"
#include "output/told_trace.h"

namespace arges::output {

namespace {

using analysis::ConcreteTrace;

/// Where a run is after so many of its actions.
analysis::Control control_after(const ConcreteTrace& trace, const analysis::System& system,
                                std::size_t actions) {
  return actions == 0 || trace.steps.empty() ? system.initial_control()
                                             : trace.steps[actions - 1].action->target;
}

/// As a debugger would make them.
ReportRun steps_of_program(const PropertyResult& result, const ConcreteTrace& trace) {
  ReportRun run;
  std::vector<std::string> functions;
  for (const ProgramStep& step : program_steps(*result.program, trace)) {
    if (step.kind == ProgramStep::Kind::loop) {
      run.loop_start = run.steps.empty() ? 0 : run.steps.size() - 1;
      continue;
    }
    if (step.kind == ProgramStep::Kind::call) {
      functions.resize(step.depth);
      functions.push_back(step.text.substr(0, step.text.find('(')));
    } else if (step.kind == ProgramStep::Kind::line) {
      functions.resize(std::min(functions.size(), step.depth));
    }
    ReportStep& made = run.steps.emplace_back();
    made.cause = step.text;
    made.where = fmt::format("{}", fmt::join(functions, " > "));
    made.location = step.location;
    made.control = control_after(trace, *result.system, step.end);
    for (const ProgramChange& change : step.changes)
      made.changed.emplace_back(
          change.kind == ProgramChange::Kind::result ? "(result)" : change.name, change.value);
  }
  if (trace.loop && !run.loop_start && !run.steps.empty()) run.loop_start = run.steps.size() - 1;
  return run;
}

SourceLocation location_of(const model::statechart::Layout& layout, const ir::Valuation& state) {
  const auto& machines = layout.system().machines;
  for (model::statechart::MachineId m = 0; m < machines.size(); ++m) {
    const std::vector<ir::Var>& flags = layout.of(m).fired;
    for (std::size_t t = 0; t < flags.size(); ++t)
      if (const ir::Value value = state.get(flags[t]); !value.is_unknown() && value.is_true())
        return machines[m].transitions[t].location;
  }
  return {};
}

SourceLocation location_of(const model::machines::Model& model,
                           const std::optional<model::machines::Event>& event) {
  if (!event || event->kind != model::machines::Event::Kind::transition) return {};
  return model.class_of(event->object).transitions.at(event->transition).location;
}

/// Steps in the words that all formats of traces have.
ReportRun steps_of_model(const PropertyResult& result, const ConcreteTrace& trace) {
  const RunSubject subject{.system = result.system,
                           .chart = result.chart,
                           .program = result.program,
                           .machines = result.machines};
  ReportRun run;
  std::vector<ir::Var> known;
  for (ToldStep& step : tell(subject, trace)) {
    ReportStep& made = run.steps.emplace_back();
    made.cause = step.cause;
    made.where = fmt::format("{}", fmt::join(step.configuration, ", "));
    made.location = step.position;
    if (result.chart != nullptr) made.location = location_of(result.chart->layout(), step.state);
    made.states = step.configuration;
    made.control = control_after(trace, *result.system, step.actions);
    for (const ir::Var var : step.changed)
      made.changed.emplace_back(var->name, run_value_text(subject, var, step.state.get(var)));
    for (const ir::Var var : known)
      if (step.state.get(var).is_unknown()) made.gone.push_back(var->name);
    known = step.variables;
    made.outputs = std::move(step.outputs);
    made.notes = std::move(step.notes);
  }
  return run;
}

ReportRun steps_of_machines(const PropertyResult& result, const ConcreteTrace& trace) {
  ReportRun run = steps_of_model(result, trace);
  const MachineTrace told = make_machine_trace(*result.machines, trace);
  for (std::size_t i = 0; i < std::min(run.steps.size(), told.steps.size()); ++i)
    run.steps[i].location = location_of(result.machines->model(), told.steps[i].event);
  run.loop_start = told.loop_start;
  return run;
}

}  // namespace

std::optional<ReportRun> report_run(const PropertyResult& result) {
  if (!result.verdict.counterexample || result.system == nullptr) return std::nullopt;
  const ConcreteTrace& trace = *result.verdict.counterexample;
  if (result.program != nullptr && result.program->program) return steps_of_program(result, trace);
  if (result.machines != nullptr) return steps_of_machines(result, trace);
  ReportRun run = steps_of_model(result, trace);
  run.loop_start = result.chart != nullptr ? make_chart_trace(*result.chart, trace).loop_start
                                           : make_readable(trace, *result.system).loop_start;
  return run;
}

}  // namespace arges::output
