#include "frontend/machines/sm_flatten.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/suggest.h"

namespace arges::frontend::machines {

using model::machines::Class;
using model::machines::Effect;
using model::machines::Expression;
using model::machines::ExprId;
using model::machines::none;
using model::machines::Signal;
using model::machines::SignalId;
using model::machines::State;
using model::machines::StateId;
using model::machines::Transition;
using model::machines::Trigger;
using model::machines::Type;
using model::machines::VarId;

namespace {

bool always_reacts(const TransitionText& text) {
  return text.guard == no_node && text.guard_kind == TransitionText::Guard::condition;
}

}  // namespace

SmFlattener::SmFlattener(model::machines::Model& model, model::machines::ClassId type,
                         const ClassText& text, SmExpressions& expressions,
                         Diagnostics& diagnostics)
    : model_(model),
      type_(type),
      text_(text),
      expressions_(expressions),
      diagnostics_(diagnostics) {}

void SmFlattener::add_nodes(const std::vector<StateText>& states, std::uint32_t parent) {
  for (const StateText& state : states) {
    const std::string name = parent == none
                                 ? state.name.text
                                 : fmt::format("{}.{}", nodes_[parent].name, state.name.text);
    for (const Node& other : nodes_)
      if (other.parent == parent && other.text->name.text == state.name.text)
        diagnostics_.error(state.name.location, fmt::format("there are two states '{}'", name));
    nodes_.push_back({&state, parent, name});
    add_nodes(state.children, static_cast<std::uint32_t>(nodes_.size() - 1));
  }
}

std::vector<std::uint32_t> SmFlattener::ancestors(std::uint32_t node) const {
  std::vector<std::uint32_t> result;
  for (std::uint32_t at = node; at != none; at = nodes_[at].parent) result.push_back(at);
  return result;
}

void SmFlattener::declare_states() {
  Class& type = model_.classes[type_];
  add_nodes(text_.states, none);
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    Node& node = nodes_[i];
    if (!node.text->children.empty()) {
      if (node.text->kind == StateText::Kind::choice)
        diagnostics_.error(node.text->name.location, "a choice has no states inside");
      continue;
    }
    node.leaf = static_cast<StateId>(type.states.size());
    State state;
    state.name = node.name;
    state.flush = node.text->flush;
    state.location = node.text->name.location;
    for (const std::uint32_t around : ancestors(i)) {
      if (nodes_[around].text->end == State::End::allowed) state.end = State::End::allowed;
      for (const Name& name : nodes_[around].text->defers) try {
          state.defers.push_back(signal(name));
        } catch (const BuildFailure&) {
        }
    }
    type.states.push_back(std::move(state));
  }
}

SignalId SmFlattener::signal(const Name& name) {
  syntax::Suggestion suggestion(name.text);
  for (SignalId i = 0; i < model_.signals.size(); ++i) {
    if (model_.signals[i].name == name.text) return i;
    suggestion.consider(model_.signals[i].name);
  }
  expressions_.fail(name.location, fmt::format("there is no signal '{}'", name.text),
                    suggestion.hint());
}

std::uint32_t SmFlattener::initial_of(const std::vector<StateText>& states, std::uint32_t parent,
                                      SourceLocation location) {
  std::uint32_t result = none;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].parent != parent || nodes_[i].text->initial != StateText::Initial::yes) continue;
    if (result != none)
      diagnostics_.error(nodes_[i].text->name.location, "there are two initial states",
                         "one of the states side by side is initial");
    result = i;
  }
  if (result == none && states.size() == 1)
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].parent == parent) result = i;
  if (result == none)
    expressions_.fail(location, "no state is initial", "write 'initial state NAME'");
  return result;
}

std::uint32_t SmFlattener::entered(std::uint32_t node) {
  while (nodes_[node].leaf == none)
    node = initial_of(nodes_[node].text->children, node, nodes_[node].text->name.location);
  return node;
}

std::uint32_t SmFlattener::find(const Name& name, std::uint32_t from) {
  // The nearest state of that name: beside the source, or beside a state around it, or anywhere.
  for (const std::uint32_t around : ancestors(from))
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].parent == nodes_[around].parent && nodes_[i].text->name.text == name.text)
        return i;
  syntax::Suggestion suggestion(name.text);
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (nodes_[i].text->name.text == name.text || nodes_[i].name == name.text) return i;
    suggestion.consider(nodes_[i].text->name.text);
  }
  expressions_.fail(name.location,
                    fmt::format("the class '{}' has no state '{}'", text_.name.text, name.text),
                    suggestion.hint());
}

void SmFlattener::add_transitions() {
  if (text_.states.empty()) {
    diagnostics_.error(text_.name.location,
                       fmt::format("the class '{}' has no states", text_.name.text),
                       "write 'initial state NAME;'");
    return;
  }
  Class& type = model_.classes[type_];
  try {
    const std::uint32_t first = entered(initial_of(text_.states, none, text_.name.location));
    type.initial = nodes_[first].leaf;
    Transition start;
    for (const std::uint32_t node : ancestors(first)) {
      Transition part;
      add_effects(nodes_[node].text->entry, part);
      start.effects.insert(start.effects.begin(), part.effects.begin(), part.effects.end());
    }
    if (!start.effects.empty()) {
      // What is done on entering the first state needs a state before it.
      start.source = static_cast<StateId>(type.states.size());
      start.target = type.initial;
      start.label = fmt::format("start -> {}", nodes_[first].name);
      start.location = nodes_[first].text->name.location;
      State before;
      before.name = "start";
      before.flush = State::Flush::no;
      before.location = start.location;
      type.states.push_back(std::move(before));
      type.initial = start.source;
      type.transitions.push_back(std::move(start));
    }
  } catch (const BuildFailure&) {
  }
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].leaf != none) add_from(i);
}

void SmFlattener::add_from(std::uint32_t leaf) {
  std::vector<const TransitionText*> inner;
  for (const std::uint32_t source : ancestors(leaf)) {
    for (const TransitionText& text : nodes_[source].text->transitions) try {
        add(leaf, source, text, inner);
      } catch (const BuildFailure&) {
      }
    for (const TransitionText& text : nodes_[source].text->transitions) inner.push_back(&text);
  }
}

std::optional<Trigger> SmFlattener::trigger(const TransitionText& text) {
  if (!text.signal) return {};
  Trigger result;
  result.signal = signal(text.signal);
  const Signal& sent = model_.signals[result.signal];
  if (sent.parameters.size() != text.parameters.size())
    expressions_.fail(text.signal.location,
                      fmt::format("the signal '{}' has {} parameters, not {}", sent.name,
                                  sent.parameters.size(), text.parameters.size()));
  const auto& variables = model_.classes[type_].variables;
  for (std::size_t i = 0; i < text.parameters.size(); ++i) {
    const Name& name = text.parameters[i].name;
    VarId var = 0;
    while (var < variables.size() && variables[var].name != name.text) ++var;
    if (var == variables.size())
      expressions_.fail(name.location, fmt::format("the class has no variable '{}'", name.text),
                        fmt::format("declare it, or write its type here: {} {}",
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

/// The guard of one is to be read where the other reacts.
void SmFlattener::check_parameters(const TransitionText& text, const TransitionText& other,
                                   const char* which) {
  const std::size_t count = std::min(text.parameters.size(), other.parameters.size());
  for (std::size_t i = 0; i < count; ++i)
    if (other.parameters[i].name.text != text.parameters[i].name.text)
      expressions_.fail(text.signal.location,
                        fmt::format("{} takes the same signal into other variables", which),
                        "use the same variables for both");
}

ExprId SmFlattener::guard(std::uint32_t source, const TransitionText& text,
                          const std::vector<const TransitionText*>& inner) {
  const Type boolean{Type::Kind::boolean};
  ExprId result = text.guard == no_node ? none : expressions_.build(text.guard, boolean);
  const auto add = [&](ExprId condition) {
    result = result == none ? condition : expressions_.both(condition, result);
  };
  if (text.guard_kind == TransitionText::Guard::otherwise) {
    for (const TransitionText& other : nodes_[source].text->transitions) {
      if (other.signal.text != text.signal.text || other.guard == no_node) continue;
      check_parameters(text, other, "a transition beside it");
      add(expressions_.negated(expressions_.build(other.guard, boolean)));
    }
    // It may be there for another signal of the same transition.
    const std::vector<TransitionText>& all = nodes_[source].text->transitions;
    const bool says_something = std::any_of(all.begin(), all.end(), [&](const TransitionText& one) {
      return one.guard != no_node && one.signal.text.empty() == text.signal.text.empty();
    });
    if (!says_something)
      expressions_.fail(text.location,
                        "no other transition here has a guard, so 'else' says nothing",
                        "leave 'else' out");
  }
  for (const TransitionText* other : inner) {
    if (other->signal.text != text.signal.text) continue;
    check_parameters(text, *other, "a transition inside of the state");
    add(expressions_.negated(expressions_.build(other->guard, boolean)));
  }
  return result;
}

void SmFlattener::add(std::uint32_t leaf, std::uint32_t source, const TransitionText& text,
                      const std::vector<const TransitionText*>& inner) {
  // One inside that always reacts leaves nothing to this one, one beside nothing to an else.
  for (const TransitionText* other : inner)
    if (other->signal.text == text.signal.text && other->guard == no_node) return;
  if (text.guard_kind == TransitionText::Guard::otherwise)
    for (const TransitionText& other : nodes_[source].text->transitions)
      if (other.signal.text == text.signal.text && always_reacts(other)) return;
  Transition result;
  result.location = text.location;
  result.source = nodes_[leaf].leaf;
  result.target = result.source;
  result.trigger = trigger(text);
  result.guard = guard(source, text, inner);
  add_bounds(text, result);
  if (!text.target) {
    add_effects(text.effects, result);
  } else {
    const std::uint32_t to = entered(find(text.target, source));
    const std::vector<std::uint32_t> above = ancestors(to);
    // What is left and entered lies below the innermost state around both, which is not left.
    std::uint32_t around = nodes_[source].parent;
    while (around != none && std::find(above.begin(), above.end(), around) == above.end())
      around = nodes_[around].parent;
    for (std::uint32_t at = leaf; at != around; at = nodes_[at].parent)
      add_effects(nodes_[at].text->exit, result);
    add_effects(text.effects, result);
    for (auto at = above.rbegin(); at != above.rend(); ++at) {
      const std::vector<std::uint32_t> over = ancestors(*at);
      if (*at != around && std::find(over.begin(), over.end(), around) == over.end() &&
          around != none)
        continue;  // above the state around
      if (*at != around) add_effects(nodes_[*at].text->entry, result);
    }
    result.target = nodes_[to].leaf;
  }
  reset_parameters(text, result);
  result.label =
      fmt::format("{} -> {}", nodes_[leaf].name, model_.classes[type_].states[result.target].name);
  if (text.signal) result.label += " on " + text.signal.text;
  model_.classes[type_].transitions.push_back(std::move(result));
}

void SmFlattener::reset_parameters(const TransitionText& text, Transition& to) {
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

void SmFlattener::add_effects(const std::vector<EffectText>& texts, Transition& to) {
  for (const EffectText& text : texts) {
    to.effects.push_back(effect(text));
    if (text.kind == Effect::Kind::assign) add_bounds(to.effects.back().target, to);
  }
}

/// What is assigned to a variable with bounds must be within.
void SmFlattener::add_bounds(ExprId target, Transition& to) {
  const Expression name = model_.expressions[target];
  const auto& bounds = model_.variable_of(name).bounds;
  if (!bounds) return;
  Effect check;
  check.kind = Effect::Kind::assert_;
  check.value = expressions_.within(target, *bounds);
  check.location = name.location;
  to.effects.push_back(std::move(check));
}

/// The same of those that a message's arguments are put into.
void SmFlattener::add_bounds(const TransitionText& text, Transition& to) {
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

Effect SmFlattener::effect(const EffectText& text) {
  Effect result;
  result.kind = text.kind;
  result.location = text.location;
  switch (text.kind) {
    case Effect::Kind::assert_:
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
        expressions_.fail(text.signal.location,
                          fmt::format("the signal '{}' has {} parameters, not {}", sent.name,
                                      sent.parameters.size(), text.arguments.size()));
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
