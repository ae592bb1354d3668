#include "campaign/table.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace arges::campaign {
namespace {

Table table(const std::string& text) {
  return read_table(std::make_shared<const SourceText>("table", text));
}

using Row = std::vector<std::string>;

TEST(Table, IsSeparatedByTabsOrCommas) {
  EXPECT_EQ(table("a\tb\n1\t2,3\n").rows, std::vector<Row>({{"1", "2,3"}}));
  EXPECT_EQ(table("a,b\r\n1,2\r\n").rows, std::vector<Row>({{"1", "2"}}));
}

TEST(Table, QuotesWhatHasCommasQuotesAndEndsOfLine) {
  EXPECT_EQ(table("a,b\n\"x,\"\"y\"\"\nz\",2").rows, std::vector<Row>({{"x,\"y\"\nz", "2"}}));
}

TEST(Table, SkipsEmptyRows) {
  EXPECT_EQ(table("a,b\n1,\n\n,2\n").rows, std::vector<Row>({{"1", ""}, {"", "2"}}));
}

TEST(Table, MayBeginWithTheMarkOfUtf8) {
  EXPECT_EQ(table("\xEF\xBB\xBF"
                  "a,b\n1,2\n")
                .columns,
            Row({"a", "b"}));
}

TEST(Table, RefusesWhatIsNone) {
  EXPECT_THROW(table(""), InputError);
  EXPECT_THROW(table("a\n1,2\n"), InputError);
  EXPECT_THROW(table("a,b\n1\n"), InputError);
  EXPECT_THROW(table("a,a\n1,2\n"), InputError);
  EXPECT_THROW(table("a\n\"1\n"), InputError);
}

TEST(Table, FindsColumnsByName) {
  EXPECT_EQ(table("a,b\n").find_column("b"), 1U);
  EXPECT_EQ(table("a,b\n").find_column("c"), std::nullopt);
}

}  // namespace
}  // namespace arges::campaign
