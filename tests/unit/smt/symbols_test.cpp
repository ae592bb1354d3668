#include "smt/symbols.h"

#include "smt/fixture.h"

namespace arges::smt {
namespace {

class SymbolsTest : public SmtTest {
 protected:
  ir::Var declare(const std::string& name) { return context_.declare(name, context_.int_type()); }
  Symbols symbols_;
};

TEST_F(SymbolsTest, KeepNamesWherePossible) {
  const ir::Type color = context_.enum_type("Color", {"red", "green"});
  EXPECT_EQ(symbols_.constant(declare("x"), 3), "x@3");
  EXPECT_EQ(symbols_.enumeration(color), "Color");
  EXPECT_EQ(symbols_.literal(color, 1), "Color::green");
}

TEST_F(SymbolsTest, TellVariablesOfOneNameApart) {
  const ir::Var first = declare("x");
  const ir::Var second = declare("x");
  const ir::Var disguised = declare("x.2");
  EXPECT_EQ(symbols_.constant(first, 0), "x@0");
  EXPECT_EQ(symbols_.constant(second, 0), "x.2@0");
  EXPECT_EQ(symbols_.constant(disguised, 0), "x.2.2@0");
  EXPECT_EQ(symbols_.constant(first, 0), "x@0");
}

TEST_F(SymbolsTest, DoNotTakeBuiltInSorts) {
  EXPECT_EQ(symbols_.enumeration(context_.enum_type("Int", {"a"})), "Int.2");
}

TEST_F(SymbolsTest, HoldNoCharactersThatCannotBeQuoted) {
  EXPECT_EQ(symbols_.constant(declare("a|b\\c@d"), 0), "a_b_c_d@0");
}

TEST_F(SymbolsTest, AreQuotedWhereNecessary) {
  EXPECT_EQ(quoted("x@3"), "x@3");
  EXPECT_EQ(quoted("Color::red"), "|Color::red|");
  EXPECT_EQ(quoted("1x"), "|1x|");
  EXPECT_EQ(quoted("x y"), "|x y|");
  EXPECT_EQ(quoted("größe@0"), "|größe@0|");
}

}  // namespace
}  // namespace arges::smt
