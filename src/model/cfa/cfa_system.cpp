#include "model/cfa/cfa_system.h"

#include <fmt/format.h>

#include "ir/reference_evaluator.h"
#include "model/transition_system/step_splitter.h"

namespace arges::model {

using analysis::ActionRole;

std::unique_ptr<ControlGraph> make_system(ir::Context& context, const Cfa& cfa,
                                          const CfaProperty& property) {
  auto graph = std::make_unique<ControlGraph>(context);
  graph->set_variables(cfa.variables);
  for (std::uint32_t i = 0; i < cfa.locations.size(); ++i)
    graph->add_control(cfa.locations[i].name, property.error_location == i
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

std::optional<ReplayError> CfaReplayer::replay(const analysis::ConcreteTrace& trace) const {
  std::uint32_t at = cfa_.initial;
  ir::Valuation state = trace.initial;
  std::vector<ir::Decision> decisions;
  for (std::size_t k = 0; k < trace.steps.size(); ++k) {
    const analysis::ConcreteStep& step = trace.steps[k];
    if (step.action->role == ActionRole::check) continue;
    const auto more = all_decisions(step);
    decisions.insert(decisions.end(), more.begin(), more.end());
    if (step.action->role == ActionRole::fragment) continue;

    if (step.action->origin >= cfa_.edges.size())
      return ReplayError{fmt::format("step {}: no such edge", k + 1)};
    const CfaEdge& edge = cfa_.edges[step.action->origin];
    if (edge.source != at)
      return ReplayError{fmt::format("step {}: the run is at {}, the edge starts at {}", k + 1,
                                     cfa_.locations[at].name, cfa_.locations[edge.source].name)};
    ir::Interpreter interpreter(state, std::move(decisions));
    decisions.clear();
    if (const auto error = interpreter.execute(edge.statement))
      return ReplayError{fmt::format("step {}: {}", k + 1, error->message), error->undecided};
    if (interpreter.decisions_left() != 0)
      return ReplayError{fmt::format("step {}: decisions left over", k + 1)};
    if (const auto wrong = difference(cfa_.variables, interpreter.state(), step.state))
      return ReplayError{fmt::format("step {}: {}", k + 1, *wrong)};
    state = interpreter.state();
    at = edge.target;
  }
  if (property_.error_location)
    return at == *property_.error_location ? std::nullopt
                                           : std::optional(ReplayError{fmt::format(
                                                 "the run ends at {}", cfa_.locations[at].name)});
  const auto holds = ir::reference_evaluate(property_.invariant, state);
  if (!holds) return ReplayError{"no value for the property in the last state", true};
  if (holds->is_false()) return std::nullopt;
  return ReplayError{"the property is not violated in the last state"};
}

}  // namespace arges::model
