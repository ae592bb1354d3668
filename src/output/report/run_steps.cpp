#include "output/report/run_steps.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/ltl/buchi_product.h"
#include "output/chart_value.h"
#include "output/machine_trace.h"
#include "output/program_trace.h"
#include "output/readable_trace.h"
#include "output/report/report_graph.h"
#include "output/statechart_occurrences.h"
#include "output/statechart_trace.h"
#include "output/told_trace.h"

namespace arges::output {

namespace {

using analysis::ConcreteTrace;

/// An action of a run. The last reaction of a loop may end behind the loop's beginning: what comes
/// after the end is the loop again. Null: the run has no such action.
const analysis::Action* action_at(const ConcreteTrace& trace, std::size_t k) {
  if (k < trace.steps.size()) return trace.steps[k].action;
  if (!trace.loop) return nullptr;
  const std::size_t again = trace.loop->start + (k - trace.steps.size());
  return again < trace.steps.size() ? trace.steps[again].action : nullptr;
}

/// The actions behind `from` up to `to`.
std::vector<const analysis::Action*> actions_between(const ConcreteTrace& trace, std::size_t from,
                                                     std::size_t to) {
  std::vector<const analysis::Action*> result;
  for (std::size_t k = from; k < to; ++k)
    if (const analysis::Action* action = action_at(trace, k)) result.push_back(action);
  return result;
}

/// Where a run is after so many of its actions.
analysis::Control control_after(const ConcreteTrace& trace, const analysis::System& system,
                                std::size_t actions) {
  const analysis::Action* last = actions == 0 ? nullptr : action_at(trace, actions - 1);
  return last == nullptr ? system.initial_control() : last->target;
}

/// The control points that a step comes through.
std::vector<analysis::Control> controls_of(const ConcreteTrace& trace,
                                           const analysis::System& system,
                                           std::optional<std::size_t> from, std::size_t to) {
  std::vector<analysis::Control> result;
  if (!from) result.push_back(system.initial_control());
  for (const analysis::Action* action : actions_between(trace, from.value_or(0), to))
    result.push_back(action->target);
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
    add_actions(trace_, *result_.system, taken_, step.end, made);
    taken_ = std::max(taken_.value_or(0), step.end);
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
  std::optional<std::size_t> taken_;  ///< actions, by the steps before
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

RunSubject subject_of(const PropertyResult& result) {
  return {.system = result.system,
          .chart = result.chart,
          .program = result.program,
          .machines = result.machines};
}

/// Steps in the words that all formats of traces have.
ReportRun steps_of_model(const PropertyResult& result, const ConcreteTrace& trace) {
  const RunSubject subject = subject_of(result);
  ReportRun run;
  const std::vector<ToldStep> told = tell(subject, trace);
  const ToldStep* before = nullptr;
  for (const ToldStep& step : told) {
    ReportStep& made = run.steps.emplace_back(report_step(subject, step, before));
    add_actions(trace, *result.system, actions_of(before), step.actions, made);
    before = &step;
  }
  return run;
}

/// Which transitions fired is what the interpreter says that executes the run once more.
ReportRun steps_of_chart(const PropertyResult& result, const ConcreteTrace& trace) {
  ReportRun run = steps_of_model(result, trace);
  const ChartTrace told = make_chart_trace(*result.chart, trace);
  run.loop_start = told.loop_start;
  std::vector<std::vector<std::string>> fired = fired_in(*result.chart, trace, told);
  for (std::size_t i = 0; i < std::min(run.steps.size(), fired.size()); ++i)
    run.steps[i].taken = std::move(fired[i]);
  return run;
}

ReportRun steps_of_machines(const PropertyResult& result, const ConcreteTrace& trace) {
  ReportRun run = steps_of_model(result, trace);
  const MachineTrace told = make_machine_trace(*result.machines, trace);
  for (std::size_t i = 0; i < std::min(run.steps.size(), told.steps.size()); ++i) {
    run.steps[i].location = location_of(result.machines->model(), told.steps[i].event);
    run.steps[i].changed.clear();
    for (const MachineFact& fact : told.steps[i].changed)
      run.steps[i].changed.emplace_back(fact.name, fact.text);
  }
  run.loop_start = told.loop_start;
  return run;
}

ReportRun told(const PropertyResult& result, const ConcreteTrace& trace) {
  if (result.program != nullptr && result.program->program) return ProgramRun(result, trace).tell();
  if (result.machines != nullptr) return steps_of_machines(result, trace);
  if (result.chart != nullptr) return steps_of_chart(result, trace);
  ReportRun run = steps_of_model(result, trace);
  const ReadableTrace readable = make_readable(trace, *result.system);
  run.loop_start = readable.loop_start;
  // Of a step with choices the branch says more than where they begin.
  for (std::size_t i = 0; i < std::min(run.steps.size(), readable.steps.size()); ++i)
    if (!readable.steps[i].branches.empty())
      run.steps[i].location = readable.steps[i].branches.front();
  return run;
}

}  // namespace

std::optional<std::size_t> actions_of(const ToldStep* step) {
  return step == nullptr ? std::nullopt : std::optional(step->actions);
}

ReportStep report_step(const RunSubject& subject, const ToldStep& step, const ToldStep* before) {
  ReportStep made;
  made.cause = step.cause;
  made.where = fmt::format("{}", fmt::join(step.configuration, ", "));
  made.location = step.position;
  if (subject.chart != nullptr) {
    made.location = location_of(
        subject.chart->layout().system(),
        before == nullptr ? std::vector<std::string>() : before->configuration, step.configuration);
    made.has_only_states = true;
  }
  made.states = step.configuration;
  if (subject.chart != nullptr || subject.machines != nullptr) made.taken = step.fired;
  for (const ir::Var var : step.changed)
    made.changed.emplace_back(var->name, run_value_text(subject, var, step.state.get(var)));
  if (before != nullptr)
    for (const ir::Var var : before->variables)
      if (step.state.get(var).is_unknown()) made.gone.push_back(var->name);
  made.outputs = step.outputs;
  made.notes = step.notes;
  return made;
}

void add_actions(const ConcreteTrace& trace, const analysis::System& system,
                 std::optional<std::size_t> from, std::size_t to, ReportStep& step) {
  step.control = control_after(trace, system, to);
  step.controls = controls_of(trace, system, from, to);
  const auto* product = dynamic_cast<const analysis::BuchiProduct*>(&system);
  if (product != nullptr) step.automaton = product->automaton_state(step.control);
  if (!step.taken.empty()) return;  // models with transitions of their own
  for (const analysis::Action* action : actions_between(trace, from.value_or(0), to))
    step.taken.push_back(edge_name(*action));
}

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
