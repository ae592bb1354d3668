#include "frontend/uml/uml_actions.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/machines/sm_dialect.h"
#include "model/statechart/event_names.h"

namespace arges::frontend::uml {

using machines::EffectText;
using machines::NodeId;
using model::statechart::Action;
using model::statechart::Direction;
using model::statechart::Parameter;
using model::statechart::Variable;

namespace {

/// The name that a text consists of, maybe as a call without arguments; empty: it is more.
std::string lone_name(std::string text) {
  if (!text.empty() && text.back() == ';') text.pop_back();
  if (text.ends_with("()")) text.resize(text.size() - 2);
  const bool is_name =
      !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
      std::all_of(text.begin(), text.end(),
                  [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
  return is_name && text != "true" && text != "false" ? text : "";
}

}  // namespace

ir::Type ActionBuilder::type_of(const Attribute& attribute) {
  if (attribute.type.kind == TypeRef::Kind::integer) return context_.int_type();
  if (attribute.type.kind == TypeRef::Kind::boolean) return context_.bool_type();
  diagnostics_.error(attribute.location,
                     fmt::format("the attribute '{}' is of type '{}'", attribute.name,
                                 attribute.type.name.empty() ? "unknown" : attribute.type.name),
                     "attributes of a state machine by itself are of type Integer or Boolean");
  return context_.bool_type();
}

ir::Expr ActionBuilder::literal(const Text& text, ir::Type type) {
  if (type.is_bool() && (text.value == "true" || text.value == "false"))
    return context_.bool_literal(text.value == "true");
  const bool has_sign = text.value.starts_with('-');
  const std::string digits = has_sign ? text.value.substr(1) : text.value;
  if (type.is_int() && !digits.empty() &&
      digits.find_first_not_of("0123456789") == std::string::npos)
    return context_.int_literal(mpz_class(text.value));
  diagnostics_.error(text.location(), fmt::format("'{}' is no value of type {}", text.value,
                                                  type.is_bool() ? "Boolean" : "Integer"));
  return type.is_bool() ? context_.false_expr() : context_.int_literal(0);
}

void ActionBuilder::add_attribute(const Attribute& attribute, const ValueText& value) {
  // An object's reference to another one means nothing where there is only one.
  if (attribute.type.kind == TypeRef::Kind::reference) return;
  const ir::Type type = type_of(attribute);
  Variable variable;
  variable.var = context_.declare(attribute.name, type, attribute.location);
  variable.initial = type.is_bool() ? context_.false_expr() : context_.int_literal(0);
  if (value.text) variable.initial = literal(*value.text, type);
  if (!attributes_.emplace(attribute.name, variable.var).second)
    diagnostics_.error(attribute.location,
                       fmt::format("there are two attributes '{}'", attribute.name));
  machine_.variables.push_back(variable);
}

ActionBuilder::Reading ActionBuilder::reading_of(const Body& body) const {
  if (!body.text || !is_own_language(body.language)) return Reading::named;
  const std::string name = lone_name(body.text->value);
  return name.empty() || attributes_.contains(name) ? Reading::own : Reading::named;
}

std::string ActionBuilder::shown_name(const Body& body) const {
  if (body.text) {
    const std::string name = lone_name(body.text->value);
    return name.empty() ? body.text->value : name;
  }
  return body.name.empty() ? "behaviour" : body.name;
}

const std::vector<EffectText>* ActionBuilder::effects_of(const Body& body) {
  const auto known = read_.find(body.text->offset);
  if (known != read_.end()) return &known->second;
  auto effects = fragments_.effects(*body.text);
  if (!effects) return &(read_[body.text->offset] = {});
  return &(read_[body.text->offset] = *std::move(effects));
}

void ActionBuilder::declare(const Body& body) {
  for (const Assignment& one : body.assignments) answer_of(one.operation);
  if (outline_.dialect == Outline::Dialect::pssm) return;
  if (reading_of(body) == Reading::named) {
    system_.warnings.push_back(
        {body.location,
         fmt::format("'{}' is not in the language of actions: that it happens can be seen, what it "
                     "does is not known",
                     shown_name(body))});
    return;
  }
  for (const EffectText& effect : *effects_of(body))
    if (effect.kind == model::machines::Effect::Kind::send) declare_sent(effect);
}

void ActionBuilder::declare_guard(const Body& body) {
  if (reading_of(body) == Reading::own) {
    if (const auto node = fragments_.expression(*body.text))
      read_guards_[body.text->offset] = *node;
    return;
  }
  if (!body.text && body.name == "false") return;
  const std::string name = shown_name(body);
  if (name == "else" || named_guards_.contains(name)) return;
  system_.warnings.push_back(
      {body.location,
       fmt::format("the guard '{}' is not in the language of actions: it may hold or not, anew in "
                   "each step",
                   name)});
  Variable variable;
  variable.var =
      context_.declare(fmt::format("guard {}", name), context_.bool_type(), body.location);
  variable.lifetime = Variable::Lifetime::chosen;
  named_guards_[name] = variable.var;
  machine_.variables.push_back(variable);
}

std::vector<ActionBuilder::EventId> ActionBuilder::all_events(Index event) const {
  std::vector<EventId> result{events_.at(event)};
  const auto self = selves_.find(outline_.name_of(outline_.events[event]));
  if (self != selves_.end()) result.push_back(self->second);
  return result;
}

Index ActionBuilder::signal_named(const std::string& name, SourceLocation location) {
  syntax::Suggestion suggestion(name);
  for (Index i = 0; i < outline_.signals.size(); ++i) {
    if (outline_.signals[i].name == name) return i;
    suggestion.consider(outline_.signals[i].name);
  }
  diagnostics_.error(location, fmt::format("there is no signal '{}'", name), suggestion.hint());
  return nothing;
}

ActionBuilder::Sent& ActionBuilder::sent_by(const EffectText& effect) {
  const bool to_self = effect.target != machines::no_node &&
                       fragments_.tree()[effect.target].kind == syntax::NodeKind::constant &&
                       fragments_.tree()[effect.target].op == machines::id(machines::SmOp::self);
  return to_self ? selves_ : outputs_;
}

void ActionBuilder::declare_sent(const EffectText& effect) {
  Sent& known = sent_by(effect);
  const std::string& signal = effect.signal.text;
  if (known.contains(signal)) return;
  model::statechart::Event event;
  event.name = signal;
  event.direction = &known == &selves_ ? Direction::self : Direction::output;
  event.location = effect.signal.location;
  machine_.events.push_back(std::move(event));
  known[signal] = static_cast<EventId>(machine_.events.size() - 1);
}

void ActionBuilder::declare_what_is_sent() {
  for (const Sent* sent : {&outputs_, &selves_})
    for (const auto& [signal, id] : *sent) {
      model::statechart::Event& event = machine_.events[id];
      const Index index = signal_named(signal, event.location);
      if (index == nothing) continue;
      const std::string name = model::statechart::told_apart(machine_, signal, event.direction);
      for (const Attribute& attribute : outline_.signals[index].attributes) {
        Parameter parameter;
        parameter.name = attribute.name;
        parameter.value = context_.declare(fmt::format("{}.{}", name, attribute.name),
                                           type_of(attribute), attribute.location);
        event.parameters.push_back(parameter);
      }
    }
}

ir::Expr ActionBuilder::find(const std::string& name, const TriggerScope& scope) {
  if (const auto found = attributes_.find(name); found != attributes_.end())
    return context_.var(found->second);
  ir::Expr result;
  const auto consider = [&](EventId id, const std::string& prefix) {
    const model::statechart::Event& event = machine_.events[id];
    for (const Parameter& parameter : event.parameters) {
      if (prefix + parameter.name != name) continue;
      const ir::Expr value = context_.var(parameter.value);
      if (!result)
        result = value;
      else if (result.type() == value.type())
        result = ir::ite(context_.var(event.present), value, result);
    }
  };
  for (const auto& [index, id] : events_) {
    const bool triggers =
        std::find(scope.events.begin(), scope.events.end(), index) != scope.events.end();
    const std::string signal = outline_.name_of(outline_.events[index]);
    consider(id, signal + ".");
    if (triggers) consider(id, "");
    const auto self = selves_.find(signal);
    if (self == selves_.end()) continue;
    consider(self->second, signal + ".");
    if (triggers) consider(self->second, "");
  }
  return result;
}

std::string ActionBuilder::advice_on(const std::string& name) const {
  for (const auto& [index, id] : events_)
    for (const Parameter& parameter : machine_.events[id].parameters)
      if (parameter.name == name)
        return fmt::format("it is no attribute of what triggers here; did you mean '{}.{}'?",
                           machine_.events[id].name, name);
  return "";
}

Expressions::Lookup ActionBuilder::lookup(const TriggerScope& scope) {
  return [this, scope](const std::string& name) { return find(name, scope); };
}

ir::Expr ActionBuilder::guard(const Body& body, const TriggerScope& scope) {
  if (!body.text && body.name == "false") return context_.false_expr();
  if (reading_of(body) == Reading::named) {
    const auto named = named_guards_.find(shown_name(body));
    return named == named_guards_.end() ? context_.true_expr() : context_.var(named->second);
  }
  const auto read = read_guards_.find(body.text->offset);
  if (read == read_guards_.end()) return context_.true_expr();
  try {
    return expressions_.build(read->second, lookup(scope), context_.bool_type());
  } catch (const BuildFailure&) {
    return context_.true_expr();
  }
}

ir::Expr ActionBuilder::test(const AttributeTest& test) {
  for (const auto& [index, id] : events_) {
    const Event& event = outline_.events[index];
    const bool is_meant =
        test.signal != nothing ? event.signal == test.signal : event.operation == test.operation;
    if (!is_meant || test.attribute >= machine_.events[id].parameters.size()) continue;
    const ir::Expr value = context_.var(machine_.events[id].parameters[test.attribute].value);
    return ir::eq(value, literal(test.value, value.type()));
  }
  return context_.false_expr();
}

ActionBuilder::Block ActionBuilder::block(const Body& body, const std::string& element,
                                          const TriggerScope& scope) {
  if (outline_.dialect == Outline::Dialect::pssm) return observed(body, element);
  if (reading_of(body) == Reading::named) return {log(shown_name(body), {}, body.location)};
  Block result;
  for (const EffectText& text : *effects_of(body)) try {
      result.push_back(effect(text, lookup(scope)));
    } catch (const BuildFailure&) {
    }
  return result;
}

Action ActionBuilder::log(std::string text, std::vector<ir::Expr> values,
                          SourceLocation location) const {
  Action result;
  result.kind = Action::Kind::log;
  result.text = std::move(text);
  result.arguments = std::move(values);
  result.location = location;
  return result;
}

Action ActionBuilder::effect(const EffectText& text, const Expressions::Lookup& lookup) {
  using Kind = model::machines::Effect::Kind;
  if (text.kind == Kind::send) return send(text, lookup);
  Action result;
  result.location = text.location;
  if (text.kind == Kind::assert_) {
    result.kind = Action::Kind::assertion;
    result.expr = expressions_.build(text.value, lookup, context_.bool_type());
    result.assertion = static_cast<std::uint32_t>(machine_.assertions.size());
    machine_.assertions.push_back({fmt::format("line {}", text.location.line()), text.location});
    return result;
  }
  result.kind = Action::Kind::assign;
  const ir::Expr target = expressions_.variable(text.target, lookup);
  result.variable = target.var();
  const bool is_attribute =
      std::any_of(attributes_.begin(), attributes_.end(),
                  [&](const auto& one) { return one.second == result.variable; });
  if (!is_attribute)
    expressions_.fail(text.location, "what a signal carries can't be changed",
                      "assign to an attribute of the class");
  result.expr = expressions_.build(text.value, lookup, target.type());
  return result;
}

Action ActionBuilder::send(const EffectText& text, const Expressions::Lookup& lookup) {
  Action result;
  result.kind = Action::Kind::raise;
  result.location = text.location;
  const Sent& known = sent_by(text);
  const auto sent = known.find(text.signal.text);
  if (sent == known.end()) throw BuildFailure();
  result.event = sent->second;
  const model::statechart::Event& event = machine_.events[result.event];
  if (event.parameters.size() != text.arguments.size())
    expressions_.fail(text.signal.location,
                      fmt::format("the signal '{}' has {} attributes, not {}", event.name,
                                  event.parameters.size(), text.arguments.size()));
  for (std::size_t i = 0; i < text.arguments.size(); ++i)
    result.arguments.push_back(
        expressions_.build(text.arguments[i], lookup, event.parameters[i].value->type));
  return result;
}

// What PSSM's tests observe

ActionBuilder::Block ActionBuilder::observed(const Body& body, const std::string& element) {
  Block result;
  std::string outs;
  std::vector<ir::Expr> out_values;
  for (const Assignment& one : body.assignments) {
    Action action;
    action.variable = answer_of(one.operation).values[one.attribute];
    action.location = body.location;
    if (action.variable == nullptr) continue;
    action.expr = literal(one.value, action.variable->type);
    outs += "[out={}]";
    out_values.push_back(action.expr);
    result.push_back(std::move(action));
  }
  const std::string text = fmt::format("{}({})", element, body.name);
  Action told;
  told.kind = Action::Kind::branch;
  told.location = body.location;
  for (const auto& [index, id] : events_) {
    const model::statechart::Event& event = machine_.events[id];
    if (event.parameters.empty()) continue;
    std::string with_values = text;
    std::vector<ir::Expr> values;
    for (const Parameter& parameter : event.parameters) {
      with_values += "[in={}]";
      values.push_back(context_.var(parameter.value));
    }
    values.insert(values.end(), out_values.begin(), out_values.end());
    told.branches.push_back(
        {context_.var(event.present), {log(with_values + outs, values, body.location)}});
  }
  const Action plain = log(text + outs, out_values, body.location);
  if (told.branches.empty()) {
    result.push_back(plain);
    return result;
  }
  told.branches.push_back({{}, {plain}});
  result.push_back(std::move(told));
  return result;
}

ActionBuilder::Block ActionBuilder::activity(const Body& body, const std::string& element,
                                             Block& copying) {
  if (outline_.dialect != Outline::Dialect::pssm) return block(body, element, {});
  Block result = observed(body, element);
  if (result.back().kind != Action::Kind::branch) return result;
  // It is told with the values of the event that the state was entered by.
  const auto declare = [&](const std::string& name, ir::Type type) {
    Variable variable;
    variable.var = context_.declare(fmt::format("{}.{}", element, name), type, body.location);
    variable.initial = type.is_bool() ? context_.false_expr() : context_.int_literal(0);
    machine_.variables.push_back(variable);
    return variable.var;
  };
  const auto assign = [&](ir::Var var, ir::Expr value) {
    Action action;
    action.variable = var;
    action.expr = value;
    action.location = body.location;
    return action;
  };
  const ir::Var by = declare("entered by", context_.int_type());
  copying.push_back(assign(by, context_.int_literal(0)));
  std::int64_t number = 0;
  for (model::statechart::Branch& branch : result.back().branches) {
    if (!branch.guard) continue;
    ++number;
    Action copy;
    copy.kind = Action::Kind::branch;
    copy.branches.push_back({branch.guard, {assign(by, context_.int_literal(number))}});
    for (ir::Expr& value : branch.body.front().arguments) {
      if (!value.is_variable()) continue;
      const ir::Var kept = declare(value.var()->name, value.type());
      copy.branches.front().body.push_back(assign(kept, value));
      value = context_.var(kept);
    }
    copying.push_back(std::move(copy));
    branch.guard = ir::eq(context_.var(by), context_.int_literal(number));
  }
  return result;
}

ActionBuilder::Answer& ActionBuilder::answer_of(Index operation) {
  if (const auto known = answers_.find(operation); known != answers_.end()) return known->second;
  const Operation& what = outline_.operations[operation];
  Answer answer;
  model::statechart::Event event;
  event.name = fmt::format("return of {}", what.name);
  event.direction = Direction::internal;
  event.location = what.location;
  machine_.events.push_back(std::move(event));
  answer.event = static_cast<EventId>(machine_.events.size() - 1);
  const auto declare = [&](const std::string& name, ir::Type type) {
    Variable variable;
    variable.var = context_.declare(fmt::format("{}.{}", what.name, name), type, what.location);
    variable.initial = type.is_bool() ? context_.false_expr() : context_.int_literal(0);
    machine_.variables.push_back(variable);
    return variable.var;
  };
  answer.pending = declare("to be answered", context_.bool_type());
  for (std::size_t i = 0; i < what.attributes.size(); ++i)
    answer.values.push_back(
        i < what.inputs ? nullptr : declare(what.attributes[i].name, type_of(what.attributes[i])));
  return answers_.emplace(operation, std::move(answer)).first->second;
}

ActionBuilder::Block ActionBuilder::answer(Index operation) {
  const auto found = answers_.find(operation);
  if (found == answers_.end()) return {};
  Action pending;
  pending.variable = found->second.pending;
  pending.expr = context_.true_expr();
  Action raise;
  raise.kind = Action::Kind::raise;
  raise.event = found->second.event;
  Action once;
  once.kind = Action::Kind::branch;
  once.branches.push_back(
      {ir::not_(context_.var(found->second.pending)), {std::move(pending), std::move(raise)}});
  return {std::move(once)};
}

void ActionBuilder::add_answers() {
  for (const auto& [operation, answer] : answers_) {
    std::string text;
    std::vector<ir::Expr> values;
    for (const ir::Var var : answer.values) {
      if (var == nullptr) continue;
      text += "[out={}]";
      values.push_back(context_.var(var));
    }
    const SourceLocation location = outline_.operations[operation].location;
    Action done;
    done.variable = answer.pending;
    done.expr = context_.false_expr();
    done.location = location;
    model::statechart::Transition transition;
    transition.kind = model::statechart::Transition::Kind::internal;
    transition.name = machine_.events[answer.event].name;
    transition.source = 0;
    transition.trigger.kind = model::statechart::Trigger::Kind::events;
    transition.trigger.events = {answer.event};
    transition.effect = {log(text, values, location), std::move(done)};
    transition.location = location;
    machine_.transitions.push_back(std::move(transition));
  }
}

}  // namespace arges::frontend::uml
