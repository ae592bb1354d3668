#include "frontend/scxml/scxml_machine.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "frontend/scxml/scxml_dialect.h"
#include "model/statechart/tree.h"

namespace arges::frontend::scxml {

using model::statechart::Direction;
using model::statechart::Event;
using model::statechart::EventId;
using model::statechart::NodeId;
using model::statechart::NodeKind;

namespace {

bool is_variable_name(std::string_view name) {
  return expression_dialect().is_plain_name(name) && name.find('.') == std::string_view::npos &&
         !name.starts_with('_');
}

/// Reads again what depends on the values that variables may have.
class Resolver {
 public:
  explicit Resolver(Draft& draft) : draft_(draft) {}

  void run() {
    for (Draft::Content& content : draft_.contents)
      for (Items* items : {&content.entry, &content.exit, &content.initial}) resolve(*items);
    for (Draft::Transition& transition : draft_.transitions) resolve(transition.effect);
  }

 private:
  void resolve(Items& items) {
    for (Item& item : items) {
      if (item.kind == Item::Kind::deferred) item = draft_.reader->resolve(item, values(item));
      for (Item::Clause& clause : item.clauses) resolve(clause.body);
      resolve(item.body);
    }
  }

  /// The strings that its variable may have: at first, and by assignments.
  std::vector<std::string> values(const Item& item) {
    const Draft::Variable* variable = draft_.find_variable(item.variable);
    std::vector<std::string> result;
    bool is_clear = variable != nullptr && add(result, variable->initial);
    draft_.for_each_block([&](const Items& items, const Draft::Transition*) {
      for_each_item(items, [&](const Item& one) {
        if (one.kind == Item::Kind::assign && one.place->name() == item.variable)
          is_clear = add(result, one.value) && is_clear;
        if (one.kind == Item::Kind::foreach)
          is_clear = is_clear && one.item->value != item.variable;
      });
    });
    if (is_clear) return result;
    draft_.reader->error(
        item.location, fmt::format("which strings '{}' may have here can't be told", item.variable),
        "give it a string at first, and assign nothing but strings");
    return {};
  }

  static bool add(std::vector<std::string>& values, const Operand& operand) {
    std::optional<std::string> value = operand.string;
    if (operand.expression != nullptr) value = operand.expression->string_literal();
    if (!value || value->find_first_of("'\\") != std::string::npos) return false;
    if (std::find(values.begin(), values.end(), *value) == values.end()) values.push_back(*value);
    return true;
  }

  Draft& draft_;
};

/// Turns what is sure to fail at run time into the error that it is.
class FailureFinder {
 public:
  explicit FailureFinder(Draft& draft) : draft_(draft) {}

  void run() {
    for (Draft::Content& content : draft_.contents)
      for (Items* items : {&content.entry, &content.exit, &content.initial}) settle(*items);
    for (Draft::Transition& transition : draft_.transitions) settle(transition.effect);
  }

 private:
  // A block of its own is what <onentry> holds, and several of them are one list by now: an error
  // ends the block only, which its items' places tell.
  void settle(Items& items) {
    for (Item& item : items) {
      if (fails(item)) {
        draft_.reader->warn(item.location,
                            "this fails: the error 'error.execution' is raised here");
        Item failure = make_item(Item::Kind::failure, item.location);
        failure.block = item.block;
        item = std::move(failure);
      }
      for (Item::Clause& clause : item.clauses) settle(clause.body);
      settle(item.body);
    }
    for (std::size_t i = 0; i < items.size(); ++i) {
      if (!may_fail(items[i])) continue;
      const auto rest = items.begin() + static_cast<std::ptrdiff_t>(i) + 1;
      const auto end = std::find_if(
          rest, items.end(), [&](const Item& other) { return other.block != items[i].block; });
      if (items[i].kind != Item::Kind::failure && rest != end)
        draft_.reader->error(items[i].location,
                             "an error inside, which ends all that follows, is not supported",
                             "put what follows into a block of its own");
      items.erase(rest, end);
    }
  }

  static bool may_fail(const Item& item) {
    bool result = false;
    for_each_item({item}, [&](const Item& one) { result |= one.kind == Item::Kind::failure; });
    return result;
  }

  bool fails(const Item& item) const {
    if (item.kind == Item::Kind::assign)
      return is_no_place(*item.place) ||
             (item.value.expression != nullptr && reads_undeclared(*item.value.expression));
    if (item.kind != Item::Kind::foreach) return false;
    return !is_variable_name(item.item->value) ||
           (item.index && !is_variable_name(item.index->value)) || reads_undeclared(*item.place) ||
           is_no_array(*item.place);
  }

  bool is_no_place(const Expression& place) const {
    const syntax::Node& root = place.node(place.root());
    if (root.kind != syntax::NodeKind::name) return false;
    const std::string_view first = root.text.substr(0, root.text.find('.'));
    return draft_.find_variable(first) == nullptr;
  }

  /// A variable that is no array at any time.
  bool is_no_array(const Expression& array) const {
    const std::optional<std::string> name = array.name();
    const Draft::Variable* variable = name ? draft_.find_variable(*name) : nullptr;
    if (variable == nullptr || variable->initial.expression == nullptr || is_assigned(*name))
      return false;
    const Expression& initial = *variable->initial.expression;
    const syntax::NodeKind kind = initial.node(initial.root()).kind;
    return kind == syntax::NodeKind::integer || kind == syntax::NodeKind::constant;
  }

  bool is_assigned(const std::string& name) const {
    bool result = false;
    draft_.for_each_block([&](const Items& items, const Draft::Transition*) {
      for_each_item(items, [&](const Item& item) {
        if (item.kind == Item::Kind::assign) result |= item.place->name() == name;
      });
    });
    return result;
  }

  bool reads_undeclared(const Expression& expression) const {
    return reads_undeclared(expression, expression.root());
  }
  bool reads_undeclared(const Expression& expression, syntax::NodeId node) const {
    const syntax::Node& at = expression.node(node);
    if (at.kind == syntax::NodeKind::name)
      return is_variable_name(at.text) && at.text != "Math" && at.text != "JSON" &&
             draft_.find_variable(at.text) == nullptr;
    std::vector<syntax::NodeId> children = expression.tree().children(node);
    // The operand of ? : and && may never be read.
    if (at.kind == syntax::NodeKind::conditional || at.kind == syntax::NodeKind::chain)
      children.resize(1);
    if (at.kind == syntax::NodeKind::call) children.erase(children.begin());
    return std::any_of(children.begin(), children.end(),
                       [&](syntax::NodeId child) { return reads_undeclared(expression, child); });
  }

  Draft& draft_;
};

}  // namespace

void declare_variables(Draft& draft, Types& types) {
  for (const Draft::Data& data : draft.data) {
    if (!is_variable_name(data.id.value))
      draft.reader->error(data.id.location(),
                          fmt::format("'{}' is no name of a variable", data.id.value));
    if (draft.find_variable(data.id.value) != nullptr) {
      draft.reader->error(data.id.location(),
                          fmt::format("the variable '{}' is declared twice", data.id.value));
      continue;
    }
    draft.variables.push_back({.name = data.id.value,
                               .slot = data.declared ? *data.declared : types.fresh(),
                               .location = data.id.location(),
                               .range = data.range,
                               .initial = data.value});
  }
  draft.for_each_block([&](const Items& items, const Draft::Transition*) {
    for_each_item(items, [&](const Item& item) {
      if (item.kind != Item::Kind::foreach) return;
      for (const std::optional<Text>& name : {item.item, item.index}) {
        if (!name || draft.find_variable(name->value) != nullptr) continue;
        if (!is_variable_name(name->value)) {
          if (draft.reader->errors() == Errors::refused)
            draft.reader->error(name->location(),
                                fmt::format("'{}' is no name of a variable", name->value));
          continue;
        }
        draft.variables.push_back(
            {.name = name->value, .slot = types.fresh(), .location = name->location()});
      }
    });
  });
  Resolver(draft).run();
  if (draft.reader->errors() == Errors::handled) FailureFinder(draft).run();
}

namespace {

/// Puts together the alphabet of a machine.
class EventCollector {
 public:
  EventCollector(Draft& draft, Types& types)
      : draft_(draft), alphabet_(draft.alphabet), types_(types) {}

  void run(const std::vector<std::string>& received) {
    add_made();
    for (const std::string& name : received) alphabet_.add(name, Direction::input, {}, {});
    if (draft_.environment)
      add_declared(received);
    else
      add_open();
  }

  void add_further(const std::vector<std::string>& further) {
    std::set<std::string> added;
    for (const std::string& name : further) {
      // One that was given twice is no more known than before.
      if (!added.insert(name).second) continue;
      const auto mention = mention_of(draft_, name);
      alphabet_.add_environment(name, {});
      alphabet_.entry(alphabet_.find(name, Direction::input)).mention = mention;
    }
    check_descriptors();
  }

 private:
  void add_made() {
    draft_.for_each_block([&](const Items& items, const Draft::Transition*) {
      for_each_item(items, [&](const Item& item) {
        if (item.kind == Item::Kind::raise)
          alphabet_.add(item.event, item.direction, item.target, item.location);
      });
    });
    for (NodeId node = 1; node < draft_.machine.nodes.size(); ++node) {
      const model::statechart::Node& at = draft_.machine.nodes[node];
      if (at.kind != NodeKind::compound && at.kind != NodeKind::parallel) continue;
      const std::string name = "done.state." + at.full_name;
      if (is_awaited(name)) alphabet_.add(name, Direction::internal, {}, at.location);
    }
    if (draft_.reader->errors() == Errors::handled)
      alphabet_.add("error.execution", Direction::internal, {}, {});
  }

  bool is_awaited(std::string_view event) const {
    return std::any_of(
        draft_.transitions.begin(), draft_.transitions.end(), [&](const auto& transition) {
          return transition.descriptors &&
                 std::any_of(transition.descriptors->begin(), transition.descriptors->end(),
                             [&](const std::string& one) { return matches(one, event); });
        });
  }

  void add_declared(const std::vector<std::string>& received) {
    for (const Draft::Environment& event : *draft_.environment) {
      const EventId id =
          alphabet_.add(event.name.value, Direction::input, {}, event.name.location());
      // What another machine sends, the environment does not.
      const bool is_received =
          std::find(received.begin(), received.end(), event.name.value) != received.end();
      alphabet_.entry(id).is_environment = !is_received;
      alphabet_.fix_parameters(event.name.value);
      for (const Draft::Environment::Parameter& one : event.parameters) {
        Alphabet::Parameter& made = alphabet_.parameter(types_, id, one.name);
        types_.unify(made.slot, one.slot);
        made.range = one.range;
      }
    }
  }

  /// Without a declaration the environment sends whatever is waited for and comes from nowhere
  /// else.
  void add_open() {
    bool has_any = false;
    for (const Draft::Transition& transition : draft_.transitions) {
      if (!transition.descriptors) continue;
      for (const std::string& descriptor : *transition.descriptors) {
        const std::string name(event_of(descriptor));
        has_any = has_any || name.empty();
        if (name.empty() || alphabet_.is_made(name) ||
            alphabet_.find(name, Direction::input) != model::statechart::none)
          continue;
        if (is_platform_event(name))
          alphabet_.add(name, Direction::internal, {}, transition.location);
        else
          alphabet_.add_environment(name, transition.location);
      }
    }
    if (has_any && !alphabet_.has_environment()) alphabet_.add_environment("*", {});
  }

  void check_descriptors() {
    for (const Draft::Transition& transition : draft_.transitions) {
      if (!transition.descriptors) continue;
      for (const std::string& descriptor : *transition.descriptors)
        if (alphabet_.matching({descriptor}).empty())
          draft_.reader->warn(
              transition.location,
              fmt::format("nothing sends an event that '{}' stands for", descriptor));
    }
  }

  Draft& draft_;
  Alphabet& alphabet_;
  Types& types_;
};

}  // namespace

void collect_events(Draft& draft, Types& types, const std::vector<std::string>& received) {
  EventCollector(draft, types).run(received);
}

void add_further_events(Draft& draft, Types& types, const std::vector<std::string>& events) {
  EventCollector(draft, types).add_further(events);
}

Event::Mention mention_of(const Draft& draft, std::string_view event) {
  using Mention = Event::Mention;
  if (draft.alphabet.find(event, Direction::input) != model::statechart::none)
    return Mention::named;
  Mention result = Mention::nowhere;
  for (const Draft::Transition& transition : draft.transitions) {
    if (!transition.descriptors) continue;
    for (const std::string& descriptor : *transition.descriptors) {
      if (!matches(descriptor, event)) continue;
      if (!event_of(descriptor).empty()) return Mention::named;
      result = Mention::by_wildcard;
    }
  }
  for (const Draft::Content& content : draft.contents)
    for (const Text& deferred : content.deferred)
      if (!event_of(deferred.value).empty() && matches(deferred.value, event))
        return Mention::named;
  // Where no event has a name, one is as good as another.
  const bool has_no_names = draft.alphabet.find("*", Direction::input) != model::statechart::none;
  return result == Mention::by_wildcard && has_no_names ? Mention::named : result;
}

}  // namespace arges::frontend::scxml
