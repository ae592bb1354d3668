#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "synth/sequential/machine.h"
#include "synth/synthesis_error.h"

namespace arges::synth {
namespace {

/// A machine with inputs A and B that A leads through, from state to state. B is refused where an
/// error is to have a place, so that its depth is the state's number and one.
struct Chain {
  Chain(std::size_t states, const std::vector<std::size_t>& refusing) : machine(nullptr) {
    auto table = std::make_shared<lts::ActionTable>();
    const lts::ActionId a = table->intern("iA");
    const lts::ActionId b = table->intern("iB");
    const lts::ActionId z = table->intern("oZ");
    inputs = lts::Alphabet({a, b});
    outputs = lts::Alphabet({z});
    machine = lts::MealyMachine(table);
    for (std::size_t s = 0; s < states; ++s) machine.add_state();
    for (lts::StateId s = 0; s < states; ++s) {
      const auto next = static_cast<lts::StateId>((s + 1) % states);
      machine.add(s, {a, z, next, lts::Modality::must});
      if (std::find(refusing.begin(), refusing.end(), s) == refusing.end())
        machine.add(s, {b, z, s, lts::Modality::must});
    }
  }

  /// What would work instead of a wish; "" if the wish works.
  std::string advice(const ErrorWish& wish) const {
    Random random(1);
    try {
      planned(machine, inputs, outputs, wish, random);
      return "";
    } catch (const SynthesisError& error) {
      return error.nearest();
    }
  }

  lts::Alphabet inputs;
  lts::Alphabet outputs;
  lts::MealyMachine machine;
};

/// Errors by more than so many inputs, and at most so many.
ErrorWish errors(std::size_t number, std::size_t more_than, std::size_t at_most) {
  return {number, 0, std::pair{more_than, at_most}, 0};
}

constexpr const char* larger = ", more states, or more refused inputs";

TEST(Plan, AdvisesAHigherBound) {
  const Chain chain(10, {2, 4, 6, 8});
  EXPECT_EQ(chain.advice(errors(2, 4, 6)), "\"at_most\": 7, or \"reachable\": 1");
  EXPECT_EQ(chain.advice(errors(2, 4, 7)), "");
}

TEST(Plan, AdvisesALowerBoundForWhatIsNotTooDeep) {
  const Chain chain(10, {2, 4, 6, 8});
  EXPECT_EQ(chain.advice(errors(3, 6, 8)), "\"more_than\": 2, or \"reachable\": 1");
  EXPECT_EQ(chain.advice(errors(3, 2, 8)), "");
}

TEST(Plan, AdvisesBothBoundsWhereOneIsNotEnough) {
  const Chain chain(10, {2, 4, 6, 8});
  EXPECT_EQ(chain.advice(errors(3, 5, 6)), "\"more_than\": 4 and \"at_most\": 9");
  EXPECT_EQ(chain.advice(errors(3, 4, 9)), "");
}

TEST(Plan, AdvisesADeepMachineWhereItHelps) {
  const Chain chain(10, {2, 4, 6, 8});
  EXPECT_THAT(chain.advice(errors(3, 20, 30)),
              testing::HasSubstr("\"more_than\": 80, \"at_most\": 180"));
  EXPECT_EQ(chain.advice(errors(3, 20, 21)), "\"more_than\": 4");
}

TEST(Plan, AdvisesFewerErrorsWithTheDepthThatTheyHave) {
  const Chain chain(10, {2, 4});
  EXPECT_EQ(chain.advice({5, 0, {}, 0}), std::string("\"reachable\": 2") + larger);
  EXPECT_EQ(chain.advice(errors(5, 3, 7)), std::string("\"reachable\": 1") + larger);
  EXPECT_EQ(chain.advice(errors(1, 3, 7)), "");
  EXPECT_EQ(chain.advice(errors(5, 6, 7)),
            std::string("\"reachable\": 2 and \"more_than\": 2") + larger);
  EXPECT_EQ(chain.advice(errors(2, 2, 7)), "");
}

TEST(Plan, NoErrorHasNoDepth) {
  const Chain chain(10, {});
  EXPECT_EQ(chain.advice({1, 0, {}, 0}), std::string("\"reachable\": 0") + larger);
  EXPECT_EQ(chain.advice(errors(1, 3, 7)),
            std::string("\"reachable\": 0 and no \"depth\"") + larger);
}

}  // namespace
}  // namespace arges::synth
