#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "frontend/scxml/scxml_types.h"
#include "model/statechart/chart.h"

namespace arges::frontend::scxml {

/// Whether an event descriptor ("a", "a.b.*", "*") stands for an event, token by token.
bool matches(std::string_view descriptor, std::string_view event);
/// The event that a descriptor stands for itself: "a.b" for "a.b.*"; "" for "*".
std::string_view event_of(std::string_view descriptor);
/// Whether only the platform makes such events: done.* and error.*.
bool is_platform_event(std::string_view event);

/// The events of a machine, and what they carry.
class Alphabet {
 public:
  struct Entry {
    std::string name;
    model::statechart::Direction direction = model::statechart::Direction::input;
    std::string target = {};  ///< of an output
    bool is_environment = false;
    SourceLocation location = {};
    model::statechart::Event::Mention mention = model::statechart::Event::Mention::named;
  };
  struct Parameter {
    std::string name;
    Slot slot = 0;
    std::optional<Range> range = {};
  };

  /// The entry with that name, direction and target; a new one if there is none yet.
  model::statechart::EventId add(std::string_view name, model::statechart::Direction direction,
                                 std::string_view target, SourceLocation location);
  void add_environment(std::string_view name, SourceLocation location);
  /// none: there is no such entry.
  model::statechart::EventId find(std::string_view name, model::statechart::Direction direction,
                                  std::string_view target = {}) const;
  bool has_environment() const;
  /// Whether the machine itself makes the event.
  bool is_made(std::string_view name) const;
  const std::vector<Entry>& entries() const { return entries_; }
  Entry& entry(model::statechart::EventId id) { return entries_[id]; }
  const Entry& entry(model::statechart::EventId id) const { return entries_[id]; }

  /// Those that a transition with such a descriptor reacts to, in order.
  std::vector<model::statechart::EventId> matching(
      const std::vector<std::string>& descriptors) const;
  /// All that a machine may react to.
  std::vector<model::statechart::EventId> reactions() const { return matching({"*"}); }

  /// Events of one name carry the same, whichever way they come; outputs are apart.
  std::vector<Parameter>& parameters(model::statechart::EventId id);
  const Parameter* find_parameter(model::statechart::EventId id, std::string_view name) const;
  /// The parameter with that name; a new one if there is none yet.
  Parameter& parameter(Types& types, model::statechart::EventId id, std::string_view name);
  /// The environment sends exactly what was declared with this event.
  void fix_parameters(std::string_view event) { fixed_.emplace_back(event); }
  bool has_fixed_parameters(std::string_view event) const;

 private:
  using Key = std::pair<std::string, bool>;  ///< name, whether it is an output
  Key key(model::statechart::EventId id) const;

  std::vector<Entry> entries_;
  std::map<Key, std::vector<Parameter>> parameters_;
  std::vector<std::string> fixed_;
};

}  // namespace arges::frontend::scxml
