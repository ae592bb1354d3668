#include "frontend/machines/sm_effects.h"

#include <fmt/format.h>

#include "base/counted.h"
#include "base/syntax/suggest.h"

namespace arges::frontend::machines {

using model::machines::Effect;
using model::machines::Expression;
using model::machines::ExprId;
using model::machines::none;
using model::machines::Signal;
using model::machines::SignalId;
using model::machines::Transition;
using model::machines::Trigger;
using model::machines::Type;
using model::machines::VarId;

SignalId SmEffects::signal(const Name& name) {
  syntax::Suggestion suggestion(name.text);
  for (SignalId i = 0; i < model_.signals.size(); ++i) {
    if (model_.signals[i].name == name.text) return i;
    suggestion.consider(model_.signals[i].name);
  }
  expressions_.fail(name.location, fmt::format("there is no signal '{}'", name.text),
                    suggestion.hint());
}

std::optional<Trigger> SmEffects::trigger(const TransitionText& text) {
  if (!text.signal) return {};
  Trigger result;
  result.signal = signal(text.signal);
  const Signal& sent = model_.signals[result.signal];
  if (sent.parameters.size() != text.parameters.size())
    expressions_.fail(
        text.signal.location,
        fmt::format("the signal '{}' has {}, not {}", sent.name,
                    counted(sent.parameters.size(), "parameter"), text.parameters.size()));
  const auto& variables = model_.classes[type_].variables;
  for (std::size_t i = 0; i < text.parameters.size(); ++i) {
    const Name& name = text.parameters[i].name;
    VarId var = 0;
    while (var < variables.size() && variables[var].name != name.text) ++var;
    if (var == variables.size())
      expressions_.fail(name.location, fmt::format("the class has no variable '{}'", name.text),
                        fmt::format("declare it, or write its type here: {} {}",
                                    expressions_.name_of(sent.parameters[i]), name.text));
    if (!text.parameters[i].type &&
        variables[var].scope == model::machines::Variable::Scope::transition)
      expressions_.fail(name.location,
                        fmt::format("'{}' is a parameter of other transitions", name.text),
                        fmt::format("write its type here, too: {} {}",
                                    expressions_.name_of(sent.parameters[i]), name.text));
    if (variables[var].type != sent.parameters[i])
      expressions_.fail(name.location,
                        fmt::format("the argument is of type {}, '{}' of type {}",
                                    expressions_.name_of(sent.parameters[i]), name.text,
                                    expressions_.name_of(variables[var].type)));
    result.parameters.push_back(var);
  }
  return result;
}

void SmEffects::reset_parameters(const TransitionText& text, Transition& to) {
  for (std::size_t i = 0; i < text.parameters.size(); ++i) {
    if (!text.parameters[i].type) continue;
    const VarId var = to.trigger->parameters[i];
    const auto& variable = model_.classes[type_].variables[var];
    Expression left;
    left.kind = Expression::Kind::name;
    left.type = variable.type;
    left.scope = type_;
    left.path = {var};
    left.location = text.parameters[i].name.location;
    Expression right = left;
    right.kind = Expression::Kind::literal;
    right.path.clear();
    right.value = variable.initial;
    const auto first = static_cast<ExprId>(model_.expressions.size());
    model_.expressions.push_back(std::move(left));
    model_.expressions.push_back(std::move(right));
    Effect effect;
    effect.target = first;
    effect.value = first + 1;
    effect.location = text.parameters[i].name.location;
    to.effects.push_back(std::move(effect));
  }
}

void SmEffects::add(const std::vector<EffectText>& texts, Transition& to) {
  for (const EffectText& text : texts) {
    to.effects.push_back(effect(text));
    if (text.kind == Effect::Kind::assign) add_bounds(to.effects.back().target, to);
  }
}

/// What is assigned to a variable with bounds must be within.
void SmEffects::add_bounds(ExprId target, Transition& to) {
  const Expression name = model_.expressions[target];
  const auto& bounds = model_.variable_of(name).bounds;
  if (!bounds) return;
  Effect check;
  check.kind = Effect::Kind::assert_;
  check.value = expressions_.within(target, *bounds);
  check.location = name.location;
  to.effects.push_back(std::move(check));
}

void SmEffects::add_bounds(const TransitionText& text, Transition& to) {
  for (std::size_t i = 0; i < text.parameters.size(); ++i) {
    const VarId var = to.trigger->parameters[i];
    if (!model_.classes[type_].variables[var].bounds) continue;
    Expression name;
    name.kind = Expression::Kind::name;
    name.type = model_.classes[type_].variables[var].type;
    name.scope = type_;
    name.path = {var};
    name.location = text.parameters[i].name.location;
    model_.expressions.push_back(std::move(name));
    add_bounds(static_cast<ExprId>(model_.expressions.size() - 1), to);
  }
}

Effect SmEffects::effect(const EffectText& text) {
  Effect result;
  result.kind = text.kind;
  result.location = text.location;
  switch (text.kind) {
    case Effect::Kind::assert_:
    case Effect::Kind::require:
      result.value = expressions_.build(text.value, {Type::Kind::boolean});
      break;
    case Effect::Kind::assign:
      result.target = expressions_.build_name(text.target);
      result.value = expressions_.build(text.value, model_.expressions[result.target].type);
      if (text.update != EffectText::Update::set)
        result.value = expressions_.updated(expressions_.build_name(text.target),
                                            text.update == EffectText::Update::add
                                                ? model::machines::Operator::add
                                                : model::machines::Operator::subtract,
                                            result.value);
      break;
    case Effect::Kind::send: {
      result.signal = signal(text.signal);
      const Signal& sent = model_.signals[result.signal];
      if (sent.origin == Signal::Origin::external)
        expressions_.fail(text.signal.location,
                          fmt::format("'{}' comes from the environment", sent.name),
                          "objects send signals that are not 'external'");
      if (sent.parameters.size() != text.arguments.size())
        expressions_.fail(
            text.signal.location,
            fmt::format("the signal '{}' has {}, not {}", sent.name,
                        counted(sent.parameters.size(), "parameter"), text.arguments.size()));
      for (std::size_t i = 0; i < text.arguments.size(); ++i)
        result.arguments.push_back(expressions_.build(text.arguments[i], sent.parameters[i]));
      result.target = expressions_.build(text.target, {Type::Kind::reference});
      if (model_.expressions[result.target].type.target == none)
        expressions_.fail(model_.expressions[result.target].location,
                          "nothing can be sent to null");
      break;
    }
  }
  return result;
}

}  // namespace arges::frontend::machines
