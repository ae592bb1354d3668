#include "lsp/verdicts/marks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arges::lsp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Marks marks(const std::string& text) { return marks_of(SourceText("test", text), {}, 10); }

std::string fault(const std::string& text) {
  const Marks found = marks(text);
  EXPECT_THAT(found.checks, IsEmpty());
  return found.faults.empty() ? "none" : found.faults.front().message;
}

TEST(MarksTest, ACommentSaysWhatToCheck) {
  const Marks found = marks("x\n// arges: check --ltl 'G x < 3' --timeout 2.5 \r\ny");
  ASSERT_THAT(found.checks, SizeIs(1));
  EXPECT_THAT(found.checks[0].options, ElementsAre("--ltl", "G x < 3", "--timeout", "2.5"));
  EXPECT_EQ(found.checks[0].seconds, 2.5);
  EXPECT_EQ(found.checks[0].title, "G x < 3");
  EXPECT_EQ(found.checks[0].place, (TextRange{5, 47}));
}

TEST(MarksTest, InEveryKindOfComment) {
  EXPECT_THAT(
      marks("/* arges: check --check deadlock */ x <!-- arges: check -->\n//arges: check").checks,
      SizeIs(3));
  // The prefix of a name in XML is none.
  const Marks none = marks("<arges:event/> arges: check");
  EXPECT_THAT(none.checks, IsEmpty());
  EXPECT_THAT(none.faults, IsEmpty());
}

TEST(MarksTest, WithoutALimitThereIsOne) {
  EXPECT_THAT(marks("// arges: check").checks.at(0).options, ElementsAre("--timeout", "10"));
}

TEST(MarksTest, OptionsOfTheConfigurationAreTaken) {
  EXPECT_THAT(marks("// arges: check --domain=expl --engine cegar --preset all").checks, SizeIs(1));
}

TEST(MarksTest, NothingThatWritesOrNamesAnotherModel) {
  for (const char* option : {"--witness", "--dot", "--report", "--harness", "--diagram",
                             "--save-prec", "--dump-smt", "--format", "-v", "--help"}) {
    EXPECT_THAT(fault(std::string("// arges: check ") + option + " f"),
                HasSubstr("can't be given"));
    EXPECT_THAT(fault(std::string("// arges: check ") + option + "=f"),
                HasSubstr("can't be given"));
  }
  EXPECT_THAT(fault("// arges: check other.cfa"), HasSubstr("'other.cfa'"));
  EXPECT_THAT(fault("// arges: check --lenient other.scxml"), HasSubstr("'other.scxml'"));
  EXPECT_THAT(fault("// arges: check --"), HasSubstr("can't be given"));
}

TEST(MarksTest, FaultsAreTold) {
  EXPECT_THAT(fault("// arges: chek"), HasSubstr("arges: check"));
  EXPECT_THAT(fault("// arges: check --ltl 'G x"), HasSubstr("quote"));
  EXPECT_THAT(fault("// arges: check --ltl"), HasSubstr("needs a value"));
  EXPECT_THAT(fault("// arges: check --timeout soon"), HasSubstr("'soon'"));
  EXPECT_THAT(fault("// arges: check --timeout 0"), HasSubstr("'0'"));
  EXPECT_THAT(fault("// arges: check --timeout inf"), HasSubstr("'inf'"));
}

}  // namespace
}  // namespace arges::lsp
