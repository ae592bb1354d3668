#include "lsp/text/lines.h"

#include <string>

#include <gtest/gtest.h>

namespace arges::lsp {
namespace {

// One, two, three and four bytes; one code unit each, but for the last, which has two.
const std::string mixed = "aä€😀b";

TEST(LinesTest, CountsUtf16CodeUnits) {
  const Lines lines(mixed, Encoding::utf16);
  const std::pair<std::uint32_t, std::uint32_t> same[] = {{0, 0}, {1, 1},  {3, 2},
                                                          {6, 3}, {10, 5}, {11, 6}};
  for (const auto& [offset, character] : same) {
    EXPECT_EQ(lines.position(offset), (Position{0, character})) << offset;
    EXPECT_EQ(lines.offset({0, character}), offset) << character;
  }
}

TEST(LinesTest, CountsBytesIfAskedTo) {
  const Lines lines("x\n" + mixed, Encoding::utf8);
  EXPECT_EQ(lines.position(2 + 6), (Position{1, 6}));
  EXPECT_EQ(lines.offset({1, 10}), 2U + 10U);
}

TEST(LinesTest, WithinACharacterIsWhereItBegins) {
  const Lines utf16(mixed, Encoding::utf16);
  EXPECT_EQ(utf16.offset({0, 4}), 6U);  // between the two halves
  EXPECT_EQ(utf16.position(8), (Position{0, 3}));
  const Lines utf8(mixed, Encoding::utf8);
  EXPECT_EQ(utf8.offset({0, 2}), 1U);
}

TEST(LinesTest, ThreeEndsOfLines) {
  const std::string text = "a\nb\r\nc\rd\r\r\n";
  const Lines lines(text, Encoding::utf16);
  EXPECT_EQ(lines.size(), 6U);
  EXPECT_EQ(lines.offset({1, 0}), 2U);
  EXPECT_EQ(lines.offset({2, 0}), 5U);
  EXPECT_EQ(lines.offset({3, 0}), 7U);
  EXPECT_EQ(lines.offset({4, 0}), 9U);
  EXPECT_EQ(lines.offset({5, 0}), text.size());
  EXPECT_EQ(lines.position(4), (Position{1, 1}));  // between \r and \n
  EXPECT_EQ(lines.position(6), (Position{2, 1}));
}

TEST(LinesTest, WhatIsBehindTheEndIsTheEnd) {
  const Lines lines("ab\r\nc", Encoding::utf16);
  EXPECT_EQ(lines.offset({0, 99}), 2U);  // not behind the end of the line
  EXPECT_EQ(lines.offset({1, 99}), 5U);
  EXPECT_EQ(lines.offset({99, 0}), 5U);
  EXPECT_EQ(lines.position(99), (Position{1, 1}));
  const Lines none("", Encoding::utf16);
  EXPECT_EQ(none.offset({0, 0}), 0U);
  EXPECT_EQ(none.position(0), (Position{0, 0}));
}

TEST(LinesTest, EveryPlaceComesBack) {
  const std::string text = "ä\r\n😀x\r€\n\n" + mixed;
  for (const Encoding encoding : {Encoding::utf8, Encoding::utf16}) {
    const Lines lines(text, encoding);
    for (std::uint32_t i = 0; i <= text.size(); ++i) {
      const bool is_inside =
          i < text.size() && (static_cast<unsigned char>(text[i]) & 0xC0U) == 0x80U;
      const bool is_in_end = i > 0 && i < text.size() && text[i - 1] == '\r' && text[i] == '\n';
      if (is_inside || is_in_end) continue;
      EXPECT_EQ(lines.offset(lines.position(i)), i);
    }
  }
}

}  // namespace
}  // namespace arges::lsp
