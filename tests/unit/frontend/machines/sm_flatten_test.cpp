// States, choices and what leads to them, as classes of .sm files have them.
#include <gtest/gtest.h>

#include "frontend/machines/sm_parser.h"
#include "support/errors_of.h"

namespace arges::frontend {
namespace {

/// A system of one object of a class with these states.
MachineSystem parse(const std::string& states) {
  const std::string text =
      "external signal x;\nclass C {\nint n;\n" + states + "\n}\nobject c : C;";
  return parse_machines(std::make_shared<const SourceText>("text.sm", text), nullptr);
}

std::string errors(const std::string& states) {
  return test::errors_of([&] { parse(states); });
}

std::string warnings(const std::string& states) {
  std::string result;
  for (const MachineSystem::Warning& one : parse(states).warnings)
    result += std::to_string(one.location.line()) + ": " + one.text + "\n";
  return result;
}

TEST(SmFlattener, AChoiceAloneIsNoFirstStateUnlessItIsInitial) {
  EXPECT_EQ(errors("choice K { [n > 0] -> K; else -> K; }"),
            "2:7: no state is initial (write 'initial state NAME')\n");
  EXPECT_EQ(errors("state S { choice K { [n > 0] -> S; else -> S; } }"),
            "4:7: no state is initial (write 'initial state NAME')\n");
  EXPECT_EQ(errors("initial choice K { [n > 0] -> S; else -> S; } state S;"), "");
}

TEST(SmFlattener, ChoicesThatNothingLeadsToAreWarnedOf) {
  EXPECT_EQ(warnings("initial state I { on x -> K; } choice K { else -> L; [n > 0] -> I; }\n"
                     "choice L { [n > 1] -> I; else -> I; }"),
            "");
  EXPECT_EQ(warnings("initial state I { on x -> I; }\nchoice K { [n > 0] -> L; else -> I; }\n"
                     "choice L { [n > 1] -> I; else -> I; }"),
            "5: nothing leads to the choice 'K', so it is left out\n"
            "6: nothing leads to the choice 'L', so it is left out\n");
  EXPECT_EQ(warnings("initial choice K { [n > 0] -> I; else -> I; }\nstate I;"), "");
}

TEST(SmFlattener, ThereIsOneElseForASignal) {
  EXPECT_EQ(errors("initial state I { on x [n > 0] -> I; on x else -> I; [n < 0] -> I; else { } }"),
            "");
  EXPECT_EQ(
      errors("initial state I { on x [n > 0] -> I; on x else -> I;\non x else { } }"),
      "5:1: there is another 'else' for the signal 'x' beside this one (write a guard for one "
      "of them)\n");
  EXPECT_EQ(
      errors("initial state I { on x -> K; }\nchoice K { [n > 0] -> I; else -> I; else -> I; }"),
      "5:37: there is another 'else' beside this one (write a guard for one of them)\n");
}

}  // namespace
}  // namespace arges::frontend
