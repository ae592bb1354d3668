#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/invariant.h"
#include "frontend/scxml/scxml_machine.h"
#include "frontend/scxml/scxml_translation.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "model/statechart/prepare.h"

namespace arges::frontend::scxml {

using ir::Expr;
using model::statechart::Action;
using model::statechart::Block;
using model::statechart::Branch;
using model::statechart::Direction;
using model::statechart::EventId;
using model::statechart::Machine;
using model::statechart::NodeId;
using model::statechart::none;
using model::statechart::Timer;
using model::statechart::TimerId;

namespace {

/// Fills in a machine from its draft, whose types are known.
class Builder {
 public:
  Builder(ir::Context& context, Draft& draft, Types& types)
      : context_(context),
        draft_(draft),
        machine_(draft.machine),
        reader_(*draft.reader),
        types_(types),
        translator_(context, draft, types) {}

  void run() {
    add_events();
    add_timers();
    model::statechart::declare_stand_ins(context_, machine_);
    add_variables();
    add_nodes();
    for (const Draft::Transition& transition : draft_.transitions) add_transition(transition);
    model::statechart::complete(machine_, reader_.diagnostics());
  }

 private:
  void add_events();
  void add_timers();
  void add_variables();
  Expr initial_value(const Draft::Variable& variable, const ir::Substitution& before);
  void add_nodes();
  void add_done(NodeId node);
  void add_transition(const Draft::Transition& draft);
  std::string transition_name(const Draft::Transition& draft);

  Block block(const Items& items, const Current& current);
  void add(Block& block, const Item& item, const Current& current);
  void add_raise(Block& block, const Item& item, const Current& current);
  void add_cancel(Block& block, const Item& item);
  void add_assign(Block& block, const Item& item, const Current& current);
  void add_log(Block& block, const Item& item, const Current& current);
  void add_branch(Block& block, const Item& item, const Current& current);
  void add_foreach(Block& block, const Item& item, const Current& current);
  void add_assertion(Block& block, Expr condition, std::string text, SourceLocation location);
  void check_range(Block& block, const Draft::Variable& variable, SourceLocation location);
  bool is_read(const std::string& variable) const;
  Action raise(EventId event, const std::vector<Item::Argument>& given, const Current& current,
               SourceLocation location);

  ir::Context& context_;
  Draft& draft_;
  Machine& machine_;
  ContentReader& reader_;
  Types& types_;
  Translator translator_;
  std::map<const Item*, TimerId> timers_;
  std::set<std::string> transition_names_;
  std::set<const Draft::Variable*> warned_;
};

void Builder::add_events() {
  std::map<std::string, int> outputs;  // how many of a name
  for (const Alphabet::Entry& entry : draft_.alphabet.entries())
    if (entry.direction == Direction::output) ++outputs[entry.name];
  for (EventId id = 0; id < draft_.alphabet.entries().size(); ++id) {
    const Alphabet::Entry& entry = draft_.alphabet.entry(id);
    model::statechart::Event event{.name = entry.name, .direction = entry.direction};
    event.is_environment = entry.is_environment;
    event.location = entry.location ? entry.location : machine_.location;
    if (entry.direction == Direction::output && outputs[entry.name] > 1)
      event.name = fmt::format("{}@{}", entry.name, entry.target);
    for (const Alphabet::Parameter& one : draft_.alphabet.parameters(id)) {
      model::statechart::Parameter made{.name = one.name};
      made.value = context_.declare(machine_.qualified(fmt::format("{}.{}", event.name, one.name)),
                                    types_.type(one.slot), event.location);
      made.initial = types_.default_of(one.slot);
      if (one.range) {
        made.lowest = context_.int_literal(mpz_class(std::to_string(one.range->lowest)));
        made.highest = context_.int_literal(mpz_class(std::to_string(one.range->highest)));
      }
      event.parameters.push_back(std::move(made));
    }
    machine_.events.push_back(std::move(event));
  }
}

void Builder::add_timers() {
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

void Builder::add_variables() {
  ir::Substitution before;
  for (Draft::Variable& variable : draft_.variables) {
    const ir::Type type = types_.type(variable.slot);
    const Expr initial = initial_value(variable, before);
    variable.var = context_.declare(machine_.qualified(variable.name), type, variable.location);
    if (initial) before[context_.var(variable.var)] = initial;
    machine_.variables.push_back({.var = variable.var, .initial = initial});
  }
}

Expr Builder::initial_value(const Draft::Variable& variable, const ir::Substitution& before) {
  const Expr otherwise = types_.default_of(variable.slot);
  if (!variable.initial) {
    const bool is_data =
        std::any_of(draft_.data.begin(), draft_.data.end(),
                    [&](const Draft::Data& data) { return data.id.value == variable.name; });
    if (is_data && !variable.initial.fails && !variable.range)
      reader_.warn(variable.location, fmt::format("'{}' has no value at first; here it is {}",
                                                  variable.name, otherwise.to_string()));
    return otherwise;
  }
  const Current nothing;
  const Expr value = translator_.value(variable.initial, nothing, otherwise.type(),
                                       fmt::format("the value of '{}'", variable.name));
  if (!value) return otherwise;
  const Expr known = ir::simplify(ir::substitute(value, before));
  if (!ir::free_variables(known).empty())
    reader_.error(variable.initial.location,
                  "a value at first must not depend on states or events");
  if (variable.range && known.is_literal()) {
    const mpz_class number = known.value().integer();
    if (number < mpz_class(std::to_string(variable.range->lowest)) ||
        number > mpz_class(std::to_string(variable.range->highest)))
      reader_.error(variable.initial.location,
                    fmt::format("{} is not within {}..{}", number.get_str(), variable.range->lowest,
                                variable.range->highest));
  }
  return known;
}

void Builder::add_nodes() {
  const Current any = current_of(draft_, nullptr);
  for (const Draft::Variable& variable : draft_.variables) {
    if (!variable.initial.fails) continue;
    const EventId failure = draft_.alphabet.find("error.execution", Direction::internal);
    machine_.nodes.front().entry.push_back(raise(failure, {}, any, variable.location));
  }
  for (NodeId id = 0; id < machine_.nodes.size(); ++id) {
    const Draft::Content& content = draft_.contents[id];
    model::statechart::Node& node = machine_.nodes[id];
    Block entry = block(content.entry, any);
    std::move(entry.begin(), entry.end(), std::back_inserter(node.entry));
    node.exit = block(content.exit, any);
    if (node.initial) node.initial->effect = block(content.initial, any);
    std::vector<std::string> deferred;
    for (const Text& one : content.deferred) {
      deferred.push_back(one.value);
      if (draft_.alphabet.matching({one.value}).empty())
        reader_.error(one.location(), fmt::format("there is no event '{}' to defer", one.value));
    }
    node.deferred = draft_.alphabet.matching(deferred);
  }
  for (NodeId id = 1; id < machine_.nodes.size(); ++id) add_done(id);
}

/// Where a final state gives data to the event that its parent is done, raising it is the last of
/// its entry actions, which is the same.
void Builder::add_done(NodeId node) {
  model::statechart::Node& outer = machine_.nodes[node];
  const EventId event = draft_.alphabet.find("done.state." + outer.full_name, Direction::internal);
  const bool is_composite = outer.kind == model::statechart::NodeKind::compound ||
                            outer.kind == model::statechart::NodeKind::parallel;
  if (event == none || !is_composite) return;
  const bool has_data =
      std::any_of(outer.children.begin(), outer.children.end(),
                  [&](NodeId child) { return !draft_.contents[child].done_data.empty(); });
  if (!has_data) {
    outer.done = event;
    return;
  }
  for (const NodeId child : outer.children) {
    if (machine_.nodes[child].kind != model::statechart::NodeKind::final) continue;
    machine_.nodes[child].entry.push_back(raise(event, draft_.contents[child].done_data,
                                                current_of(draft_, nullptr),
                                                machine_.nodes[child].location));
  }
}

std::string Builder::transition_name(const Draft::Transition& draft) {
  std::string events =
      draft.descriptors ? fmt::format("{}", fmt::join(*draft.descriptors, " ")) : std::string();
  std::string targets;
  for (const NodeId target : draft.targets)
    targets += (targets.empty() ? "" : " ") + machine_.nodes[target].full_name;
  const std::string base =
      fmt::format("{} -{}-> {}", machine_.nodes[draft.source].full_name, events, targets);
  std::string name = targets.empty() ? base.substr(0, base.size() - 1) : base;
  for (int number = 2; !transition_names_.insert(name).second; ++number)
    name = fmt::format("{} #{}", base, number);
  return name;
}

void Builder::add_transition(const Draft::Transition& draft) {
  const Current current = current_of(draft_, &draft);
  model::statechart::Transition made{.kind = draft.kind, .name = transition_name(draft)};
  made.source = draft.source;
  made.targets = draft.targets;
  made.location = draft.location;
  if (draft.descriptors) {
    made.trigger.kind = model::statechart::Trigger::Kind::events;
    made.trigger.events = current.events;
  }
  if (draft.condition != nullptr) made.guard = translator_.condition(*draft.condition, current);
  made.effect = block(draft.effect, current);
  machine_.transitions.push_back(std::move(made));
}

Block Builder::block(const Items& items, const Current& current) {
  Block result;
  for (const Item& item : items) add(result, item, current);
  return result;
}

void Builder::add(Block& block, const Item& item, const Current& current) {
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

Action Builder::raise(EventId event, const std::vector<Item::Argument>& given,
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

void Builder::add_raise(Block& block, const Item& item, const Current& current) {
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

void Builder::add_cancel(Block& block, const Item& item) {
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

void Builder::add_assign(Block& block, const Item& item, const Current& current) {
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

void Builder::check_range(Block& block, const Draft::Variable& variable, SourceLocation location) {
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

void Builder::add_assertion(Block& block, Expr condition, std::string text,
                            SourceLocation location) {
  Action action{.kind = Action::Kind::assertion, .location = location};
  action.expr = condition;
  action.text = text;
  action.assertion = static_cast<model::statechart::AssertionId>(machine_.assertions.size());
  machine_.assertions.push_back({.text = std::move(text), .location = location});
  block.push_back(std::move(action));
}

bool Builder::is_read(const std::string& variable) const {
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

void Builder::add_log(Block& block, const Item& item, const Current& current) {
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

void Builder::add_branch(Block& block, const Item& item, const Current& current) {
  Action action{.kind = Action::Kind::branch, .location = item.location};
  for (const Item::Clause& clause : item.clauses) {
    Branch branch;
    if (clause.condition != nullptr)
      branch.guard = translator_.condition(*clause.condition, current);
    branch.body = this->block(clause.body, current);
    action.branches.push_back(std::move(branch));
  }
  block.push_back(std::move(action));
}

void Builder::add_foreach(Block& block, const Item& item, const Current& current) {
  const Expr array = translator_.value(*item.place, current);
  const Draft::Variable* element = draft_.find_variable(item.item->value);
  if (!array || element == nullptr) return;
  const std::optional<std::string> name = item.place->name();
  Draft::Variable* variable = name ? draft_.find_variable(*name) : nullptr;
  const bool is_list = item.place->node(item.place->root()).kind == syntax::NodeKind::list;
  if (!array.type().is_array() || (variable == nullptr && !is_list))
    return reader_.error(item.place->text().location(),
                         fmt::format("'{}' is no array", item.place->text().value),
                         "<foreach> needs an array whose length is known");
  const std::uint64_t length = is_list ? item.place->tree().children(item.place->root()).size()
                                       : types_.length(variable->slot);
  for_each_item(item.body, [&](const Item& inner) {
    if (inner.kind == Item::Kind::assign && name && !inner.place->is_wrong() &&
        inner.place->text().value.starts_with(*name))
      reader_.error(inner.location, fmt::format("<foreach> that changes its array '{}' is not "
                                                "supported",
                                                *name));
  });
  const auto assign = [&](const Draft::Variable& to, Expr value) {
    Action action{.kind = Action::Kind::assign, .location = item.location};
    action.variable = to.var;
    action.expr = value;
    if (value.type() == to.var->type) return action;
    reader_.error(
        item.location,
        fmt::format("'{}' has type '{}', but <foreach> gives it values of type '{}'", to.name,
                    types_.describe(to.var->type), types_.describe(value.type())));
    return action;
  };
  Action loop{.kind = Action::Kind::loop, .location = item.location};
  loop.variable =
      context_.declare(machine_.qualified(fmt::format("foreach@{}", item.location.line())),
                       context_.int_type(), item.location);
  machine_.variables.push_back({.var = loop.variable,
                                .initial = context_.int_literal(0),
                                .lifetime = model::statechart::Variable::Lifetime::local});
  loop.expr = context_.int_literal(0);
  loop.bound = context_.int_literal(mpz_class(std::to_string(length)));
  loop.body.push_back(assign(*element, ir::select(array, context_.var(loop.variable))));
  check_range(loop.body, *element, item.location);
  if (item.index)
    if (const Draft::Variable* index = draft_.find_variable(item.index->value)) {
      loop.body.push_back(assign(*index, context_.var(loop.variable)));
      check_range(loop.body, *index, item.location);
    }
  Block body = this->block(item.body, current);
  std::move(body.begin(), body.end(), std::back_inserter(loop.body));
  block.push_back(std::move(loop));
}

}  // namespace

void build_machine(ir::Context& context, Draft& draft, Types& types) {
  Builder(context, draft, types).run();
}

}  // namespace arges::frontend::scxml
