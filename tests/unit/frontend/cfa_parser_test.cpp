#include "frontend/cfa/cfa_parser.h"

#include <gtest/gtest.h>

#include "support/errors_of.h"

namespace arges::frontend {
namespace {

SourcePtr source(const std::string& text) {
  return std::make_shared<const SourceText>("test.cfa", text);
}

std::string errors(const std::string& text) {
  const SourcePtr model = source(text);
  return test::errors_of([&] {
    ir::Context context;
    parse_cfa(context, model);
  });
}

/// A process with variables x : int, p : bool, b : bv[4] and one edge with these statements.
std::string with_statements(const std::string& statements) {
  return "main process m { var x : int var p : bool var b : bv[4]\n init loc A error loc E\n"
         "A -> E {\n" +
         statements + "\n} }";
}

TEST(CfaParser, ReadsAnAutomaton) {
  ir::Context context;
  const model::Cfa cfa = parse_cfa(context, source(R"(
    // a global variable
    var g : rat
    main process counter {
      A -> B { y := x + 1  havoc x
               assume not y = x }
      init loc A
      loc B
      final loc End
      error loc Err
      var x : int
      B -> End
      B -> Err {}
      var y : int
    })"));
  EXPECT_EQ(cfa.name, "counter");
  ASSERT_EQ(cfa.variables.size(), 3U);
  EXPECT_EQ(cfa.variables[0]->name, "g");
  ASSERT_EQ(cfa.locations.size(), 4U);
  EXPECT_EQ(cfa.locations[cfa.initial].name, "A");
  EXPECT_EQ(cfa.locations[2].kind, model::CfaLocation::Kind::final);
  EXPECT_EQ(cfa.locations[3].kind, model::CfaLocation::Kind::error);
  ASSERT_EQ(cfa.edges.size(), 3U);
  const model::CfaEdge& edge = cfa.edges[0];
  EXPECT_EQ(edge.source, cfa.find_location("A"));
  EXPECT_EQ(edge.target, cfa.find_location("B"));
  EXPECT_EQ(edge.statement.to_string(), "y := x + 1; havoc x; assume y /= x");
  EXPECT_EQ(edge.location.line(), 5U);
  EXPECT_EQ(edge.statement.child(2).location().to_string(), "test.cfa:6:16");
  EXPECT_EQ(cfa.edges[1].statement.kind(), ir::StmtKind::skip);
  EXPECT_FALSE(cfa.find_location("C").has_value());
}

TEST(CfaParser, ASingleProcessIsTheMainOne) { EXPECT_EQ(errors("process p() { init loc A }"), ""); }

TEST(CfaParser, ReportsEveryErrorOfAFile) {
  EXPECT_EQ(errors(R"(main process m {
  var x : int
  var x : bool
  var y : intt
  init loc A
  loc A
  init loc B
  A -> C { x := y + 1 assume x }
  B -> A { x = 5 z := 1 havoc q }
  A -> C
})"),
            "3:7: variable 'x' is declared twice\n"
            "4:11: type 'intt' is not declared (did you mean 'int'?)\n"
            "6:7: location 'A' is declared twice\n"
            "7:12: there is a second initial location (the first is 'A')\n"
            "8:8: location 'C' is not declared\n"
            "8:30: the condition of 'assume' has type 'int', but must have type 'bool'\n"
            "9:14: expected ':=' after 'x', found '=' (assignments are written with ':=')\n"
            "9:18: 'z' is not declared\n"
            "9:31: 'q' is not declared\n");
}

TEST(CfaParser, RecoversWithinAnEdge) {
  EXPECT_EQ(errors(with_statements("x :=\n assume p or\n x := 1 )\n havoc 5\n assume x")),
            "4:5: expected an expression after ':=', found 'assume'\n"
            "5:11: operator 'or' cannot be applied to 'bool' and 'int' (it joins Booleans)\n"
            "6:4: expected a statement or '}' after 'x', found ':='\n"
            "7:8: expected a variable after 'havoc', found '5'\n"
            "8:9: the condition of 'assume' has type 'int', but must have type 'bool'\n");
}

TEST(CfaParser, AForgottenBraceCostsOneError) {
  EXPECT_EQ(
      errors("main process m { var x : int init loc A\nA -> A { x := 1\nA -> A { x := 2 }\n}"),
      "2:16: expected '}' after '1', found 'A'\n");
  EXPECT_EQ(errors("main process m { init loc A\nA -> A {\n"),
            "3:1: expected '}' after '{', found the end of the text\n");
}

TEST(CfaParser, AWrongHeadDoesNotHideTheBody) {
  const std::string body = "\nvar x : int\ninit loc A\nA -> A { x := p }\n}";
  const std::string in_body = "4:15: 'p' is not declared\n";
  EXPECT_EQ(errors("main proces m {" + body),
            "1:6: expected 'process' after 'main', found 'proces'\n" + in_body);
  EXPECT_EQ(errors("main process {" + body),
            "1:14: expected the name of a process after 'process', found '{'\n" + in_body);
  EXPECT_EQ(errors("main process m" + body),
            "1:15: expected '{' after 'm', found 'var'\n" + in_body);
  EXPECT_EQ(errors("main process\nprocess m {" + body),
            "1:13: expected the name of a process after 'process', found 'process' "
            "('process' is a reserved word)\n5:15: 'p' is not declared\n");
}

TEST(CfaParser, AWrongDeclarationDeclares) {
  EXPECT_EQ(errors("main process m { var x int\ninit loc A A -> A { x := 1 } }"),
            "1:24: expected ':' after 'x', found 'int'\n");
}

TEST(CfaParser, AReservedWordAsANameCostsOneError) {
  EXPECT_EQ(errors("main process bv { var x : int init loc A A -> A { x := 1 } }"),
            "1:14: expected the name of a process after 'process', found 'bv' "
            "('bv' is a reserved word)\n");
  EXPECT_EQ(errors("main process m { var mod : int init loc A\nA -> A { mod := mod + 1 } }"),
            "1:22: expected a variable after 'var', found 'mod' ('mod' is a reserved word)\n");
  EXPECT_EQ(errors("main process m { init loc A\nerror loc error\nA -> error\nerror -> A {} }"),
            "2:11: expected a location after 'loc', found 'error' ('error' is a reserved word)\n");
}

TEST(CfaParser, AMissingNameIsNoReservedWord) {
  EXPECT_EQ(errors(with_statements("havoc assume x")),
            "4:7: expected a variable after 'havoc', found 'assume' ('assume' is a reserved word)\n"
            "4:14: the condition of 'assume' has type 'int', but must have type 'bool'\n");
  EXPECT_EQ(errors("main process m { init loc\nvar x : intt }"),
            "1:26: expected a location after 'loc', found 'var' ('var' is a reserved word)\n"
            "2:9: type 'intt' is not declared (did you mean 'int'?)\n");
}

TEST(CfaParser, UnsupportedConstructsAreNamed) {
  EXPECT_EQ(
      errors("(process (var x Int))"),
      "1:1: CFAs written as s-expressions are not supported (write 'main process … { … }')\n");
  EXPECT_EQ(errors("main process a { init loc A }\nprocess b { loc B }"),
            "2:9: several processes are not supported (keep the main one)\n");
  EXPECT_EQ(errors("main process a(x : int) { init loc A }"),
            "1:15: parameters of processes are not supported "
            "(declare them as variables of the process)\n");
  EXPECT_EQ(errors(with_statements("return x")),
            "4:1: 'return' is not supported (processes cannot be called)\n");
  EXPECT_EQ(errors(with_statements("x := x'")), "4:7: a primed variable is not supported\n");
}

TEST(CfaParser, SomethingMustBeThere) {
  EXPECT_EQ(errors(""), "1:1: there is no process (write 'main process NAME { … }')\n");
  EXPECT_EQ(errors("var x : int"), "1:1: there is no process (write 'main process NAME { … }')\n");
  EXPECT_EQ(errors("hello"), "1:1: expected 'main process' or 'var', found 'hello'\n");
  EXPECT_EQ(errors("main process m { loc A }"),
            "1:14: process 'm' has no initial location (mark one: 'init loc NAME')\n");
  EXPECT_EQ(errors("main process m { init loc A } }"),
            "1:31: expected the end of the text after '}', found '}'\n");
}

TEST(CfaParser, NamesAreSuggested) {
  EXPECT_EQ(errors("main process m { init loc Start\nStart -> Strat }"),
            "2:10: location 'Strat' is not declared (did you mean 'Start'?)\n");
}

TEST(CfaParser, AssignmentsAreTyped) {
  EXPECT_EQ(errors(with_statements("p := x b := 8'd1 x := b[2:0]")),
            "4:6: the value assigned to 'p' has type 'int', but must have type 'bool'\n"
            "4:13: the value assigned to 'b' has type 'bv[8]', but must have type 'bv[4]'\n"
            "4:23: the value assigned to 'x' has type 'bv[2]', but must have type 'int'\n");
}

TEST(CfaParser, Properties) {
  ir::Context context;
  const model::Cfa cfa = parse_cfa(context, source(with_statements("")));
  EXPECT_EQ(parse_property(context, cfa, source("x >= 0 and p")).to_string(), "0 <= x and p");
  EXPECT_EQ(parse_property(context, cfa, source("prop { p }")).to_string(), "p");
  const SourcePtr wrong = source("prop { x } y");
  EXPECT_EQ(test::errors_of([&] { parse_property(context, cfa, wrong); }),
            "1:12: expected the end of the property after '}', found 'y'\n");
}

}  // namespace
}  // namespace arges::frontend
