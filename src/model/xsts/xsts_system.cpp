#include "model/xsts/xsts_system.h"

#include <fmt/format.h>

#include "ir/reference_evaluator.h"
#include "ir/simplify.h"
#include "model/transition_system/step_splitter.h"

namespace arges::model {

using analysis::ActionRole;
using analysis::Control;

namespace {

/// The sections as numbers for Action::origin.
enum Section : std::uint32_t { section_init, section_env, section_trans };

const std::vector<ir::Stmt>& branches(const Xsts& xsts, std::uint32_t section) {
  switch (section) {
    case section_init:
      return xsts.init;
    case section_env:
      return xsts.env;
    default:
      return xsts.trans;
  }
}

std::vector<ir::Var> variables_of(const Xsts& xsts) {
  std::vector<ir::Var> vars;
  for (const XstsVariable& v : xsts.variables) vars.push_back(v.var);
  return vars;
}

std::vector<ir::Var> control_variables_of(const Xsts& xsts) {
  std::vector<ir::Var> vars;
  for (const XstsVariable& v : xsts.variables)
    if (v.is_control) vars.push_back(v.var);
  return vars;
}

ir::Expr initial_condition(ir::Context& context, const Xsts& xsts) {
  std::vector<ir::Expr> parts{context.true_expr()};
  for (const XstsVariable& v : xsts.variables)
    if (v.initial) parts.push_back(ir::eq(context.var(v.var), ir::simplify(v.initial)));
  return ir::simplify(ir::and_(parts));
}

}  // namespace

std::unique_ptr<ControlGraph> make_system(ir::Context& context, const Xsts& xsts, ir::Expr property,
                                          CheckPoints check_points) {
  auto graph = std::make_unique<ControlGraph>(context);
  graph->set_variables(variables_of(xsts));
  graph->set_control_variables(control_variables_of(xsts));
  const Control start = graph->add_control("start");
  const Control ready = graph->add_control("ready");
  const Control after_env = graph->add_control("after env");
  const Control violated = graph->add_control("violated", ControlGraph::ControlKind::target);
  graph->set_initial(start, initial_condition(context, xsts));

  // The check comes first, so that a violation is found before more states are made.
  const auto check_at = [&](Control control) {
    graph->add_action(
        {.id = 0,
         .source = control,
         .target = violated,
         .statement = ir::assume(ir::not_(property)),
         .role = ActionRole::check,
         .label = "property violated",
         .location = property == xsts.property ? xsts.property_location : SourceLocation{}});
  };
  if (property) check_at(ready);
  if (property && check_points == CheckPoints::all) check_at(after_env);

  StepSplitter splitter(*graph);
  const auto add_section = [&](Section section, const char* name, Control from, Control to) {
    const std::vector<ir::Stmt>& list = branches(xsts, section);
    for (std::uint32_t i = 0; i < list.size(); ++i)
      splitter.add({.id = 0,
                    .source = from,
                    .target = to,
                    .statement = list[i],
                    .label = list.size() == 1 ? name : fmt::format("{} {}", name, i + 1),
                    .branches = {i},
                    .origin = section,
                    .location = list[i].location()});
  };
  add_section(section_init, "init", start, ready);
  add_section(section_env, "env", ready, after_env);
  add_section(section_trans, "trans", after_env, ready);
  graph->finish();
  return graph;
}

bool is_env(const analysis::Action& action) { return action.origin == section_env; }

XstsReplayer::XstsReplayer(const Xsts& xsts, ir::Expr property, CheckPoints check_points)
    : xsts_(xsts),
      property_(property),
      check_points_(check_points),
      variables_(variables_of(xsts)) {}

std::optional<std::string> XstsReplayer::initial_error(const ir::Valuation& state) const {
  for (const XstsVariable& v : xsts_.variables) {
    if (!v.initial) continue;
    const auto value = ir::reference_evaluate(v.initial, state);
    if (!value || *value != state.get(v.var))
      return fmt::format("{} does not start with its initial value", v.var->name);
  }
  return std::nullopt;
}

std::optional<ReplayError> XstsReplayer::walk(const analysis::ConcreteTrace& trace, Replay& replay,
                                              std::uint32_t& next) const {
  for (ModelStep& step : model_steps(trace)) {
    if (step.end.action->origin != next)
      return ReplayError{fmt::format("step {}: not its turn", step.number)};
    const std::vector<ir::Stmt>& list = branches(xsts_, next);
    std::vector<ir::Decision>& decisions = step.decisions;
    if (decisions.empty() || decisions[0].kind != ir::Decision::Kind::branch ||
        decisions[0].branch >= list.size())
      return ReplayError{fmt::format("step {}: no such branch", step.number)};
    const ir::Stmt statement = list[decisions[0].branch];
    decisions.erase(decisions.begin());
    if (auto error = replay.execute(std::move(step), statement)) return error;
    next = next == section_env ? section_trans : section_env;
  }
  return std::nullopt;
}

std::optional<ReplayError> XstsReplayer::follow(const analysis::ConcreteTrace& trace) const {
  if (auto error = initial_error(trace.initial)) return ReplayError{*error};
  Replay replay(trace.initial, variables_);
  std::uint32_t next = section_init;
  return walk(trace, replay, next);
}

std::optional<ReplayError> XstsReplayer::follow_on(const analysis::ConcreteTrace& rest) const {
  if (rest.steps.empty()) return std::nullopt;
  Replay replay(rest.initial, variables_);
  std::uint32_t next = rest.steps.front().action->origin;
  if (next != section_env && next != section_trans)
    return ReplayError{"init comes only at the beginning"};
  return walk(rest, replay, next);
}

std::optional<ReplayError> XstsReplayer::replay(const analysis::ConcreteTrace& trace) const {
  if (auto error = initial_error(trace.initial)) return ReplayError{*error};
  Replay replay(trace.initial, variables_);
  std::uint32_t next = section_init;
  if (auto error = walk(trace, replay, next)) return error;
  if (next == section_init) return ReplayError{"the run ends before init"};
  if (next == section_trans && check_points_ == CheckPoints::stable)
    return ReplayError{"the run ends after env, where the property is not checked"};
  return replay.check_violation(property_);
}

}  // namespace arges::model
