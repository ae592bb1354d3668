#include "output/state_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "output/chart_value.h"
#include "output/statechart_trace.h"

namespace arges::output {

namespace {

using model::statechart::EventRef;
using model::statechart::Layout;
using model::statechart::Machine;
using model::statechart::MachineId;
using model::statechart::MachineLayout;
using model::statechart::QueueSlots;

/// The messages of a queue in their order.
void add_waiting(const Layout& layout, const QueueSlots& queue, const ir::Valuation& state,
                 std::vector<std::string>& parts) {
  std::vector<std::string> events;
  for (const QueueSlots::Slot& slot : queue.slots) {
    const ir::Value value = state.get(slot.event);
    if (value.is_unknown() || value.word() == ir::Value::small(0).word()) continue;
    for (const EventRef event : queue.events) {
      if (value != ir::Value::small(queue.literal(event))) continue;
      const Machine& machine = layout.system().machines[event.machine];
      events.push_back(machine.qualified(machine.events[event.event].name));
    }
  }
  if (!events.empty()) parts.push_back(fmt::format("waiting: {}", fmt::join(events, ", ")));
}

void add_timers(const Machine& machine, const MachineLayout& of, const ir::Valuation& state,
                std::vector<std::string>& parts) {
  for (std::size_t t = 0; t < of.remaining.size(); ++t) {
    const ir::Value left = of.remaining[t] == nullptr ? ir::Value() : state.get(of.remaining[t]);
    if (left.is_unknown() || left == ir::Value::small(0)) continue;
    parts.push_back(fmt::format("{} ms left of {}", ir::to_string(left, of.remaining[t]->type),
                                machine.qualified(machine.timers[t].name)));
  }
}

std::string message_text(const model::machines::Layout& layout,
                         const model::machines::QueueVars::Slot& slot, const ir::Valuation& state) {
  const ir::Value number = state.get(slot.signal);
  if (number.is_unknown() || number.as_small() == 0) return "?";
  const auto id = static_cast<model::machines::SignalId>(number.as_small() - 1);
  const model::machines::Signal& signal = layout.model().signals[id];
  std::vector<std::string> arguments;
  for (std::uint32_t i = 0; i < signal.parameters.size(); ++i) {
    const ir::Var var = layout.argument(slot, id, i);
    const ir::Value value = state.get(var);
    arguments.push_back(value.is_unknown()
                            ? "?"
                            : machine_value_text(layout.model(), signal.parameters[i], var, value));
  }
  return arguments.empty() ? signal.name
                           : fmt::format("{}({})", signal.name, fmt::join(arguments, ", "));
}

/// The messages of an object's queue in their order; of an empty one nothing is said.
void add_messages(const model::machines::Layout& layout, const std::string& name,
                  const model::machines::QueueVars& queue, const ir::Valuation& state,
                  std::vector<std::string>& parts) {
  if (queue.length == nullptr || state.get(queue.length).is_unknown()) return;
  const auto length = static_cast<std::size_t>(state.get(queue.length).as_small());
  std::vector<std::string> messages;
  for (std::size_t i = 0; i < std::min(length, queue.slots.size()); ++i)
    messages.push_back(message_text(layout, queue.slots[i], state));
  if (!messages.empty()) parts.push_back(fmt::format("{}: [{}]", name, fmt::join(messages, ", ")));
}

void add_queues(const model::machines::Lowering& machines, const ir::Valuation& state,
                std::vector<std::string>& parts) {
  const model::machines::Layout& layout = machines.layout();
  for (model::machines::ObjectId o = 0; o < machines.model().objects.size(); ++o) {
    const std::string& name = machines.model().objects[o].name;
    add_messages(layout, name + " queue", layout.input(o), state, parts);
    add_messages(layout, name + " deferred", layout.deferred(o), state, parts);
  }
}

void add_object_states(const model::machines::Lowering& machines, const ir::Valuation& state,
                       std::vector<std::string>& parts) {
  const model::machines::Model& model = machines.model();
  for (model::machines::ObjectId o = 0; o < model.objects.size(); ++o) {
    const ir::Value at = state.get(machines.layout().state(o));
    if (at.is_unknown()) continue;
    const auto& states = model.class_of(o).states;
    parts.push_back(fmt::format("{}.{}", model.objects[o].name,
                                states[static_cast<std::size_t>(at.as_small())].name));
  }
  const ir::Value fault = state.get(machines.layout().fault());
  if (!fault.is_unknown() && fault.as_small() != 0)
    parts.emplace_back(to_string(static_cast<model::machines::Fault>(fault.as_small())));
}

}  // namespace

std::string state_text(const RunSubject& subject, analysis::Control control,
                       const ir::Valuation& state) {
  std::vector<std::string> parts;
  if (subject.chart != nullptr) {
    const Layout& layout = subject.chart->layout();
    for (MachineId m = 0; m < layout.system().machines.size(); ++m)
      for (std::string& name : configuration_of(layout, m, state)) parts.push_back(std::move(name));
  } else if (subject.machines != nullptr) {
    add_object_states(*subject.machines, state, parts);
  } else if (std::string place = subject.system->control_name(control); !place.empty()) {
    parts.push_back(std::move(place));
  }
  for (const ir::Var var : told_variables(subject))
    if (const ir::Value value = state.get(var); !value.is_unknown())
      parts.push_back(run_assignment(subject, var, value));
  if (subject.machines != nullptr) add_queues(*subject.machines, state, parts);
  if (subject.chart != nullptr) {
    const Layout& layout = subject.chart->layout();
    for (MachineId m = 0; m < layout.system().machines.size(); ++m) {
      const MachineLayout& of = layout.of(m);
      for (const QueueSlots* queue : {&of.internal, &of.external, &of.deferred})
        add_waiting(layout, *queue, state, parts);
      add_timers(layout.system().machines[m], of, state, parts);
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace arges::output
