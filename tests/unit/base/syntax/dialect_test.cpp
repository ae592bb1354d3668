#include "base/syntax/dialect.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "base/syntax/test_dialect.h"

namespace arges::syntax {
namespace {

TEST(DialectTest, KeywordsAreTheWordsThatAreNoNames) {
  const Dialect& dialect = test::small_dialect();
  const std::vector<std::string_view> words = dialect.keywords();
  EXPECT_NE(std::find(words.begin(), words.end(), "if"), words.end());
  for (const std::string_view word : words) {
    EXPECT_FALSE(dialect.is_plain_name(word)) << word;
    EXPECT_TRUE(dialect.starts_name(word.front())) << word;
  }
}

}  // namespace
}  // namespace arges::syntax
