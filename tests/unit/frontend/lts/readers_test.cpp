#include <gtest/gtest.h>

#include "frontend/lts/aut_reader.h"
#include "frontend/lts/dot_reader.h"
#include "support/errors_of.h"

namespace arges::frontend {
namespace {

class LtsReadersTest : public ::testing::Test {
 protected:
  lts::Mts aut(const std::string& text) {
    source_ = std::make_shared<const SourceText>("test.aut", text);
    return read_aut(*source_, table_);
  }
  std::vector<NamedSystem> dot(const std::string& text) {
    source_ = std::make_shared<const SourceText>("test.dot", text);
    return read_dot(*source_, table_);
  }
  lts::ActionTablePtr table_ = std::make_shared<lts::ActionTable>();
  SourcePtr source_;
};

TEST_F(LtsReadersTest, AutLabelsMayHaveAnything) {
  const lts::Mts system =
      aut("des (1, 6, 2)\n(0, \"a, (b)\", 1)\n(0,PUT !6,0)\n\n (1, i, 0) \r\n(1, \"i\", 0)\n"
          "(1, may \"c\", 1)\n(1, may, 1)");
  EXPECT_EQ(system.initial(), 1U);
  EXPECT_EQ(names(system.alphabet(), *table_),
            (std::vector<std::string>{"PUT !6", "a, (b)", "c", "i", "may"}));
  EXPECT_EQ(system.transitions(1, lts::tau).size(), 1U);
  EXPECT_FALSE(system.transitions(1, table_->find("c"))[0].is_must());
  EXPECT_TRUE(system.transitions(1, table_->find("may"))[0].is_must());
}

TEST_F(LtsReadersTest, AutErrorsHavePlaces) {
  EXPECT_EQ(test::errors_of([&] { aut(""); }),
            "1:1: there is no line 'des (INITIAL, TRANSITIONS, STATES)' (for example: des (0, 2, "
            "3))\n");
  EXPECT_EQ(test::errors_of([&] { aut("des (3, 0, 2)"); }),
            "1:6: there is no state 3 (the states are 0 to 1)\n");
  EXPECT_EQ(test::errors_of([&] { aut("des (0, 1, 1)\n(0, \"a, 0)"); }),
            "2:5: this quote is not closed (for example: (0, \"coin\", 1))\n");
  EXPECT_EQ(test::errors_of([&] { aut("des (0, 1, 1)\n(0, a, 0) b"); }),
            "2:11: nothing can follow on this line (write one transition a line)\n");
}

TEST_F(LtsReadersTest, DotDigraphsAreComponents) {
  const auto systems =
      dot("strict digraph { graph [rankdir=LR]; x -> y -> x [label=go]; start [shape=point]; start "
          "-> y "
          "}\ndigraph g2 { 1 -> 2 [label=\"tau\"] [style=\"dashed\", width=0.5]; size=\"3,4\" }");
  ASSERT_EQ(systems.size(), 2U);
  EXPECT_EQ(systems[0].system.num_states(), 2U);
  EXPECT_EQ(systems[0].system.num_transitions(), 2U);
  EXPECT_EQ(systems[0].system.initial(), 1U);
  EXPECT_EQ(systems[1].name, "g2");
  ASSERT_EQ(systems[1].system.transitions(0, lts::tau).size(), 1U);
  EXPECT_FALSE(systems[1].system.is_lts());
}

TEST_F(LtsReadersTest, DotErrorsHavePlaces) {
  EXPECT_EQ(test::errors_of([&] { dot("digraph { a -> b }"); }),
            "1:16: an edge needs a label (write for example: s0 -> s1 [label = \"coin\"]; the "
            "internal action is tau)\n");
  EXPECT_NE(test::errors_of([&] { dot("graph { a }"); }), "");
  EXPECT_NE(test::errors_of([&] { dot("digraph { }"); }), "");
}

}  // namespace
}  // namespace arges::frontend
