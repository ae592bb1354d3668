#include "automata/ltl/prefix.h"

#include <gtest/gtest.h>

#include "automata/ltl/lasso.h"
#include "automata/ltl/parser.h"
#include "automata/ltl/random_formula.h"

namespace arges::automata {
namespace {

/// Whether letters such as "a", "b", "ab", "-" violate a formula over a and b whatever follows.
bool refuted(const std::string& text, const std::vector<std::string>& letters) {
  Formulas formulas;
  formulas.proposition("a");
  formulas.proposition("b");
  std::vector<std::vector<bool>> prefix;
  for (const std::string& letter : letters)
    prefix.push_back(
        {letter.find('a') != std::string::npos, letter.find('b') != std::string::npos});
  const SourceText source("f", text);
  return PrefixJudge(formulas, parse_formula(formulas, source, LtlSyntax::spot).formula)
      .refutes(prefix);
}

TEST(PrefixJudge, SafetyIsViolatedWhereItIsSeen) {
  EXPECT_TRUE(refuted("G a", {"a", "-"}));
  EXPECT_FALSE(refuted("G a", {"a", "a"}));
  EXPECT_TRUE(refuted("G (a -> X b)", {"a", "-"}));
  EXPECT_FALSE(refuted("G (a -> X b)", {"-", "a"}));
  EXPECT_TRUE(refuted("a W b", {"a", "-"}));
}

TEST(PrefixJudge, LivenessIsNot) {
  EXPECT_FALSE(refuted("F a", {"-", "-"}));
  EXPECT_FALSE(refuted("G F a", {"-"}));
  EXPECT_TRUE(refuted("G F a && G b", {"-"}));
  EXPECT_TRUE(refuted("a U b", {"a", "-"}));
  EXPECT_FALSE(refuted("a U b", {"a"}));
}

TEST(PrefixJudge, WithoutLettersOnlyWhatCantBe) {
  EXPECT_TRUE(refuted("F false", {}));
  EXPECT_FALSE(refuted("a", {}));
}

TEST(PrefixJudge, NoContinuationSatisfiesWhatIsRefuted) {
  int num_refuted = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    Formulas formulas;
    RandomFormulas random(formulas, seed, {});
    for (int i = 0; i < 10; ++i) {
      const Formula formula = random.formula();
      const PrefixJudge judge(formulas, formula);
      for (int k = 0; k < 10; ++k) {
        const Lasso word = random.word(6);
        for (std::size_t length = 0; length <= word.letters.size(); ++length) {
          const auto end = word.letters.begin() + static_cast<std::ptrdiff_t>(length);
          if (!judge.refutes({word.letters.begin(), end})) continue;
          ++num_refuted;
          EXPECT_FALSE(satisfies(word, formula)) << to_string(formulas, formula);
        }
      }
    }
  }
  EXPECT_GT(num_refuted, 100);
}

}  // namespace
}  // namespace arges::automata
