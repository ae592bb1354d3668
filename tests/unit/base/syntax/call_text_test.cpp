#include "base/syntax/call_text.h"

#include <gtest/gtest.h>

namespace arges::syntax {
namespace {

using Texts = std::vector<std::string>;

TEST(CallTextTest, ArgumentsAreSeparatedByCommas) {
  const CallText call = call_text(" set ( 3 , f(1, 2) )");
  EXPECT_EQ(call.name, "set");
  EXPECT_EQ(call.arguments, (Texts{"3", "f(1, 2)"}));
}

TEST(CallTextTest, ANameMayStandAlone) {
  EXPECT_EQ(call_text(" a.b ").name, "a.b");
  EXPECT_TRUE(call_text("a.b").arguments.empty());
  EXPECT_TRUE(call_text("a.b()").arguments.empty());
}

TEST(CallTextTest, SeparatorsInBracketsDoNotSplit) {
  EXPECT_EQ(split_outside_brackets("a(1, 2), b", ','), (Texts{"a(1, 2)", "b"}));
  EXPECT_EQ(split_outside_brackets("", ','), Texts{""});
  EXPECT_EQ(split_list("a, b(1, 2),after 2s"), (Texts{"a", "b(1, 2)", "after 2s"}));
  EXPECT_EQ(split_list(",a,,"), Texts{"a"});
}

TEST(CallTextTest, KeepsTextsInQuotesTogether) {
  EXPECT_EQ(call_text("say(\"a, (b\", 'c, d', [1, 2])").arguments,
            (Texts{"\"a, (b\"", "'c, d'", "[1, 2]"}));
  EXPECT_EQ(split_list("say(\"a,)b\"),go"), (Texts{"say(\"a,)b\")", "go"}));
  // An apostrophe is no quote, nor is one that nothing closes.
  EXPECT_EQ(split_list("don't,can't"), (Texts{"don't", "can't"}));
  EXPECT_EQ(split_list("\"a,b"), (Texts{"\"a", "b"}));
}

TEST(CallTextTest, ReadsTextsInQuotes) {
  EXPECT_EQ(unquoted(R"("a \"b\" \\ c")"), R"(a "b" \ c)");
  EXPECT_EQ(unquoted("'a'"), "a");
  EXPECT_EQ(unquoted("a"), std::nullopt);
  EXPECT_EQ(unquoted("\""), std::nullopt);
  EXPECT_EQ(find_unquoted("say(\"#1\")  # why", '#'), 11U);
}

TEST(CallTextTest, NamesWithSignsOfInputsStandInQuotes) {
  EXPECT_EQ(name_text("a.b-c"), "a.b-c");
  for (const std::string name :
       {"x#y", "a&b", "f(x)", "p,q", "---", "after 2s", "a\"b", " a", ""}) {
    const std::string written = name_text(name);
    EXPECT_EQ(written.front(), '"') << name;
    EXPECT_EQ(call_text(written).name, name);
    EXPECT_EQ(call_text(written + "(1, 2)").name, name);
    EXPECT_EQ(call_text(written + "(1, 2)").arguments, (Texts{"1", "2"}));
    EXPECT_EQ(split_list(written + ",b"), (Texts{written, "b"}));
    EXPECT_EQ(split_outside_brackets("b & " + written, '&'), (Texts{"b", written}));
    EXPECT_EQ(find_unquoted("b & " + written + " # why", '#'), 5 + written.size());
  }
}

}  // namespace
}  // namespace arges::syntax
