#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "frontend/scxml/scxml_actions.h"
#include "frontend/scxml/scxml_machine.h"
#include "frontend/scxml/scxml_translation.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "model/statechart/event_names.h"
#include "model/statechart/prepare.h"
#include "model/statechart/value_text.h"

namespace arges::frontend::scxml {

using ir::Expr;
using model::statechart::Block;
using model::statechart::Direction;
using model::statechart::EventId;
using model::statechart::Machine;
using model::statechart::NodeId;
using model::statechart::none;

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
        translator_(context, draft, types),
        actions_(context, draft, types) {}

  void run() {
    add_events();
    for (const Draft::Variable& variable : draft_.variables)
      names_.insert(machine_.qualified(variable.name));
    add_parameters();
    actions_.add_timers();
    model::statechart::declare_stand_ins(context_, machine_, names_);
    add_variables();
    add_nodes();
    for (const Draft::Transition& transition : draft_.transitions) add_transition(transition);
    model::statechart::complete(machine_, reader_.diagnostics());
  }

 private:
  void add_events();
  void add_parameters();
  /// Of an array that an event carries.
  std::uint32_t length_of(const Alphabet::Parameter& parameter, const Alphabet::Entry& entry,
                          const model::statechart::Event& event);
  void add_variables();
  Expr initial_value(const Draft::Variable& variable, const ir::Substitution& before);
  void add_nodes();
  void add_done(NodeId node);
  void add_transition(const Draft::Transition& draft);
  std::string transition_name(const Draft::Transition& draft);

  ir::Context& context_;
  Draft& draft_;
  Machine& machine_;
  ContentReader& reader_;
  Types& types_;
  Translator translator_;
  ActionBuilder actions_;
  std::set<std::string> transition_names_;
  std::set<std::string> names_;  ///< of variables and parameters
};

void Builder::add_events() {
  std::map<std::string, int> outputs;  // how many of a name
  for (const Alphabet::Entry& entry : draft_.alphabet.entries())
    if (entry.direction == Direction::output) ++outputs[entry.name];
  for (EventId id = 0; id < draft_.alphabet.entries().size(); ++id) {
    const Alphabet::Entry& entry = draft_.alphabet.entry(id);
    model::statechart::Event event{.name = entry.name, .direction = entry.direction};
    event.is_environment = entry.is_environment;
    event.mention = entry.mention;
    event.location = entry.location ? entry.location : machine_.location;
    if (entry.direction == Direction::output && outputs[entry.name] > 1)
      event.name = fmt::format("{}@{}", entry.name, entry.target);
    machine_.events.push_back(std::move(event));
  }
}

/// Once all events are known: several may have one name.
void Builder::add_parameters() {
  for (EventId id = 0; id < machine_.events.size(); ++id) {
    const Alphabet::Entry& entry = draft_.alphabet.entry(id);
    model::statechart::Event& event = machine_.events[id];
    for (const Alphabet::Parameter& one : draft_.alphabet.parameters(id)) {
      model::statechart::Parameter made{.name = one.name};
      std::string name = machine_.qualified(fmt::format(
          "{}.{}", model::statechart::told_apart(machine_, event.name, event.direction), one.name));
      while (!names_.insert(name).second) name += "_";
      made.value = context_.declare(name, types_.type(one.slot), event.location);
      made.initial = types_.default_of(one.slot);
      if (types_.has_two_lengths(one.slot))
        reader_.error(event.location, fmt::format("'{}' of the event '{}' is given arrays of "
                                                  "several lengths",
                                                  one.name, event.name));
      if (entry.is_environment && types_.sort(one.slot) == Sort::string)
        reader_.warn(event.location,
                     fmt::format("'{}' of the event '{}' is a string: the environment sends one of "
                                 "those that are written in the document",
                                 one.name, event.name));
      if (one.range) {
        made.lowest = context_.int_literal(mpz_class(std::to_string(one.range->lowest)));
        made.highest = context_.int_literal(mpz_class(std::to_string(one.range->highest)));
      }
      if (types_.sort(one.slot) == Sort::array) made.length = length_of(one, entry, event);
      event.parameters.push_back(std::move(made));
    }
  }
}

std::uint32_t Builder::length_of(const Alphabet::Parameter& parameter, const Alphabet::Entry& entry,
                                 const model::statechart::Event& event) {
  // What the environment sends is put together element by element.
  constexpr std::uint32_t most_elements = 256;
  const auto length = static_cast<std::uint32_t>(types_.length(parameter.slot));
  if (entry.is_environment && length > most_elements)
    reader_.error(
        event.location,
        fmt::format("'{}' of the event '{}' has {} elements; the environment sends arrays "
                    "of at most {}",
                    parameter.name, event.name, length, most_elements),
        "make it shorter");
  return length;
}

void Builder::add_variables() {
  ir::Substitution before;
  for (Draft::Variable& variable : draft_.variables) {
    const ir::Type type = types_.type(variable.slot);
    const Expr initial = initial_value(variable, before);
    variable.var = context_.declare(machine_.qualified(variable.name), type, variable.location);
    if (types_.has_two_lengths(variable.slot))
      reader_.error(variable.location,
                    fmt::format("'{}' is given arrays of several lengths", variable.name),
                    "all must have one length");
    if (initial) before[context_.var(variable.var)] = initial;
    machine_.variables.push_back({.var = variable.var, .initial = initial});
    if (types_.sort(variable.slot) == Sort::array)
      machine_.variables.back().length = static_cast<std::uint32_t>(types_.length(variable.slot));
  }
}

Expr Builder::initial_value(const Draft::Variable& variable, const ir::Substitution& before) {
  const Expr otherwise = types_.default_of(variable.slot);
  if (!variable.initial) {
    const bool is_data =
        std::any_of(draft_.data.begin(), draft_.data.end(),
                    [&](const Draft::Data& data) { return data.id.value == variable.name; });
    if (is_data && !variable.initial.fails && !variable.range)
      reader_.warn(variable.location,
                   fmt::format("'{}' has no value at first; here it is {}", variable.name,
                               model::statechart::value_text(otherwise.value(), otherwise.type())));
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
    machine_.nodes.front().entry.push_back(actions_.raise(failure, {}, any, variable.location));
  }
  for (NodeId id = 0; id < machine_.nodes.size(); ++id) {
    const Draft::Content& content = draft_.contents[id];
    model::statechart::Node& node = machine_.nodes[id];
    Block entry = actions_.block(content.entry, any);
    std::move(entry.begin(), entry.end(), std::back_inserter(node.entry));
    node.exit = actions_.block(content.exit, any);
    if (node.initial) node.initial->effect = actions_.block(content.initial, any);
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
    machine_.nodes[child].entry.push_back(actions_.raise(event, draft_.contents[child].done_data,
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
  const std::string base = fmt::format("{} -{}->{}{}", machine_.nodes[draft.source].full_name,
                                       events, targets.empty() ? "" : " ", targets);
  std::string name = base;
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
    made.trigger.text = fmt::format("{}", fmt::join(*draft.descriptors, " "));
  }
  if (draft.condition != nullptr) made.guard = translator_.condition(*draft.condition, current);
  made.effect = actions_.block(draft.effect, current);
  machine_.transitions.push_back(std::move(made));
}

}  // namespace

void build_machine(ir::Context& context, Draft& draft, Types& types) {
  Builder(context, draft, types).run();
}

}  // namespace arges::frontend::scxml
