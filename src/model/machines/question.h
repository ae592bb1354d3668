#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "model/machines/execution.h"

namespace arges::model::machines {

/// What no execution may do.
struct Question {
  enum class Kind : std::uint8_t {
    faults,    ///< to end in one of these
    implicit,  ///< to lose a message
    deadlock,
    invariant,  ///< to get where this does not hold
    /// To execute one of these events, be it into a fault, but for overflow and one of its guard.
    fires,
  };
  Kind kind = Kind::faults;
  std::vector<Fault> faults = {};
  ExprId invariant = none;
  std::vector<Event> events = {};
  /// What is known of an execution into a full queue: that nobody knows how it goes on, or, where
  /// others are looked for, that it is none of those.
  enum class FullQueues : std::uint8_t { end, left_out } full_queues = FullQueues::end;

  bool asks_for(const Event& event) const {
    if (kind == Kind::implicit) return event.kind == Event::Kind::implicit;
    return kind == Kind::fires && std::find(events.begin(), events.end(), event) != events.end();
  }
  /// The event being executed into that fault, or none. What overflows is no behaviour.
  bool asks_for(const Event& event, Fault fault) const {
    return fault != Fault::overflow && asks_for(event);
  }
  bool asks_for(Fault fault) const {
    return kind == Kind::faults && std::find(faults.begin(), faults.end(), fault) != faults.end();
  }
  /// Full queues end what can be said about an execution, whatever is asked.
  bool ends_at(Fault fault) const {
    return (fault == Fault::queue_full && full_queues == FullQueues::end) || asks_for(fault);
  }
  /// Whether configurations are asked about, not events.
  bool is_about_configurations() const { return kind == Kind::deadlock || kind == Kind::invariant; }
};

/// Whether a configuration is one that the question forbids.
bool violates(const Execution& execution, const Question& question, const Configuration& at,
              Chooser& chooser);

/// An execution that does it: events, each with its F; the last one, or the configuration behind
/// it, is what is forbidden.
struct Counterexample {
  struct Step {
    Event event;
    Resolution resolution;
  };
  std::vector<Step> steps;
  Resolution last = {};  ///< where the question is about configurations
};

}  // namespace arges::model::machines
