#pragma once

#include <string>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The automaton in the Hanoi Omega-Automata format, version 1 (Babiak et al., CAV 2015);
/// acceptance of a Büchi automaton with acceptance on states is written on states.
std::string to_hoa(const Automaton& automaton, const std::string& name = "");

}  // namespace arges::automata
