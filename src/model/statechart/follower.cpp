#include "model/statechart/follower.h"

#include <fmt/format.h>

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
                    .event = sends ? step.event : none,
                    .node = step.node};
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

Follower::Follower(const Lowering& lowering, Interpreter::Account account)
    : lowering_(lowering),
      interpreter_(lowering.layout().context(), lowering.layout().system(), account) {}

std::optional<std::string> Follower::difference(const ir::Valuation& computed,
                                                const ir::Valuation& claimed) const {
  for (const ir::Var var : lowering_.layout().variables())
    if (computed.get(var) != claimed.get(var))
      return fmt::format("{} is {}, not {}", var->name, ir::to_string(computed.get(var), var->type),
                         ir::to_string(claimed.get(var), var->type));
  return std::nullopt;
}

Follower::Position Follower::start(const ir::Valuation& initial) const {
  Position result{{interpreter_.initial(initial)}};
  if (auto wrong = difference(lowering_.layout().encode(result.states.front()), initial))
    result.error = ReplayError{fmt::format("at the start {}", *wrong)};
  return result;
}

Follower::Position Follower::step(const Position& from, const ModelStep& step) const {
  const auto failed = [&](const std::string& message) {
    return Position{{}, {}, ReplayError{fmt::format("step {}{}", step.number, message)}};
  };
  if (step.end.action->origin >= lowering_.steps().size()) return failed(": there is no such step");
  const LoweredStep& taken = lowering_.steps()[step.end.action->origin];
  const StepChoice choice = choice_of(lowering_, taken, step.end.state);
  Position result;
  std::string why = "it is not possible";
  try {
    for (const State& state : from.states)
      for (Outcome& outcome : interpreter_.outcomes(state, choice)) {
        const auto wrong = difference(lowering_.layout().encode(outcome.state), step.end.state);
        if (wrong || outcome.state.place != taken.to) {
          why = wrong ? *wrong : "it leads elsewhere";
          continue;
        }
        if (result.states.empty()) result.occurrences = std::move(outcome.occurrences);
        result.states.push_back(std::move(outcome.state));
      }
  } catch (const Interpreter::Undecided& undecided) {
    Position unknown = failed(fmt::format(": {}", undecided.what()));
    unknown.error->undecided = true;
    return unknown;
  }
  if (result.states.empty()) return failed(fmt::format(" ({}): {}", taken.label, why));
  return result;
}

}  // namespace arges::model::statechart
