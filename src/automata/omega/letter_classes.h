#pragma once

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "automata/omega/automaton.h"

namespace arges::automata {

/// The letters that no label of an automaton tells apart, as numbered classes: labels become sets
/// of small numbers, which is much faster to work with than decision diagrams.
class LetterClasses {
 public:
  /// A set of classes, as bits.
  using Set = std::vector<std::uint64_t>;

  /// nullopt if there are more classes than that.
  static std::optional<LetterClasses> of(const Automaton& automaton, std::size_t max_classes);

  std::size_t size() const { return classes_.size(); }
  const Bdd& letters(std::size_t number) const { return classes_[number]; }
  std::size_t num_words() const { return (classes_.size() + 63) / 64; }
  /// The classes that one of the automaton's labels is made of.
  const Set& set_of(const Bdd& label) const { return sets_.at(label); }
  Bdd label_of(const std::uint64_t* set) const;

 private:
  std::vector<Bdd> classes_;
  std::unordered_map<Bdd, Set, BddHash> sets_;
};

}  // namespace arges::automata
