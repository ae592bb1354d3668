#include "model/statechart/event_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::model::statechart {

std::string_view word_of(Direction direction) {
  switch (direction) {
    case Direction::input:
      return "received";
    case Direction::output:
      return "sent";
    case Direction::internal:
      return "raised";
    case Direction::self:
      return "own";
  }
  UNREACHABLE("an event should go some way");
}

std::string told_apart(const Machine& machine, std::string_view name, Direction direction) {
  const bool is_first = std::none_of(
      machine.events.begin(), machine.events.end(),
      [&](const Event& other) { return other.name == name && other.direction < direction; });
  return is_first ? std::string(name) : fmt::format("{}.{}", name, word_of(direction));
}

}  // namespace arges::model::statechart
