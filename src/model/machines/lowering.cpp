#include "model/machines/lowering.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"
#include "ir/traversal.h"
#include "model/machines/concrete_evaluator.h"
#include "model/machines/lower_event.h"

namespace arges::model::machines {

using analysis::Control;

namespace {

/// Goes on only where an event that is enabled fires: a guard without a value ends the run, and so
/// does a fault before the way through a choice is known.
ir::Stmt fires(const Layout& layout, const Event& event) {
  if (event.kind != Event::Kind::transition) return ir::skip(layout.context());
  const auto& transitions = layout.model().class_of(event.object).transitions;
  return ir::assume(EventLowering(layout, event.object).fires(transitions[event.transition]));
}

}  // namespace

Lowering::Lowering(ir::Context& context, const Model& model) : layout_(context, model) {
  const ConcreteEvaluator evaluator(model);
  const Execution execution(model, evaluator);
  initial_ = execution.initial();
  events_ = execution.events();
  for (const Event& event : events_) statements_.push_back(statement(event));
}

std::string Lowering::escape_reason(Fault fault) {
  return fmt::format("not proved: {}", to_string(fault));
}

ir::Stmt Lowering::statement(const Event& event) const {
  const EventLowering lowering(layout_, event.object);
  switch (event.kind) {
    case Event::Kind::transition:
      return lowering.transition(model().class_of(event.object).transitions[event.transition]);
    case Event::Kind::implicit:
      return lowering.implicit();
    case Event::Kind::defer:
      return lowering.defer();
  }
  UNREACHABLE("every kind of event should be lowered");
}

ir::Expr Lowering::property(ExprId expression) const {
  const ExpressionLowering lowering(layout_, 0);
  const Lowered lowered = lowering.lower(expression);
  // Conditions of properties always have values.
  return lowered.fault ? ir::or_(lowering.is_fault(lowered.fault), lowered.value) : lowered.value;
}

ir::Expr Lowering::forbidden(const Question& question) const {
  ir::Context& context = layout_.context();
  const ir::Expr fault = context.var(layout_.fault());
  const ir::Expr no_fault = ir::eq(fault, layout_.literal(Fault::nothing));
  switch (question.kind) {
    case Question::Kind::faults: {
      ir::Expr result = context.false_expr();
      for (const Fault one : question.faults)
        result = ir::or_(result, ir::eq(fault, layout_.literal(one)));
      return result;
    }
    case Question::Kind::implicit:
    case Question::Kind::fires:
      return context.false_expr();
    case Question::Kind::invariant:
      return ir::and_(no_fault, ir::not_(property(question.invariant)));
    case Question::Kind::deadlock: {
      ir::Expr may_stay = context.true_expr();
      for (ObjectId object = 0; object < model().objects.size(); ++object) {
        const Class& type = model().class_of(object);
        ir::Expr here = context.false_expr();
        for (StateId state = 0; state < type.states.size(); ++state)
          if (type.states[state].end == State::End::allowed)
            here = ir::or_(here, layout_.is_in(object, state));
        may_stay = ir::and_(may_stay, here);
      }
      return ir::and_(nothing_happens(), ir::not_(may_stay));
    }
  }
  UNREACHABLE("every kind of question should have a condition");
}

ir::Expr Lowering::nothing_happens() const {
  std::vector<ir::Expr> result{
      ir::eq(layout_.context().var(layout_.fault()), layout_.literal(Fault::nothing))};
  for (ObjectId object = 0; object < model().objects.size(); ++object) {
    const EventLowering lowering(layout_, object);
    result.push_back(ir::not_(lowering.has_message()));
    for (const Transition& transition : model().class_of(object).transitions)
      result.push_back(ir::not_(lowering.enabled(transition)));
  }
  return ir::and_(result);
}

std::set<Fault> Lowering::faults_of(ir::Stmt statement) const {
  std::set<Fault> result;
  if (statement.kind() == ir::StmtKind::assign && statement.var() == layout_.fault())
    ir::for_each_subexpression(statement.expr(), [&](ir::Expr part) {
      if (part.is_literal() && part.type() == layout_.fault()->type)
        result.insert(static_cast<Fault>(part.value().as_small()));
    });
  for (const ir::Stmt child : statement.children()) result.merge(faults_of(child));
  result.erase(Fault::nothing);
  return result;
}

Lowering::Graph Lowering::make_temporal_system() const {
  Graph result;
  ir::Context& context = layout_.context();
  result.system = std::make_unique<ControlGraph>(context);
  ControlGraph& graph = *result.system;
  graph.set_variables(layout_.variables());
  graph.set_control_variables(layout_.control_variables());
  const Control begin = graph.add_control(begin_name);
  const Control ready = graph.add_control("ready");
  graph.set_initial(begin, layout_.initial_condition(initial_));
  graph.add_action({.id = 0,
                    .source = begin,
                    .target = ready,
                    .statement = ir::skip(context),
                    .role = analysis::ActionRole::check,
                    .label = begin_name,
                    .origin = analysis::Action::no_origin});
  graph.add_action({.id = 0,
                    .source = ready,
                    .target = graph.add_control(end_name),
                    .statement = ir::assume(nothing_happens()),
                    .label = "nothing can happen",
                    .origin = static_cast<std::uint32_t>(events_.size())});
  std::map<Fault, Control> ends;
  for (const Fault fault : {Fault::assertion, Fault::overflow, Fault::division_by_zero,
                            Fault::bad_shift, Fault::null_reference, Fault::queue_full}) {
    const Control end = graph.add_control(to_string(fault), ControlGraph::ControlKind::target);
    ends.emplace(fault, end);
    if (fault == Fault::overflow)
      result.cuts.insert(end);
    else
      result.escapes.emplace(end, escape_reason(fault));
  }
  // An event that ends in a fault leads to no configuration. It is an action of its own, so that
  // nothing is read there: what it did before the fault is none of a formula's business.
  const auto ending_in = [&](std::uint32_t event, Fault fault, Control target) {
    analysis::Action action = action_of(event);
    action.source = ready;
    action.target = target;
    action.statement = ir::sequence(
        context, {action.statement,
                  ir::assume(ir::eq(context.var(layout_.fault()), layout_.literal(fault)))});
    return action;
  };
  for (std::uint32_t i = 0; i < events_.size(); ++i) {
    graph.add_action(ending_in(i, Fault::nothing, ready));
    for (const Fault fault : faults_of(statements_[i]))
      graph.add_action(ending_in(i, fault, ends.at(fault)));
  }
  graph.finish();
  return result;
}

Lowering::Graph Lowering::make_system(const Question* question) const {
  std::vector<const Question*> questions;
  if (question != nullptr) questions.push_back(question);
  return make_system(questions);
}

analysis::Action Lowering::action_of(std::uint32_t event) const {
  const Event& what = events_[event];
  const Class& type = model().class_of(what.object);
  return {.id = 0,
          .statement = statements_[event],
          .label = to_string(model(), what),
          .origin = event,
          .location = what.kind == Event::Kind::transition
                          ? type.transitions[what.transition].location
                          : type.location};
}

Lowering::Graph Lowering::make_system(const std::vector<const Question*>& questions) const {
  Graph result;
  ir::Context& context = layout_.context();
  result.system = std::make_unique<ControlGraph>(context);
  ControlGraph& graph = *result.system;
  graph.set_variables(layout_.variables());
  graph.set_control_variables(layout_.control_variables());
  const Control ready = graph.add_control("ready");
  const Control violated = graph.add_control("violated", ControlGraph::ControlKind::target);
  const Control escape =
      graph.add_control(to_string(Fault::queue_full), ControlGraph::ControlKind::target);
  graph.set_initial(ready, layout_.initial_condition(initial_));
  const auto add_check = [&](Control to, ir::Expr condition, const std::string& label) {
    graph.add_action({.id = 0,
                      .source = ready,
                      .target = to,
                      .statement = ir::assume(condition),
                      .role = analysis::ActionRole::check,
                      .label = label,
                      .origin = analysis::Action::no_origin});
  };
  const auto any = [&](const auto& holds) {
    return std::any_of(questions.begin(), questions.end(),
                       [&](const Question* one) { return holds(*one); });
  };
  ir::Expr is_forbidden = context.false_expr();
  for (const Question* question : questions)
    is_forbidden = ir::or_(is_forbidden, forbidden(*question));
  ir::Expr leaves = context.false_expr();
  if (!any([](const Question& one) { return one.asks_for(Fault::queue_full); })) {
    leaves = ir::eq(context.var(layout_.fault()), layout_.literal(Fault::queue_full));
    result.escapes.emplace(escape, escape_reason(Fault::queue_full));
  }
  // Both are there whatever is asked, so that events have the same numbers in all systems.
  add_check(violated, is_forbidden, "property violated");
  add_check(escape, leaves, to_string(Fault::queue_full));
  for (std::uint32_t i = 0; i < events_.size(); ++i) {
    const bool is_forbidden_event =
        any([&](const Question& one) { return one.asks_for(events_[i]); });
    analysis::Action action = action_of(i);
    action.source = ready;
    action.target = is_forbidden_event ? violated : ready;
    if (is_forbidden_event)
      action.statement = ir::sequence(context, {fires(layout_, events_[i]), action.statement});
    if (is_forbidden_event && faults_of(action.statement).contains(Fault::overflow))
      action.statement = ir::sequence(
          context, {action.statement, ir::assume(ir::neq(context.var(layout_.fault()),
                                                         layout_.literal(Fault::overflow)))});
    graph.add_action(std::move(action));
  }
  graph.finish();
  return result;
}

}  // namespace arges::model::machines
