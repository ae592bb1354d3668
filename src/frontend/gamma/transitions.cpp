// The part of Instantiation that makes transitions and default paths.
#include <algorithm>

#include <fmt/format.h>

#include "base/syntax/suggest.h"
#include "frontend/gamma/actions.h"
#include "frontend/gamma/gamma_dialect.h"
#include "frontend/gamma/instantiate.h"
#include "model/statechart/tree.h"

namespace arges::frontend::gamma {

using chart::NodeId;
using chart::NodeKind;
using Kind = StateNode::Kind;

namespace {

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::state:
      return "a state";
    case Kind::initial:
      return "an initial state";
    case Kind::choice:
      return "a choice";
    case Kind::merge:
      return "a merge";
    case Kind::fork:
      return "a fork";
    case Kind::join:
      return "a join";
    case Kind::shallow_history:
    case Kind::deep_history:
      return "a history";
  }
  return "";
}

/// The operands without nulls, which stand for true.
ir::Expr conjunction(const std::vector<ir::Expr>& operands) {
  std::vector<ir::Expr> given;
  for (const ir::Expr operand : operands)
    if (operand && !operand.is_true()) given.push_back(operand);
  if (given.empty()) return {};
  return given.size() == 1 ? given.front() : ir::and_(given);
}

}  // namespace

const NamedNode* Instantiation::node(const Name& name) {
  const auto [from, to] = instance_->nodes.equal_range(name.text);
  if (from != to && std::next(from) == to) return &from->second;
  if (from != to) {
    error(name.location, fmt::format("there are several states '{}'", name.text),
          "give each its own name, so that it is clear which one is meant");
    return nullptr;
  }
  syntax::Suggestion suggestion(name.text);
  for (const auto& [known, value] : instance_->nodes) suggestion.consider(known);
  error(name.location, fmt::format("there is no state '{}'", name.text), suggestion.hint());
  return nullptr;
}

void Instantiation::add_transitions() {
  std::set<std::string> ids;
  for (const TransitionText& text : text_.transitions) {
    if (text.id && !ids.insert(text.id.text).second)
      error(text.id.location, fmt::format("there are two transitions '{}'", text.id.text),
            "give one of them another id");
    const NamedNode* from = node(text.from);
    const NamedNode* to = node(text.to);
    if (from == nullptr || to == nullptr) continue;
    switch (from->text->kind) {
      case Kind::state:
        if (to->text->kind == Kind::join)
          add_join(text, *to);
        else
          add_transition(text, *from);
        break;
      case Kind::choice:
      case Kind::merge:
        add_branch(text, *from);
        break;
      case Kind::initial:
      case Kind::shallow_history:
      case Kind::deep_history:
        add_default_path(text, *from);
        break;
      case Kind::fork:
      case Kind::join:
        break;  // part of the transitions that lead to them
    }
  }
  set_region_initials();
}

bool Instantiation::is_else(const TransitionText& text) const {
  if (text.guard == no_node) return false;
  const syntax::Node& node = package_.tree[text.guard];
  return node.kind == syntax::NodeKind::constant && node.op == id(GammaOp::else_);
}

ir::Expr Instantiation::trigger(const TransitionText& text) {
  ExpressionReader reader(definitions_, instance_->frame, *instance_);
  const ir::Expr own = text.trigger == no_node ? ir::Expr() : reader.trigger(text.trigger);
  return conjunction({run_condition(), own});
}

ir::Expr Instantiation::run_condition() {
  if (run_upon_ == RunUpon::always) return {};
  // In a cycle that is skipped nothing fires and nothing is reset; nothing else distinguishes it
  // from one in which nothing is enabled.
  ExpressionReader reader(definitions_, instance_->frame, *instance_);
  std::vector<ir::Expr> reasons = {reader.any_input(nullptr)};
  if (run_upon_ == RunUpon::input_or_timeout)
    for (const chart::Timer& timer : machine_.timers)
      reasons.push_back(context_.var(timer.elapsed));
  return reasons.size() == 1 ? reasons.front() : ir::or_(reasons);
}

ir::Expr Instantiation::guard(const TransitionText& text) {
  if (text.guard == no_node || is_else(text)) return {};
  return ExpressionReader(definitions_, instance_->frame, *instance_)
      .condition(text.guard, "a guard");
}

void Instantiation::add_transition(const TransitionText& text, const NamedNode& from) {
  if (text.trigger == no_node)
    error(text.location, "a transition from a state needs a trigger",
          "write 'when cycle' for one that may fire in every cycle");
  chart::Transition made;
  made.source = from.node;
  made.location = text.location;
  made.priority = text.priority.value_or(0);
  const ir::Expr formula = trigger(text);
  made.trigger = {.kind = chart::Trigger::Kind::formula,
                  .formula = formula ? formula : context_.true_expr()};
  made.guard = guard(text);
  made.is_else = is_else(text);
  made.effect = ActionReader(definitions_, *instance_).read(text.effect, instance_->frame);
  made.targets = targets(text, made.effect);
  made.name = transition_name(text);
  if (made.targets.empty()) return;
  for (const NodeId target : made.targets)
    if (!check_target(text, from.node, target)) return;
  machine_.transitions.push_back(std::move(made));
}

std::vector<const TransitionText*> Instantiation::transitions_from(const StateNode& state) const {
  std::vector<const TransitionText*> result;
  for (const TransitionText& text : text_.transitions)
    if (text.from.text == state.name.text) result.push_back(&text);
  return result;
}

std::vector<const TransitionText*> Instantiation::transitions_to(const StateNode& state) const {
  std::vector<const TransitionText*> result;
  for (const TransitionText& text : text_.transitions)
    if (text.to.text == state.name.text) result.push_back(&text);
  return result;
}

std::vector<NodeId> Instantiation::targets(const TransitionText& text, chart::Block& effect) {
  const NamedNode* to = node(text.to);
  if (to == nullptr) return {};
  if (to->text->kind == Kind::initial || to->text->kind == Kind::join) {
    error(text.to.location,
          fmt::format("a transition from here cannot lead to {}", kind_name(to->text->kind)),
          to->text->kind == Kind::initial ? "let it lead to the region's state" : "");
    return {};
  }
  if (to->text->kind != Kind::fork) return {to->node};
  std::vector<NodeId> result;
  for (const TransitionText* branch : transitions_from(*to->text)) {
    if (branch->trigger != no_node || branch->guard != no_node) {
      error(branch->location, "a transition from a fork has no trigger and no guard");
      return {};
    }
    chart::Block further =
        ActionReader(definitions_, *instance_).read(branch->effect, instance_->frame);
    std::move(further.begin(), further.end(), std::back_inserter(effect));
    const NamedNode* target = node(branch->to);
    if (target == nullptr) return {};
    if (target->text->kind != Kind::state) {
      error(branch->to.location, "a transition from a fork must lead to a state");
      return {};
    }
    result.push_back(target->node);
  }
  if (result.empty())
    error(to->text->name.location, fmt::format("nothing leaves the fork '{}'", text.to.text));
  return result;
}

bool Instantiation::check_target(const TransitionText& text, NodeId from, NodeId to) {
  NodeId common = machine_.nodes[from].parent;
  while (common != chart::none && !chart::is_inside(machine_, to, common))
    common = machine_.nodes[common].parent;
  if (common != chart::none && machine_.nodes[common].kind != NodeKind::parallel) return true;
  error(text.location,
        fmt::format("a transition into a sibling region: from '{}' to '{}'",
                    machine_.nodes[from].full_name, machine_.nodes[to].full_name),
        "both must be in one region, at some depth; regions talk by variables and 'in-state'");
  return false;
}

void Instantiation::add_join(const TransitionText& text, const NamedNode& join) {
  // The first transition that leads to the join stands for all of them.
  if (std::find(joins_done_.begin(), joins_done_.end(), join.text) != joins_done_.end()) return;
  joins_done_.push_back(join.text);
  const std::vector<const TransitionText*> leaving = transitions_from(*join.text);
  if (leaving.size() != 1) {
    error(join.text->name.location,
          fmt::format("one transition must leave the join '{}'", join.text->name.text));
    return;
  }
  chart::Transition made;
  made.location = text.location;
  made.name = transition_name(text);
  std::vector<ir::Expr> triggers;
  std::vector<ir::Expr> guards;
  std::vector<NodeId> sources;
  for (const TransitionText* incoming : transitions_to(*join.text)) {
    const NamedNode* from = node(incoming->from);
    if (from == nullptr) return;
    if (from->text->kind != Kind::state || is_else(*incoming)) {
      error(incoming->location, "only transitions from states, and not 'else', lead to a join");
      return;
    }
    sources.push_back(from->node);
    triggers.push_back(trigger(*incoming));
    guards.push_back(guard(*incoming));
    made.priority = std::max(made.priority, incoming->priority.value_or(0));
    chart::Block effect =
        ActionReader(definitions_, *instance_).read(incoming->effect, instance_->frame);
    std::move(effect.begin(), effect.end(), std::back_inserter(made.effect));
  }
  made.source = sources.front();
  made.other_sources.assign(sources.begin() + 1, sources.end());
  const ir::Expr formula = conjunction(triggers);
  made.trigger = {.kind = chart::Trigger::Kind::formula,
                  .formula = formula ? formula : context_.true_expr()};
  guards.push_back(guard(*leaving.front()));
  made.guard = conjunction(guards);
  chart::Block effect =
      ActionReader(definitions_, *instance_).read(leaving.front()->effect, instance_->frame);
  std::move(effect.begin(), effect.end(), std::back_inserter(made.effect));
  made.targets = targets(*leaving.front(), made.effect);
  if (!made.targets.empty()) machine_.transitions.push_back(std::move(made));
}

void Instantiation::add_branch(const TransitionText& text, const NamedNode& from) {
  chart::Path path{.targets = {}, .name = transition_name(text), .location = text.location};
  path.priority = text.priority.value_or(0);
  if (!is_else(text)) {
    ExpressionReader reader(definitions_, instance_->frame, *instance_);
    const ir::Expr formula = text.trigger == no_node ? ir::Expr() : reader.trigger(text.trigger);
    const ir::Expr condition = conjunction({formula, guard(text)});
    // Without a guard the path would be the one for when no other holds.
    path.guard = condition ? condition : context_.true_expr();
  }
  path.effect = ActionReader(definitions_, *instance_).read(text.effect, instance_->frame);
  path.targets = targets(text, path.effect);
  if (path.targets.empty()) return;
  for (const NodeId target : path.targets)
    if (!check_target(text, from.node, target)) return;
  machine_.nodes[from.node].branches.push_back(std::move(path));
}

void Instantiation::add_default_path(const TransitionText& text, const NamedNode& from) {
  if (text.trigger != no_node || text.guard != no_node)
    error(text.location, fmt::format("a transition from {} has no trigger and no guard",
                                     kind_name(from.text->kind)));
  const NodeId owner = from.text->kind == Kind::initial ? from.region : from.node;
  if (machine_.nodes[owner].initial) {
    error(text.location, fmt::format("a second transition from '{}'", text.from.text));
    return;
  }
  chart::Path path{.targets = {}, .location = text.location};
  path.effect = ActionReader(definitions_, *instance_).read(text.effect, instance_->frame);
  path.targets = targets(text, path.effect);
  if (!path.targets.empty()) machine_.nodes[owner].initial = std::move(path);
}

void Instantiation::set_region_initials() {
  // Where there is no initial state, a history is how the region is entered: a deep one first.
  for (const Kind kind : {Kind::deep_history, Kind::shallow_history})
    for (const auto& [name, named] : instance_->nodes) {
      chart::Node& region = machine_.nodes[named.region];
      if (named.text->kind != kind || region.initial) continue;
      region.initial = chart::Path{.targets = {named.node}, .location = named.text->name.location};
    }
}

std::string Instantiation::transition_name(const TransitionText& text) const {
  const auto taken = [&](const std::string& name) {
    const auto is_so_called = [&](const auto& known) { return known.name == name; };
    const auto has_such_a_branch = [&](const chart::Node& node) {
      return std::any_of(node.branches.begin(), node.branches.end(), is_so_called);
    };
    return std::any_of(machine_.transitions.begin(), machine_.transitions.end(), is_so_called) ||
           std::any_of(machine_.nodes.begin(), machine_.nodes.end(), has_such_a_branch);
  };
  std::string name = text.id ? text.id.text : text.from.text + " -> " + text.to.text;
  if (!taken(name)) return name;
  if (!text.id && text.trigger != no_node) {
    const syntax::Node& node = package_.tree[text.trigger];
    name += " when ";
    name += package_.source->text().substr(node.begin, node.end - node.begin);
  }
  std::string result = name;
  for (int number = 2; taken(result); ++number) result = fmt::format("{} ({})", name, number);
  return result;
}

}  // namespace arges::frontend::gamma
