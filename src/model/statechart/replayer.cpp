#include "model/statechart/replayer.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/reference_evaluator.h"

namespace arges::model::statechart {

namespace {

std::vector<ir::Value> arguments_of(const Event& event, const ir::Valuation& state) {
  std::vector<ir::Value> result;
  for (const Parameter& parameter : event.parameters) result.push_back(state.get(parameter.value));
  return result;
}

/// Of a message that has just arrived: it is the last one in its queue.
std::vector<ir::Value> last_arguments(const Lowering& lowering, EventRef event,
                                      const ir::Valuation& state) {
  const Layout& layout = lowering.layout();
  std::vector<ir::Value> result;
  for (QueueId q = 0; q < layout.system().queues.size(); ++q) {
    const QueueSlots& queue = layout.queue(q);
    const std::uint32_t literal = queue.literal(event);
    if (literal == 0) continue;
    auto slot = queue.slots.rbegin();
    while (slot != queue.slots.rend() && state.get(slot->event).as_small() == 0) ++slot;
    if (slot == queue.slots.rend() || state.get(slot->event).as_small() != literal) return result;
    for (const std::uint32_t column : queue.columns[literal - 1])
      result.push_back(state.get(slot->columns[column]));
    return result;
  }
  return result;
}

}  // namespace

StepChoice choice_of(const Lowering& lowering, const LoweredStep& step, const ir::Valuation& end) {
  const System& system = lowering.layout().system();
  // Which event is reacted to is no decision.
  const bool sends = step.kind == StepKind::event || step.kind == StepKind::arrive;
  StepChoice result{.kind = step.kind,
                    .machine = step.machine,
                    .component = step.component,
                    .event = sends ? step.event : none};
  switch (step.kind) {
    case StepKind::event:
      result.arguments = arguments_of(system.machines[step.machine].events[step.event], end);
      break;
    case StepKind::arrive:
      result.arguments = last_arguments(lowering, {step.machine, step.event}, end);
      break;
    case StepKind::inputs:
      for (MachineId m = 0; m < system.machines.size(); ++m)
        for (EventId e = 0; e < system.machines[m].events.size(); ++e) {
          const Event& event = system.machines[m].events[e];
          if (event.is_environment && event.direction == Direction::input &&
              end.get(event.present).is_true())
            result.inputs.push_back({EventRef{m, e}, arguments_of(event, end)});
        }
      break;
    default:
      break;
  }
  return result;
}

StatechartReplayer::StatechartReplayer(const Lowering& lowering, ir::Expr invariant,
                                       Lowering::CheckPoints check_points)
    : lowering_(lowering),
      interpreter_(lowering.layout().context(), lowering.layout().system()),
      invariant_(invariant),
      check_points_(check_points) {}

std::optional<std::string> StatechartReplayer::difference(const ir::Valuation& computed,
                                                          const ir::Valuation& claimed) const {
  for (const ir::Var var : lowering_.layout().variables())
    if (computed.get(var) != claimed.get(var))
      return fmt::format("{} is {}, not {}", var->name, ir::to_string(computed.get(var), var->type),
                         ir::to_string(claimed.get(var), var->type));
  return std::nullopt;
}

std::optional<ReplayError> StatechartReplayer::walk(const analysis::ConcreteTrace& trace,
                                                    std::vector<State>& states) const {
  states = {interpreter_.initial(trace.initial)};
  if (auto wrong = difference(lowering_.layout().encode(states.front()), trace.initial))
    return ReplayError{fmt::format("at the start {}", *wrong)};
  for (const ModelStep& step : model_steps(trace)) {
    if (step.end.action->origin >= lowering_.steps().size())
      return ReplayError{fmt::format("step {}: there is no such step", step.number)};
    const LoweredStep& taken = lowering_.steps()[step.end.action->origin];
    const StepChoice choice = choice_of(lowering_, taken, step.end.state);
    std::vector<State> next;
    std::string why = "it is not possible";
    try {
      for (const State& state : states)
        for (Outcome& outcome : interpreter_.outcomes(state, choice)) {
          const auto wrong = difference(lowering_.layout().encode(outcome.state), step.end.state);
          if (!wrong && outcome.state.place == taken.to)
            next.push_back(std::move(outcome.state));
          else
            why = wrong ? *wrong : "it leads elsewhere";
        }
    } catch (const Interpreter::Undecided& undecided) {
      return ReplayError{fmt::format("step {}: {}", step.number, undecided.what()), true};
    }
    if (next.empty())
      return ReplayError{fmt::format("step {} ({}): {}", step.number, taken.label, why)};
    states = std::move(next);
  }
  return std::nullopt;
}

std::optional<ReplayError> StatechartReplayer::follow(const analysis::ConcreteTrace& trace) const {
  std::vector<State> states;
  return walk(trace, states);
}

std::optional<ReplayError> StatechartReplayer::replay(const analysis::ConcreteTrace& trace) const {
  std::vector<State> states;
  if (auto error = walk(trace, states)) return error;
  const State& last = states.front();
  if (!invariant_) return ReplayError{"there is no property"};
  if (last.place == Place{Phase::start, 0}) return ReplayError{"the run ends before the start"};
  if (check_points_ == Lowering::CheckPoints::stable && !Interpreter::is_stable(last))
    return ReplayError{"the run ends where the property is not checked"};
  const auto holds = ir::reference_evaluate(invariant_, lowering_.layout().encode(last));
  if (!holds) return ReplayError{"no value for the property in the last state", true};
  if (holds->is_false()) return std::nullopt;
  return ReplayError{"the property is not violated in the last state"};
}

}  // namespace arges::model::statechart
