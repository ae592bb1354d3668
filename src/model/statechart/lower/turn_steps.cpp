#include <algorithm>

#include <fmt/format.h>

#include "model/statechart/lower/steps.h"

namespace arges::model::statechart::lower {

namespace {

using Kind = Component::Kind;

/// Makes the steps of systems of asynchronous adapters.
class TurnSteps {
 public:
  explicit TurnSteps(const StepParts& parts)
      : parts_(parts), system_(parts.system()), context_(parts.context()) {}

  std::vector<LoweredStep> all() {
    const Place ready{Phase::ready, 0};
    const auto root = static_cast<ComponentId>(system_.components.size() - 1);
    steps_.push_back(
        parts_.finish({.from = {Phase::start, 0},
                       .to = ready,
                       .kind = StepKind::init,
                       .label = "start",
                       .statement = start_components(
                           parts_, [this](const Channel& channel) { return put(channel); })}));
    for (MachineId m = 0; m < system_.machines.size(); ++m) add_arrivals(m);
    add_turns(root);
    add_time();
    return std::move(steps_);
  }

 private:
  Actions::Full when_full(const MessageQueue& queue) const {
    return queue.discard == MessageQueue::Discard::incoming ? Actions::Full::drop
                                                            : Actions::Full::push_out;
  }

  /// The queue where an event waits; none: it is not received.
  QueueId queue_of(EventRef event) const {
    for (QueueId q = 0; q < system_.queues.size(); ++q)
      if (parts_.layout().queue(q).literal(event) != 0) return q;
    return none;
  }

  ir::Stmt enqueue(EventRef event, const std::vector<ir::Expr>& arguments) const {
    const QueueId queue = queue_of(event);
    if (queue == none) return ir::skip(context_);
    return parts_.actions().push(parts_.layout().queue(queue), event, arguments,
                                 when_full(system_.queues[queue]));
  }

  void add_arrivals(MachineId m) {
    const Machine& machine = system_.machines[m];
    for (EventId e = 0; e < machine.events.size(); ++e) {
      const Event& event = machine.events[e];
      if (!event.is_environment || event.direction != Direction::input) continue;
      const QueueId queue = queue_of({m, e});
      if (queue == none) continue;
      ir::Expr room = context_.true_expr();
      const ir::Var last = parts_.layout().queue(queue).slots.back().event;
      if (system_.queues[queue].discard == MessageQueue::Discard::incoming)
        room = ir::eq(context_.var(last), context_.enum_literal(last->type, 0));
      Sequence arrival(context_);
      arrival.assume(room);
      parts_.forget_observed(arrival);
      add_arrival(arrival, {m, e});
      steps_.push_back(parts_.finish({.from = {Phase::ready, 0},
                                      .to = {Phase::ready, 0},
                                      .kind = StepKind::arrive,
                                      .machine = m,
                                      .event = e,
                                      .label = machine.qualified(event.name),
                                      .statement = arrival.finish()}));
    }
  }

  void add_arrival(Sequence& arrival, EventRef ref) const {
    const Event& event = system_.machines[ref.machine].events[ref.event];
    std::vector<ir::Var> locals;
    std::vector<ir::Expr> arguments;
    Sequence chosen(context_);
    for (const Parameter& parameter : event.parameters) {
      locals.push_back(context_.declare_fresh(parameter.value));
      arguments.push_back(context_.var(locals.back()));
      parts_.any_argument(chosen, parameter, locals.back());
    }
    chosen.add(enqueue(ref, arguments));
    arrival.add(locals.empty() ? chosen.finish() : ir::local(context_, locals, chosen.finish()));
  }

  std::vector<QueueId> by_priority(const Component& adapter) const {
    std::vector<QueueId> result = adapter.queues;
    std::stable_sort(result.begin(), result.end(), [&](QueueId a, QueueId b) {
      return system_.queues[a].priority > system_.queues[b].priority;
    });
    return result;
  }

  /// What is present at the channel's beginning goes into the queue at its end.
  ir::Stmt put(const Channel& channel) const {
    const Event& event = system_.machines[channel.from.machine].events[channel.from.event];
    std::vector<ir::Expr> arguments;
    for (const Parameter& parameter : event.parameters)
      arguments.push_back(context_.var(parameter.value));
    return when(context_.var(event.present), enqueue(channel.to, arguments), ir::skip(context_));
  }

  /// What machines of an adapter raised goes into the queues that channels lead to.
  ir::Stmt send_out(const Component& adapter) const {
    const auto id = static_cast<ComponentId>(&adapter - system_.components.data());
    const std::vector<MachineId> below = machines_of(system_, id);
    Sequence result(context_);
    for (const Component& component : system_.components) {
      if (component.kind != Kind::scheduled && component.kind != Kind::asynchronous &&
          component.kind != Kind::adapter)
        continue;
      for (const Channel& channel : component.channels) {
        if (std::find(below.begin(), below.end(), channel.from.machine) == below.end()) continue;
        result.add(put(channel));
      }
    }
    return result.finish();
  }

  ir::Stmt take(const Component& adapter, const QueueSlots& queue, EventRef ref) const {
    const Event& event = system_.machines[ref.machine].events[ref.event];
    Sequence result(context_);
    const std::vector<ir::Expr> arguments = parts_.actions().arguments(queue, 0, ref);
    result.assign(event.present, context_.true_expr());
    for (std::size_t p = 0; p < arguments.size(); ++p)
      result.assign(event.parameters[p].value, arguments[p]);
    result.add(parts_.actions().remove(queue, 0));
    if (runs_for(adapter, ref))
      result.add(run_component(parts_, adapter.children.front())).add(send_out(adapter));
    return result.finish();
  }

  /// One message of the first queue that has one; `otherwise` where none has.
  ir::Stmt turn(const Component& adapter, ir::Stmt otherwise) const {
    ir::Stmt result = otherwise;
    const std::vector<QueueId> queues = by_priority(adapter);
    for (auto q = queues.rbegin(); q != queues.rend(); ++q) {
      const QueueSlots& queue = parts_.layout().queue(*q);
      for (const EventRef& event : queue.events)
        result = when(parts_.actions().waits(queue, 0, event), take(adapter, queue, event), result);
    }
    return result;
  }

  /// Whether a component can take a turn.
  ir::Expr has_message(ComponentId id) const {
    const Component& component = system_.components[id];
    if (component.kind == Kind::scheduled) return context_.true_expr();
    std::vector<ir::Expr> parts;
    for (const QueueId q : component.queues)
      parts.push_back(ir::not_(parts_.actions().is_empty(parts_.layout().queue(q))));
    for (const ComponentId child : component.children) parts.push_back(has_message(child));
    return any_of(context_, parts);
  }

  ir::Stmt turn_of(ComponentId id) const {
    const Component& component = system_.components[id];
    if (component.kind == Kind::adapter) return turn(component, ir::skip(context_));
    if (component.kind == Kind::scheduled) {
      Sequence result(context_);
      for (const ComponentId child :
           component.execution.empty() ? component.children : component.execution)
        result.add(turn_of(child));
      return result.finish();
    }
    // As it comes: any one of those below that has a message.
    std::vector<Guarded> choices;
    for (const ComponentId child : component.children)
      choices.push_back({has_message(child), turn_of(child)});
    return choose(context_, Semantics::Conflict::any, choices, ir::skip(context_));
  }

  void add_turns(ComponentId id) {
    const Component& component = system_.components[id];
    if (component.kind == Kind::asynchronous) {
      for (const ComponentId child : component.children) add_turns(child);
      return;
    }
    Sequence statement(context_);
    if (component.kind == Kind::adapter) statement.assume(has_message(id));
    parts_.forget_observed(statement);
    statement.add(turn_of(id));
    steps_.push_back(parts_.finish({.from = {Phase::ready, 0},
                                    .to = {Phase::ready, 0},
                                    .kind = StepKind::turn,
                                    .component = id,
                                    .label = system_.turn_name(id),
                                    .statement = statement.finish()}));
  }

  ir::Expr any_timer_runs() const {
    std::vector<ir::Expr> running;
    for (MachineId m = 0; m < system_.machines.size() && system_.time_step > 0; ++m)
      for (const ir::Var remaining : parts_.layout().of(m).remaining)
        running.push_back(ir::lt(context_.int_literal(0), context_.var(remaining)));
    return any_of(context_, running);
  }

  /// Time passes; or, where no turn is possible and no timer runs, nothing comes any more.
  void add_time() {
    const auto add = [this](StepKind kind, std::string label, ir::Expr condition, ir::Stmt does) {
      if (condition.is_false()) return;
      Sequence statement(context_);
      statement.assume(condition);
      parts_.forget_observed(statement);
      steps_.push_back(parts_.finish({.from = {Phase::ready, 0},
                                      .to = {Phase::ready, 0},
                                      .kind = kind,
                                      .label = std::move(label),
                                      .statement = statement.add(does).finish()}));
    };
    const ir::Expr running = any_timer_runs();
    add(StepKind::time, fmt::format("{} ms pass", system_.time_step), running,
        parts_.advance_levels());
    const auto root = static_cast<ComponentId>(system_.components.size() - 1);
    add(StepKind::wait, "nothing comes",
        all_of(context_, {ir::not_(running), ir::not_(has_message(root))}), ir::skip(context_));
  }

  const StepParts& parts_;
  const System& system_;
  ir::Context& context_;
  std::vector<LoweredStep> steps_;
};

}  // namespace

bool runs_for(const Component& adapter, EventRef event) {
  return std::any_of(adapter.rules.begin(), adapter.rules.end(), [&](const Component::Rule& rule) {
    return rule.events.empty() ||
           std::find(rule.events.begin(), rule.events.end(), event) != rule.events.end();
  });
}

std::vector<LoweredStep> turn_steps(const StepParts& parts) { return TurnSteps(parts).all(); }

}  // namespace arges::model::statechart::lower
