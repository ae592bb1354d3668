// Actions of Gamma's statecharts: procedures, records, arrays, loops.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/gamma_model.h"

namespace arges::frontend {
namespace {

using model::statechart::Simulation;
using model::statechart::Variable;
using test::GammaModel;
using testing::ElementsAre;
using testing::HasSubstr;

/// A statechart that does the actions when p.n comes, in a state of its own.
std::string doing(const std::string& actions, const std::string& declarations = "",
                  const std::string& members = "") {
  return "package test\n"
         "interface In { out event n(value : integer) }\n"
         "interface Out { out event y(value : integer) }\n" +
         declarations +
         "\nstatechart Chart [ port p : requires In port q : provides Out ] {\n"
         "var v : integer := 1 var w : integer\n"
         "region r { initial i state A } transition from i to A\n"
         "transition from A to A when p.n / " +
         actions + "\n" + members + "}";
}

/// The values of v and w after p.n(argument).
std::vector<long> after(const std::string& text, long argument = 0) {
  GammaModel model(text);
  if (!model.errors.empty()) throw std::runtime_error(model.errors);
  Simulation run(model.context, model.system);
  run.start();
  run.send("p.n", {ir::Value::small(argument)});
  return {test::value_of(run, "v").integer().get_si(), test::value_of(run, "w").integer().get_si()};
}

TEST(GammaActions, ProceduresAreExpanded) {
  const std::string declarations = R"(
    const BASE : integer := 10
    lambda twice(a : integer) : integer := 2 * a
    procedure sign(a : integer) : integer {
      if (a = 0) { return 0; }
      if (a < 0) return -1;
      var result : integer := 1;
      return result;
    })";
  const std::string members = "procedure add(a : integer) : void { v := v + a; }";
  const std::string actions = "add(BASE); w := sign(p.n::value) * twice(v) + sign(5);";
  EXPECT_THAT(after(doing(actions, declarations, members), 3), ElementsAre(11, 23));
  EXPECT_THAT(after(doing(actions, declarations, members), -3), ElementsAre(11, -21));
  EXPECT_THAT(after(doing(actions, declarations, members), 0), ElementsAre(11, 1));
}

TEST(GammaActions, WhatOthersMayMakeNeedlessChangesNothing) {
  const std::string members =
      "procedure f : boolean { w := 2; return true; }"
      "procedure count(a : integer) : boolean {"
      "  var n : integer := 0; for (i : integer in <+ 0 .. a ->) { n := n + 1; } return n > 2; }";
  const auto errors = [&](const std::string& value) {
    return GammaModel(doing("v := " + value + " ? 1 : 0;",
                            "lambda both(a : boolean, b : boolean) : boolean := a and b", members))
        .errors;
  };
  const std::string refused =
      "procedure 'f' cannot be called here: it changes something, and other operands decide";
  EXPECT_THAT(errors("(v > 1 and f())"), HasSubstr("8:52: " + refused));
  EXPECT_THAT(errors("(v > 1 and (v > 2 and f()))"), HasSubstr(refused));
  EXPECT_THAT(errors("((v > 1 or f()) or v > 2)"), HasSubstr(refused));
  EXPECT_THAT(errors("(v > 1 imply not f())"), HasSubstr(refused));
  EXPECT_THAT(errors("(v > 1 ? true : f())"), HasSubstr(refused));
  EXPECT_THAT(errors("(v > 1 ? f() : true)"), HasSubstr(refused));
  EXPECT_THAT(errors("(v > 1 and both(f(), true))"), HasSubstr(refused));
  // The first operand and those of other operators are always evaluated.
  EXPECT_EQ(errors("(f() and v > 1)"), "");
  EXPECT_EQ(errors("(v > 1 xor f())"), "");
  EXPECT_EQ(errors("(f() ? true : false)"), "");
  EXPECT_EQ(errors("both(v > 1, f())"), "");
  // What changes nothing may be called anywhere.
  EXPECT_THAT(after(doing("w := (v > 0 and count(3)) ? 5 : 6;", "", members)), ElementsAre(1, 5));
  EXPECT_THAT(after(doing("w := (v > 0 and count(1)) ? 5 : 6;", "", members)), ElementsAre(1, 6));
}

TEST(GammaActions, AnArgumentIsReadBeforeTheProcedureChangesIt) {
  const std::string members =
      "procedure f(a : integer) : integer { v := 7; a := a + 1; return a; }";
  EXPECT_THAT(after(doing("w := f(v);", "", members)), ElementsAre(7, 2));
}

TEST(GammaActions, ACallIsOnlyMadeWhereItsConditionIsReached) {
  const std::string members = "procedure hit : boolean { v := v + 1; return true; }";
  EXPECT_THAT(
      after(doing("if (p.n::value > 0) w := 1; elseif (hit()) w := 2; else w := 3;", "", members),
            5),
      ElementsAre(1, 1));
  EXPECT_THAT(
      after(doing("if (p.n::value > 0) w := 1; elseif (hit()) w := 2; else w := 3;", "", members),
            0),
      ElementsAre(2, 2));
}

TEST(GammaActions, ProceduresInGuardsBecomeExpressions) {
  const std::string declarations = R"(
    procedure large(a : integer) : boolean {
      var limit : integer := 3;
      if (a > limit) { return true; }
      return false;
    })";
  const GammaModel model(
      doing("w := 1;", declarations, "transition from A to A when cycle [large(v)]"));
  ASSERT_EQ(model.errors, "");
  EXPECT_EQ(model.machine().transitions[1].guard.to_string().find('#'), std::string::npos);
  for (const Variable& variable : model.machine().variables)
    EXPECT_NE(variable.lifetime, Variable::Lifetime::local) << variable.var->name;
  EXPECT_THAT(GammaModel(doing("w := 1;", "",
                               "transition from A to A when cycle [f()]\n"
                               "procedure f : boolean { w := 2; return true; }"))
                  .errors,
              HasSubstr("9:37: procedure 'f' cannot be called in a guard: it changes something"));
}

TEST(GammaActions, RecordsHaveAVariableForEachField) {
  const std::string declarations = R"(
    type Kind : enum { Small, Big }
    type Box : record { kind : Kind, size : integer }
    procedure make(size : integer) : Box {
      var box : Box;
      box.size := size;
      if (size > 5) { box.kind := Kind::Big; }
      return box;
    })";
  const std::string actions =
      "box := make(p.n::value); v := box.size; if (box.kind = Kind::Big) w := 9;";
  const std::string text = doing(actions, declarations, "");
  const std::string with_box = std::string(text).replace(text.find("var v"), 0, "var box : Box ");
  EXPECT_THAT(after(with_box, 8), ElementsAre(8, 9));
  EXPECT_THAT(after(with_box, 2), ElementsAre(2, 0));
  const GammaModel model(with_box);
  EXPECT_EQ(model.machine().variables[0].var->name, "box.kind");
  EXPECT_EQ(model.machine().variables[1].var->name, "box.size");
}

TEST(GammaActions, ArraysAndLoops) {
  const std::string text = doing(
      "for (i : integer in <+ 0 .. 3 +>) { a[i] := i * i; } v := a[3]; "
      "for (i : integer in <- 0 .. 3 ->) w := w + a[i];");
  const std::string with_array =
      std::string(text).replace(text.find("var v"), 0, "var a : [4] integer ");
  EXPECT_THAT(after(with_array), ElementsAre(9, 5));
}

TEST(GammaActions, SwitchesAndConditionals) {
  const std::string text = doing(
      "switch (p.n::value) { case 1: v := 5; case 2: v := 6; default: v := 7; } "
      "w := v > 5 ? v mod 4 : 0 - v;");
  EXPECT_THAT(after(text, 1), ElementsAre(5, -5));
  EXPECT_THAT(after(text, 2), ElementsAre(6, 2));
  EXPECT_THAT(after(text, 9), ElementsAre(7, 3));
}

TEST(GammaActions, AssertionsAreKept) {
  GammaModel model(doing("assert(v > p.n::value);"));
  ASSERT_EQ(model.errors, "");
  ASSERT_EQ(model.machine().assertions.size(), 1U);
  EXPECT_EQ(model.machine().assertions[0].text, "(v > p.n::value)");
  Simulation run(model.context, model.system);
  run.start();
  EXPECT_TRUE(run.send("p.n", {ir::Value::small(0)}).state.failed.empty());
  EXPECT_EQ(run.send("p.n", {ir::Value::small(4)}).state.failed.size(), 1U);
}

TEST(GammaActions, Mistakes) {
  EXPECT_EQ(GammaModel(doing("v := true;")).errors,
            "8:40: what is assigned has type 'boolean', but must have type 'integer'\n");
  EXPECT_EQ(GammaModel(doing("vv := 1;")).errors,
            "8:35: 'vv' is not declared (did you mean 'v'?)\n");
  EXPECT_EQ(GammaModel(doing("raise p.n(1);")).errors,
            "8:35: 'n' is an input and cannot be raised (a statechart raises 'out' of a provided "
            "port and 'in' of a required one)\n");
  EXPECT_EQ(GammaModel(doing("raise q.y;")).errors,
            "8:35: event 'y' has 1 parameters, but 0 arguments are given\n");
  EXPECT_THAT(GammaModel(doing("f(1);",
                               "procedure f(a : integer) : void { g(a); } "
                               "procedure g(a : integer) : void { f(a); }"))
                  .errors,
              HasSubstr("procedure 'f' calls itself (recursion is not supported; write a loop)"));
  EXPECT_THAT(GammaModel(doing("set t := 5 s;")).errors, HasSubstr("there is no timeout 't'"));
  EXPECT_THAT(GammaModel(doing("v := 1 + true;")).errors,
              HasSubstr("operator '+' cannot be applied to 'integer' and 'boolean'"));
  EXPECT_THAT(GammaModel(doing("return;")).errors, HasSubstr("'return' outside of a procedure"));
  EXPECT_THAT(GammaModel(doing("break;")).errors, HasSubstr("'break' is not supported"));
}

}  // namespace
}  // namespace arges::frontend
