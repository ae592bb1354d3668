#pragma once

#include <map>
#include <string>
#include <vector>

#include "frontend/gamma/definitions.h"
#include "model/statechart/system.h"

namespace arges::frontend::gamma {

namespace chart = model::statechart;

/// An event of a port as the machine has it; an internal one has two ends.
struct PortEvent {
  const EventDeclaration* declaration = nullptr;
  chart::EventId input = chart::none;
  chart::EventId output = chart::none;
  std::vector<ShapePtr> parameters = {};  ///< their types, in order

  bool is_internal() const {
    return declaration->direction == EventDeclaration::Direction::internal;
  }
};

struct PortOfInstance {
  const Port* text = nullptr;
  const Interface* interface = nullptr;
  std::vector<PortEvent> events = {};

  const PortEvent* find(const std::string& event) const;
};

/// A state or pseudostate by name. Initial states, forks and joins are paths of others, no nodes.
struct NamedNode {
  const StateNode* text = nullptr;
  chart::NodeId node = chart::none;
  chart::NodeId region = chart::none;
};

/// A statechart that is being made a machine: what the names in it mean.
struct Instance {
  const ComponentText* text = nullptr;
  const Package* package = nullptr;
  chart::Machine machine;
  Frame frame;  ///< parameters and variables
  std::map<std::string, PortOfInstance> ports;
  std::map<std::string, chart::TimerId> timers;
  std::multimap<std::string, NamedNode> nodes;
  std::vector<ir::Expr> periods;  ///< that timers are set to
  unsigned num_locals = 0;

  /// The event's parameter, by parts.
  Value parameter(ir::Context& context, chart::EventId event, const PortEvent& port_event,
                  std::size_t number) const;
};

}  // namespace arges::frontend::gamma
