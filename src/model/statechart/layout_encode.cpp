#include <algorithm>

#include "ir/reference_evaluator.h"
#include "model/statechart/layout.h"
#include "model/statechart/tree.h"

namespace arges::model::statechart {

namespace {

template <typename List, typename Item>
bool contains(const List& list, const Item& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

ir::Value literal(std::size_t position) {
  return ir::Value::small(static_cast<std::int64_t>(position));
}

/// How many timers are due when this one is, but send before it.
std::int64_t rank_of(const MachineState& state, TimerId timer) {
  std::int64_t result = 0;
  for (const TimerId other : state.sending) {
    if (other == timer) return result;
    if (state.timers[timer] && state.timers[other]->remaining == state.timers[timer]->remaining)
      ++result;
  }
  return 0;
}

}  // namespace

ir::Valuation Layout::encode(const State& state) const {
  ir::Valuation values;
  if (!variables_.empty()) values.set(variables_.back(), ir::Value());  // makes room at once
  for (MachineId m = 0; m < system_.machines.size(); ++m) encode_machine(m, state, values);
  for (QueueId q = 0; q < queues_.size(); ++q)
    encode_queue(
        queues_[q], state.queues[q], [](const RoutedMessage& message) { return message.event; },
        values);
  if (problem_ != nullptr) values.set(problem_, literal(static_cast<std::size_t>(state.problem)));
  if (stable_ != nullptr)
    values.set(stable_, ir::Value::boolean(statechart::is_stable(state.place)));
  return values;
}

template <typename Messages, typename RefOf>
void Layout::encode_queue(const QueueSlots& queue, const Messages& messages, RefOf ref_of,
                          ir::Valuation& values) const {
  for (std::size_t i = 0; i < queue.slots.size(); ++i) {
    const QueueSlots::Slot& slot = queue.slots[i];
    values.set(slot.event, literal(0));
    for (const ir::Var column : slot.columns)
      values.set(column, *ir::reference_evaluate(default_of(column->type), {}));
    if (i >= messages.size()) continue;
    const std::uint32_t number = queue.literal(ref_of(messages[i]));
    values.set(slot.event, literal(number));
    const std::vector<std::uint32_t>& columns = queue.columns[number - 1];
    for (std::size_t p = 0; p < columns.size(); ++p)
      values.set(slot.columns[columns[p]], messages[i].arguments[p]);
  }
}

void Layout::encode_history(MachineId m, const State& state, ir::Valuation& values) const {
  const Machine& machine = system_.machines[m];
  const MachineLayout& layout = machines_[m];
  for (NodeId h = 0; h < machine.nodes.size(); ++h) {
    const std::vector<NodeId>& noted = state.machines[m].history[h];
    if (layout.known[h] != nullptr) values.set(layout.known[h], ir::Value::boolean(!noted.empty()));
    for (const auto& [compound, var] : layout.memory[h]) {
      std::uint32_t which = 0;
      for (const NodeId child : machine.nodes[compound].children)
        if (contains(noted, child)) which = position(m, child);
      values.set(var, literal(which));
    }
  }
}

void Layout::encode_machine(MachineId m, const State& state, ir::Valuation& values) const {
  const Machine& machine = system_.machines[m];
  const MachineLayout& layout = machines_[m];
  const MachineState& now = state.machines[m];
  for (NodeId n = 0; n < machine.nodes.size(); ++n) {
    if (layout.marked[n] != nullptr)
      values.set(layout.marked[n], ir::Value::boolean(now.active[n]));
    if (layout.doing[n] != nullptr) values.set(layout.doing[n], ir::Value::boolean(now.doing[n]));
    if (layout.child[n] == nullptr) continue;
    std::uint32_t which = 0;
    for (const NodeId child : machine.nodes[n].children)
      if (now.active[child]) which = position(m, child);
    values.set(layout.child[n], literal(which));
  }
  encode_history(m, state, values);
  if (layout.current != nullptr)
    values.set(layout.current,
               literal(now.current == none ? 0 : layout.current_literal[now.current]));
  for (const Event& event : machine.events) {
    if (layout.current == nullptr || event.direction == Direction::output)
      values.set(event.present, state.data.get(event.present));
    for (const Parameter& parameter : event.parameters)
      values.set(parameter.value, state.data.get(parameter.value));
  }
  for (const Variable& variable : machine.variables)
    if (variable.lifetime != Variable::Lifetime::local)
      values.set(variable.var, state.data.get(variable.var));
  const auto own = [m](const Message& message) { return EventRef{m, message.event}; };
  encode_queue(layout.internal, now.internal, own, values);
  encode_queue(layout.external, now.external, own, values);
  encode_queue(layout.deferred, now.deferred, own, values);
  for (TimerId t = 0; t < machine.timers.size(); ++t) {
    const auto& running = now.timers[t];
    values.set(layout.remaining[t], ir::Value::small(running ? running->remaining : 0));
    if (layout.rank[t] != nullptr) values.set(layout.rank[t], ir::Value::small(rank_of(now, t)));
    for (std::size_t p = 0; p < layout.timer_arguments[t].size(); ++p) {
      const ir::Var var = layout.timer_arguments[t][p];
      values.set(var, running ? running->arguments[p]
                              : *ir::reference_evaluate(default_of(var->type), {}));
    }
  }
  for (AssertionId a = 0; a < layout.failed.size(); ++a)
    values.set(layout.failed[a], ir::Value::boolean(contains(state.failed, std::pair(m, a))));
  for (TransitionId t = 0; t < layout.fired.size(); ++t)
    values.set(layout.fired[t], ir::Value::boolean(contains(state.fired, std::pair(m, t))));
  for (std::size_t c = 0; c < layout.conflicts.size(); ++c)
    values.set(
        layout.conflicts[c],
        ir::Value::boolean(contains(state.conflicts, std::pair(m, layout.possible_conflicts[c]))));
  for (std::size_t c = 0; c < layout.branch_conflicts.size(); ++c)
    values.set(layout.branch_conflicts[c],
               ir::Value::boolean(contains(state.branch_conflicts,
                                           std::pair(m, layout.possible_branch_conflicts[c]))));
  for (EventId e = 0; e < layout.lost.size(); ++e)
    values.set(layout.lost[e], ir::Value::boolean(contains(state.lost, EventRef{m, e})));
  for (NodeId n = 0; n < layout.entered.size(); ++n)
    if (layout.entered[n] != nullptr)
      values.set(layout.entered[n], ir::Value::boolean(contains(state.entered, std::pair(m, n))));
  for (NodeId n = 0; n < layout.branched.size(); ++n)
    for (std::uint32_t b = 0; b < layout.branched[n].size(); ++b)
      values.set(layout.branched[n][b],
                 ir::Value::boolean(contains(state.branched, std::pair(m, std::pair(n, b)))));
  if (layout.reading != nullptr) values.set(layout.reading, ir::Value::boolean(false));
  for (EventId e = 0; e < layout.caused.size(); ++e)
    if (layout.caused[e] != nullptr)
      values.set(layout.caused[e], ir::Value::boolean(contains(state.caused, EventRef{m, e})));
}

}  // namespace arges::model::statechart
