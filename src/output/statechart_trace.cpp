#include "output/statechart_trace.h"

#include <algorithm>

#include <fmt/format.h>

#include "ir/reference_evaluator.h"
#include "model/statechart/value_text.h"
#include "output/statechart_occurrences.h"

namespace arges::output {

namespace {

using model::statechart::call_text;
using model::statechart::Direction;
using model::statechart::Event;
using model::statechart::EventId;
using model::statechart::EventRef;
using model::statechart::Layout;
using model::statechart::LoweredStep;
using model::statechart::Lowering;
using model::statechart::Machine;
using model::statechart::MachineId;
using model::statechart::NodeId;
using model::statechart::Problem;
using model::statechart::QueueSlots;
using model::statechart::StepKind;
using model::statechart::value_text;
using model::statechart::Variable;

bool holds(ir::Expr expr, const ir::Valuation& state) {
  const auto value = ir::reference_evaluate(expr, state);
  return value && value->is_true();
}

/// Cuts a run into reactions.
class ChartTraceBuilder {
 public:
  ChartTraceBuilder(const Lowering& chart, const analysis::ConcreteTrace& trace)
      : chart_(chart), layout_(chart.layout()), system_(layout_.system()), trace_(trace) {}

  ChartTrace build() {
    const std::vector<const analysis::ConcreteStep*> steps = whole_reactions();
    const ir::Valuation* before = &trace_.initial;
    for (std::size_t k = 0; k < steps.size(); ++k) {
      if (loop_start_ == k) {
        close();
        result_.loop_start = result_.steps.empty() ? 0 : result_.steps.size() - 1;
      }
      const analysis::ConcreteStep& step = *steps[k];
      if (step.action->role == analysis::ActionRole::check) continue;
      if (step.action->origin >= chart_.steps().size()) {
        add_pause(step.state);
        continue;
      }
      add(chart_.steps()[step.action->origin], *before, step, k + 1);
      before = &step.state;
    }
    close();
    return std::move(result_);
  }

 private:
  /// The run's steps; a loop that begins within a reaction is told from the end of that on.
  std::vector<const analysis::ConcreteStep*> whole_reactions() {
    std::vector<const analysis::ConcreteStep*> result;
    for (const analysis::ConcreteStep& step : trace_.steps) result.push_back(&step);
    if (!trace_.loop) return result;
    std::size_t start = trace_.loop->start;
    while (start > 0 && start < result.size() && !is_stable_after(*result[start - 1])) ++start;
    if (start == result.size()) start = trace_.loop->start;
    loop_start_ = start;
    if (trace_.loop->kind == analysis::Loop::Kind::closed)
      for (std::size_t k = trace_.loop->start; k < start; ++k) result.push_back(result[k]);
    return result;
  }

  bool is_stable_after(const analysis::ConcreteStep& step) const {
    const std::uint32_t origin = step.action->origin;
    return origin >= chart_.steps().size() ||
           model::statechart::is_stable(chart_.steps()[origin].to);
  }

  ChartEvent event_in(EventRef ref, const ir::Valuation& state) const {
    const Machine& machine = system_.machines[ref.machine];
    const Event& event = machine.events[ref.event];
    std::vector<std::string> arguments;
    for (const auto& parameter : event.parameters)
      arguments.push_back(value_text(system_, parameter.value, state.get(parameter.value)));
    return {ref, call_text(machine.qualified(event.name), arguments)};
  }

  bool is_present(EventRef ref, const ir::Valuation& state) const {
    const ir::Var present = system_.machines[ref.machine].events[ref.event].present;
    return holds(layout_.lower(layout_.context().var(present)), state);
  }

  template <typename Visit>
  void each_event(const Visit& visit) const {
    for (MachineId m = 0; m < system_.machines.size(); ++m)
      for (EventId e = 0; e < system_.machines[m].events.size(); ++e)
        visit(EventRef{m, e}, system_.machines[m].events[e]);
  }

  void add(const LoweredStep& step, const ir::Valuation& before,
           const analysis::ConcreteStep& concrete, std::size_t end) {
    if (!open_) {
      open_ = ChartStep{};
      before_ = &before;
      begin(step, concrete.state);
    }
    note_outputs(step, concrete.state);
    open_->state = &concrete.state;
    open_->end = end;
    open_->place = to_string(system_, step.to);
    if (concrete.action->role == analysis::ActionRole::step &&
        model::statechart::is_stable(step.to))
      close();
  }

  /// The run has ended; its last state repeats.
  void add_pause(const ir::Valuation& state) {
    close();
    open_ = ChartStep{};
    before_ = &state;
    open_->cause = "nothing";
    open_->state = &state;
    open_->place = result_.steps.empty() ? "" : result_.steps.back().place;
    close();
  }

  void begin(const LoweredStep& step, const ir::Valuation& after) {
    switch (step.kind) {
      case StepKind::init:
        open_->cause = "start";
        open_->is_start = true;
        return;
      case StepKind::inputs:
        each_event([&](EventRef ref, const Event& event) {
          if (event.is_environment && is_present(ref, after))
            open_->inputs.push_back(event_in(ref, after));
        });
        break;
      case StepKind::event:
        open_->inputs.push_back(event_in({step.machine, step.event}, after));
        break;
      case StepKind::arrive:
        open_->inputs.push_back(arrived({step.machine, step.event}, after));
        break;
      case StepKind::time:
        open_->milliseconds = system_.time_step;
        open_->cause = fmt::format("after {} ms", system_.time_step);
        return;
      case StepKind::take:
        open_->cause = taken(step.machine, after);
        return;
      default:
        open_->cause = step.label;
        return;
    }
    for (const ChartEvent& input : open_->inputs)
      open_->cause += fmt::format("{}{}", open_->cause.empty() ? "" : " & ", input.text);
    if (open_->cause.empty()) open_->cause = "no input";
  }

  std::string taken(MachineId machine, const ir::Valuation& after) const {
    const auto& events = system_.machines[machine].events;
    for (EventId e = 0; e < events.size(); ++e)
      if (events[e].direction != Direction::output && is_present({machine, e}, after))
        return "waiting " + event_in({machine, e}, after).text;
    return "waiting event";
  }

  /// A message that was put into a queue is its last one.
  ChartEvent arrived(EventRef ref, const ir::Valuation& after) const {
    const Machine& machine = system_.machines[ref.machine];
    std::vector<std::string> arguments;
    for (std::size_t q = 0; q < system_.queues.size(); ++q) {
      const QueueSlots& queue = layout_.queue(static_cast<model::statechart::QueueId>(q));
      const std::uint32_t literal = queue.literal(ref);
      if (literal == 0) continue;
      for (auto slot = queue.slots.rbegin(); slot != queue.slots.rend(); ++slot) {
        const ir::Value event = after.get(slot->event);
        if (event.is_unknown() || event.as_small() != literal) continue;
        const auto& columns = queue.columns[literal - 1];
        const auto& parameters = machine.events[ref.event].parameters;
        for (std::size_t i = 0; i < columns.size(); ++i)
          arguments.push_back(
              value_text(system_, parameters[i].value, after.get(slot->columns[columns[i]])));
        break;
      }
    }
    return {ref, call_text(machine.qualified(machine.events[ref.event].name), arguments)};
  }

  /// What was raised in a step. Outputs that others raised in earlier steps are still present while
  /// inputs are chosen, messages arrive, time passes, or other components take turns; of the last
  /// with_occurrences tells.
  void note_outputs(const LoweredStep& step, const ir::Valuation& after) {
    const bool raises = step.kind != StepKind::inputs && step.kind != StepKind::arrive &&
                        step.kind != StepKind::time && step.kind != StepKind::wait;
    if (!raises) return;
    open_->outputs.clear();
    each_event([&](EventRef ref, const Event& event) {
      if (event.direction == Direction::output && is_present(ref, after))
        open_->outputs.push_back(event_in(ref, after));
    });
  }

  void close() {
    if (!open_) return;
    const ir::Valuation& now = *open_->state;
    for (MachineId m = 0; m < system_.machines.size(); ++m) {
      for (std::string& name : configuration_of(layout_, m, now))
        open_->configuration.push_back(std::move(name));
      for (const Variable& variable : system_.machines[m].variables)
        if (variable.lifetime != Variable::Lifetime::local &&
            (now.get(variable.var) != before_->get(variable.var) || open_->is_start))
          open_->changed.push_back(variable.var);
    }
    std::sort(open_->configuration.begin(), open_->configuration.end());
    add_notes(now);
    join_idle_time();
    result_.steps.push_back(*std::move(open_));
    open_.reset();
  }

  /// Time that only passes is told with what comes after it, not with what came before.
  void join_idle_time() {
    const std::vector<ChartStep>& told = result_.steps;
    if (open_->milliseconds == 0 || told.empty() || !is_idle(told.back())) return;
    const bool begins_loop = result_.loop_start == told.size() - 1;
    if (begins_loop || (trace_.loop && !is_like_the_one_before(told.back()))) return;
    open_->milliseconds += told.back().milliseconds;
    open_->cause = fmt::format("after {} ms", open_->milliseconds);
    result_.steps.pop_back();
  }

  /// Whether a step shows nothing but that time passes.
  bool is_idle(const ChartStep& step) const {
    if (step.milliseconds == 0 || !step.changed.empty() || !step.outputs.empty() ||
        !step.notes.empty() || result_.steps.size() < 2)
      return false;
    return (&step)[-1].configuration == step.configuration && !has_fired(*step.state);
  }

  bool has_fired(const ir::Valuation& state) const {
    for (MachineId m = 0; m < system_.machines.size(); ++m)
      for (const ir::Var flag : layout_.of(m).fired)
        if (flag != nullptr && state.get(flag) == ir::Value::boolean(true)) return true;
    return false;
  }

  /// Whether the same events are there after an idle step as before it. Formulas read all states of
  /// a run without end, of others only the last one, which no step comes after.
  bool is_like_the_one_before(const ChartStep& step) const {
    bool result = true;
    each_event([&](EventRef ref, const Event&) {
      result = result && is_present(ref, *step.state) == is_present(ref, *(&step)[-1].state);
    });
    return result;
  }

  void add_notes(const ir::Valuation& now) {
    const auto note = [&](ir::Expr condition, const auto& text) {
      if (holds(condition, now) && !(before_ != nullptr && holds(condition, *before_)))
        open_->notes.push_back(text());
    };
    if (layout_.has_problems())
      for (const Problem problem :
           {Problem::internal_queue_full, Problem::external_queue_full,
            Problem::deferred_queue_full, Problem::timer_running, Problem::no_branch})
        note(layout_.has_problem(problem), [&] { return std::string(describe(problem)); });
    for (MachineId m = 0; m < system_.machines.size(); ++m) add_notes(m, note);
  }

  template <typename Note>
  void add_notes(MachineId m, const Note& note) {
    const Machine& machine = system_.machines[m];
    const auto name = [&](std::uint32_t t) {
      return machine.qualified(machine.transitions[t].name);
    };
    for (std::uint32_t a = 0; a < machine.assertions.size(); ++a)
      note(layout_.has_failed(m, a), [&] { return failure_text(machine, a); });
    if (layout_.observers().conflicts == model::statechart::Observers::Watch::on) {
      for (const auto& pair : layout_.possible_conflicts(m))
        note(layout_.had_conflict(m, pair), [&] {
          return fmt::format("{} and {} are enabled at once", name(pair.first), name(pair.second));
        });
      for (const auto& pair : layout_.possible_branch_conflicts(m)) {
        const auto& branches = machine.nodes[pair.choice].branches;
        note(layout_.had_conflict(m, pair), [&] {
          return fmt::format("{} and {} are enabled at once",
                             machine.qualified(branches[pair.first].name),
                             machine.qualified(branches[pair.second].name));
        });
      }
    }
    if (layout_.observers().lost == model::statechart::Observers::Watch::on)
      for (EventId e = 0; e < machine.events.size(); ++e)
        if (machine.events[e].direction != Direction::output)
          note(layout_.was_lost({m, e}), [&] {
            return fmt::format("{} triggers nothing", machine.qualified(machine.events[e].name));
          });
  }

  const Lowering& chart_;
  const Layout& layout_;
  const model::statechart::System& system_;
  const analysis::ConcreteTrace& trace_;
  ChartTrace result_;
  std::optional<ChartStep> open_;
  const ir::Valuation* before_ = nullptr;  ///< the open step
  std::optional<std::size_t> loop_start_;
};

/// What Layout::is_active says of a state, of which there are too many to make expressions.
bool is_active(const Layout& layout, MachineId machine, NodeId node, const ir::Valuation& state) {
  const auto& of = layout.of(machine);
  if (of.marked[node] != nullptr) return state.get(of.marked[node]) == ir::Value::boolean(true);
  const auto& nodes = layout.system().machines[machine].nodes;
  const NodeId parent = nodes[node].parent;
  if (parent == model::statechart::none) return true;
  if (nodes[parent].kind != model::statechart::NodeKind::compound)
    return is_active(layout, machine, parent, state);
  // Children count from 1.
  const ir::Value which = state.get(of.child[parent]);
  if (which.is_unknown() || which.as_small() == 0) return false;
  return nodes[parent].children[static_cast<std::size_t>(which.as_small()) - 1] == node;
}

}  // namespace

std::vector<std::string> configuration_of(const Layout& layout, MachineId machine,
                                          const ir::Valuation& state) {
  const Machine& of = layout.system().machines[machine];
  std::vector<bool> active(of.nodes.size(), false);
  for (NodeId n = 0; n < of.nodes.size(); ++n)
    active[n] = is_state(of.nodes[n].kind) && is_active(layout, machine, n, state);
  std::vector<std::string> result;
  for (NodeId n = 0; n < of.nodes.size(); ++n) {
    const auto& node = of.nodes[n];
    const bool has_inner = std::any_of(node.children.begin(), node.children.end(),
                                       [&](NodeId child) { return active[child]; });
    if (active[n] && !has_inner && !node.is_region && n != 0)
      result.push_back(of.qualified(node.full_name));
  }
  std::sort(result.begin(), result.end());
  return result;
}

ChartTrace make_chart_trace(const Lowering& chart, const analysis::ConcreteTrace& trace) {
  return with_occurrences(chart, trace, ChartTraceBuilder(chart, trace).build());
}

}  // namespace arges::output
