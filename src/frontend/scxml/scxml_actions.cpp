#include "frontend/scxml/scxml_actions.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::frontend::scxml {

using ir::Expr;
using model::statechart::Action;
using model::statechart::Block;
using model::statechart::Branch;
using model::statechart::Direction;
using model::statechart::EventId;
using model::statechart::none;
using model::statechart::Timer;
using model::statechart::TimerId;

void ActionBuilder::add_timers() {
  std::set<std::string> names;
  draft_.for_each_block([&](const Items& items, const Draft::Transition*) {
    for_each_item(items, [&](const Item& item) {
      if (item.kind != Item::Kind::raise || item.delay == 0) return;
      Timer timer;
      timer.kind = Timer::Kind::event;
      timer.name =
          item.id.empty() ? fmt::format("{}@{}", item.event, item.location.line()) : item.id;
      while (!names.insert(timer.name).second) timer.name += "'";
      timer.event = draft_.alphabet.find(item.event, item.direction);
      timer.sender = item.id;
      timer.location = item.location;
      timers_[&item] = static_cast<TimerId>(machine_.timers.size());
      machine_.timers.push_back(std::move(timer));
    });
  });
}

Block ActionBuilder::block(const Items& items, const Current& current) {
  Block result;
  for (const Item& item : items) add(result, item, current);
  return result;
}

void ActionBuilder::add(Block& block, const Item& item, const Current& current) {
  switch (item.kind) {
    case Item::Kind::raise:
      return add_raise(block, item, current);
    case Item::Kind::cancel:
      return add_cancel(block, item);
    case Item::Kind::assign:
      return add_assign(block, item, current);
    case Item::Kind::log:
      return add_log(block, item, current);
    case Item::Kind::branch:
      return add_branch(block, item, current);
    case Item::Kind::foreach:
      return add_foreach(block, item, current);
    case Item::Kind::assertion:
      if (item.value.expression != nullptr)
        add_assertion(block, translator_.condition(*item.value.expression, current), item.text,
                      item.location);
      return;
    case Item::Kind::deferred:
      UNREACHABLE("what is deferred should be resolved by now");
    case Item::Kind::failure:
      block.push_back(raise(draft_.alphabet.find("error.execution", Direction::internal), {},
                            current, item.location));
      return;
  }
}

Action ActionBuilder::raise(EventId event, const std::vector<Item::Argument>& given,
                            const Current& current, SourceLocation location) {
  Action result{.kind = Action::Kind::raise, .location = location};
  result.event = event;
  for (const model::statechart::Parameter& parameter : machine_.events[event].parameters) {
    const auto found = std::find_if(given.begin(), given.end(), [&](const Item::Argument& one) {
      return one.name == parameter.name;
    });
    if (found == given.end())
      result.arguments.push_back(parameter.initial);
    else
      result.arguments.push_back(translator_.value(
          found->value, current, parameter.value->type,
          fmt::format("'{}' of the event '{}'", parameter.name, machine_.events[event].name)));
  }
  return result;
}

void ActionBuilder::add_raise(Block& block, const Item& item, const Current& current) {
  const EventId event = draft_.alphabet.find(item.event, item.direction, item.target);
  INVARIANT(event != none, "an event that is raised should be in the alphabet");
  Action action = raise(event, item.arguments, current, item.location);
  if (const auto timer = timers_.find(&item); timer != timers_.end()) {
    action.kind = Action::Kind::start;
    action.timer = timer->second;
    action.event = none;
    action.expr = context_.int_literal(mpz_class(std::to_string(item.delay)));
  }
  block.push_back(std::move(action));
}

void ActionBuilder::add_cancel(Block& block, const Item& item) {
  bool is_known = false;
  for (TimerId timer = 0; timer < machine_.timers.size(); ++timer) {
    if (machine_.timers[timer].sender != item.id) continue;
    is_known = true;
    Action action{.kind = Action::Kind::stop, .location = item.location};
    action.timer = timer;
    block.push_back(std::move(action));
  }
  if (!is_known)
    reader_.warn(
        item.location,
        fmt::format("no delayed <send> has the id '{}': there is nothing to cancel", item.id));
}

void ActionBuilder::add_assign(Block& block, const Item& item, const Current& current) {
  const Translator::Place place = translator_.place(*item.place, current);
  if (place.variable == nullptr) return;
  if (item.value.is_object) {
    if (is_read(place.variable->name))
      reader_.error(item.value.location, "an ECMAScript object is not supported");
    else
      reader_.warn(
          item.value.location,
          fmt::format("'{}' is never read: this object is not looked at", place.variable->name));
    return;
  }
  const ir::Var variable = place.variable->var;
  const ir::Type wanted = place.index ? variable->type.element() : variable->type;
  const Expr value =
      translator_.value(item.value, current, wanted,
                        fmt::format("what is assigned to '{}'", item.place->text().value));
  if (!value) return;
  Action action{.kind = Action::Kind::assign, .location = item.location};
  action.variable = variable;
  action.expr = place.index ? ir::store(context_.var(variable), place.index, value) : value;
  block.push_back(std::move(action));
  if (!place.index) check_range(block, *place.variable, item.location);
}

void ActionBuilder::check_range(Block& block, const Draft::Variable& variable,
                                SourceLocation location) {
  if (!variable.range || !variable.var->type.is_int()) return;
  const Expr var = context_.var(variable.var);
  const auto number = [&](std::int64_t n) {
    return context_.int_literal(mpz_class(std::to_string(n)));
  };
  add_assertion(block,
                ir::and_(ir::le(number(variable.range->lowest), var),
                         ir::le(var, number(variable.range->highest))),
                fmt::format("{} stays in {}..{}", variable.name, variable.range->lowest,
                            variable.range->highest),
                location);
}

void ActionBuilder::add_assertion(Block& block, Expr condition, std::string text,
                                  SourceLocation location) {
  Action action{.kind = Action::Kind::assertion, .location = location};
  action.expr = condition;
  action.text = text;
  action.assertion = static_cast<model::statechart::AssertionId>(machine_.assertions.size());
  machine_.assertions.push_back({.text = std::move(text), .location = location});
  block.push_back(std::move(action));
}

bool ActionBuilder::is_read(const std::string& variable) const {
  const auto mentions = [&](const Expression& expression) {
    const auto search = [&](const auto& self, syntax::NodeId node) -> bool {
      const syntax::Node& at = expression.node(node);
      if (at.kind == syntax::NodeKind::name &&
          (at.text == variable || at.text.starts_with(variable + ".")))
        return true;
      const std::vector<syntax::NodeId> children = expression.tree().children(node);
      return std::any_of(children.begin(), children.end(),
                         [&](syntax::NodeId child) { return self(self, child); });
    };
    return !expression.is_wrong() && search(search, expression.root());
  };
  std::size_t read = 0;
  for (const Expression& expression : reader_.expressions()) read += mentions(expression) ? 1 : 0;
  std::size_t written = 0;
  draft_.for_each_block([&](const Items& items, const Draft::Transition*) {
    for_each_item(items, [&](const Item& item) {
      if (item.kind == Item::Kind::assign) written += item.place->name() == variable ? 1 : 0;
    });
  });
  return read > written;
}

void ActionBuilder::add_log(Block& block, const Item& item, const Current& current) {
  Action action{.kind = Action::Kind::log, .location = item.location};
  action.text = item.text;
  if (item.value.expression != nullptr || item.value.string) {
    const Expression* expression = item.value.expression;
    const bool is_string = expression != nullptr && expression->string_literal().has_value();
    // Strings that are only logged are no values; what can't be translated is shown as written.
    const std::optional<std::string> name =
        expression != nullptr ? expression->name() : std::nullopt;
    const Draft::Variable* variable = name ? draft_.find_variable(*name) : nullptr;
    if (variable != nullptr)
      action.expr = translator_.value(*expression, current);
    else
      action.text += (action.text.empty() ? "" : ": ") +
                     (is_string ? *expression->string_literal() : *item.value.string);
  }
  block.push_back(std::move(action));
}

void ActionBuilder::add_branch(Block& block, const Item& item, const Current& current) {
  Action action{.kind = Action::Kind::branch, .location = item.location};
  for (const Item::Clause& clause : item.clauses) {
    Branch branch;
    if (clause.condition != nullptr)
      branch.guard = translator_.condition(*clause.condition, current);
    branch.body = this->block(clause.body, current);
    branch.location = clause.location;
    action.branches.push_back(std::move(branch));
  }
  block.push_back(std::move(action));
}

void ActionBuilder::add_foreach(Block& block, const Item& item, const Current& current) {
  const Expr array = translator_.value(*item.place, current);
  const Draft::Variable* element = draft_.find_variable(item.item->value);
  if (!array || element == nullptr) return;
  const std::uint64_t length = check_loop(item, array);
  if (length == 0) return;
  Action loop{.kind = Action::Kind::loop, .location = item.location};
  loop.variable =
      context_.declare(machine_.qualified(fmt::format("foreach@{}", item.location.line())),
                       context_.int_type(), item.location);
  machine_.variables.push_back({.var = loop.variable,
                                .initial = context_.int_literal(0),
                                .lifetime = model::statechart::Variable::Lifetime::local});
  loop.expr = context_.int_literal(0);
  loop.bound = context_.int_literal(mpz_class(std::to_string(length)));
  loop.body.push_back(assign(item, *element, ir::select(array, context_.var(loop.variable))));
  check_range(loop.body, *element, item.location);
  if (item.index)
    if (const Draft::Variable* index = draft_.find_variable(item.index->value)) {
      loop.body.push_back(assign(item, *index, context_.var(loop.variable)));
      check_range(loop.body, *index, item.location);
    }
  Block body = this->block(item.body, current);
  std::move(body.begin(), body.end(), std::back_inserter(loop.body));
  block.push_back(std::move(loop));
}

std::uint64_t ActionBuilder::check_loop(const Item& item, Expr array) {
  const std::optional<std::string> name = item.place->name();
  const Draft::Variable* variable = name ? draft_.find_variable(*name) : nullptr;
  const bool is_list = item.place->node(item.place->root()).kind == syntax::NodeKind::list;
  if (!array.type().is_array() || (variable == nullptr && !is_list)) {
    reader_.error(item.place->text().location(),
                  fmt::format("'{}' is no array", item.place->text().value),
                  "<foreach> needs an array whose length is known");
    return 0;
  }
  for_each_item(item.body, [&](const Item& inner) {
    if (inner.kind != Item::Kind::assign || variable == nullptr) return;
    const syntax::Tree& tree = inner.place->tree();
    const syntax::Node& root = tree[inner.place->root()];
    const syntax::Node& named = root.kind == syntax::NodeKind::read ? tree[root.first] : root;
    if (named.kind == syntax::NodeKind::name && named.text == *name)
      reader_.error(inner.location,
                    fmt::format("<foreach> that changes its array '{}' is not supported", *name));
  });
  return is_list ? item.place->tree().children(item.place->root()).size()
                 : types_.length(variable->slot);
}

Action ActionBuilder::assign(const Item& loop, const Draft::Variable& to, Expr value) {
  Action action{.kind = Action::Kind::assign, .location = loop.location};
  action.variable = to.var;
  action.expr = value;
  if (value.type() != to.var->type)
    reader_.error(
        loop.location,
        fmt::format("'{}' has type '{}', but <foreach> gives it values of type '{}'", to.name,
                    types_.describe(to.var->type), types_.describe(value.type())));
  return action;
}

}  // namespace arges::frontend::scxml
