#include "model/statechart/output_search.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace arges::model::statechart {

namespace {

constexpr std::size_t most_visits = 100'000;

void add(std::string& key, const std::vector<ir::Value>& values) {
  for (const ir::Value value : values) key += fmt::format("{:x},", ir::stable_hash(value));
}

void add(std::string& key, const std::deque<Message>& queue) {
  for (const Message& message : queue) {
    key += fmt::format("{}:", message.event);
    add(key, message.arguments);
  }
  key += "|";
}

}  // namespace

OutputSearch::OutputSearch(ir::Context& context, const System& system,
                           std::function<void()> as_time_passes)
    : system_(system),
      interpreter_(context, system, Interpreter::Account::every_way),
      as_time_passes_(std::move(as_time_passes)) {}

std::vector<StepChoice> OutputSearch::steps(const Visit& visit,
                                            const std::vector<Input>& inputs) const {
  std::vector<StepChoice> result;
  for (StepChoice& step : interpreter_.steps(visit.state)) {
    if (step.kind == StepKind::wait) continue;
    if (step.kind == StepKind::event) {
      if (visit.sent >= inputs.size()) continue;
      const Input& next = inputs[visit.sent];
      if (step.machine != next.event.machine || step.event != next.event.event) continue;
      step.arguments = next.arguments;
    }
    result.push_back(std::move(step));
  }
  return result;
}

std::optional<std::size_t> OutputSearch::shown_after(
    const Outcome& outcome, std::size_t before, const std::vector<std::string>& outputs) const {
  for (const Occurrence& one : outcome.occurrences) {
    const std::optional<std::string> text = output_text(system_, one);
    if (!text) continue;
    if (before >= outputs.size() || outputs[before] != *text) return {};
    ++before;
  }
  return before;
}

std::string OutputSearch::key(const Visit& visit) const {
  const State& state = visit.state;
  std::string result =
      fmt::format("{} {} {} {} {};", static_cast<int>(state.place.phase), state.place.machine,
                  static_cast<int>(state.problem), visit.sent, visit.shown);
  for (MachineId m = 0; m < state.machines.size(); ++m) {
    const MachineState& now = state.machines[m];
    for (const bool active : now.active) result += active ? '1' : '0';
    for (const bool doing : now.doing) result += doing ? '1' : '0';
    for (const auto& noted : now.history) result += fmt::format("[{}]", fmt::join(noted, ","));
    add(result, now.internal);
    add(result, now.external);
    add(result, now.deferred);
    result += fmt::format("{} ", now.current);
    for (const auto& timer : now.timers) {
      result += fmt::format("{} ", timer ? timer->remaining : -1);
      if (timer) add(result, timer->arguments);
    }
    result += fmt::format("{};", fmt::join(now.sending, ","));
    std::vector<ir::Value> values;
    for (const Variable& variable : system_.machines[m].variables)
      if (variable.lifetime != Variable::Lifetime::local)
        values.push_back(state.data.get(variable.var));
    for (const Event& event : system_.machines[m].events)
      for (const Parameter& parameter : event.parameters)
        values.push_back(state.data.get(parameter.value));
    add(result, values);
  }
  return result;
}

OutputSearch::Result OutputSearch::find(const std::vector<Input>& inputs,
                                        const std::vector<std::string>& outputs) {
  visits_.clear();
  std::set<std::string> known;
  visits_.push_back({interpreter_.initial(), 0, 0, 0});
  for (std::size_t next = 0; next < visits_.size(); ++next) {
    if (as_time_passes_) as_time_passes_();
    const Visit at = visits_[next];
    const Phase phase = at.state.place.phase;
    const bool ends = phase == Phase::ended || (phase == Phase::idle && at.sent == inputs.size());
    if (ends && at.shown == outputs.size() && at.state.problem == Problem::nothing)
      return run_to(next, inputs.size(), outputs);
    if (visits_.size() > most_visits) return {Answer::unknown, {}};
    for (const StepChoice& step : steps(at, inputs))
      for (Outcome& outcome : interpreter_.outcomes(at.state, step)) {
        const auto shown = shown_after(outcome, at.shown, outputs);
        if (!shown) continue;
        Visit to{std::move(outcome.state), at.sent + (step.kind == StepKind::event ? 1 : 0), *shown,
                 next};
        if (known.insert(key(to)).second) visits_.push_back(std::move(to));
      }
  }
  return {Answer::impossible, {}};
}

OutputSearch::Result OutputSearch::run_to(std::size_t visit, std::size_t inputs,
                                          const std::vector<std::string>& outputs) const {
  Result result{Answer::possible, std::vector<std::vector<std::string>>(inputs + 1)};
  for (std::size_t at = visit; at != 0; at = visits_[at].parent) {
    const Visit& before = visits_[visits_[at].parent];
    std::vector<std::string>& shown = result.outputs[visits_[at].sent];
    shown.insert(shown.begin(), outputs.begin() + static_cast<std::ptrdiff_t>(before.shown),
                 outputs.begin() + static_cast<std::ptrdiff_t>(visits_[at].shown));
  }
  return result;
}

}  // namespace arges::model::statechart
