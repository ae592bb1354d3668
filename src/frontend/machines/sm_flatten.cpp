#include "frontend/machines/sm_flatten.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/suggest.h"

namespace arges::frontend::machines {

using model::machines::Class;
using model::machines::ExprId;
using model::machines::none;
using model::machines::State;
using model::machines::StateId;
using model::machines::Transition;
using model::machines::Type;

SmFlattener::SmFlattener(model::machines::Model& model, model::machines::ClassId type,
                         const ClassText& text, SmExpressions& expressions,
                         Diagnostics& diagnostics)
    : model_(model),
      type_(type),
      text_(text),
      expressions_(expressions),
      effects_(model, type, expressions),
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
      if (nodes_[around].text->flush == State::Flush::no) state.flush = State::Flush::no;
      for (const Name& name : nodes_[around].text->defers) try {
          state.defers.push_back(effects_.signal(name));
        } catch (const BuildFailure&) {
        }
    }
    type.states.push_back(std::move(state));
  }
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
      if (nodes_[i].parent == parent && !is_choice(i)) result = i;
  if (result == none)
    expressions_.fail(location, "no state is initial", "write 'initial state NAME'");
  return result;
}

/// The nearest state of that name: beside the source, or beside a state around it, or anywhere, if
/// there is one such only.
std::uint32_t SmFlattener::find_near(const Name& name, std::uint32_t from) const {
  for (const std::uint32_t beside : ancestors(from)) {
    const std::uint32_t around = nodes_[beside].parent;
    const std::string whole =
        around == none ? name.text : fmt::format("{}.{}", nodes_[around].name, name.text);
    for (std::uint32_t i = 0; i < nodes_.size(); ++i)
      if (nodes_[i].name == whole) return i;
  }
  std::vector<std::uint32_t> anywhere;
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    if (nodes_[i].name.ends_with("." + name.text)) {
      anywhere.push_back(i);
      names.push_back(nodes_[i].name);
    }
  if (anywhere.size() > 1)
    expressions_.fail(name.location,
                      fmt::format("'{}' may be one of several states of the class '{}'", name.text,
                                  text_.name.text),
                      fmt::format("write one of: {}", fmt::join(names, ", ")));
  return anywhere.empty() ? none : anywhere.front();
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
    check_otherwise(i);
    if (is_choice(i)) check_choice(i);
    if (nodes_[i].leaf != none) add_from(i);
  }
}

std::vector<Name> SmFlattener::unreached_choices() const {
  std::vector<Name> result;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i)
    if (is_choice(i) && passed_.count(i) == 0) result.push_back(nodes_[i].text->name);
  return result;
}

/// An else is about all the others beside it, so that there is one for each signal.
void SmFlattener::check_otherwise(std::uint32_t node) {
  std::set<std::string> signals;
  for (const TransitionText& text : nodes_[node].text->transitions)
    if (text.guard_kind == TransitionText::Guard::otherwise &&
        !signals.insert(text.signal.text).second)
      diagnostics_.error(text.location,
                         text.signal ? fmt::format("there is another 'else' for the signal '{}' "
                                                   "beside this one",
                                                   text.signal.text)
                                     : "there is another 'else' beside this one",
                         "write a guard for one of them");
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

/// One beside that always reacts leaves nothing to an else.
bool SmFlattener::is_idle_else(std::uint32_t source, const TransitionText& text) const {
  if (text.guard_kind != TransitionText::Guard::otherwise) return false;
  const std::vector<TransitionText>& all = nodes_[source].text->transitions;
  return std::any_of(all.begin(), all.end(), [&](const TransitionText& other) {
    return other.signal.text == text.signal.text && other.guard == no_node &&
           other.guard_kind == TransitionText::Guard::condition;
  });
}

void SmFlattener::add(std::uint32_t leaf, std::uint32_t source, const TransitionText& text,
                      const std::vector<const TransitionText*>& inner) {
  // One inside that always reacts leaves nothing to this one.
  for (const TransitionText* other : inner)
    if (other->signal.text == text.signal.text && other->guard == no_node) return;
  if (is_idle_else(source, text)) return;
  Way first;
  Transition& result = first.transition;
  result.location = text.location;
  result.source = nodes_[leaf].leaf;
  result.trigger = effects_.trigger(text);
  std::set<model::machines::VarId> parameters;
  for (std::size_t i = 0; i < text.parameters.size(); ++i)
    if (text.parameters[i].type) parameters.insert(result.trigger->parameters[i]);
  expressions_.set_parameters(std::move(parameters));
  result.guard = guard(source, text, inner);
  effects_.add_bounds(text, result);
  std::vector<Way> ways;
  if (text.target) {
    follow(std::move(first), leaf, source, text, ways);
  } else {
    result.target = result.source;
    effects_.add(text.effects, result);
    ways.push_back(std::move(first));
  }
  for (Way& way : ways) {
    effects_.reset_parameters(text, way.transition);
    way.transition.label = label(nodes_[leaf].name, way, text.signal);
    std::vector<Transition>& transitions = model_.classes[type_].transitions;
    if (!text.target)
      internal_.insert(static_cast<model::machines::TransitionId>(transitions.size()));
    transitions.push_back(std::move(way.transition));
  }
}

}  // namespace arges::frontend::machines
