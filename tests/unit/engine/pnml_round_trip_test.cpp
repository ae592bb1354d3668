#include <gtest/gtest.h>

#include "frontend/lts/pnml_reader.h"
#include "output/pnml.h"
#include "support/random_lts.h"

namespace arges {
namespace {

TEST(PnmlRoundTrip, WhatIsWrittenIsRead) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 50; ++round) {
    const auto table = std::make_shared<lts::ActionTable>();
    table->intern("odd <&\"name\">");
    lts::Mts first = test::random_lts(table, random);
    lts::MtsBuilder builder(table);
    builder.ensure_states(2);
    builder.add(0, table->find("odd <&\"name\">"), 1);
    const lts::Mts second = builder.build();
    lts::PetriNet net = lts::composition_net({&first, &second}, {"x", "y"}, 10'000);
    net.places[0].tokens = 7;
    net.transitions[0].from[0].weight = 3;
    const auto source = std::make_shared<const SourceText>("net", output::pnml(net, "a <net>"));
    const lts::PetriNet again = frontend::read_pnml(*source, table);
    ASSERT_EQ(again.transitions, net.transitions);
    ASSERT_EQ(again.places.size(), net.places.size());
    for (std::size_t i = 0; i < net.places.size(); ++i) {
      ASSERT_EQ(again.places[i].name, net.places[i].name);
      ASSERT_EQ(again.places[i].tokens, net.places[i].tokens);
    }
    ASSERT_EQ(again.units.size(), 2U);
    for (std::size_t i = 0; i < 2; ++i) ASSERT_EQ(again.units[i].places, net.units[i].places);
  }
}

}  // namespace
}  // namespace arges
