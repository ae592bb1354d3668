#include "automata/omega/acceptance.h"

#include <algorithm>

#include "automata/ltl/random_formula.h"
#include "automata/omega/product.h"

namespace arges::automata {

bool accepts(const Automaton& automaton, const Formulas& formulas, const Lasso& word) {
  Automaton line(automaton.manager());
  BddManager& manager = *automaton.manager();
  for (std::size_t i = 0; i < word.letters.size(); ++i) line.add_state();
  for (StateId i = 0; i < word.letters.size(); ++i) {
    Bdd letter = Bdd::constant(true);
    for (std::uint32_t p = 0; p < word.letters[i].size(); ++p)
      letter &=
          manager.literal(manager.proposition(formulas.proposition_name(p)), word.letters[i][p]);
    const std::size_t next = i + 1 < word.letters.size() ? i + 1 : word.loop_start;
    line.add_edge(i, {static_cast<StateId>(next), 0, std::move(letter)});
  }
  return intersect(automaton, line);
}

namespace {

/// All words of at most so many bits, with every loop they can have.
std::vector<Lasso> short_words(unsigned num_propositions, unsigned most_bits) {
  std::vector<Lasso> result;
  constexpr unsigned longest = 4;
  for (unsigned length = 1;
       length * std::max(1U, num_propositions) <= most_bits && length <= longest; ++length)
    for (unsigned bits = 0; bits < 1U << (length * num_propositions); ++bits) {
      Lasso word;
      for (unsigned i = 0; i < length; ++i) {
        std::vector<bool>& letter = word.letters.emplace_back();
        for (unsigned p = 0; p < num_propositions; ++p)
          letter.push_back(((bits >> (i * num_propositions + p)) & 1U) != 0);
      }
      for (word.loop_start = 0; word.loop_start < length; ++word.loop_start) result.push_back(word);
    }
  return result;
}

}  // namespace

bool accepts_violations(const Automaton& automaton, const Formulas& formulas, Formula formula) {
  const auto num_propositions = static_cast<unsigned>(formulas.num_propositions());
  const auto agrees = [&](const Lasso& word) {
    return accepts(automaton, formulas, word) != satisfies(word, formula);
  };
  constexpr unsigned most_bits = 8;
  const std::vector<Lasso> words = short_words(num_propositions, most_bits);
  if (!std::all_of(words.begin(), words.end(), agrees)) return false;
  constexpr int random_words = 200;
  constexpr std::size_t longest_word = 10;
  Formulas names;
  for (unsigned p = 0; p < num_propositions; ++p) names.proposition(formulas.proposition_name(p));
  RandomFormulas random(names, 1, {});
  for (int i = 0; i < random_words; ++i)
    if (!agrees(random.word(longest_word))) return false;
  return true;
}

}  // namespace arges::automata
