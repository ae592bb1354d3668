#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/scxml/scxml_draft.h"

namespace arges::frontend::scxml {

/// The events that may be the current one, which `_event` is about, where an expression stands.
struct Current {
  std::vector<model::statechart::EventId> events;
  enum class Kind : std::uint8_t {
    trigger,  ///< one of these is
    any,      ///< what was reacted to last, if there was anything
  } kind = Kind::any;
};
Current current_of(const Draft& draft, const Draft::Transition* transition);

/// What a name or an indexed name says about the current event.
struct EventField {
  enum class Kind : std::uint8_t { name, type, parameter, other } kind = Kind::other;
  std::string parameter = {};  ///< "data" stands for all of it
};
std::optional<EventField> event_field(const Expression& expression, syntax::NodeId node);

/// "internal", "external" or "platform", as `_event.type` says it.
std::string_view event_type(const Alphabet::Entry& entry);

/// Finds out the types of a machine's variables and its events' parameters, and which strings there
/// are, from how they are used. To be run until nothing changes; twice is enough.
void infer_types(Draft& draft, Types& types);

}  // namespace arges::frontend::scxml
