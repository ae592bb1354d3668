#pragma once

#include <string>

#include "model/statechart/system.h"

namespace arges::output {

/// The hierarchy of a system's machines and their transitions, for Graphviz.
std::string statechart_dot(const model::statechart::System& system);

/// The same as state diagrams of PlantUML, one a machine.
std::string statechart_plantuml(const model::statechart::System& system);

}  // namespace arges::output
