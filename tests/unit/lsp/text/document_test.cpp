#include "lsp/text/document.h"

#include <gtest/gtest.h>

namespace arges::lsp {
namespace {

TEST(DocumentTest, EditsItsText) {
  Document document("file:///m%20x.cfa", "a😀b\r\nc", 1, Encoding::utf16);
  EXPECT_EQ(document.path(), "/m x.cfa");
  document.replace({{0, 3}, {1, 0}}, "ü\n");
  EXPECT_EQ(document.text(), "a😀ü\nc");
  document.replace({{1, 1}, {1, 1}}, "d");
  document.replace({{0, 1}, {0, 0}}, "");  // the ends in the wrong order
  EXPECT_EQ(document.text(), "😀ü\ncd");
  document.replace({{9, 9}, {9, 9}}, "!");
  EXPECT_EQ(document.text(), "😀ü\ncd!");
}

TEST(DocumentTest, WhatWasReadStaysAsItWas) {
  Document document("untitled:1", "one", 1, Encoding::utf16);
  EXPECT_FALSE(document.path());
  EXPECT_EQ(document.name(), "untitled:1");
  const SourcePtr before = document.source();
  document.replace_all("two");
  EXPECT_EQ(before->text(), "one");
  EXPECT_EQ(document.text(), "two");
}

}  // namespace
}  // namespace arges::lsp
