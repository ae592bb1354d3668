#include "lsp/text/uri.h"

#include <gtest/gtest.h>

namespace arges::lsp {
namespace {

TEST(UriTest, NamesFiles) {
  EXPECT_EQ(path_of("file:///a/b.cfa"), "/a/b.cfa");
  EXPECT_EQ(path_of("file:/a/b.cfa"), "/a/b.cfa");
  EXPECT_EQ(path_of("FILE://localhost/a"), "/a");
  EXPECT_EQ(path_of("file:///a%20b/%C3%A4%3f%25.sm"), "/a b/ä?%.sm");
}

TEST(UriTest, OthersNameNone) {
  for (const char* uri : {"untitled:Untitled-1", "file://elsewhere/a", "file:", "", "file:///a%2",
                          "file:///a%zz", "file:///a%00b", "/a/b"})
    EXPECT_FALSE(path_of(uri)) << uri;
}

TEST(UriTest, EscapesComeBack) {
  const std::string path = "/tmp/a b/ä😀/100%/#1?.cfa";
  EXPECT_EQ(uri_of("/a b"), "file:///a%20b");
  EXPECT_EQ(path_of(uri_of(path)), path);
}

}  // namespace
}  // namespace arges::lsp
