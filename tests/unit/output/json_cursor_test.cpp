#include "output/json_cursor.h"

#include <gtest/gtest.h>

namespace arges::output {
namespace {

class JsonCursorTest : public testing::Test {
 protected:
  /// Where a complaint about what `go` leads to stands, as "line:column message".
  template <typename Go>
  static std::string complaint(const std::string& text, const Go& go) {
    const auto source = std::make_shared<const SourceText>("a.json", text);
    const nlohmann::json document = JsonCursor::parse(*source);
    try {
      go(JsonCursor(document, *source)).fail("is bad");
    } catch (const InputError& error) {
      const Diagnostic& one = error.diagnostics().front();
      return std::to_string(one.location.line()) + ":" + std::to_string(one.location.column()) +
             " " + one.message;
    }
    return "";
  }
};

TEST_F(JsonCursorTest, ComplaintsStandWhereTheValueDoes) {
  const std::string text =
      "{\n  \"b\": [1, \"x,]}\\\"\", {\"c\" : {}}],\n  \"a\": {\"\\u0062\": true}\n}";
  EXPECT_EQ(complaint(text, [](const auto& root) { return root; }), "1:1 the witness is bad");
  EXPECT_EQ(complaint(text, [](const auto& root) { return root.member("b").element(0); }),
            "2:9 b[0]: is bad");
  EXPECT_EQ(complaint(text, [](const auto& root) { return root.member("b").element(1); }),
            "2:12 b[1]: is bad");
  EXPECT_EQ(
      complaint(text, [](const auto& root) { return root.member("b").element(2).member("c"); }),
      "2:29 b[2].c: is bad");
  EXPECT_EQ(complaint(text, [](const auto& root) { return root.member("a").member("b"); }),
            "3:19 a.b: is bad");
}

TEST_F(JsonCursorTest, NobodyLooksForPlacesInTheDepth) {
  const std::string text = std::string(5000, '[') + std::string(5000, ']');
  const auto innermost = [](JsonCursor at) {
    while (at.size() > 0) at = at.element(0);
    return at;
  };
  EXPECT_TRUE(complaint(text, innermost).starts_with("1:1 [0][0]"));
}

}  // namespace
}  // namespace arges::output
