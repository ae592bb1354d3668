#include "synth/property/property_system.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "lts/algebra/operators.h"
#include "synth/property/promises.h"
#include "synth/synthesis_error.h"

namespace arges::synth {
namespace {

/// Actions a, b, … and a vocabulary of them.
struct Setting {
  explicit Setting(const std::vector<std::string>& names) {
    auto table = std::make_shared<lts::ActionTable>();
    for (const std::string& name : names) actions.push_back(table->intern(name));
    request.vocabulary = std::make_shared<Vocabulary>(table);
    request.alphabet = lts::Alphabet(actions);
  }
  Property property(Pattern pattern, Scope scope, const std::vector<Event>& events) {
    PatternInstance instance{pattern, scope, events[0], {}, {}, {}};
    std::size_t next = 1;
    if (pattern == Pattern::precedence || pattern == Pattern::response) instance.s = events[next++];
    if (scope != Scope::globally && scope != Scope::before) instance.q = events[next++];
    if (scope != Scope::globally && scope != Scope::after) instance.r = events[next++];
    return {formula_of(*request.vocabulary, instance),
            english(instance, *request.vocabulary->table()), instance};
  }
  std::vector<lts::ActionId> actions;
  SystemRequest request;
};

TEST(Patterns, AreThoseOfDwyer) {
  Setting at({"iA", "oX", "oY", "iB"});
  const auto text = [&](Pattern pattern, Scope scope, const std::vector<Event>& events) {
    return at.request.vocabulary->text(at.property(pattern, scope, events).formula);
  };
  const Event a{at.actions[0]}, x{at.actions[1]}, y{at.actions[2]}, b{at.actions[3]};
  EXPECT_EQ(text(Pattern::absence, Scope::globally, {x}), "G!oX");
  EXPECT_EQ(text(Pattern::precedence, Scope::globally, {x, a}), "!oX W iA");
  EXPECT_EQ(text(Pattern::response, Scope::globally, {a, x}), "G(iA -> FoX)");
  EXPECT_EQ(at.property(Pattern::response, Scope::after, {a, x, b}).english,
            "output X responds to input A after input B");
  EXPECT_EQ(at.property(Pattern::precedence, Scope::between, {x, y, a, b}).english,
            "output Y precedes output X between input A and input B");
}

TEST(Patterns, AreTheSameForTheSameSeed) {
  Setting at({"a", "b", "c", "d", "e"});
  PatternChoice choice;
  choice.actions = at.request.alphabet;
  PatternGenerator generator(at.request.vocabulary, choice);
  Random one(7), same(7), other(8);
  std::vector<std::string> first, second, third;
  for (int i = 0; i < 10; ++i) {
    first.push_back(generator.next(one).english);
    second.push_back(generator.next(same).english);
    third.push_back(generator.next(other).english);
  }
  EXPECT_EQ(first, second);
  EXPECT_NE(first, third);
}

TEST(PropertySystem, SatisfiesWhatItShould) {
  Setting at({"a", "b", "c"});
  at.request.properties.push_back(
      {at.property(Pattern::response, Scope::globally, {{at.actions[0]}, {at.actions[1]}})});
  Random random(1);
  const PropertySystem made = synthesize(at.request, random);
  EXPECT_EQ(promise_error(at.request, made), "");
  EXPECT_FALSE(is_satisfied(
      lts::may_lts(made.system), *at.request.vocabulary,
      at.request.vocabulary->formulas().always(at.request.vocabulary->formulas().negation(
          at.request.vocabulary->action(at.actions[0])))))
      << "something should be asked for";
}

TEST(PropertySystem, HasRareAndDeepViolations) {
  Setting at({"a", "b", "c", "d"});
  WantedProperty wanted{
      at.property(Pattern::precedence, Scope::globally, {{at.actions[0]}, {at.actions[1]}})};
  wanted.verdict = Verdict::violated;
  wanted.depth = DepthInterval{DepthKind::prefix, 5, 9};
  at.request.properties.push_back(wanted);
  at.request.structural.push_back(
      at.property(Pattern::response, Scope::globally, {{at.actions[2]}, {at.actions[3]}}));
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const PropertySystem made = synthesize(at.request, random);
    ASSERT_EQ(made.counterexamples.size(), 1U);
    ASSERT_TRUE(made.counterexamples.front().handle);
    const auto depth =
        shortest_violating_prefix(lts::may_lts(made.system), at.request.alphabet,
                                  *at.request.vocabulary, wanted.property.formula, 100);
    ASSERT_TRUE(depth);
    EXPECT_GT(*depth, 5U);
    EXPECT_LE(*depth, 9U);
  }
}

TEST(PropertySystem, HasViolationsWithManyStates) {
  Setting at({"a", "b", "c"});
  WantedProperty wanted{
      at.property(Pattern::response, Scope::globally, {{at.actions[0]}, {at.actions[1]}})};
  wanted.verdict = Verdict::violated;
  wanted.depth = DepthInterval{DepthKind::states, 12, 14};
  at.request.properties.push_back(wanted);
  Random random(3);
  const PropertySystem made = synthesize(at.request, random);
  const std::size_t states = distinct_states(made.counterexamples.front().run);
  EXPECT_GT(states, 12U);
  EXPECT_LE(states, 14U);
}

TEST(PropertySystem, HasDeepViolationsWithoutAHandle) {
  Setting at({"a", "b", "c"});
  WantedProperty wanted{
      at.property(Pattern::precedence, Scope::globally, {{at.actions[0]}, {at.actions[1]}})};
  wanted.verdict = Verdict::violated;
  wanted.rarity = Rarity::any;
  wanted.depth = DepthInterval{DepthKind::prefix, 4, 8};
  at.request.properties.push_back(wanted);
  Random random(5);
  const PropertySystem made = synthesize(at.request, random);
  EXPECT_EQ(promise_error(at.request, made), "");
}

TEST(PropertySystem, KeepsOrthogonalCounterexamples) {
  Setting at({"iA", "iB", "iC", "oX", "oY", "oZ"});
  at.request.inputs = lts::Alphabet({at.actions[0], at.actions[1], at.actions[2]});
  const auto violated = [&](Pattern pattern, const std::vector<Event>& events) {
    WantedProperty result{at.property(pattern, Scope::globally, events)};
    result.verdict = Verdict::violated;
    return result;
  };
  at.request.properties = {
      violated(Pattern::response, {{at.actions[0]}, {at.actions[3]}}),
      violated(Pattern::precedence, {{at.actions[4]}, {at.actions[1]}}),
      {at.property(Pattern::precedence, Scope::globally, {{at.actions[5]}, {at.actions[2]}})}};
  at.request.copies = 2;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed);
    const PropertySystem made = synthesize(at.request, random);
    ASSERT_EQ(made.counterexamples.size(), 2U);
    // Without one handle the other violation is still there.
    const lts::Mts without_first = without_transition(made.system, *made.counterexamples[0].handle);
    EXPECT_TRUE(is_satisfied(lts::may_lts(without_first), *at.request.vocabulary,
                             at.request.properties[0].property.formula));
    EXPECT_FALSE(is_satisfied(lts::must_lts(without_first), *at.request.vocabulary,
                              at.request.properties[1].property.formula));
  }
}

/// Of every pattern and scope; what is made was checked, or there is a reason why it can't be.
TEST(PropertySystem, KeepsItsPromisesForAllPatterns) {
  Setting at({"iA", "iB", "iC", "oX", "oY", "oZ"});
  at.request.inputs = lts::Alphabet({at.actions[0], at.actions[1], at.actions[2]});
  int made = 0;
  for (std::uint64_t seed = 0; seed < 4 * num_patterns * num_scopes; ++seed) {
    Random random(seed);
    PatternChoice choice;
    choice.actions = at.request.alphabet;
    choice.inputs = at.request.inputs;
    PatternGenerator any(at.request.vocabulary, choice);
    choice.patterns = {static_cast<Pattern>(seed % num_patterns)};
    choice.scopes = {static_cast<Scope>(seed / num_patterns % num_scopes)};
    PatternGenerator chosen(at.request.vocabulary, choice);
    at.request.structural = {any.next(random)};
    at.request.properties = {{any.next(random)}};
    const Rarity rarity = seed % 2 == 0 ? Rarity::handle : Rarity::any;
    at.request.properties.push_back({chosen.next(random), Verdict::violated, rarity, {}});
    at.request.copies = 1 + seed % 3;
    at.request.percent_dropped = seed % 4 * 10;
    try {
      synthesize(at.request, random);
      ++made;
    } catch (const SynthesisError& error) {
      EXPECT_NE(error.nearest(), "");
    }
  }
  EXPECT_GT(made, 60);
}

TEST(PropertySystem, SaysWhatCannotBe) {
  Setting at({"a", "b"});
  WantedProperty wanted{
      at.property(Pattern::response, Scope::globally, {{at.actions[0]}, {at.actions[1]}})};
  wanted.verdict = Verdict::violated;
  wanted.depth = DepthInterval{DepthKind::prefix, 2, 4};
  at.request.properties.push_back(wanted);
  Random random(1);
  EXPECT_THAT([&] { synthesize(at.request, random); },
              testing::ThrowsMessage<SynthesisError>(testing::HasSubstr("no finite word")));
  at.request.properties = {{at.property(Pattern::absence, Scope::globally, {{at.actions[0]}})},
                           {at.property(Pattern::existence, Scope::globally, {{at.actions[0]}})}};
  EXPECT_THAT([&] { synthesize(at.request, random); },
              testing::ThrowsMessage<SynthesisError>(testing::HasSubstr("contradicts")));
}

TEST(PromiseError, NoticesBrokenPromises) {
  Setting at({"a", "b", "c"});
  WantedProperty wanted{
      at.property(Pattern::precedence, Scope::globally, {{at.actions[0]}, {at.actions[1]}})};
  wanted.verdict = Verdict::violated;
  wanted.depth = DepthInterval{DepthKind::prefix, 2, 6};
  at.request.properties.push_back(wanted);
  Random random(2);
  PropertySystem made = synthesize(at.request, random);
  const KeptCounterexample kept = made.counterexamples.front();

  PropertySystem changed = made;
  changed.properties.front().verdict = Verdict::satisfied;
  EXPECT_THAT(promise_error(at.request, changed), testing::HasSubstr("should hold"));
  changed = made;
  changed.properties.front().depth = DepthInterval{DepthKind::prefix, 30, 40};
  EXPECT_THAT(promise_error(at.request, changed), testing::HasSubstr("more than 30 deep"));
  changed = made;
  changed.system = without_transition(made.system, *kept.handle);
  EXPECT_THAT(promise_error(at.request, changed), testing::HasSubstr("should be violated"));
  changed = made;
  changed.counterexamples.front().run.steps.front().action = at.actions[2];
  changed.counterexamples.front().run.steps.back().action = at.actions[2];
  EXPECT_NE(promise_error(at.request, changed), "");
  changed = made;
  changed.counterexamples.clear();
  EXPECT_THAT(promise_error(at.request, changed), testing::HasSubstr("a counterexample"));
}

}  // namespace
}  // namespace arges::synth
