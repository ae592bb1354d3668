#include "output/told_trace.h"

#include <algorithm>

#include <fmt/format.h>

#include "output/machine_trace.h"
#include "output/readable_trace.h"
#include "output/statechart_trace.h"

namespace arges::output {

namespace {

using model::statechart::Layout;
using model::statechart::MachineId;
using model::statechart::Variable;

std::vector<std::string> texts(const std::vector<ChartEvent>& events) {
  std::vector<std::string> result;
  for (const ChartEvent& event : events) result.push_back(event.text);
  return result;
}

std::vector<std::string> fired_in(const Layout& layout, const ir::Valuation& state) {
  std::vector<std::string> result;
  const auto& machines = layout.system().machines;
  for (MachineId m = 0; m < machines.size(); ++m) {
    const std::vector<ir::Var>& flags = layout.of(m).fired;
    for (std::size_t t = 0; t < flags.size(); ++t)
      if (const ir::Value value = state.get(flags[t]); !value.is_unknown() && value.is_true())
        result.push_back(machines[m].qualified(machines[m].transitions[t].name));
  }
  return result;
}

std::vector<ir::Var> data_of(const Layout& layout) {
  std::vector<ir::Var> result;
  for (const auto& machine : layout.system().machines)
    for (const Variable& variable : machine.variables)
      if (variable.lifetime != Variable::Lifetime::local) result.push_back(variable.var);
  return result;
}

std::vector<ToldStep> tell_chart(const RunSubject& subject, const analysis::ConcreteTrace& trace) {
  std::vector<ToldStep> result;
  const Layout& layout = subject.chart->layout();
  for (ChartStep& step : make_chart_trace(*subject.chart, trace).steps) {
    ToldStep told;
    told.cause = step.cause;
    told.inputs = texts(step.inputs);
    told.milliseconds = step.milliseconds;
    told.configuration = std::move(step.configuration);
    told.outputs = texts(step.outputs);
    told.fired = fired_in(layout, *step.state);
    for (const ir::Var var : data_of(layout))
      if (!step.state->get(var).is_unknown()) told.variables.push_back(var);
    told.changed = std::move(step.changed);
    told.notes = std::move(step.notes);
    told.state = *step.state;
    told.actions = step.end;
    result.push_back(std::move(told));
  }
  return result;
}

std::vector<ir::Var> data_of(const model::machines::Lowering& machines) {
  std::vector<ir::Var> result;
  const model::machines::Model& model = machines.model();
  for (model::machines::ObjectId o = 0; o < model.objects.size(); ++o) {
    const auto& variables = model.class_of(o).variables;
    for (model::machines::VarId v = 0; v < variables.size(); ++v)
      if (variables[v].scope == model::machines::Variable::Scope::object)
        result.push_back(machines.layout().variable(o, v));
  }
  return result;
}

std::vector<ToldStep> tell_machines(const RunSubject& subject,
                                    const analysis::ConcreteTrace& trace) {
  std::vector<ToldStep> result;
  const std::vector<ir::Var> data = data_of(*subject.machines);
  const auto& objects = subject.machines->model().objects;
  for (MachineStep& step : make_machine_trace(*subject.machines, trace).steps) {
    ToldStep told;
    told.cause = step.what;
    if (!step.external.empty())
      told.inputs = {fmt::format("{}.{}", objects[step.event->object].name, step.external)};
    for (const MachineFact& fact : step.facts)
      if (fact.kind == MachineFact::Kind::state)
        told.configuration.push_back(fmt::format("{}.{}", fact.name, fact.text));
    std::sort(told.configuration.begin(), told.configuration.end());
    for (const MachineMessage& message : step.sent)
      told.outputs.push_back(fmt::format("{} to {}", message.text, objects[message.to].name));
    if (step.event) told.fired = {unique_text(subject.machines->model(), *step.event)};
    told.variables = data;
    for (const ir::Var var : data)
      if (result.empty() || result.back().state.get(var) != step.state->get(var))
        told.changed.push_back(var);
    told.notes = std::move(step.notes);
    told.state = *step.state;
    told.actions = step.end;
    result.push_back(std::move(told));
  }
  return result;
}

/// What the environment decided: Booleans that are true, and values.
std::vector<std::string> inputs_in(const RunSubject& subject, const ir::Valuation& state) {
  std::vector<std::string> result;
  for (const ir::Var var : subject.inputs) {
    const ir::Value value = state.get(var);
    if (value.is_unknown() || (var->type.is_bool() && value.is_false())) continue;
    result.push_back(var->type.is_bool()
                         ? var->name
                         : fmt::format("{} = {}", var->name, ir::to_string(value, var->type)));
  }
  return result;
}

/// Tells steps of the System, several as one where a step of the model is not over.
class PlainTeller {
 public:
  enum class Begin : std::uint8_t { at_the_start, after_a_step };
  explicit PlainTeller(const RunSubject& subject) : subject_(subject) {}

  std::vector<ToldStep> tell(const analysis::ConcreteTrace& trace, Begin begin) {
    for (ReadableStep& step : make_readable(trace, *subject_.system).steps) {
      const bool is_first = !is_open_ && result_.empty();
      add(step);
      const bool ends_here = begin == Begin::after_a_step && is_first;
      if (ends_here || !subject_.rests || subject_.rests(step.control)) close();
    }
    close();
    return std::move(result_);
  }

 private:
  void add(ReadableStep& step) {
    if (!is_open_) {
      open_ = {};
      open_.position = step.position;
      is_open_ = true;
      // The environment decides first.
      if (!result_.empty()) open_.inputs = inputs_in(subject_, *step.state);
    }
    if (!step.label.empty()) {
      open_.cause += (open_.cause.empty() ? "" : ", ") + step.label;
      open_.fired.push_back(step.label);
    }
    if (const std::string place = subject_.system->control_name(step.control); !place.empty())
      open_.configuration = {place};
    open_.state = *step.state;
    open_.actions = step.end;
  }

  void close() {
    if (!is_open_) return;
    is_open_ = false;
    open_.variables = known_variables(*subject_.system, open_.state);
    for (const ir::Var var : open_.variables)
      if (result_.empty() || result_.back().state.get(var) != open_.state.get(var))
        open_.changed.push_back(var);
    if (result_.empty())
      open_.cause = "start";
    else if (!open_.inputs.empty())
      open_.cause = fmt::format("{}", fmt::join(open_.inputs, " & "));
    else if (!subject_.inputs.empty())
      open_.cause = "no input";
    result_.push_back(std::move(open_));
  }

  const RunSubject& subject_;
  std::vector<ToldStep> result_;
  ToldStep open_;
  bool is_open_ = false;
};

}  // namespace

std::vector<ir::Var> told_variables(const RunSubject& subject) {
  if (subject.machines != nullptr) return data_of(*subject.machines);
  return subject.chart != nullptr ? data_of(subject.chart->layout()) : subject.system->variables();
}

std::vector<ToldStep> tell(const RunSubject& subject, const analysis::ConcreteTrace& trace) {
  if (subject.machines != nullptr) return tell_machines(subject, trace);
  return subject.chart != nullptr
             ? tell_chart(subject, trace)
             : PlainTeller(subject).tell(trace, PlainTeller::Begin::at_the_start);
}

std::vector<ToldStep> tell_rest(const RunSubject& subject, const analysis::ConcreteTrace& rest) {
  if (subject.chart != nullptr) return tell_chart(subject, rest);
  std::vector<ToldStep> result =
      subject.machines != nullptr
          ? tell_machines(subject, rest)
          : PlainTeller(subject).tell(rest, PlainTeller::Begin::after_a_step);
  result.erase(result.begin());  // where the step before ended
  return result;
}

}  // namespace arges::output
