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

/// The control points that a step comes through.
std::vector<analysis::Control> controls_of(const ConcreteTrace& trace,
                                           const analysis::System& system, std::size_t from,
                                           std::size_t to) {
  std::vector<analysis::Control> result;
  if (from == 0) result.push_back(system.initial_control());
  for (std::size_t k = from; k < to && k < trace.steps.size(); ++k)
    result.push_back(trace.steps[k].action->target);
  return result;
}

using Named = std::vector<std::pair<std::string, std::string>>;

void set(Named& values, const std::string& name, const std::string& value) {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  if (found == values.end())
    values.emplace_back(name, value);
  else
    found->second = value;
}

/// Steps of a program, each with the variables that its function sees.
class ProgramRun {
 public:
  ProgramRun(const PropertyResult& result, const ConcreteTrace& trace)
      : result_(result), trace_(trace) {}

  ReportRun tell() {
    for (const ProgramStep& step : program_steps(*result_.program, trace_)) add(step);
    if (trace_.loop && !run_.loop_start && !run_.steps.empty())
      run_.loop_start = run_.steps.size() - 1;
    return std::move(run_);
  }

 private:
  struct Frame {
    std::string function;
    Named locals = {};
  };

  void add(const ProgramStep& step) {
    if (step.kind == ProgramStep::Kind::loop) {
      run_.loop_start = run_.steps.empty() ? 0 : run_.steps.size() - 1;
      return;
    }
    ReportStep& made = run_.steps.emplace_back();
    if (step.kind != ProgramStep::Kind::note) settle(step, made);
    made.cause = step.text;
    made.location = step.location;
    made.control = control_after(trace_, *result_.system, step.end);
    made.controls = controls_of(trace_, *result_.system, taken_, step.end);
    taken_ = std::max(taken_, step.end);
    for (const Frame& frame : frames_)
      made.where += (made.where.empty() ? "" : " > ") + frame.function;
    for (const ProgramChange& change : step.changes) note(change, made);
  }

  /// Enters the function of a call, or leaves those that have returned.
  void settle(const ProgramStep& step, ReportStep& made) {
    const std::size_t before = frames_.size();
    if (frames_.size() > step.depth) frames_.resize(step.depth);
    if (step.kind == ProgramStep::Kind::call)
      frames_.push_back({step.text.substr(0, step.text.find('('))});
    if (frames_.size() == before && step.kind != ProgramStep::Kind::call) return;
    made.scope = globals_;
    if (!frames_.empty())
      made.scope->insert(made.scope->end(), frames_.back().locals.begin(),
                         frames_.back().locals.end());
  }

  void note(const ProgramChange& change, ReportStep& made) {
    if (change.kind == ProgramChange::Kind::result) {
      made.results.push_back(change.value);
      return;
    }
    made.changed.emplace_back(change.name, change.value);
    set(change.is_local && !frames_.empty() ? frames_.back().locals : globals_, change.name,
        change.value);
  }

  const PropertyResult& result_;
  const ConcreteTrace& trace_;
  ReportRun run_;
  std::vector<Frame> frames_;
  Named globals_;
  std::size_t taken_ = 0;  ///< actions
};

/// Where the first state stands that a step enters.
SourceLocation location_of(const model::statechart::System& chart,
                           const std::vector<std::string>& before,
                           const std::vector<std::string>& after) {
  for (const std::string& state : after) {
    if (std::find(before.begin(), before.end(), state) != before.end()) continue;
    for (const auto& machine : chart.machines)
      for (const auto& node : machine.nodes)
        if (machine.qualified(node.full_name) == state) return node.location;
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
  std::vector<std::string> states;
  std::size_t taken = 0;
  for (ToldStep& step : tell(subject, trace)) {
    ReportStep& made = run.steps.emplace_back();
    made.cause = step.cause;
    made.where = fmt::format("{}", fmt::join(step.configuration, ", "));
    made.location = step.position;
    if (result.chart != nullptr)
      made.location = location_of(result.chart->layout().system(), states, step.configuration);
    made.states = states = step.configuration;
    made.control = control_after(trace, *result.system, step.actions);
    made.controls = controls_of(trace, *result.system, taken, step.actions);
    taken = step.actions;
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
  for (std::size_t i = 0; i < std::min(run.steps.size(), told.steps.size()); ++i) {
    run.steps[i].location = location_of(result.machines->model(), told.steps[i].event);
    run.steps[i].changed.clear();
    for (const MachineFact& fact : told.steps[i].changed)
      run.steps[i].changed.emplace_back(
          fact.kind == MachineFact::Kind::queue ? fact.name + " queue" : fact.name, fact.text);
  }
  run.loop_start = told.loop_start;
  return run;
}

}  // namespace

namespace {

ReportRun told(const PropertyResult& result, const ConcreteTrace& trace) {
  if (result.program != nullptr && result.program->program) return ProgramRun(result, trace).tell();
  if (result.machines != nullptr) return steps_of_machines(result, trace);
  ReportRun run = steps_of_model(result, trace);
  if (result.chart != nullptr) {
    run.loop_start = make_chart_trace(*result.chart, trace).loop_start;
    return run;
  }
  const ReadableTrace readable = make_readable(trace, *result.system);
  run.loop_start = readable.loop_start;
  // Of a step with choices the branch says more than where they begin.
  for (std::size_t i = 0; i < std::min(run.steps.size(), readable.steps.size()); ++i)
    if (!readable.steps[i].branches.empty())
      run.steps[i].location = readable.steps[i].branches.front();
  return run;
}

}  // namespace

std::optional<ReportRun> report_run(const PropertyResult& result) {
  if (!result.verdict.counterexample || result.system == nullptr) return std::nullopt;
  ReportRun run = told(result, *result.verdict.counterexample);
  const bool violates_at_end = !result.is_temporal && result.polarity == Polarity::universal &&
                               result.verdict.answer == analysis::Answer::violated;
  if (violates_at_end && !run.steps.empty())
    run.steps.back().notes.emplace_back("the property is violated here");
  return run;
}

}  // namespace arges::output
