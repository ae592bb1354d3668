#include "frontend/scxml/scxml_further_events.h"

#include <array>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"
#include "frontend/scxml/scxml_machine.h"

namespace arges::frontend::scxml {

namespace {

using model::statechart::Direction;
using model::statechart::Event;
using model::statechart::EventId;
using model::statechart::MachineId;

/// The event without the id of its machine, and which machine that is.
struct Qualified {
  MachineId machine;
  std::string event;
};
/// 'two."one.go"': the quotes tell where the machine's id ends.
std::optional<Qualified> clearly_qualified(const std::deque<Draft>& machines,
                                           const std::string& event) {
  const std::size_t quote = event.find(".\"");
  if (quote == std::string::npos || event.back() != '"' || event.size() < quote + 4) return {};
  for (MachineId id = 0; id < machines.size(); ++id)
    if (!machines[id].machine.name.empty() && machines[id].machine.name == event.substr(0, quote))
      return Qualified{id, event.substr(quote + 2, event.size() - quote - 3)};
  return {};
}

/// Of several machines, as 'a' and 'a.b' may be, the longest id.
std::optional<Qualified> qualified(const std::deque<Draft>& machines, const std::string& event) {
  std::optional<Qualified> result;
  if (auto clear = clearly_qualified(machines, event)) return clear;
  for (MachineId id = 0; id < machines.size(); ++id) {
    const std::string& name = machines[id].machine.name;
    if (name.empty()) return Qualified{id, event};
    const bool is_longer = !result || name.size() > machines[result->machine].machine.name.size();
    if (event.starts_with(name + ".") && is_longer)
      result = Qualified{id, event.substr(name.size() + 1)};
  }
  return result;
}

/// Whether a machine says something of an event by its name.
bool names(const Draft& machine, const std::string& event) {
  return mention_of(machine, event) == Event::Mention::named;
}

/// Those whose environment sends it, or else those that name it, or else those that take any.
std::vector<MachineId> takers_of(const std::deque<Draft>& machines, const std::string& event) {
  std::array<std::vector<MachineId>, 3> takers;
  for (MachineId id = 0; id < machines.size(); ++id) {
    const Alphabet& alphabet = machines[id].alphabet;
    const EventId known = alphabet.find(event, Direction::input);
    const Event::Mention mention = mention_of(machines[id], event);
    if (known != model::statechart::none && alphabet.entry(known).is_environment)
      takers[0].push_back(id);
    else if (mention != Event::Mention::nowhere)
      takers[mention == Event::Mention::named ? 1 : 2].push_back(id);
  }
  for (std::vector<MachineId>& some : takers)
    if (!some.empty()) return some;
  return {};
}

/// A document that says what its environment sends leaves no room for more, unless rules are
/// lenient; what else somebody sends would have no range either.
void require_open(const Draft& machine, const std::string& event, const ScxmlOptions& options) {
  const bool is_closed = options.rules == ScxmlRules::strict && machine.environment;
  if (!is_closed || mention_of(machine, event) == Event::Mention::nowhere) return;
  std::vector<std::string> sent;
  for (const Draft::Environment& one : *machine.environment) sent.push_back(one.name.value);
  throw UnfitEvent(fmt::format("<a:environment> does not have '{}', but {}", event,
                               sent.empty() ? "nothing" : fmt::format("{}", fmt::join(sent, ", "))),
                   "--lenient sends it all the same");
}

/// 'door.open' is 'open' of the machine 'door', unless that does not know it and another one waits
/// for 'door.open'.
bool is_meant_as_it_is(const std::deque<Draft>& machines, const std::string& event) {
  if (clearly_qualified(machines, event)) return false;
  const std::vector<MachineId> takers = takers_of(machines, event);
  const auto full = qualified(machines, event);
  const bool is_known = !takers.empty() && names(machines[takers.front()], event);
  return !full || (!names(machines[full->machine], full->event) && is_known);
}

[[noreturn]] void refuse_unclear(const std::deque<Draft>& machines, const std::string& event,
                                 const std::vector<MachineId>& takers) {
  std::vector<std::string> names;
  for (const MachineId id : takers) {
    const std::string name = machines[id].machine.qualified(event);
    names.push_back(is_meant_as_it_is(machines, name)
                        ? machines[id].machine.qualified(fmt::format("\"{}\"", event))
                        : name);
  }
  throw UnfitEvent(fmt::format("the event '{}' may be {}", event, fmt::join(names, " or ")),
                   "write one of these");
}

/// The machine that an event is for, and what it is called there; nothing: no machine takes it.
std::optional<Qualified> receiver_of(const std::deque<Draft>& machines, const std::string& event) {
  if (!is_meant_as_it_is(machines, event)) return qualified(machines, event);
  const std::vector<MachineId> takers = takers_of(machines, event);
  if (takers.empty()) return {};
  if (takers.size() > 1) refuse_unclear(machines, event, takers);
  return Qualified{takers.front(), event};
}

}  // namespace

std::vector<std::vector<std::string>> further_events(const std::deque<Draft>& machines,
                                                     const ScxmlOptions& options) {
  std::vector<std::vector<std::string>> result(machines.size());
  for (const std::string& event : options.further_events) {
    const auto receiver = receiver_of(machines, event);
    if (!receiver)
      throw UsageError(fmt::format("no machine of the system takes the event '{}'", event),
                       "write it with the machine's id, as in ID.event");
    result[receiver->machine].push_back(receiver->event);
  }
  for (const std::string& event : options.tried_events) {
    const auto receiver = receiver_of(machines, event);
    if (!receiver) continue;
    require_open(machines[receiver->machine], receiver->event, options);
    result[receiver->machine].push_back(receiver->event);
  }
  return result;
}

}  // namespace arges::frontend::scxml
