#include "frontend/xsts/xsts_parser.h"

#include <gtest/gtest.h>

#include "support/errors_of.h"

namespace arges::frontend {
namespace {

SourcePtr source(const std::string& text) {
  return std::make_shared<const SourceText>("test.xsts", text);
}

std::string errors(const std::string& text) {
  const SourcePtr model = source(text);
  return test::errors_of([&] {
    ir::Context context;
    parse_xsts(context, model);
  });
}

const std::string declarations =
    "type Color : { Red, Green } type Light : { On, Red }\n"
    "var x : integer var p : boolean var c : Color var a : [integer] -> boolean\n";

/// A system whose trans section, from line 3 on, is the given text.
std::string with_trans(const std::string& trans) {
  return declarations + "trans " + trans + "\ninit {} env {}";
}

/// The first branch of the trans section, printed.
std::string trans(const std::string& text) {
  ir::Context context;
  const model::Xsts xsts = parse_xsts(context, source(with_trans(text)));
  return xsts.trans.at(0).to_string();
}

TEST(XstsParser, ReadsASystem) {
  ir::Context context;
  const model::Xsts xsts = parse_xsts(context, source(R"(
    type Mode : { Idle, Busy.now }
    ctrl var mode : Mode = Idle
    var n : integer
    trans { n := n + 1; } or { mode := Busy.now; } or choice { havoc n; } or { assume n < 5; }
    init { n := 0; }
    env {}
    prop { mode == Mode.Busy.now => n >= 0 })"));
  ASSERT_EQ(xsts.enumerations.size(), 1U);
  ASSERT_EQ(xsts.variables.size(), 2U);
  EXPECT_TRUE(xsts.variables[0].is_control);
  EXPECT_EQ(xsts.variables[0].initial.to_string(), "Mode.Idle");
  EXPECT_FALSE(xsts.variables[1].is_control);
  EXPECT_FALSE(xsts.variables[1].initial);
  ASSERT_EQ(xsts.trans.size(), 3U);
  EXPECT_EQ(xsts.trans[2].to_string(), "choice { havoc n } or { assume n < 5 }");
  EXPECT_EQ(xsts.init.size(), 1U);
  EXPECT_EQ(xsts.env.at(0).kind(), ir::StmtKind::skip);
  EXPECT_EQ(xsts.property.to_string(), "mode /= Mode.Busy.now or 0 <= n");
  EXPECT_EQ(xsts.property_location.to_string(), "test.xsts:8:12");
  EXPECT_EQ(xsts.find_variable("n"), &xsts.variables[1]);
  EXPECT_EQ(xsts.find_variable("m"), nullptr);
}

TEST(XstsParser, Statements) {
  EXPECT_EQ(trans("{ x := 1; a[x] := p; }"), "x := 1; a := a[x <- p]");
  EXPECT_EQ(trans("if (p) x := 1; else if (x < 2) { x := 2; } "),
            "if (p) { x := 1 } else { if (x < 2) { x := 2 } }");
  EXPECT_EQ(trans("for i from 0 to x do { x := x + i; }"), "for i from 0 to x do { x := x + i }");
  EXPECT_EQ(trans("{ choice { x := 1; } or { x := 2; } x := 3; }"),
            "choice { x := 1 } or { x := 2 }; x := 3");
  EXPECT_EQ(trans("{ x := -5 / 2 % 3 rem 4; }"), "x := -5 div 2 mod 3 rem 4");
  EXPECT_EQ(trans("{ assume if p then x == 1 else p; }"), "assume if p then x = 1 else p");
}

TEST(XstsParser, LocalVariablesLiveToTheEndOfTheirBlock) {
  EXPECT_EQ(trans("{ local var l : integer = x; x := l; local var m : boolean; p := m; }"),
            "{ local var l : int; local var m : bool; l := x; x := l; p := m }");
  EXPECT_EQ(trans("{ x := 0; local var x : integer = 1; x := 2; }"),
            "x := 0; { local var x : int; x := 1; x := 2 }")
      << "before it is hidden, the name means the global variable";
  EXPECT_EQ(trans("{ local var x : integer = x; }"), "{ local var x : int; x := x }");
  EXPECT_EQ(errors(with_trans("{ { local var l : integer; } l := 1;\n"
                              "local var m : integer; local var m : boolean; }")),
            "3:36: 'l' is not declared\n4:34: 'm' is declared twice in this block\n");
}

TEST(XstsParser, HiddenVariablesAreOthers) {
  ir::Context context;
  const model::Xsts xsts =
      parse_xsts(context, source(with_trans("{ local var x : boolean; x := p; }")));
  const ir::Stmt body = xsts.trans.at(0).child(0);
  EXPECT_NE(body.var(), xsts.find_variable("x")->var);
}

TEST(XstsParser, LoopVariables) {
  EXPECT_EQ(errors(with_trans("{ for i from 0 to 3 do { i := 1; havoc i; } x := i; }")),
            "3:32: 'i' cannot be written here (the counter of a loop is changed by the loop only)\n"
            "3:46: 'i' cannot be written here (the counter of a loop is changed by the loop only)\n"
            "3:56: 'i' is not declared\n");
  EXPECT_EQ(errors(with_trans("for i from p to 3 do {}")),
            "3:18: the lower bound of a loop has type 'boolean', but must have type 'integer'\n");
}

TEST(XstsParser, NoVariableHasTheNameOfALiteral) {
  const std::string complaint =
      " is the name of an enumeration's literal (give the variable another name)\n";
  EXPECT_EQ(errors(with_trans("{ local var Red : integer; for On from 0 to 1 do {} }")),
            "3:19: 'Red'" + complaint + "3:38: 'On'" + complaint);
}

TEST(XstsParser, EnumerationLiterals) {
  EXPECT_EQ(trans("{ c := Red; assume Green == c && c != Color.Red; }"),
            "c := Color.Red; assume Color.Green = c and c /= Color.Red");
  EXPECT_EQ(trans("{ c := if p then Red else Green; }"),
            "c := if p then Color.Red else Color.Green");
  EXPECT_EQ(errors(with_trans("{ c := On; c := x; x := Red; assume Red == Red; }")),
            "3:14: 'On' is not a value of type 'Color' (it is the literal 'Light.On')\n"
            "3:23: the value assigned to 'c' has type 'integer', but must have type 'Color'\n"
            "3:31: 'Red' is not a value of type 'integer' "
            "(it is the literal 'Color.Red' or 'Light.Red')\n"
            "3:43: which enumeration's 'Red' is meant is not clear here "
            "(write 'Color.Red' or 'Light.Red')\n");
}

TEST(XstsParser, SectionsMustBeThereInOrder) {
  EXPECT_EQ(errors(""),
            "1:1: missing sections 'trans', 'init', 'env' (the sections are 'trans', 'init' and "
            "'env', in "
            "this order)\n");
  EXPECT_EQ(
      errors("trans {} init {}"),
      "1:17: missing section 'env' (the sections are 'trans', 'init' and 'env', in this order)\n");
  EXPECT_EQ(errors("init {} trans {} env {}"), "1:9: section 'trans' must stand before 'init'\n");
  EXPECT_EQ(
      errors("trans {} trans {} init {} env {}"),
      "1:10: there is a second section 'trans' (write its branches with 'or' between them)\n");
  EXPECT_EQ(errors("trans {} init {} env {} var x : integer"),
            "1:25: variables must be declared before the first section\n");
  EXPECT_EQ(errors("trans {} foo init {} env {}"),
            "1:10: expected 'init' after '}', found 'foo'\n");
}

TEST(XstsParser, Declarations) {
  const std::string rest = "\ntrans {} init {} env {}";
  EXPECT_EQ(errors("type T : { A, A } type T : { B }" + rest),
            "1:15: literal 'A' is declared twice\n1:24: type 'T' is declared twice\n");
  EXPECT_EQ(errors("type T : { A } var A : boolean var T.A : boolean var v : U" + rest),
            "1:20: 'A' is the name of an enumeration's literal (give the variable another name)\n"
            "1:36: 'T.A' is the name of an enumeration's literal (give the variable another name)\n"
            "1:58: type 'U' is not declared\n");
  EXPECT_EQ(
      errors("var temp12 : integer var temp : integer" + rest),
      "1:5: the name 'temp12' is reserved (names of 'temp' and a number are the tools' own)\n");
  EXPECT_EQ(errors("var x : integer = true var x : boolean" + rest),
            "1:19: the initial value of 'x' has type 'boolean', but must have type 'integer'\n"
            "1:28: variable 'x' is declared twice\n");
  EXPECT_EQ(errors("type A.B : { C } type A : { B.C }" + rest),
            "1:29: there are two literals with the full name 'A.B.C'\n");
}

TEST(XstsParser, ReportsEveryErrorOfAFile) {
  EXPECT_EQ(errors(with_trans("{\n"
                              "  x = 5;\n"
                              "  x := 1\n"
                              "  x := 2 + ;\n"
                              "  assume x;\n"
                              "  havoc;\n"
                              "  choice { y := 1; } or { p := q }\n"
                              "  x := 3;\n"
                              "}")),
            "4:5: expected ':=' after 'x', found '=' (assignments are written with ':=')\n"
            "5:9: expected ';' after '1', found 'x'\n"
            "6:12: expected an expression after '+', found ';'\n"
            "7:10: the condition of 'assume' has type 'integer', but must have type 'boolean'\n"
            "8:8: expected a variable after 'havoc', found ';'\n"
            "9:12: 'y' is not declared\n"
            "9:32: 'q' is not declared\n"
            "9:34: expected ';' after 'q', found '}'\n");
}

TEST(XstsParser, AForgottenBraceDoesNotSwallowSections) {
  EXPECT_EQ(errors(declarations + "trans { x := 1;\ninit { x := p; } env {}"),
            "3:16: expected a statement after ';', found 'init'\n"
            "4:13: the value assigned to 'x' has type 'boolean', but must have type 'integer'\n");
}

TEST(XstsParser, AWrongDeclarationDeclares) {
  const std::string rest = "\ntrans { x := A; } init {} env {}";
  EXPECT_EQ(errors("type T = { A }\nvar x : T" + rest), "1:8: expected ':' after 'T', found '='\n");
  EXPECT_EQ(errors("type T : { A\nvar x : T" + rest),
            "1:13: expected '}' after 'A', found 'var'\n");
  EXPECT_EQ(errors("type T : { A }\nvar x T" + rest), "2:7: expected ':' after 'x', found 'T'\n");
}

TEST(XstsParser, AMisspeltSectionIsNotMissingToo) {
  EXPECT_EQ(errors("tran {}\ninit {} env {}"),
            "1:1: expected 'type', 'var', 'ctrl' or 'trans', found 'tran'\n");
}

TEST(XstsParser, AReservedWordAsANameCostsOneError) {
  EXPECT_EQ(errors("var init : integer\ntrans { init := init + 1; } init {} env {}"),
            "1:5: expected a variable after 'var', found 'init' ('init' is a reserved word)\n");
  EXPECT_EQ(errors("type choice : { A, do }\nvar x : choice trans {} init {} env {}"),
            "1:6: expected the name of a type after 'type', found 'choice' "
            "('choice' is a reserved word)\n"
            "1:20: expected a literal after ',', found 'do' ('do' is a reserved word)\n");
}

TEST(XstsParser, OldConstructsAreNamed) {
  const std::string hint =
      " (parallel and orthogonal composition are not supported; write the sequence or the 'choice' "
      "that is meant)\n";
  EXPECT_EQ(
      errors(with_trans("{ ort { x := 1; } x := p; }")),
      "3:9: 'ort' is not a statement of this language" + hint +
          "3:30: the value assigned to 'x' has type 'boolean', but must have type 'integer'\n");
  EXPECT_EQ(errors(with_trans("par { x := 1; }")),
            "3:7: 'par' is not a statement of this language" + hint);
}

TEST(XstsParser, SeparateProperties) {
  ir::Context context;
  const SourcePtr model = source(declarations + "trans {} init {} env {} prop { p }");
  const model::Xsts own = parse_xsts(context, model);
  EXPECT_EQ(own.property.to_string(), "p");
  const model::Xsts other = parse_xsts(context, model, source("prop { c == Red }"));
  EXPECT_EQ(other.property.to_string(), "c = Color.Red");
  EXPECT_EQ(parse_property(context, own, source("x < 3 && p")).to_string(), "x < 3 and p");
  EXPECT_FALSE(parse_xsts(context, source(with_trans("{}"))).property);
  const SourcePtr wrong = source("prop { x + y }");
  EXPECT_EQ(test::errors_of([&] { parse_property(context, own, wrong); }),
            "1:12: 'y' is not declared\n");
}

}  // namespace
}  // namespace arges::frontend
