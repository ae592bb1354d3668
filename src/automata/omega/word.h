#pragma once

#include <optional>
#include <string>
#include <vector>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// An ultimately periodic word whose letters are Boolean functions: any letter of each will do.
struct Word {
  std::vector<Bdd> prefix;
  std::vector<Bdd> cycle;
};

/// A word that the automaton accepts, nullopt if there is none.
std::optional<Word> accepted_word(const Automaton& automaton);

/// "a & !b; cycle{b; a}", as Spot writes words.
std::string to_string(const BddManager& manager, const Word& word);

/// A function as a sum of products of the propositions' names.
std::string to_string(const BddManager& manager, const Bdd& function);

}  // namespace arges::automata
