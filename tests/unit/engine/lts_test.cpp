#include "engine/lts.h"

#include <random>
#include <string_view>

#include <gtest/gtest.h>

namespace arges::engine {
namespace {

TEST(ActionListTest, PlainNamesAndCallsNeedNoQuotes) {
  for (const char* name : {"coin", "PUT !6", "f(1,2)", "it's", "a[b,c]"})
    EXPECT_EQ(action_text(name), name);
  for (const char* name : {"a,b", "a(", "a)", "'a", "(\"b", "", " a"})
    EXPECT_NE(action_text(name), name);
}

/// Whatever actions are called, a list of their texts is read as these actions.
TEST(ActionListTest, ReadsWhatIsWritten) {
  std::mt19937 random(1);
  constexpr std::string_view signs = "ab,()[]'\"\\& ";
  for (int i = 0; i < 20'000; ++i) {
    std::vector<std::string> names(3);
    std::string text;
    for (std::string& name : names) {
      while (name.empty() || random() % 4 != 0) name += signs[random() % signs.size()];
      text += (text.empty() ? "" : ", ") + action_text(name);
    }
    ASSERT_EQ(action_list(text), names) << text;
  }
}

}  // namespace
}  // namespace arges::engine
