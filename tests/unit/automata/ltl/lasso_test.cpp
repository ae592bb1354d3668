#include "automata/ltl/lasso.h"

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"

namespace arges::automata {
namespace {

/// Whether a word of letters such as "a", "b", "ab", "-" satisfies a formula over a and b.
bool holds(const std::string& text, const std::vector<std::string>& letters,
           std::size_t loop_start) {
  Formulas formulas;
  formulas.proposition("a");
  formulas.proposition("b");
  Lasso word;
  word.loop_start = loop_start;
  for (const std::string& letter : letters)
    word.letters.push_back(
        {letter.find('a') != std::string::npos, letter.find('b') != std::string::npos});
  const SourceText source("f", text);
  return satisfies(word, parse_formula(formulas, source, LtlSyntax::spot).formula);
}

TEST(Lasso, UntilNeedsItsEnd) {
  EXPECT_TRUE(holds("a U b", {"a", "a", "b"}, 2));
  EXPECT_FALSE(holds("a U b", {"a"}, 0));
  EXPECT_TRUE(holds("a W b", {"a"}, 0));
  EXPECT_FALSE(holds("a U b", {"a", "-", "b"}, 2));
}

TEST(Lasso, ReleaseHoldsUpToAndWithItsEnd) {
  EXPECT_TRUE(holds("a R b", {"b", "ab", "-"}, 2));
  EXPECT_FALSE(holds("a R b", {"b", "a", "-"}, 2));
  EXPECT_TRUE(holds("a R b", {"b"}, 0));
  EXPECT_FALSE(holds("a M b", {"b"}, 0));
  EXPECT_TRUE(holds("a M b", {"b", "ab", "-"}, 2));
}

TEST(Lasso, TheLoopIsSeenFromItsEnd) {
  EXPECT_TRUE(holds("GF a", {"-", "b", "a"}, 1));
  EXPECT_FALSE(holds("GF a", {"a", "b"}, 1));
  EXPECT_TRUE(holds("FG b", {"a", "b"}, 1));
  EXPECT_TRUE(holds("X X X a", {"-", "a", "b"}, 1));
  EXPECT_TRUE(holds("G(a -> X b)", {"a", "b"}, 0));
}

TEST(Lasso, BooleanOperators) {
  EXPECT_TRUE(holds("a xor b", {"a"}, 0));
  EXPECT_FALSE(holds("a <-> b", {"a"}, 0));
  EXPECT_TRUE(holds("b -> a", {"-"}, 0));
}

}  // namespace
}  // namespace arges::automata
