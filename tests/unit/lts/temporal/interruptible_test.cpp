#include "lts/temporal/interruptible.h"

#include <gtest/gtest.h>

#include "automata/ltl/lasso.h"
#include "automata/ltl/parser.h"
#include "automata/ltl/random_formula.h"

namespace arges::lts {
namespace {

using automata::Formula;
using automata::Formulas;
using automata::Lasso;

Formula parsed(Formulas& formulas, const std::string& text) {
  const SourceText source("test", text);
  return automata::parse_formula(formulas, source, automata::LtlSyntax::spot).formula;
}

bool exactly(const std::string& text) {
  Formulas formulas;
  return is_interruptible(formulas, parsed(formulas, text));
}
bool by_shape(const std::string& text) {
  Formulas formulas;
  return is_interruptible_by_shape(parsed(formulas, text));
}

TEST(Interruptible, KnownFormulas) {
  for (const char* text :
       {"F a", "G !a", "G F a", "F G !a", "G(a -> F b)", "!b W a", "!b U a", "G(a -> (!b U c))",
        "(G F a) -> (G F b)", "a R !b", "true", "F(a & F b)"}) {
    EXPECT_TRUE(exactly(text)) << text;
    EXPECT_TRUE(by_shape(text)) << text;
  }
  for (const char* text : {"a", "!a", "X a", "a U b", "G a", "F !a", "a W b", "G(a -> X b)",
                           "F(a & X b)", "a R b", "F G a", "a | F b", "X F a", "G X !a"}) {
    EXPECT_FALSE(exactly(text)) << text;
    EXPECT_FALSE(by_shape(text)) << text;
  }
  // The shape does not show all of them.
  for (const char* text : {"a | !a", "F(a & b)", "F(a & X F b)", "G X F a"})
    EXPECT_TRUE(exactly(text)) << text;
}

/// A word of single actions or none.
Lasso random_word(std::mt19937_64& random, std::size_t propositions) {
  Lasso word;
  const std::size_t length = 1 + random() % 5;
  for (std::size_t i = 0; i < length; ++i) {
    std::vector<bool> letter(propositions, false);
    const std::size_t chosen = random() % (propositions + 1);
    if (chosen < propositions) letter[chosen] = true;
    word.letters.push_back(letter);
  }
  word.loop_start = random() % length;
  return word;
}

/// With other actions put in: some before letters, the same in every round of the loop.
Lasso interrupted(std::mt19937_64& random, const Lasso& word) {
  Lasso result;
  for (std::size_t i = 0; i < word.letters.size(); ++i) {
    const bool loop_starts = i == word.loop_start;
    if (loop_starts && random() % 2 == 0) result.loop_start = result.letters.size();
    const bool was_set = result.loop_start > 0 || i == 0;
    for (std::size_t k = random() % 3; k > 0; --k)
      result.letters.emplace_back(word.letters[i].size(), false);
    if (loop_starts && !was_set) result.loop_start = result.letters.size();
    result.letters.push_back(word.letters[i]);
  }
  return result;
}

TEST(Interruptible, AgreesWithWords) {
  std::mt19937_64 random(31);
  int yes = 0;
  int no = 0;
  int shown = 0;
  int shapes = 0;
  for (int i = 0; i < 400; ++i) {
    Formulas formulas;
    automata::RandomFormulas source(formulas, random(), {2, 7});
    const Formula formula = source.formula();
    const bool exact = is_interruptible(formulas, formula);
    if (is_interruptible_by_shape(formula)) {
      EXPECT_TRUE(exact) << automata::to_string(formulas, formula);
      ++shapes;
    }
    bool differs = false;
    for (int k = 0; k < 300 && !differs; ++k) {
      const Lasso word = random_word(random, formulas.num_propositions());
      differs = automata::satisfies(word, formula) !=
                automata::satisfies(interrupted(random, word), formula);
    }
    if (exact) {
      EXPECT_FALSE(differs) << automata::to_string(formulas, formula);
    }
    (exact ? yes : no) += 1;
    shown += differs ? 1 : 0;
  }
  EXPECT_GT(yes, 50);
  EXPECT_GT(shapes, 30);
  EXPECT_EQ(shown, no);  // words of a few letters show every one that is not
}

}  // namespace
}  // namespace arges::lts
