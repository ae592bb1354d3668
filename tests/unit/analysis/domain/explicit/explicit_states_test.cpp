#include "analysis/domain/explicit/explicit_states.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

#include "support/tiny_system.h"

namespace arges::analysis {
namespace {

class ExplicitStatesTest : public testing::Test {
 protected:
  ExplicitStatesTest() {
    for (const char* name : {"a", "b", "c"}) variables_.push_back(system_.add_integer(name));
    mask_ = states_.mask(variables_);
  }
  StateId intern(const std::vector<std::int64_t>& numbers) {
    std::vector<ir::Value> values;
    for (const std::int64_t number : numbers) values.push_back(ir::Value::small(number));
    return states_.intern(mask_, values);
  }
  std::vector<std::int64_t> numbers(StateId id) {
    std::vector<std::int64_t> result;
    for (const ir::Var var : variables_) result.push_back(states_.get(id).get(var).as_small());
    return result;
  }

  test::TinySystem system_;
  std::vector<ir::Var> variables_;
  ExplicitStates states_;
  const VarMask* mask_ = nullptr;
};

/// At the ends of what one, two, four and eight bytes hold, and beside them.
TEST_F(ExplicitStatesTest, ValuesAreKeptWhateverTheirSize) {
  std::vector<StateId> known;
  for (const int bits : {7, 15, 31, 60})
    for (const std::int64_t sign : {1, -1})
      for (const std::int64_t beside : {-1, 0, 1}) {
        const std::int64_t number = sign * (std::int64_t{1} << bits) + beside;
        const std::vector<std::int64_t> values{0, number, -1};
        const StateId id = intern(values);
        EXPECT_EQ(numbers(id), values);
        EXPECT_EQ(intern(values), id);
        EXPECT_EQ(std::count(known.begin(), known.end(), id), 0);
        known.push_back(id);
      }
}

TEST_F(ExplicitStatesTest, SmallValuesTakeAByte) {
  EXPECT_EQ(states_.get(intern({1, -128, 127})).values.num_bytes(), 3U);
  EXPECT_EQ(states_.get(intern({1, -128, 128})).values.num_bytes(), 6U);
}

TEST_F(ExplicitStatesTest, ValuesBeyondAWordAreKept) {
  const ir::Value large = system_.context().values().integer(mpz_class("123456789012345678901234"));
  const ir::Value one = ir::Value::small(1);
  const StateId id = states_.intern(mask_, std::vector<ir::Value>{one, large, one});
  EXPECT_EQ(states_.get(id).get(variables_[1]), large);
  EXPECT_EQ(states_.get(id).get(variables_[2]), one);
  EXPECT_EQ(states_.find(mask_, std::vector<ir::Value>{one, large, one}), id);
}

TEST_F(ExplicitStatesTest, AStateWithoutValuesIsOne) {
  const VarMask* none = states_.mask({});
  EXPECT_EQ(states_.intern(none, {}), states_.intern(none, {}));
}

/// Whether the narrower state needs fewer bytes does not matter.
TEST_F(ExplicitStatesTest, CoveringComparesValuesNotBytes) {
  const VarMask* fewer = states_.mask({variables_[0]});
  const StateId general = states_.intern(fewer, std::vector<ir::Value>{ir::Value::small(5)});
  const StateId special = intern({5, 100'000, 0});
  EXPECT_TRUE(states_.leq(special, general));
  EXPECT_FALSE(states_.leq(intern({6, 100'000, 0}), general));
  ExplicitCoverIndex index(states_);
  index.insert(3, 0, general);
  EXPECT_EQ(index.find(0, special), NodeId{3});
  EXPECT_EQ(index.find(0, general), NodeId{3});
}

/// With few masks and with many, look-up finds a coverer exactly where comparing all states does.
TEST_F(ExplicitStatesTest, CoverersAreFoundHoweverManyMasksThereAre) {
  std::mt19937 random(11);
  for (const char* name : {"d", "e", "f", "g", "h"})
    variables_.push_back(system_.add_integer(name));
  for (const unsigned known : {2U, 4U, 9U}) {  // of ten, how often a value is
    ExplicitCoverIndex index(states_);
    const auto state = [&](unsigned often) {
      std::vector<ir::Var> vars;
      std::vector<ir::Value> values;
      for (const ir::Var var : variables_) {
        if (random() % 10 >= often) continue;
        vars.push_back(var);
        values.push_back(ir::Value::small(static_cast<std::int64_t>(random() % 3) * 1000));
      }
      return states_.intern(states_.mask(vars), values);
    };
    std::vector<std::optional<StateId>> nodes(300);
    const auto covers = [&](NodeId node, StateId asked) {
      return nodes[node] && states_.leq(asked, *nodes[node]);
    };
    int found = 0;
    for (int round = 0; round < 4000; ++round) {
      const auto node = static_cast<NodeId>(random() % nodes.size());
      if (nodes[node]) {
        index.remove(node, 0, *nodes[node]);
        nodes[node].reset();
      } else {
        nodes[node] = state(known);
        index.insert(node, 0, *nodes[node]);
      }
      index.remove(NodeId{1000}, 0, state(known));  // was never there
      const StateId asked = state(9);
      const NodeId least = random() % 300;
      const auto accept = [&](NodeId some) { return some >= least; };
      const auto coverer = index.find(0, asked, accept);
      bool expected = false;
      for (NodeId some = least; some < nodes.size(); ++some) expected |= covers(some, asked);
      ASSERT_EQ(coverer.has_value(), expected);
      if (!coverer) continue;
      ++found;
      ASSERT_GE(*coverer, least);
      ASSERT_TRUE(covers(*coverer, asked));
    }
    EXPECT_GT(found, 50);
  }
}

}  // namespace
}  // namespace arges::analysis
