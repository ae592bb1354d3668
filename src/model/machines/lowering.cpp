#include "model/machines/lowering.h"

#include <fmt/format.h>

#include "base/invariant.h"
#include "model/machines/concrete_evaluator.h"
#include "model/machines/lower_event.h"

namespace arges::model::machines {

using analysis::Control;

Lowering::Lowering(ir::Context& context, const Model& model) : layout_(context, model) {
  const ConcreteEvaluator evaluator(model);
  const Execution execution(model, evaluator);
  initial_ = execution.initial();
  events_ = execution.events();
  for (const Event& event : events_) statements_.push_back(statement(event));
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
  // Where it has no value it does not say anything.
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

Lowering::Graph Lowering::make_system_with_end() const {
  Graph result = make_graph(nullptr);
  ControlGraph& graph = *result.system;
  graph.add_action({.id = 0,
                    .source = graph.initial_control(),
                    .target = graph.add_control(end_name),
                    .statement = ir::assume(nothing_happens()),
                    .label = "nothing can happen",
                    .origin = static_cast<std::uint32_t>(events_.size())});
  graph.finish();
  return result;
}

Lowering::Graph Lowering::make_system(const Question* question) const {
  Graph result = make_graph(question);
  result.system->finish();
  return result;
}

Lowering::Graph Lowering::make_graph(const Question* question) const {
  Graph result;
  result.system = std::make_unique<ControlGraph>(layout_.context());
  ControlGraph& graph = *result.system;
  graph.set_variables(layout_.variables());
  graph.set_control_variables(layout_.control_variables());
  const Control ready = graph.add_control("ready");
  const Control violated = graph.add_control("violated", ControlGraph::ControlKind::target);
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
  if (question != nullptr && question->kind != Question::Kind::implicit)
    add_check(violated, forbidden(*question), "property violated");
  if (question == nullptr || !question->asks_for(Fault::queue_full)) {
    const Control escape =
        graph.add_control(to_string(Fault::queue_full), ControlGraph::ControlKind::target);
    result.escapes.emplace(escape, fmt::format("not proved: {}", to_string(Fault::queue_full)));
    add_check(escape,
              ir::eq(layout_.context().var(layout_.fault()), layout_.literal(Fault::queue_full)),
              to_string(Fault::queue_full));
  }
  const bool forbids_loss = question != nullptr && question->kind == Question::Kind::implicit;
  for (std::uint32_t i = 0; i < events_.size(); ++i) {
    const bool is_loss = events_[i].kind == Event::Kind::implicit;
    const SourceLocation location =
        events_[i].kind == Event::Kind::transition
            ? model().class_of(events_[i].object).transitions[events_[i].transition].location
            : model().class_of(events_[i].object).location;
    graph.add_action({.id = 0,
                      .source = ready,
                      .target = forbids_loss && is_loss ? violated : ready,
                      .statement = statements_[i],
                      .label = to_string(model(), events_[i]),
                      .origin = i,
                      .location = location});
  }
  return result;
}

}  // namespace arges::model::machines
