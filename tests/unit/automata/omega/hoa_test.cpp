#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "automata/omega/complement.h"
#include "automata/omega/components.h"
#include "automata/omega/dot_writer.h"
#include "automata/omega/hoa_reader.h"
#include "automata/omega/hoa_writer.h"
#include "automata/omega/product.h"
#include "automata/omega/word.h"
#include "automata/translate/translator.h"
#include "support/errors_of.h"

namespace arges::automata {
namespace {

Automaton read(const std::string& text) {
  const auto source = std::make_shared<const SourceText>("a.hoa", text);
  return read_hoa(*source);
}

/// Whether the automaton accepts exactly the words of the formula.
bool accepts_exactly(const Automaton& automaton, const std::string& text) {
  Formulas formulas;
  Translator translator(formulas);
  const SourceText source("f", text);
  const Formula formula = parse_formula(formulas, source, LtlSyntax::spot).formula;
  const Automaton other = translator.translate(formula);
  return !intersect(automaton, translator.translate(formulas.negation(formula))) &&
         !intersect(complemented_deterministic(automaton), other);
}

TEST(Hoa, ReadsWhatItWrites) {
  Formulas formulas;
  Translator translator(formulas);
  const SourceText source("f", "GF(a & \"x > \\\"1\\\"\") & GFb | c U d");
  const Formula formula = parse_formula(formulas, source, LtlSyntax::spot).formula;
  const Translation made = translator.translate_both(formula);
  EXPECT_EQ(to_hoa(read(to_hoa(made.tgba))), to_hoa(made.tgba));
  EXPECT_EQ(to_hoa(read(to_hoa(made.buchi, "n"))), to_hoa(made.buchi));
}

// As ltl2tgba of Spot writes GFa & GFb.
TEST(Hoa, ReadsSpotsAutomata) {
  const Automaton automaton = read(R"(HOA: v1
name: "GFa & GFb"
States: 1
Start: 0
AP: 2 "a" "b"
acc-name: generalized-Buchi 2
Acceptance: 2 Inf(0)&Inf(1)
properties: trans-labels explicit-labels trans-acc complete
properties: deterministic stutter-invariant
--BODY--
State: 0
[0&1] 0 {0 1}
[0&!1] 0 {0}
[!0&1] 0 {1}
[!0&!1] 0
--END--
)");
  EXPECT_EQ(automaton.num_states(), 1U);
  EXPECT_TRUE(accepts_exactly(automaton, "GFa & GFb"));
}

TEST(Hoa, ReadsStateLabelsAliasesAndStateAcceptance) {
  const Automaton automaton = read(R"(HOA: v1 /* a comment */
States: 2
Start: 0
AP: 1 "a"
Alias: @x !0
Acceptance: 1 Inf(0)
--BODY--
State: [@x] 0 "waits"
0
State: 1 {0}
[t] 1
--END--
)");
  EXPECT_TRUE(is_empty(automaton));
  ASSERT_EQ(automaton.edges(0).size(), 1U);
}

TEST(Hoa, ReadsImplicitLabelsAndSeveralStarts) {
  const Automaton automaton = read(R"(HOA: v1
Start: 0
Start: 1
AP: 1 "a"
Acceptance: 0 t
--BODY--
State: 0
0 2
State: 1
2 1
State: 2
2 2
--END--
)");
  EXPECT_EQ(automaton.num_states(), 4U);
  EXPECT_EQ(automaton.edges(automaton.initial()).size(), 3U);
}

TEST(Hoa, ComplainsWithAPlace) {
  const auto errors = [](const std::string& text) { return test::errors_of([&] { read(text); }); };
  EXPECT_EQ(errors("HOA: v2\n"),
            "1:6: expected 'v1' after ':', found 'v2' (only version 1 is known)\n");
  EXPECT_EQ(errors("HOA: v1\nAcceptance: 1 Fin(0)\n--BODY--\n--END--\n"),
            "2:15: only conjunctions of Inf(…) are supported as acceptance (convert it to "
            "generalized Büchi)\n");
  EXPECT_EQ(errors("HOA: v1\nStates: 1\nStart: 0\nAP: 1 \"a\"\nAcceptance: 0 t\n--BODY--\n"
                   "State: 0\n[1] 0\n--END--\n"),
            "8:2: there are only 1 propositions (they are numbered from 0)\n");
  EXPECT_EQ(errors("HOA: v1\nStates: 1\nStart: 0\nAP: 0\nAcceptance: 0 t\n--BODY--\n"
                   "State: 0\n[t] 1\n--END--\n"),
            "8:5: there are only 1 states (they are numbered from 0)\n");
  EXPECT_EQ(errors("HOA: v1\nAcceptance: 0 t\n--BODY--\n"),
            "4:1: expected 'State:' or '--END--' after '--BODY--', found the end of the text\n");
}

TEST(Dot, MarksAcceptingStates) {
  Formulas formulas;
  Translator translator(formulas);
  const SourceText source("f", "F a");
  const Formula formula = parse_formula(formulas, source, LtlSyntax::spot).formula;
  const std::string text = to_dot(translator.translate_both(formula).buchi, "F a");
  EXPECT_NE(text.find("digraph \"F a\""), std::string::npos);
  EXPECT_NE(text.find("1 [shape = doublecircle]"), std::string::npos);
  EXPECT_NE(text.find("0 -> 0 [label = \"!a\"]"), std::string::npos);
}

TEST(Word, IsAcceptedAndReadable) {
  Formulas formulas;
  Translator translator(formulas);
  const SourceText source("f", "a & X(b & GF c & GF !c)");
  const Formula formula = parse_formula(formulas, source, LtlSyntax::spot).formula;
  const Automaton automaton = translator.translate(formula);
  const std::optional<Word> word = accepted_word(automaton);
  ASSERT_TRUE(word.has_value());
  EXPECT_EQ(to_string(*automaton.manager(), *word).substr(0, 5), "a; b;");
  EXPECT_FALSE(accepted_word(empty_automaton(automaton.manager())).has_value());
}

}  // namespace
}  // namespace arges::automata
