#include "output/xml_stream.h"

#include <gtest/gtest.h>

namespace arges::output {
namespace {

constexpr const char* unknown = "\xEF\xBF\xBD";

TEST(XmlTextTest, WhatXmlCannotHaveIsReplaced) {
  EXPECT_EQ(xml_text("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(xml_text("\x01"), unknown);
  EXPECT_EQ(xml_text("\xC3\xA1 \xF0\x9F\x98\x80"), "\xC3\xA1 \xF0\x9F\x98\x80");
  EXPECT_EQ(xml_text("x\xFF"), std::string("x") + unknown);
  EXPECT_EQ(xml_text("\xC0\x80"), std::string(unknown) + unknown) << "an overlong form";
  EXPECT_EQ(xml_text("\xED\xA0\x80"), std::string(unknown) + unknown + unknown) << "a surrogate";
  EXPECT_EQ(xml_text("\xE2\x82"), std::string(unknown) + unknown) << "a cut one";
}

TEST(XmlStreamTest, ElementsAreNestedAndEscaped) {
  std::string text;
  const Sink sink = [&](std::string_view part) { text += part; };
  XmlStream xml(sink);
  xml.open("all", {{"name", "a < \"b\" & c"}});
  xml.add("one", {{"n", "1"}},
          [](pugi::xml_node one) { add_element(one, "in", {}, "x < y && \x02"); });
  xml.close();
  pugi::xml_document document;
  ASSERT_TRUE(document.load_string(text.c_str())) << text;
  EXPECT_STREQ(document.child("all").attribute("name").value(), "a < \"b\" & c");
  EXPECT_STREQ(document.child("all").child("one").child_value("in"), "x < y && \xEF\xBF\xBD");
}

}  // namespace
}  // namespace arges::output
