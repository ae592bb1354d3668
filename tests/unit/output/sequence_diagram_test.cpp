#include "output/sequence_diagram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "output/sequence_svg.h"

namespace arges::output {
namespace {

using testing::HasSubstr;
using testing::Not;
using Item = SequenceDiagram::Item;
using LifeLine = SequenceDiagram::LifeLine;

SequenceDiagram two_machines() {
  SequenceDiagram result;
  result.title = "t";
  result.life_lines = {{LifeLine::Kind::environment, "environment"},
                       {LifeLine::Kind::machine, "a \"b\""},
                       {LifeLine::Kind::machine, "c"}};
  return result;
}

TEST(PlantUmlTest, EventsWithoutAnOrderAreParallel) {
  SequenceDiagram diagram = two_machines();
  diagram.items.push_back({Item::Kind::events, {{{0, 1, "in"}}}});
  diagram.items.push_back({Item::Kind::events, {{{1, 2, "x"}, {1, 0, "x"}}, {{2, 0, "y"}}}});
  EXPECT_EQ(to_plantuml(diagram),
            "@startuml\ntitle t\nactor environment\nparticipant \"a 'b'\" as m0\n"
            "participant \"c\" as m1\n"
            "environment -> m0 : in\n"
            "par\nm0 -> m1 : x\nm0 -> environment : x\nelse\nm1 -> environment : y\nend\n"
            "@enduml\n");
}

TEST(PlantUmlTest, StatesDelaysNotesAndLoops) {
  SequenceDiagram diagram = two_machines();
  diagram.items = {{Item::Kind::states, {}, 1, {"On", "x = 1"}},
                   {Item::Kind::loop},
                   {Item::Kind::delay, {}, 0, {"500 ms"}},
                   {Item::Kind::note, {}, 2, {"too late"}}};
  EXPECT_THAT(to_plantuml(diagram),
              HasSubstr("hnote over m0 : On\\nx = 1\nloop for ever\n... 500 ms ...\n"
                        "note over m1 : too late\nend\n@enduml\n"));
}

TEST(PlantUmlTest, MarkupIsShownAsItIs) {
  SequenceDiagram diagram = two_machines();
  diagram.items = {{Item::Kind::events, {{{0, 1, "__f__ <b> a\nb **"}}}}};
  EXPECT_THAT(to_plantuml(diagram), HasSubstr(" : ~__f~__ ~<b> a b ~**\n"));
}

TEST(SequenceSvgTest, AllThatIsSaidIsInsideAsText) {
  SequenceDiagram diagram = two_machines();
  diagram.items = {{Item::Kind::events, {{{0, 2, "go(1) & <stop>"}}, {{0, 1, "b"}}}},
                   {Item::Kind::events, {{{1, 1, "again"}}}},
                   {Item::Kind::events, {{{SequenceDiagram::outside, 2, "found"}}}},
                   {Item::Kind::states, {}, 2, {"On"}},
                   {Item::Kind::delay, {}, 0, {"500 ms"}}};
  SequenceSvg drawing(diagram);
  pugi::xml_document document;
  drawing.draw(document.append_child("svg"), 0);
  std::vector<std::string> texts;
  for (const auto& found : document.select_nodes("//text")) {
    texts.emplace_back(found.node().child_value());
    EXPECT_LE(found.node().attribute("y").as_double(), drawing.height());
    EXPECT_LE(found.node().attribute("x").as_double(), drawing.width());
  }
  EXPECT_THAT(texts, testing::IsSupersetOf({"t", "a \"b\"", "go(1) & <stop>", "par", "again",
                                            "found", "On", "500 ms"}));
}

}  // namespace
}  // namespace arges::output
