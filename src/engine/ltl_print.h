#pragma once

#include <string>

#include "automata/translate/translator.h"

namespace arges::engine {

/// What `arges ltl --stats` tells of a translation.
struct LtlSizes {
  std::size_t tgba_states;
  std::size_t tgba_edges;
  std::size_t ba_states;
  std::size_t ba_edges;
  bool deterministic;  ///< the Büchi automaton
};

LtlSizes sizes(const automata::Translation& translation);

/// A few lines for people; `simplified` may be empty.
std::string stats_text(const std::string& formula, const std::string& simplified,
                       const LtlSizes& sizes);

std::string hoa_text(const automata::Automaton& automaton, const std::string& name);
std::string dot_text(const automata::Automaton& automaton, const std::string& name);

}  // namespace arges::engine
