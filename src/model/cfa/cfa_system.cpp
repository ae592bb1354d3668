#include "model/cfa/cfa_system.h"

#include <fmt/format.h>

#include "model/transition_system/step_splitter.h"

namespace arges::model {

using analysis::ActionRole;

std::unique_ptr<ControlGraph> make_system(ir::Context& context, const Cfa& cfa,
                                          const CfaProperty& property) {
  auto graph = std::make_unique<ControlGraph>(context);
  graph->set_variables(cfa.variables);
  for (std::uint32_t i = 0; i < cfa.locations.size(); ++i)
    graph->add_control(cfa.locations[i].name, property.forbids(i)
                                                  ? ControlGraph::ControlKind::target
                                                  : ControlGraph::ControlKind::plain);
  graph->set_initial(cfa.initial, context.true_expr());

  StepSplitter splitter(*graph);
  for (std::uint32_t i = 0; i < cfa.edges.size(); ++i) {
    const CfaEdge& edge = cfa.edges[i];
    splitter.add({.id = 0,
                  .source = edge.source,
                  .target = edge.target,
                  .statement = edge.statement,
                  .label = fmt::format("{} -> {}", cfa.locations[edge.source].name,
                                       cfa.locations[edge.target].name),
                  .origin = i,
                  .location = edge.location});
  }
  if (property.invariant) {
    const auto violated = graph->add_control("violated", ControlGraph::ControlKind::target);
    for (std::uint32_t i = 0; i < cfa.locations.size(); ++i)
      graph->add_action({.id = 0,
                         .source = i,
                         .target = violated,
                         .statement = ir::assume(ir::not_(property.invariant)),
                         .role = ActionRole::check,
                         .label = "property violated",
                         .location = cfa.locations[i].location});
  }
  graph->finish();
  return graph;
}

std::optional<ReplayError> CfaReplayer::walk(const analysis::ConcreteTrace& trace, Replay& replay,
                                             std::uint32_t& at) const {
  for (ModelStep& step : model_steps(trace)) {
    const std::uint32_t origin = step.end.action->origin;
    if (origin >= cfa_.edges.size())
      return ReplayError{fmt::format("step {}: no such edge", step.number)};
    const CfaEdge& edge = cfa_.edges[origin];
    if (edge.source != at)
      return ReplayError{fmt::format("step {}: the run is at {}, the edge starts at {}",
                                     step.number, cfa_.locations[at].name,
                                     cfa_.locations[edge.source].name)};
    if (auto error = replay.execute(std::move(step), edge.statement)) return error;
    at = edge.target;
  }
  return std::nullopt;
}

std::optional<ReplayError> CfaReplayer::follow(const analysis::ConcreteTrace& trace) const {
  Replay replay(trace.initial, cfa_.variables);
  std::uint32_t at = cfa_.initial;
  return walk(trace, replay, at);
}

std::optional<ReplayError> CfaReplayer::follow_on(const analysis::ConcreteTrace& rest) const {
  if (rest.steps.empty()) return std::nullopt;
  Replay replay(rest.initial, cfa_.variables);
  const std::uint32_t origin = rest.steps.front().action->origin;
  std::uint32_t at = origin < cfa_.edges.size() ? cfa_.edges[origin].source : cfa_.initial;
  return walk(rest, replay, at);
}

std::optional<ReplayError> CfaReplayer::replay(const analysis::ConcreteTrace& trace) const {
  Replay replay(trace.initial, cfa_.variables);
  std::uint32_t at = cfa_.initial;
  if (auto error = walk(trace, replay, at)) return error;
  if (property_.invariant) return replay.check_violation(property_.invariant);
  if (property_.forbids(at)) return std::nullopt;
  return ReplayError{fmt::format("the run ends at {}", cfa_.locations[at].name)};
}

}  // namespace arges::model
