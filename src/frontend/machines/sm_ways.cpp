// The part of SmFlattener that follows transitions: what they leave and enter, and which way they
// take through choices.
#include <algorithm>

#include <fmt/format.h>

#include "frontend/machines/sm_flatten.h"

namespace arges::frontend::machines {

using model::machines::Class;
using model::machines::Effect;
using model::machines::ExprId;
using model::machines::none;
using model::machines::State;
using model::machines::StateId;
using model::machines::Transition;
using model::machines::Type;

namespace {

/// More are hardly meant.
constexpr std::size_t most_ways = 1000;

}  // namespace

void SmFlattener::add_start() {
  expressions_.set_parameters({});
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

void SmFlattener::follow(Way way, std::uint32_t left, std::uint32_t source,
                         const TransitionText& text, std::vector<Way>& whole) {
  const std::uint32_t named = find(text, source);
  // What is left and entered lies below the innermost state around both, which is neither. (UML
  // 2.5.1, 14.2.3.9.3: a transition to a state around its source leaves and enters that one, too.)
  std::uint32_t around = nodes_[source].parent;
  while (!is_inside(named, around)) around = nodes_[around].parent;
  for (std::uint32_t at = left; at != around; at = nodes_[at].parent)
    effects_.add(nodes_[at].text->exit, way.transition);
  effects_.add(text.effects, way.transition);
  enter(std::move(way), around, named, whole);
}

void SmFlattener::enter(Way way, std::uint32_t around, std::uint32_t node,
                        std::vector<Way>& whole) {
  std::vector<std::uint32_t> path = ancestors(node);
  std::reverse(path.begin(), path.end());
  for (const std::uint32_t at : path)
    if (is_inside(at, around)) effects_.add(nodes_[at].text->entry, way.transition);
  while (nodes_[node].leaf == none && !is_choice(node)) {
    node = initial_of(nodes_[node].text->children, node, nodes_[node].text->name.location);
    effects_.add(nodes_[node].text->entry, way.transition);
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
  passed_.insert(choice);
  model::machines::PassedChoice passed{nodes_[choice].name};
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
    passed.open_check = static_cast<std::uint32_t>(here.transition.effects.size());
    here.transition.effects.push_back(std::move(open));
  }
  for (const TransitionText& branch : text.transitions) {
    if (!branch.target || branch.signal) continue;  // see check_choice
    if (is_idle_else(choice, branch)) continue;
    Way next = here;
    next.transition.location = branch.location;
    if (const ExprId condition = guard(choice, branch, {}); condition != none)
      require(condition, branch.location, next.transition);
    passed.chosen = static_cast<std::uint32_t>(next.transition.effects.size());
    next.transition.choices.push_back(passed);
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
  if (text.transitions.empty())
    diagnostics_.error(text.name.location, "a choice needs transitions",
                       "write '[GUARD] -> STATE;', and 'else -> STATE;' as the last one");
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

}  // namespace arges::frontend::machines
