#include "synth/parallel/sensitivity.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "lts/algebra/composition.h"

namespace arges::synth {
namespace {

using lts::Mts;

/// States in a row, an action between each and the next; after the last it starts again.
Mts circle(const lts::ActionTablePtr& table, const std::vector<std::string>& actions) {
  lts::MtsBuilder builder(table);
  builder.ensure_states(static_cast<lts::StateId>(actions.size()));
  for (lts::StateId s = 0; s < actions.size(); ++s)
    builder.add(s, table->intern(actions[s]), static_cast<lts::StateId>((s + 1) % actions.size()));
  return builder.build();
}

class SensitivityTest : public testing::Test {
 protected:
  Mts circle_of(const std::vector<std::string>& actions) { return circle(table_, actions); }

  /// Whether no transition of the whole composition has this action; counts how often it is asked.
  Judge never(const std::string& action) {
    return [this, bad = table_->intern(action)](const std::vector<const Mts*>& parts) {
      ++asked_;
      const Mts whole = lts::composed(parts);
      const auto all = whole.all_transitions();
      return std::none_of(all.begin(), all.end(),
                          [bad](const lts::Transition& t) { return t.action() == bad; });
    };
  }

  lts::ActionTablePtr table_ = std::make_shared<lts::ActionTable>();
  std::size_t asked_ = 0;
};

TEST_F(SensitivityTest, EachOfTwoHindersAnAction) {
  // One begins with what the other has second, so nothing happens at all.
  const std::vector<Mts> both = {circle_of({"a", "b", "bad"}), circle_of({"b", "a", "bad"})};
  ASSERT_TRUE(never("bad")({&both[0], &both[1]}));
  EXPECT_TRUE(shown_to_matter(both, never("bad"), true, 100));
}

TEST_F(SensitivityTest, OneIsOfNoAccount) {
  const std::vector<Mts> three = {circle_of({"a", "b", "bad"}), circle_of({"b", "a", "bad"}),
                                  circle_of({"a", "c"})};
  EXPECT_FALSE(shown_to_matter(three, never("bad"), true, 100));
  // Wherever it stands.
  EXPECT_FALSE(shown_to_matter({three[2], three[0], three[1]}, never("bad"), true, 100));
}

TEST_F(SensitivityTest, EachTakesPartInAViolation) {
  const std::vector<Mts> both = {circle_of({"a", "bad"}), circle_of({"b", "bad"})};
  ASSERT_FALSE(never("bad")({&both[0], &both[1]}));
  EXPECT_TRUE(shown_to_matter(both, never("bad"), false, 100));
  // Who does it alone needs no other.
  EXPECT_FALSE(shown_to_matter({circle_of({"bad"}), circle_of({"b"})}, never("bad"), false, 100));
}

TEST_F(SensitivityTest, NothingIsClaimedOfSystemsThatAreTooLarge) {
  const std::vector<Mts> both = {circle_of({"a", "bad"}), circle_of({"b", "bad"})};
  EXPECT_FALSE(shown_to_matter(both, never("bad"), false, 0));
  EXPECT_EQ(asked_, 0U);
}

}  // namespace
}  // namespace arges::synth
