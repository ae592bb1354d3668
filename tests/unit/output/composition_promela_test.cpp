#include "output/composition_promela.h"

#include <gtest/gtest.h>

#include "automata/ltl/parser.h"
#include "base/error.h"
#include "support/random_lts.h"

namespace arges::output {
namespace {

struct Formula {
  automata::Formulas formulas;
  lts::ActionFormula property;

  Formula(const lts::ActionTablePtr& table, const std::string& text) {
    const SourceText source("formula", text);
    const automata::ParsedFormula parsed =
        automata::parse_formula(formulas, source, automata::LtlSyntax::spot);
    lts::ActionPropositions actions(formulas.num_propositions());
    for (const automata::Atom& atom : parsed.atoms)
      actions[atom.proposition] = table->intern(atom.text);
    property = {&formulas, parsed.formula, actions};
  }
};

TEST(CompositionPromela, DoesAnActionWithAllWhoKnowIt) {
  const auto table = std::make_shared<lts::ActionTable>();
  const lts::Mts first = test::make_lts(table, "0 a 1 1 b 0 1 tau 1");
  const lts::Mts second = test::make_lts(table, "0 b 0 0 b 1");
  const Formula formula(table, "G(a -> F b) & (!b W a)");
  const std::string text =
      composition_promela({&first, &second}, {{"p0", formula.property}}, "title");
  EXPECT_EQ(text, R"(/* title: the parallel composition of 2 components.
   A step does one action, with all who know it; `last` is the last one. */
#define do_nothing 0
#define do_a 1
#define do_b 2
#define do_internal 3

byte last = do_nothing;
byte at_0 = 0;
byte at_1 = 0;

active proctype component_0() {
  do
  :: d_step { (at_0 == 0) ->
      at_0 = 1;
      last = do_a; }
  :: d_step { (at_0 == 1) ->
      at_0 = 1;
      last = do_internal; }
  od
}

active proctype component_1() {
  do
  :: d_step { (at_0 == 1) && (at_1 == 0) ->
      at_0 = 0;
      at_1 = 0;
      last = do_b; }
  :: d_step { (at_0 == 1) && (at_1 == 0) ->
      at_0 = 0;
      at_1 = 1;
      last = do_b; }
  od
}

ltl p0 { (([] ((last == do_a) -> (<> (last == do_b)))) && ((last == do_a) V (!(last == do_b) || (last == do_a)))) }
)");
}

TEST(CompositionPromela, HasNoNext) {
  const auto table = std::make_shared<lts::ActionTable>();
  const lts::Mts system = test::make_lts(table, "0 a 0");
  const Formula formula(table, "X a");
  EXPECT_THROW(composition_promela({&system}, {{"p0", formula.property}}, "title"), UsageError);
}

TEST(CompositionPromela, NamesAreDifferent) {
  const auto table = std::make_shared<lts::ActionTable>();
  const lts::Mts system = test::make_lts(table, "0 a.b 0 0 a-b 0");
  const std::string text = composition_promela({&system}, {}, "title");
  EXPECT_NE(text.find("#define do_a_b 1\n#define do_a_b_2 2\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace arges::output
