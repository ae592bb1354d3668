#include "model/statechart/lowering.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "model/statechart/lower/steps.h"
#include "model/transition_system/step_splitter.h"

namespace arges::model::statechart {

using analysis::ActionRole;
using analysis::Control;

namespace {

std::vector<LoweredStep> steps_of(const Layout& layout) {
  const lower::StepParts parts(layout);
  switch (execution_of(layout.system())) {
    case Execution::cycles:
      return lower::cycle_steps(parts);
    case Execution::events:
      return lower::event_steps(parts);
    case Execution::turns:
      break;
  }
  return lower::turn_steps(parts);
}

}  // namespace

Lowering::Lowering(ir::Context& context, const System& system, const Observers& observers)
    : layout_(context, system, observers), steps_(steps_of(layout_)) {
  std::set<Place> places{Place{Phase::start, 0}};
  for (const LoweredStep& step : steps_) {
    places.insert(step.from);
    places.insert(step.to);
  }
  places_ = {places.begin(), places.end()};
}

Control Lowering::control(const Place& place) const {
  return static_cast<Control>(std::lower_bound(places_.begin(), places_.end(), place) -
                              places_.begin());
}

Lowering::Graph Lowering::make_system(ir::Expr invariant, CheckPoints check_points,
                                      Problems problems) const {
  Graph result;
  result.system = std::make_unique<ControlGraph>(layout_.context());
  ControlGraph& graph = *result.system;
  graph.set_variables(layout_.variables());
  graph.set_control_variables(layout_.control_variables());
  for (const Place& place : places_) graph.add_control(to_string(layout_.system(), place));
  const Control violated = graph.add_control("violated", ControlGraph::ControlKind::target);
  graph.set_initial(control({Phase::start, 0}), layout_.initial_condition());

  const auto add_check = [&](Control from, Control to, ir::Expr condition, std::string label) {
    graph.add_action({.id = 0,
                      .source = from,
                      .target = to,
                      .statement = ir::assume(condition),
                      .role = ActionRole::check,
                      .label = std::move(label),
                      .origin = analysis::Action::no_origin});
  };
  // Before the first step there is nothing to check; other starts come after exit actions.
  constexpr Place beginning{Phase::start, 0};
  // After a problem the state is one that no machine is in.
  ir::Expr violation = invariant ? ir::not_(invariant) : invariant;
  if (invariant && problems == Problems::escape)
    violation = ir::and_(violation, layout_.no_problem());
  // The checks come first, so that a violation is found before more states are made.
  if (invariant)
    for (const Place& place : places_)
      if (place != beginning && (check_points == CheckPoints::all || is_stable(place)))
        add_check(control(place), violated, violation, "property violated");
  if (problems != Problems::ignored && layout_.has_problems())
    for (const Problem problem :
         {Problem::internal_queue_full, Problem::external_queue_full, Problem::deferred_queue_full,
          Problem::timer_running, Problem::no_branch}) {
      const Control escape =
          graph.add_control(describe(problem), ControlGraph::ControlKind::target);
      result.escapes.emplace(escape, fmt::format("not proved: {}", describe(problem)));
      for (const Place& place : places_)
        if (place != beginning)
          add_check(control(place), escape, layout_.has_problem(problem), describe(problem));
    }
  StepSplitter splitter(graph);
  for (std::size_t i = 0; i < steps_.size(); ++i)
    splitter.add({.id = 0,
                  .source = control(steps_[i].from),
                  .target = control(steps_[i].to),
                  .statement = steps_[i].statement,
                  .label = steps_[i].label,
                  .origin = static_cast<std::uint32_t>(i),
                  .location = steps_[i].location});
  graph.finish();
  return result;
}

}  // namespace arges::model::statechart
