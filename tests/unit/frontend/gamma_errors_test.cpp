// What is wrong with a Gamma model is said with its place and advice.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/gamma_model.h"

namespace arges::frontend {
namespace {

using test::GammaModel;
using testing::HasSubstr;

/// From line 3 on the body of a statechart with an input p.enter(value).
std::string errors(const std::string& body, const std::string& before = "") {
  return GammaModel("package test interface I { out event enter(value : integer) }\n" + before +
                    "statechart C [ port p : requires I ] {\n" + body + "\n}")
      .errors;
}

const std::string region = "region r { initial i state A state B } transition from i to A\n";

TEST(GammaErrors, ATransitionIntoASiblingRegion) {
  EXPECT_EQ(errors(R"(region r { initial i state A {
 region x { initial xi state X } region y { initial yi state Y } } }
 transition from i to A transition from xi to X transition from yi to Y
 transition from X to Y when p.enter)"),
            "6:2: a transition into a sibling region: from 'x.X' to 'y.Y' (both must be in one "
            "region, at some depth; regions talk by variables and 'in-state')\n");
}

TEST(GammaErrors, AMissingTarget) {
  EXPECT_EQ(errors(region + "transition from A to Bb when p.enter"),
            "4:22: there is no state 'Bb' (did you mean 'B'?)\n");
}

TEST(GammaErrors, DuplicateNames) {
  EXPECT_EQ(errors(region + "@(t) transition from A to B when p.enter\n"
                            "@(t) transition from B to A when p.enter"),
            "5:3: there are two transitions 't' (give one of them another id)\n");
  EXPECT_EQ(errors("region r { initial i state A state A } transition from i to B"),
            "3:36: there are two states 'A' in one region (give one of them another name)\n"
            "3:61: there is no state 'B'\n");
  EXPECT_THAT(errors("var v : integer var v : boolean " + region),
              HasSubstr("3:21: 'v' is declared twice"));
}

TEST(GammaErrors, TypeErrors) {
  EXPECT_EQ(errors(region + "transition from A to B when p.enter [p.enter::value]"),
            "4:38: a guard has type 'integer', but must have type 'boolean'\n");
  EXPECT_EQ(errors("var v : integer := false " + region),
            "3:20: the initial value of 'v' has type 'boolean', but must have type 'integer'\n");
  EXPECT_EQ(errors("var v : Integer " + region), "3:9: there is no type 'Integer'\n");
}

TEST(GammaErrors, EventsAndPorts) {
  EXPECT_EQ(errors(region + "transition from A to B when p.entr"),
            "4:31: port 'p' has no event 'entr' (did you mean 'enter'?)\n");
  EXPECT_THAT(errors(region + "transition from A to B when o.e"),
              HasSubstr("4:29: there is no port 'o'"));
  EXPECT_THAT(errors(region + "transition from A to B when timeout t"),
              HasSubstr("4:37: there is no timeout 't'"));
  EXPECT_EQ(errors(region + "transition from A to B when p.enter [p.enter::valu > 0]"),
            "4:47: event 'enter' has no parameter 'valu' (did you mean 'value'?)\n");
}

TEST(GammaErrors, WhatATransitionNeeds) {
  EXPECT_EQ(errors(region + "transition from A to B"),
            "4:1: a transition from a state needs a trigger (write 'when cycle' for one that may "
            "fire in every cycle)\n");
  EXPECT_THAT(errors(region + "transition from A to i when p.enter"),
              HasSubstr("4:22: a transition from here cannot lead to an initial state"));
  EXPECT_THAT(errors("region r { state A }"), HasSubstr("'r' is entered, but not said where"));
}

TEST(GammaErrors, WhatIsRefusedByName) {
  EXPECT_EQ(errors(region, "@AdaptiveContractStatechart = X "),
            "2:2: the annotation '@AdaptiveContractStatechart' is not supported\n");
  EXPECT_EQ(errors(region, "@OrthogonalRegionSchedule = parallel "),
            "2:29: '@OrthogonalRegionSchedule = parallel' is not supported\n");
  EXPECT_THAT(errors("invariant true " + region),
              HasSubstr("3:1: an invariant of a statechart is not supported"));
  EXPECT_THAT(errors("var d : decimal " + region),
              HasSubstr("3:9: the type 'decimal' is not supported"));
  EXPECT_THAT(errors(region, "interface J { inout event e } "),
              HasSubstr("an event of both directions ('inout') is not supported"));
  EXPECT_THAT(errors(region, "interface J { invariant true } ").size(), 0U);
}

TEST(GammaErrors, SeveralMistakesAreReportedAtOnce) {
  EXPECT_EQ(
      errors("var 3 region r { initial i state A }\n"
             "transition from i to A\ntransition from A when p.enter\nvar w : integer := true"),
      "3:5: expected a variable after 'var', found '3'\n"
      "5:19: expected 'to' after 'A', found 'when'\n");
}

TEST(GammaErrors, ReservedWordsAreNamesWhenTheyAreEscaped) {
  EXPECT_EQ(errors("region ^region { initial ^initial state ^s } transition from ^initial to ^s\n"
                   "transition from ^s to ^s when p.enter"),
            "");
  EXPECT_EQ(errors("region ^region { initial ^initial state ^s } transition from ^initial to ^s\n"
                   "transition from ^s to s when p.enter"),
            "4:23: expected the state that the transition leads to after 'to', found 's' ('s' is a "
            "reserved word)\n");
}

TEST(GammaErrors, MissingImports) {
  EXPECT_EQ(GammaModel("package test import \"nowhere/Interfaces.gcd\"\n"
                       "statechart C [ port p : requires I ] { }")
                .errors,
            "2:34: there is no interface 'I' (not found below any folder that this file is in: "
            "\"nowhere/Interfaces.gcd\")\n");
  EXPECT_EQ(GammaModel("package test").errors,
            "1:1: the file has no component (a model is a 'statechart', 'sync', 'cascade', "
            "'async', 'scheduled-async' or 'adapter')\n");
}

}  // namespace
}  // namespace arges::frontend
