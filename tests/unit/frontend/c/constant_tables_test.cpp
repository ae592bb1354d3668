// Arrays that only their initializers write are read at no cost.
#include <algorithm>

#include <gtest/gtest.h>

#include "ir/traversal.h"
#include "support/program_runner.h"

namespace arges::frontend::c {
namespace {

constexpr const char* prelude = R"(
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
#define CHECK(condition) if (!(condition)) reach_error();
)";

enum class Reads : std::uint8_t { none, some };

/// Whether a statement has an element of the array.
bool has_element(ir::Stmt statement, const std::string& array) {
  bool result = false;
  if (statement.expr())
    ir::for_each_subexpression(statement.expr(), [&](ir::Expr e) {
      result = result || (e.op() == ir::Op::select && e.child(0).is_variable() &&
                          e.child(0).var()->name == array);
    });
  for (const ir::Stmt child : statement.children()) result = result || has_element(child, array);
  return result;
}

/// The program ends without an error, and its edges read the array `t` or do not.
void expect_reads(Reads wanted, const std::string& text) {
  for (const ArithmeticChoice choice :
       {ArithmeticChoice::integers, ArithmeticChoice::bit_vectors}) {
    Options options;
    options.arithmetic = choice;
    test::ProgramRunner program(prelude + text, options);
    EXPECT_EQ(program.run(), "end") << text;
    const auto& edges = program.model().cfa.edges;
    EXPECT_EQ(
        std::any_of(edges.begin(), edges.end(),
                    [](const model::CfaEdge& edge) { return has_element(edge.statement, "t"); }),
        wanted == Reads::some)
        << text;
  }
}

TEST(ConstantTablesTest, KnownIndicesBecomeValues) {
  expect_reads(Reads::none, "int t[] = {3, 6, 9}; int main() { CHECK(t[0] + t[2] == 12) }");
  expect_reads(Reads::none, "int t[4] = {3}; int main() { CHECK(t[0] == 3) CHECK(t[3] == 0) }");
}

TEST(ConstantTablesTest, OtherIndicesBecomeChoices) {
  expect_reads(Reads::none,
               "int t[] = {3, 6, 9}; int main() { int s = 0; for (int i = 0; i < 3; i++) s += "
               "t[i]; CHECK(s == 18) }");
}

TEST(ConstantTablesTest, LongArraysStay) {
  std::string values = "0";
  for (int i = 1; i < 100; ++i) values += "," + std::to_string(i);
  expect_reads(Reads::some,
               "int t[] = {" + values +
                   "}; int main() { int i = 7; while (i < 50) i++; CHECK(t[i] == 50) }");
}

TEST(ConstantTablesTest, WhatIsWrittenStays) {
  expect_reads(
      Reads::some,
      "int t[] = {3, 6}; int main() { int i = 0; while (i < 1) t[i++] = 4; CHECK(t[0] == 4) }");
  // By a pointer, and only on a way that is not always taken.
  expect_reads(
      Reads::some,
      "int t[] = {3, 6}; int main() { int *p = &t[1]; int i = 0; while (i < 1) { i++; *p = "
      "5; } CHECK(t[1] == 5) CHECK(t[0] == 3) }");
}

TEST(ConstantTablesTest, WhatIsWrittenFirstAndOnceIsConstantToo) {
  expect_reads(Reads::none,
               "int t[2]; int main() { t[1] = 8; int i = 0; while (i < 1) i++; CHECK(t[i] == 8) }");
}

}  // namespace
}  // namespace arges::frontend::c
