#include "lsp/transport/framing.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arges::lsp {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

/// Bodies as they are, faults in brackets; fed in pieces of so many bytes.
std::vector<std::string> read(const std::string& bytes, std::size_t piece) {
  MessageReader reader;
  std::vector<std::string> result;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    reader.feed(std::string_view(bytes).substr(at, piece));
    while (const auto one = reader.next())
      result.push_back(one->kind == MessageReader::Incoming::Kind::body ? one->text
                                                                        : "[" + one->text + "]");
  }
  return result;
}

std::vector<std::string> read(const std::string& bytes) { return read(bytes, bytes.size()); }

TEST(FramingTest, WritesTheLengthInBytes) {
  EXPECT_EQ(framed("{\"a\":\"ü\"}"), "Content-Length: 10\r\n\r\n{\"a\":\"ü\"}");
}

TEST(FramingTest, ReadsMessagesHoweverTheyAreCut) {
  const std::string bytes = framed("{}") + framed("") + framed("[\"\r\n\r\n\"]") +
                            "content-length: 2\r\nContent-Type: x; charset=utf-8\r\n\r\nab";
  for (const std::size_t piece : {1U, 2U, 3U, 7U, 1000U})
    EXPECT_THAT(read(bytes, piece), ElementsAre("{}", "", "[\"\r\n\r\n\"]", "ab")) << piece;
}

TEST(FramingTest, WaitsForTheRest) {
  EXPECT_THAT(read("Content-Length: 5\r\n\r\nabcd"), ElementsAre());
  EXPECT_THAT(read("Content-Length: 5\r\n"), ElementsAre());
}

TEST(FramingTest, GoesOnBehindWhatIsNoHeader) {
  EXPECT_THAT(read("Content-Type: x\r\n\r\n" + framed("a")),
              ElementsAre(HasSubstr("no Content-Length"), "a"));
  EXPECT_THAT(read("Content-Length: 12x\r\n\r\n" + framed("a")),
              ElementsAre(HasSubstr("'12x'"), "a"));
  EXPECT_THAT(read("Content-Length: -1\r\n\r\n" + framed("a")),
              ElementsAre(HasSubstr("'-1'"), "a"));
  // A body whose length nobody told stands in front of the next header.
  EXPECT_THAT(read("{\"jsonrpc\":\"2.0\"}" + framed("a")), ElementsAre("a"));
  EXPECT_THAT(read("nonsense\r\n" + framed("a") + framed("b")),
              ElementsAre(HasSubstr("no header"), "a", "b"));
}

TEST(FramingTest, RefusesWhatIsTooLongWithoutHoldingIt) {
  MessageReader reader;
  reader.feed("Content-Length: 999999999\r\n\r\n");
  EXPECT_THAT(reader.next()->text, HasSubstr("too long"));
  for (int i = 0; i < 999; ++i) {
    reader.feed(std::string(1'000'000, 'x'));
    EXPECT_FALSE(reader.next());
  }
  reader.feed(std::string(999'999, 'x') + framed("a"));
  EXPECT_EQ(reader.next()->text, "a");

  reader.feed(std::string(100'000, 'x'));
  EXPECT_THAT(reader.next()->text, HasSubstr("no end"));
  reader.feed(framed("b"));
  EXPECT_EQ(reader.next()->text, "b");
}

}  // namespace
}  // namespace arges::lsp
