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

/// More are hardly meant.
constexpr std::size_t most_ways = 1000;

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
      if (is_choice(i))
        diagnostics_.error(node.text->name.location, "a choice has no states inside");
      continue;
    }
    if (is_choice(i)) continue;
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

/// The nearest state of that name: beside the source, or beside a state around it, or anywhere.
std::uint32_t SmFlattener::find_near(const Name& name, std::uint32_t from) const {
  for (const std::uint32_t beside : ancestors(from)) {
    const std::uint32_t around = nodes_[beside].parent;
    const std::string whole =
        around == none ? name.text : fmt::format("{}.{}", nodes_[around].name, name.text);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].name == whole) return i;
  }
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].name.ends_with("." + name.text)) return i;
  return none;
}

std::uint32_t SmFlattener::find(const TransitionText& transition, std::uint32_t from) {
  const Name& name = transition.target;
  std::uint32_t result = none;
  if (transition.target_kind == TransitionText::Target::near) result = find_near(name, from);
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    if (result == none && nodes_[i].name == name.text) result = i;
  if (result != none) return result;
  syntax::Suggestion suggestion(name.text);
  for (const Node& node : nodes_) {
    suggestion.consider(node.text->name.text);
    suggestion.consider(node.name);
  }
  expressions_.fail(name.location,
                    fmt::format("the class '{}' has no state '{}'", text_.name.text, name.text),
                    suggestion.hint());
}

bool SmFlattener::is_inside(std::uint32_t node, std::uint32_t around) const {
  const std::vector<std::uint32_t> all = ancestors(node);
  return around == none ||
         (node != around && std::find(all.begin(), all.end(), around) != all.end());
}

void SmFlattener::add_transitions() {
  if (text_.states.empty()) {
    diagnostics_.error(text_.name.location,
                       fmt::format("the class '{}' has no states", text_.name.text),
                       "write 'initial state NAME;'");
    return;
  }
  try {
    add_start();
  } catch (const BuildFailure&) {
  }
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (is_choice(i)) check_choice(i);
    if (nodes_[i].leaf != none) add_from(i);
  }
}

void SmFlattener::add_start() {
  Class& type = model_.classes[type_];
  const std::uint32_t first = initial_of(text_.states, none, text_.name.location);
  std::vector<Way> ways;
  enter({}, none, first, ways);
  if (ways.size() == 1 && ways.front().choices.empty() && ways.front().transition.effects.empty()) {
    type.initial = ways.front().transition.target;
    return;
  }
  // What is done on entering the first state needs a state before it, with a name that nobody can
  // write.
  State before;
  before.name = "(start)";
  const auto is_taken = [&](const State& other) { return other.name == before.name; };
  while (std::any_of(type.states.begin(), type.states.end(), is_taken))
    before.name = fmt::format("({})", before.name);
  before.flush = State::Flush::no;
  before.location = nodes_[first].text->name.location;
  type.initial = static_cast<StateId>(type.states.size());
  type.states.push_back(before);
  for (Way& way : ways) {
    way.transition.source = type.initial;
    if (!way.transition.location) way.transition.location = before.location;
    way.transition.label = label(before.name, way, {});
    type.transitions.push_back(std::move(way.transition));
  }
}

void SmFlattener::add_from(std::uint32_t leaf) {
  std::vector<const TransitionText*> inner;
  std::vector<std::string> deferred;  // by states further inside
  for (const std::uint32_t source : ancestors(leaf)) {
    const StateText& state = *nodes_[source].text;
    for (const TransitionText& text : state.transitions) try {
        if (std::find(deferred.begin(), deferred.end(), text.signal.text) == deferred.end() &&
            is_open(leaf, source, text, inner))
          add(leaf, source, text, inner);
      } catch (const BuildFailure&) {
      }
    for (const TransitionText& text : state.transitions) inner.push_back(&text);
    for (const Name& name : state.defers) deferred.push_back(name.text);
  }
}

/// Whether a transition of a state around a leaf, or its own, has anything to do there.
bool SmFlattener::is_open(std::uint32_t leaf, std::uint32_t source, const TransitionText& text,
                          const std::vector<const TransitionText*>& inner) const {
  if (!text.signal && leaf != source &&
      nodes_[source].text->completion == StateText::Completion::at_end)
    return nodes_[leaf].parent == source && nodes_[leaf].text->end == State::End::allowed;
  // One inside that always reacts leaves nothing to this one.
  return std::none_of(inner.begin(), inner.end(), [&](const TransitionText* other) {
    return other->signal.text == text.signal.text && other->guard == no_node;
  });
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
  Way first;
  Transition& result = first.transition;
  result.location = text.location;
  result.source = nodes_[leaf].leaf;
  result.trigger = trigger(text);
  result.guard = guard(source, text, inner);
  add_bounds(text, result);
  std::vector<Way> ways;
  if (text.target) {
    follow(std::move(first), leaf, source, text, ways);
  } else {
    result.target = result.source;
    add_effects(text.effects, result);
    ways.push_back(std::move(first));
  }
  for (Way& way : ways) {
    reset_parameters(text, way.transition);
    way.transition.label = label(nodes_[leaf].name, way, text.signal);
    std::vector<Transition>& transitions = model_.classes[type_].transitions;
    if (!text.target)
      internal_.insert(static_cast<model::machines::TransitionId>(transitions.size()));
    transitions.push_back(std::move(way.transition));
  }
}

void SmFlattener::follow(Way way, std::uint32_t left, std::uint32_t source,
                         const TransitionText& text, std::vector<Way>& whole) {
  const std::uint32_t named = find(text, source);
  // What is left and entered lies below the innermost state around both, which is neither. (UML
  // 2.5.1, 14.2.3.9.3: a transition to a state around its source leaves and enters that one, too.)
  std::uint32_t around = nodes_[source].parent;
  while (!is_inside(named, around)) around = nodes_[around].parent;
  for (std::uint32_t at = left; at != around; at = nodes_[at].parent)
    add_effects(nodes_[at].text->exit, way.transition);
  add_effects(text.effects, way.transition);
  enter(std::move(way), around, named, whole);
}

void SmFlattener::enter(Way way, std::uint32_t around, std::uint32_t node,
                        std::vector<Way>& whole) {
  std::vector<std::uint32_t> path = ancestors(node);
  std::reverse(path.begin(), path.end());
  for (const std::uint32_t at : path)
    if (is_inside(at, around)) add_effects(nodes_[at].text->entry, way.transition);
  while (nodes_[node].leaf == none && !is_choice(node)) {
    node = initial_of(nodes_[node].text->children, node, nodes_[node].text->name.location);
    add_effects(nodes_[node].text->entry, way.transition);
  }
  if (is_choice(node)) return choose(way, node, whole);
  way.transition.target = nodes_[node].leaf;
  whole.push_back(std::move(way));
}

/// Guards of a choice see what the effects before it have done.
void SmFlattener::choose(const Way& way, std::uint32_t choice, std::vector<Way>& whole) {
  const StateText& text = *nodes_[choice].text;
  if (std::find(way.choices.begin(), way.choices.end(), choice) != way.choices.end())
    expressions_.fail(text.name.location,
                      fmt::format("choices lead from '{}' back to it", nodes_[choice].name),
                      "choices are passed through: put a state between");
  if (whole.size() > most_ways)
    expressions_.fail(text.name.location,
                      fmt::format("more than {} ways lead through choices here", most_ways));
  Way here = way;
  here.choices.push_back(choice);
  const bool is_total =
      std::any_of(text.transitions.begin(), text.transitions.end(),
                  [](const TransitionText& branch) { return branch.guard == no_node; });
  if (!is_total && !text.transitions.empty()) {
    Effect open;
    open.kind = Effect::Kind::assert_;
    open.location = text.name.location;
    for (const TransitionText& branch : text.transitions) {
      const ExprId one = expressions_.build(branch.guard, {Type::Kind::boolean});
      open.value = open.value == none ? one : expressions_.either(open.value, one);
    }
    here.transition.effects.push_back(std::move(open));
  }
  for (const TransitionText& branch : text.transitions) {
    if (!branch.target || branch.signal) continue;  // see check_choice
    Way next = here;
    next.transition.location = branch.location;
    if (const ExprId condition = guard(choice, branch, {}); condition != none)
      require(condition, branch.location, next.transition);
    follow(std::move(next), choice, choice, branch, whole);
  }
}

/// A guard behind effects sees what they did; without any it is one like others.
void SmFlattener::require(ExprId condition, SourceLocation location, Transition& to) const {
  if (to.effects.empty()) {
    to.guard = to.guard == none ? condition : expressions_.both(to.guard, condition);
    return;
  }
  Effect effect;
  effect.kind = Effect::Kind::require;
  effect.value = condition;
  effect.location = location;
  to.effects.push_back(std::move(effect));
}

void SmFlattener::check_choice(std::uint32_t node) {
  const StateText& text = *nodes_[node].text;
  const auto error = [&](SourceLocation location, const char* message) {
    diagnostics_.error(location, message, "a choice is passed through, it is no state");
  };
  if (text.transitions.empty()) error(text.name.location, "a choice needs transitions");
  if (!text.defers.empty()) error(text.defers.front().location, "a choice defers nothing");
  if (!text.entry.empty()) error(text.entry.front().location, "a choice has no entry effects");
  if (!text.exit.empty()) error(text.exit.front().location, "a choice has no exit effects");
  for (const TransitionText& branch : text.transitions) {
    if (branch.signal) error(branch.location, "transitions of a choice have no triggers");
    if (!branch.target) error(branch.location, "transitions of a choice lead to a state");
  }
}

std::string SmFlattener::label(const std::string& from, const Way& way, const Name& signal) const {
  std::string result = from;
  for (const std::uint32_t choice : way.choices) result += " -> " + nodes_[choice].name;
  result += " -> " + model_.classes[type_].states[way.transition.target].name;
  if (signal) result += " on " + signal.text;
  return result;
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
