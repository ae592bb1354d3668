#include "output/machine_explanation.h"

#include <optional>

#include <fmt/format.h>

namespace arges::output {

namespace {

using model::machines::Effect;
using model::machines::Evaluated;
using model::machines::ExprId;
using model::machines::Fault;
using model::machines::Message;
using model::machines::Model;
using model::machines::ObjectId;
using model::machines::Range;
using model::machines::Slot;
using model::machines::Spurious;
using model::machines::Type;
using model::machines::Value;
using model::machines::canal::Action;
using model::machines::canal::AnalysisStep;
using model::machines::canal::Point;
using model::machines::canal::RelevantLocation;

std::string text_of(const Model& model, const Effect& effect) {
  switch (effect.kind) {
    case Effect::Kind::assign:
      return fmt::format("{} = {}", model.text(effect.target), model.text(effect.value));
    case Effect::Kind::assert_:
      return fmt::format("assert {}", model.text(effect.value));
    case Effect::Kind::require:
      return fmt::format("[{}]", model.text(effect.value));
    case Effect::Kind::send: {
      std::string arguments;
      for (const auto argument : effect.arguments)
        arguments += (arguments.empty() ? "" : ", ") + model.text(argument);
      return fmt::format("send {}({}) to {}", model.signals[effect.signal].name, arguments,
                         model.text(effect.target));
    }
  }
  return "";
}

std::string text_of(const Model& model, const AnalysisStep& step) {
  const std::string& object = model.objects[step.object].name;
  switch (step.action.kind) {
    case Action::Kind::receive:
      return fmt::format("{} takes {}", object, model.signals[step.action.trigger->signal].name);
    case Action::Kind::assume:
      if (step.action.condition == model::machines::none)
        return fmt::format("{} needs nothing", object);
      // What a property says is about no object in particular.
      return fmt::format("{} needs {}",
                         model.expression(step.action.condition).scope == model::machines::none
                             ? "the property"
                             : object,
                         model.text(step.action.condition));
    case Action::Kind::effect:
      return fmt::format("{}: {}", object, text_of(model, *step.action.effect));
    case Action::Kind::go:
      return fmt::format("{} goes to {}", object,
                         model.class_of(step.object).states[step.action.state].name);
    case Action::Kind::implicit:
      return fmt::format("{} loses a message", object);
    case Action::Kind::defer:
      return fmt::format("{} puts aside a message", object);
  }
  return "";
}

using Match = Explanation::Location::Match;

std::string value_text(const Model& model, const Type& type, Range range) {
  if (type.is_bool()) return range.lo != 0 ? "true" : "false";
  if (type.is_reference())
    return range.lo == model::machines::null_object
               ? "null"
               : model.objects[static_cast<ObjectId>(range.lo)].name;
  const bool is_literal =
      type.target != model::machines::none && range.lo == range.hi && range.lo >= 0 &&
      range.lo < static_cast<Value>(model.enumerations[type.target].literals.size());
  return is_literal ? model.text(type, range.lo) : model::machines::to_string(range);
}

Explanation::Location compared(const Model& model, std::string name, const Type& type,
                               Value concrete, Range abstract) {
  return {std::move(name), value_text(model, type, Range::of(concrete)),
          value_text(model, type, abstract),
          abstract.contains(concrete) ? Match::alike : Match::different};
}

/// The argument of a message that is somewhere in a queue; nothing: it is there no more.
const Message* find_message(const model::machines::Configuration& at, std::uint32_t id) {
  for (const auto& object : at.objects)
    for (const auto* queue : {&object.input, &object.deferred})
      for (const Message& message : *queue)
        if (message.id == id) return &message;
  return nullptr;
}

/// A relevant location with its values before a step.
std::optional<Explanation::Location> value_of(const Spurious& spurious, const AnalysisStep& step,
                                              const RelevantLocation& one) {
  const Model& model = spurious.models.model;
  const auto& evaluator = spurious.models.abstract.evaluator();
  if (one.kind == RelevantLocation::Kind::variable) {
    const Slot slot{Slot::Kind::variable, model.objects[one.owner].type, one.index};
    const auto& variable = model.classes[slot.owner].variables[one.index];
    return compared(
        model, fmt::format("{}.{}", model.objects[one.owner].name, variable.name), variable.type,
        step.before.concrete.objects[one.owner].values[one.index],
        evaluator.range(step.before.abstract.objects[one.owner].values[one.index], slot));
  }
  const Message* concrete = find_message(step.before.concrete, one.owner);
  const Message* abstract = find_message(step.before.abstract, one.owner);
  if (concrete == nullptr || abstract == nullptr) return {};
  const auto& signal = model.signals[concrete->signal];
  return compared(
      model,
      fmt::format("{}({}) of step {}", signal.name, signal.parameter_names[one.index], one.owner),
      signal.parameters[one.index], concrete->arguments[one.index],
      evaluator.range(abstract->arguments[one.index],
                      {Slot::Kind::parameter, abstract->signal, one.index}));
}

std::vector<Explanation::Location> relevant_before(const Spurious& spurious, std::uint32_t number) {
  std::vector<Explanation::Location> result;
  for (auto at = spurious.relevant.lower_bound({number});
       at != spurious.relevant.end() && at->step == number; ++at)
    if (auto location = value_of(spurious, spurious.trace.step(number), *at))
      result.push_back(*std::move(location));
  return result;
}

std::string outcome_text(const Model& model, ExprId expression, const Evaluated& value) {
  if (!value.ok()) return to_string(value.fault);
  return value_text(model, model.expression(expression).type, value.value);
}

/// What an expression comes to at a step.
Explanation::Location evaluated(const Spurious& spurious, const AnalysisStep& step,
                                ExprId expression) {
  const Model& model = spurious.models.model;
  const Point point(spurious.models, step);
  Evaluated abstract = point.abstract(expression);
  if (abstract.ok()) abstract.value = point.abstract_cell(expression);
  return {model.text(expression), outcome_text(model, expression, point.concrete(expression)),
          outcome_text(model, expression, abstract),
          point.corresponds(expression) ? Match::alike : Match::different};
}

/// What becomes of the step where the executions part, in each of them.
Explanation::Location end_of(const Spurious& spurious) {
  const AnalysisStep& last = spurious.trace.step(spurious.trace.length());
  if (last.action.kind == Action::Kind::assume && last.action.condition != model::machines::none)
    return evaluated(spurious, last, last.action.condition);
  if (last.action.kind == Action::Kind::effect &&
      last.action.effect->value != model::machines::none)
    return evaluated(spurious, last, last.action.effect->value);
  const auto queue_text = [&](const model::machines::Configuration& at) {
    const auto& input = at.objects[last.object].input;
    return input.empty() ? std::string("empty")
                         : spurious.models.model.signals[input.front().signal].name + " first";
  };
  return {fmt::format("the queue of {}", spurious.models.model.objects[last.object].name),
          queue_text(last.before.concrete), queue_text(last.before.abstract), Match::different};
}

}  // namespace

Explanation explain(const Spurious& spurious) {
  const Model& model = spurious.models.model;
  Explanation result{spurious.number, spurious.counterexample.steps.size()};
  for (std::uint32_t i = 1; i <= spurious.trace.length(); ++i)
    result.steps.push_back(
        {i, text_of(model, spurious.trace.step(i)), relevant_before(spurious, i)});
  result.end = end_of(spurious);
  if (spurious.refinement.expression != model::machines::none) {
    result.blamed_step = spurious.refinement.step;
    result.blamed = evaluated(spurious, spurious.trace.step(spurious.refinement.step),
                              spurious.refinement.expression);
  }
  for (const auto& [location, numbers] : spurious.refinement.numbers) {
    const Slot slot{Slot::Kind::variable, model.objects[location.object].type, location.variable};
    const auto& type = model.classes[slot.owner];
    Explanation::Split split{fmt::format("{}.{}", type.name, type.variables[slot.index].name)};
    split.numbers.assign(numbers.begin(), numbers.end());
    split.before = spurious.before.of(slot).to_string();
    split.after = spurious.after.of(slot).to_string();
    result.splits.push_back(std::move(split));
  }
  return result;
}

}  // namespace arges::output
