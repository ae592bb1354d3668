#include "frontend/scxml/scxml_events.h"

#include <algorithm>

namespace arges::frontend::scxml {

using model::statechart::Direction;
using model::statechart::EventId;
using model::statechart::none;

std::string_view event_of(std::string_view descriptor) {
  if (descriptor == "*") return {};
  if (descriptor.ends_with(".*")) descriptor.remove_suffix(2);
  while (descriptor.ends_with('.')) descriptor.remove_suffix(1);
  return descriptor;
}

bool matches(std::string_view descriptor, std::string_view event) {
  const std::string_view prefix = event_of(descriptor);
  if (prefix.empty()) return true;
  return event == prefix || (event.starts_with(prefix) && event[prefix.size()] == '.');
}

bool is_platform_event(std::string_view event) {
  return matches("done", event) || matches("error", event);
}

EventId Alphabet::find(std::string_view name, Direction direction, std::string_view target) const {
  for (EventId id = 0; id < entries_.size(); ++id)
    if (entries_[id].name == name && entries_[id].direction == direction &&
        entries_[id].target == target)
      return id;
  return none;
}

EventId Alphabet::add(std::string_view name, Direction direction, std::string_view target,
                      SourceLocation location) {
  const EventId known = find(name, direction, target);
  if (known != none) return known;
  entries_.push_back({std::string(name), direction, std::string(target), false, location});
  return static_cast<EventId>(entries_.size() - 1);
}

void Alphabet::add_environment(std::string_view name, SourceLocation location) {
  entries_[add(name, Direction::input, {}, location)].is_environment = true;
}

bool Alphabet::has_environment() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.is_environment; });
}

bool Alphabet::is_made(std::string_view name) const {
  return find(name, Direction::internal) != none || find(name, Direction::self) != none;
}

std::vector<EventId> Alphabet::matching(const std::vector<std::string>& descriptors) const {
  std::vector<EventId> result;
  for (EventId id = 0; id < entries_.size(); ++id) {
    const bool is_meant =
        entries_[id].direction != Direction::output &&
        std::any_of(descriptors.begin(), descriptors.end(), [&](const std::string& descriptor) {
          return matches(descriptor, entries_[id].name);
        });
    if (is_meant) result.push_back(id);
  }
  return result;
}

Alphabet::Key Alphabet::key(EventId id) const {
  return {entries_[id].name, entries_[id].direction == Direction::output};
}

std::vector<Alphabet::Parameter>& Alphabet::parameters(EventId id) { return parameters_[key(id)]; }

const Alphabet::Parameter* Alphabet::find_parameter(EventId id, std::string_view name) const {
  const auto found = parameters_.find(key(id));
  if (found == parameters_.end()) return nullptr;
  for (const Parameter& one : found->second)
    if (one.name == name) return &one;
  return nullptr;
}

Alphabet::Parameter& Alphabet::parameter(Types& types, EventId id, std::string_view name) {
  std::vector<Parameter>& all = parameters(id);
  for (Parameter& one : all)
    if (one.name == name) return one;
  return all.emplace_back(Parameter{std::string(name), types.fresh()});
}

bool Alphabet::has_fixed_parameters(std::string_view event) const {
  return std::find(fixed_.begin(), fixed_.end(), event) != fixed_.end();
}

}  // namespace arges::frontend::scxml
