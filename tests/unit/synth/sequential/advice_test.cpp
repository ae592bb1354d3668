#include "synth/sequential/advice.h"

#include <gtest/gtest.h>

namespace arges::synth {
namespace {

SequentialSpec wanted() {
  SequentialSpec result;
  result.satisfied = 8;
  result.violated = 5;
  result.structural = 0;
  return result;
}

TEST(AdviceTest, AsManyPropertiesAsGoTogether) {
  const auto few = [](const SequentialSpec& spec) { return spec.satisfied + spec.violated <= 7; };
  EXPECT_EQ(advice_on_properties(wanted(), few), "\"satisfied\": 3 and \"violated\": 3");
}

TEST(AdviceTest, PatternsBeforeOutputs) {
  SequentialSpec spec = wanted();
  spec.patterns = {Pattern::universality};
  const auto all = [](const SequentialSpec& other) { return other.patterns.empty(); };
  EXPECT_EQ(advice_on_properties(spec, all), "no \"patterns\"");
  const auto many = [](const SequentialSpec& other) { return other.outputs > 4; };
  EXPECT_EQ(advice_on_properties(spec, many), "\"outputs\": 8");
}

TEST(AdviceTest, NoneAtAllIsTheLastThingToSay) {
  const auto none = [](const SequentialSpec& spec) { return spec.satisfied + spec.violated == 0; };
  EXPECT_EQ(advice_on_properties(wanted(), none), "\"satisfied\": 0 and \"violated\": 0");
}

TEST(AdviceTest, ViolationsWithADepthStay) {
  SequentialSpec spec = wanted();
  spec.depth = DepthInterval{DepthKind::prefix, 1, 9};
  const auto few = [](const SequentialSpec& other) { return other.satisfied == 0; };
  EXPECT_EQ(advice_on_properties(spec, few), "\"satisfied\": 0 and \"violated\": 1");
}

TEST(AdviceTest, WhatWasNotMadeIsNotAdvised) {
  const auto never = [](const SequentialSpec&) { return false; };
  EXPECT_EQ(advice_on_properties(wanted(), never), "");
}

}  // namespace
}  // namespace arges::synth
