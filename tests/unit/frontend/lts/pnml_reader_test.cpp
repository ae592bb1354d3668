#include "frontend/lts/pnml_reader.h"

#include <gtest/gtest.h>

#include "support/errors_of.h"

namespace arges::frontend {
namespace {

lts::PetriNet read(const std::string& body) {
  const auto source = std::make_shared<const SourceText>(
      "net.pnml",
      "<pnml xmlns=\"http://www.pnml.org/version-2009/grammar/pnml\">\n" + body + "\n</pnml>");
  return read_pnml(*source, std::make_shared<lts::ActionTable>());
}

constexpr const char* net_tag =
    "<net id=\"n\" type=\"http://www.pnml.org/version-2009/grammar/ptnet\">";

TEST(PnmlReader, ReadsNodesArcsAndUnits) {
  const lts::PetriNet net = read(std::string(net_tag) + R"(<page id="one">
      <arc id="a1" source="p" target="t"><inscription><text> 2 </text></inscription></arc>
      <place id="p"><name><text>free</text></name><initialMarking><text>3</text></initialMarking>
        <graphics><position x="1" y="2"/></graphics></place>
      <page id="two"><transition id="t"><name><text>take</text></name></transition>
        <transition id="u"><name><text>tau</text></name></transition><transition id="v"/></page>
      <place id="q"/><arc id="a2" source="t" target="q"/>
      <toolspecific tool="nupn" version="1.1"><structure units="2" root="r" safe="true">
        <unit id="r"><places/><subunits>s</subunits></unit>
        <unit id="s"><places>p
          q</places><subunits/></unit></structure></toolspecific>
      </page></net>)");
  ASSERT_EQ(net.places.size(), 2U);
  EXPECT_EQ(net.places[0].name, "free");
  EXPECT_EQ(net.places[0].tokens, 3U);
  EXPECT_EQ(net.places[1].name, "q");
  ASSERT_EQ(net.transitions.size(), 3U);
  EXPECT_EQ(net.table->name(net.transitions[0].action), "take");
  EXPECT_EQ(net.transitions[0].from, (std::vector<lts::PetriNet::Arc>{{0, 2}}));
  EXPECT_EQ(net.transitions[0].to, (std::vector<lts::PetriNet::Arc>{{1, 1}}));
  EXPECT_EQ(net.transitions[1].action, lts::tau);
  EXPECT_EQ(net.table->name(net.transitions[2].action), "v");
  ASSERT_EQ(net.units.size(), 1U);
  EXPECT_EQ(net.units[0].places, (std::vector<lts::PetriNet::PlaceId>{0, 1}));
}

TEST(PnmlReader, ComplainsWithPlaces) {
  const auto errors = [](const std::string& body) { return test::errors_of([&] { read(body); }); };
  EXPECT_NE(errors("<net id=\"n\" type=\"http://x/symmetricnet\"/>").find("are not supported"),
            std::string::npos);
  EXPECT_NE(errors("").find("there is no <net>"), std::string::npos);
  EXPECT_NE(errors("<net id=\"n\">").find("this is no XML"), std::string::npos);
  const std::string all = errors(std::string(net_tag) + R"(
<place id="p"><initialMarking><text>many</text></initialMarking></place>
<place id="p"/><transition id="t"/>
<arc id="a" source="p" target="x"/><arc id="b" source="p" target="p"/>
<referencePlace id="r" ref="p"/></net>)");
  EXPECT_NE(all.find("3:2: 'many' is no number of tokens"), std::string::npos) << all;
  EXPECT_NE(all.find("two elements with the id 'p'"), std::string::npos) << all;
  EXPECT_NE(all.find("an arc can't lead from 'p' to 'x'"), std::string::npos) << all;
  EXPECT_NE(all.find("an arc can't lead from 'p' to 'p'"), std::string::npos) << all;
  EXPECT_NE(all.find("<referencePlace> is not supported"), std::string::npos) << all;
}

TEST(PnmlReader, DoesNotFollowPagesForEver) {
  std::string body = net_tag;
  for (int i = 0; i < 10'000; ++i) body += "<page>";
  for (int i = 0; i < 10'000; ++i) body += "</page>";
  EXPECT_NE(test::errors_of([&] { read(body + "</net>"); }).find("too deeply"), std::string::npos);
}

}  // namespace
}  // namespace arges::frontend
