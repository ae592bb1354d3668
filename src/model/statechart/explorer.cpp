#include "model/statechart/explorer.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/arena.h"
#include "ir/decision_finder.h"
#include "ir/reference_evaluator.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::model::statechart {

namespace {

constexpr std::size_t most_searched = 4'000;   ///< states, breadth first
constexpr std::size_t most_followed = 60'000;  ///< steps in all
constexpr std::size_t most_briefly = 3'000;    ///< steps, where a brief look is enough
constexpr std::size_t num_walks = 40;
constexpr std::size_t walk_length = 6'000;
constexpr std::size_t most_again = 600;     ///< steps of a walk one after another to known states
constexpr std::size_t most_values = 8;      ///< of a parameter
constexpr std::size_t most_arguments = 24;  ///< of an event

void collect_numbers(ir::Expr expr, std::set<std::int64_t>& numbers) {
  if (!expr) return;
  ir::for_each_subexpression(expr, [&](ir::Expr part) {
    if (part.is_literal() && part.type().is_int() && part.value().is_small()) {
      // Comparisons decide at a number and beside it.
      for (const std::int64_t near : {-1, 0, 1}) numbers.insert(part.value().as_small() + near);
    }
  });
}

std::optional<ir::Value> constant(ir::Expr expr) {
  if (!expr) return {};
  const ir::Expr value = ir::simplify(expr);
  return value.is_literal() ? std::optional(value.value()) : std::nullopt;
}

}  // namespace

Explorer::Explorer(const Lowering& chart, const Limits& limits)
    : chart_(chart),
      system_(chart.layout().system()),
      interpreter_(chart.layout().context(), system_, Interpreter::Account::left_out),
      limits_(limits) {
  for (const Machine& machine : system_.machines) {
    std::set<std::int64_t> numbers;
    for (const Transition& transition : machine.transitions)
      collect_numbers(transition.guard, numbers);
    for (const Node& node : machine.nodes)
      for (const Path& branch : node.branches) collect_numbers(branch.guard, numbers);
    numbers_.emplace_back(numbers.begin(), numbers.end());
  }
}

std::map<std::size_t, Explorer::Run> Explorer::find(const std::vector<Wanted>& wanted) {
  wanted_left_ = wanted.size();
  long_wanted_left_ =
      static_cast<std::size_t>(std::count_if(wanted.begin(), wanted.end(), [](const Wanted& one) {
        return one.effort == Wanted::Effort::long_;
      }));
  try {
    ir::Valuation data;
    for (const Machine& machine : system_.machines)
      for (const Variable& variable : machine.variables)
        if (const auto value = constant(chart_.layout().default_of(variable.var->type));
            value && !variable.initial)
          data.set(variable.var, *value);
    State start = interpreter_.initial(data);
    known_.emplace(key(start.place, chart_.layout().encode(start)), 0);
    visits_.push_back({std::move(start), no_parent, {}});
    search(wanted);
    wander(wanted);
  } catch (const Interpreter::Undecided&) {
    // A value can't be told: what was found until then counts.
  }
  std::map<std::size_t, Run> result;
  for (const auto& [position, visit] : found_) result.emplace(position, run_to(visit));
  return result;
}

void Explorer::search(const std::vector<Wanted>& wanted) {
  for (std::size_t next = 0; next < visits_.size() && visits_.size() < most_searched; ++next)
    for (const StepChoice& choice : choices(visits_[next].state)) {
      const std::size_t most = long_wanted_left_ > 0 ? most_followed / 4 : most_briefly;
      if (wanted_left_ == 0 || followed_ >= most) return;
      follow(next, choice, wanted);
    }
}

/// Long runs, in which the environment mostly waits: what takes many steps of time is beyond any
/// search, and few runs lead there if something happens in each step.
void Explorer::wander(const std::vector<Wanted>& wanted) {
  if (visits_.size() < most_searched && followed_ < most_followed / 4) return;  // all was seen
  constexpr std::uint32_t percents_waiting[] = {100, 97, 85, 0};
  for (std::size_t walk = 0; walk < num_walks; ++walk) {
    // The first ones begin at the start, where everything is still to come.
    const std::uint32_t waiting = percents_waiting[walk % std::size(percents_waiting)];
    std::size_t at = walk < std::size(percents_waiting) ? 0 : random_() % visits_.size();
    std::size_t again = 0;
    for (std::size_t i = 0; i < walk_length && again < most_again; ++i) {
      if (long_wanted_left_ == 0 || followed_ >= most_followed) return;
      const std::vector<StepChoice> open = choices(visits_[at].state);
      if (open.empty()) break;
      const bool waits = random_() % 100 < waiting;
      const std::size_t before = visits_.size();
      const std::vector<std::size_t> next =
          follow(at, waits ? quietest(open) : open[random_() % open.size()], wanted);
      again = visits_.size() == before ? again + 1 : 0;
      if (next.empty()) continue;
      at = next[random_() % next.size()];
    }
  }
}

/// The step in which the environment does least.
const StepChoice& Explorer::quietest(const std::vector<StepChoice>& open) {
  const auto rank = [](const StepChoice& choice) {
    switch (choice.kind) {
      case StepKind::event:
      case StepKind::arrive:
        return 2;
      case StepKind::time:
        return 1;
      case StepKind::wait:
        return 3;
      case StepKind::inputs:
        return choice.inputs.empty() ? 0 : 2;
      default:
        return 0;
    }
  };
  return *std::min_element(open.begin(), open.end(),
                           [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

std::vector<std::size_t> Explorer::follow(std::size_t from, const StepChoice& choice,
                                          const std::vector<Wanted>& wanted) {
  limits_.check();
  ++followed_;
  std::vector<std::size_t> result;
  for (Outcome& outcome : interpreter_.outcomes(visits_[from].state, choice)) {
    if (outcome.state.problem != Problem::nothing) {
      end_with({std::move(outcome.state), from, choice}, wanted);
      continue;
    }
    const ir::Valuation values = chart_.layout().encode(outcome.state);
    const auto [known, fresh] =
        known_.try_emplace(key(outcome.state.place, values), visits_.size());
    result.push_back(known->second);
    if (!fresh) continue;
    visits_.push_back({std::move(outcome.state), from, choice});
    judge(visits_.size() - 1, values, wanted);
  }
  return result;
}

void Explorer::end_with(Visit visit, const std::vector<Wanted>& wanted) {
  const std::size_t before = found_.size();
  const ir::Valuation values = chart_.layout().encode(visit.state);
  visits_.push_back(std::move(visit));
  judge(visits_.size() - 1, values, wanted);
  if (found_.size() == before) visits_.pop_back();
}

void Explorer::judge(std::size_t visit, const ir::Valuation& values,
                     const std::vector<Wanted>& wanted) {
  const bool stable = Interpreter::is_stable(visits_[visit].state);
  const bool has_problem = visits_[visit].state.problem != Problem::nothing;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    if (found_.contains(i)) continue;
    if (!stable && wanted[i].check_points == Lowering::CheckPoints::stable) continue;
    if (has_problem && wanted[i].problems == Lowering::Problems::escape) continue;
    const auto holds = ir::reference_evaluate(wanted[i].invariant, values);
    if (!holds || holds->is_true()) continue;
    found_.emplace(i, visit);
    --wanted_left_;
    if (wanted[i].effort == Wanted::Effort::long_) --long_wanted_left_;
  }
}

std::vector<StepChoice> Explorer::choices(const State& state) const {
  std::vector<StepChoice> result;
  for (const StepChoice& step : interpreter_.steps(state)) {
    if (step.kind == StepKind::inputs) {
      add_inputs(step, result);
    } else if (step.kind == StepKind::event || step.kind == StepKind::arrive) {
      for (auto& values : arguments({step.machine, step.event})) {
        result.push_back(step);
        result.back().arguments = std::move(values);
      }
    } else {
      result.push_back(step);
    }
  }
  return result;
}

/// No input, each by itself, and some at random together.
void Explorer::add_inputs(const StepChoice& step, std::vector<StepChoice>& result) const {
  result.push_back(step);
  std::vector<std::pair<EventRef, std::vector<ir::Value>>> single;
  for (MachineId m = 0; m < system_.machines.size(); ++m)
    for (EventId e = 0; e < system_.machines[m].events.size(); ++e)
      if (system_.machines[m].events[e].is_environment)
        for (auto& values : arguments({m, e}))
          single.emplace_back(EventRef{m, e}, std::move(values));
  constexpr std::size_t most_pairs = 20;
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < single.size(); ++i) {
    result.push_back(step);
    result.back().inputs = {single[i]};
    for (std::size_t j = i + 1; j < single.size() && pairs < most_pairs; ++j) {
      if (single[j].first == single[i].first) continue;
      ++pairs;
      result.push_back(step);
      result.back().inputs = {single[i], single[j]};
    }
  }
}

std::vector<std::vector<ir::Value>> Explorer::arguments(EventRef event) const {
  std::vector<std::vector<ir::Value>> result{{}};
  for (const Parameter& parameter :
       system_.machines[event.machine].events[event.event].parameters) {
    std::vector<std::vector<ir::Value>> longer;
    for (const ir::Value value : values_for(event.machine, parameter))
      for (const auto& before : result) {
        if (longer.size() >= most_arguments) break;
        longer.push_back(before);
        longer.back().push_back(value);
      }
    result = std::move(longer);
  }
  return result;
}

std::vector<ir::Value> Explorer::values_for(MachineId machine, const Parameter& parameter) const {
  const ir::Type type = parameter.value->type;
  std::vector<ir::Value> result;
  const auto lowest = constant(parameter.lowest);
  const auto highest = constant(parameter.highest);
  const auto add = [&](ir::Value value) {
    const bool is_in_range = !type.is_int() || ((!lowest || ir::compare(*lowest, value) <= 0) &&
                                                (!highest || ir::compare(value, *highest) <= 0));
    if (is_in_range && std::find(result.begin(), result.end(), value) == result.end())
      result.push_back(value);
  };
  if (const std::uint64_t count = type.cardinality(most_values); count > 0 && !type.is_array()) {
    for (std::uint64_t i = 0; i < count; ++i) add(ir::Value::small(static_cast<std::int64_t>(i)));
    return result;
  }
  if (const auto initial = constant(chart_.layout().initial_of(parameter))) add(*initial);
  if (!type.is_int()) return result;
  if (lowest) add(*lowest);
  if (highest) add(*highest);
  for (const std::int64_t number : numbers_[machine])
    if (result.size() < most_values) add(ir::Value::small(number));
  return result;
}

/// States are told apart by hashes: if two have the same one, a state is not looked at, no more.
std::size_t Explorer::key(const Place& place, const ir::Valuation& values) const {
  std::size_t hash = hash_combine(static_cast<std::size_t>(place.phase), place.machine);
  for (const ir::Var var : chart_.layout().variables())
    hash = hash_combine(hash, ir::stable_hash(values.get(var)));
  return hash;
}

Explorer::Run Explorer::run_to(std::size_t visit) const {
  Run result;
  for (; visits_[visit].parent != no_parent; visit = visits_[visit].parent)
    result.steps.push_back({visits_[visit].choice, chart_.layout().encode(visits_[visit].state)});
  result.initial = chart_.layout().encode(visits_[visit].state);
  std::reverse(result.steps.begin(), result.steps.end());
  return result;
}

namespace {

/// Whether a lowered step is one that such a choice means.
bool is_meant(const LoweredStep& step, const StepChoice& choice) {
  const bool sends = choice.kind == StepKind::event || choice.kind == StepKind::arrive;
  return step.kind == choice.kind && step.machine == choice.machine &&
         step.component == choice.component && step.node == choice.node &&
         (!sends || step.event == choice.event);
}

/// The action from here that does what the step did, and how.
std::optional<analysis::ConcreteStep> as_action(const Lowering& chart,
                                                const Explorer::Run::Step& step,
                                                const ir::Valuation& before,
                                                std::span<const analysis::Action* const> actions) {
  for (const analysis::Action* action : actions) {
    if (action->role != analysis::ActionRole::step || action->origin >= chart.steps().size() ||
        !is_meant(chart.steps()[action->origin], step.choice))
      continue;
    if (auto decisions =
            ir::find_decisions(action->statement, before, step.state, chart.layout().variables()))
      return analysis::ConcreteStep{action, *std::move(decisions), step.state};
  }
  return {};
}

}  // namespace

std::optional<analysis::ConcreteTrace> as_trace(const Lowering& chart, const Explorer::Run& run,
                                                const analysis::System& system) {
  analysis::ConcreteTrace trace{run.initial, {}};
  const ir::Valuation* before = &run.initial;
  analysis::Control at = system.initial_control();
  for (const Explorer::Run::Step& step : run.steps) {
    auto taken = as_action(chart, step, *before, system.actions(at));
    if (!taken) return {};
    at = taken->action->target;
    before = &step.state;
    trace.steps.push_back(*std::move(taken));
  }
  for (const analysis::Action* action : system.actions(at)) {
    if (action->role != analysis::ActionRole::check) continue;
    const auto value = ir::reference_evaluate(action->statement.expr(), *before);
    if (!value || !value->is_true()) continue;
    trace.steps.push_back({action, {}, *before});
    return trace;
  }
  return {};
}

}  // namespace arges::model::statechart
