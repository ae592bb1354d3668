#pragma once

#include <string>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The automaton for Graphviz: accepting states with a double circle where acceptance is on states,
/// acceptance sets as numbers on edges otherwise.
std::string to_dot(const Automaton& automaton, const std::string& name = "");

}  // namespace arges::automata
