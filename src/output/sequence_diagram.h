#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "output/told_trace.h"

namespace arges::output {

/// A run as a sequence diagram: all that is to be drawn, for whoever draws it.
struct SequenceDiagram {
  struct LifeLine {
    enum class Kind : std::uint8_t { environment, machine };
    Kind kind = Kind::machine;
    std::string name;
  };
  /// The other end of a message whose sender the model does not have.
  static constexpr std::size_t outside = SIZE_MAX;
  struct Message {
    std::size_t from = outside;
    std::size_t to = 0;
    std::string text;
    /// Whether the sender waits for the receiver. One that does not wait is received later, by the
    /// item of that number, or never.
    enum class Kind : std::uint8_t { synchronous, asynchronous } kind = Kind::synchronous;
    std::optional<std::size_t> received = {};
  };
  /// One event on all its ways.
  using Event = std::vector<Message>;
  /// What comes next, from top to bottom.
  struct Item {
    enum class Kind : std::uint8_t { events, states, note, delay, loop };
    Kind kind = Kind::events;
    std::vector<Event> events = {};       ///< those of a moment, which have no order among them
    std::size_t life_line = 0;            ///< of states and notes
    std::vector<std::string> lines = {};  ///< what states, notes and delays say
  };

  std::string title;
  std::vector<LifeLine> life_lines;
  std::vector<Item> items;  ///< those behind a loop are repeated for ever
};

/// The diagram of a run: of a statechart the environment and the machines, of communicating
/// machines the objects, of any other model one life line.
SequenceDiagram make_sequence_diagram(const std::string& title, const RunSubject& subject,
                                      const analysis::ConcreteTrace& trace);

/// As PlantUML reads it. Events without an order are parallel, as Ádám 2023, section 5.4.2.2 asks:
/// one below the other they look like a sequence.
std::string to_plantuml(const SequenceDiagram& diagram);

/// Both at once, of a statechart.
std::string sequence_diagram(const std::string& title, const model::statechart::Lowering& chart,
                             const analysis::ConcreteTrace& trace);

}  // namespace arges::output
