#include "engine/portfolio/preset.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"
#include "engine/options.h"

namespace arges::engine {
namespace {

using testing::HasSubstr;

std::string error_of(std::string_view text) {
  try {
    read_preset("p", text);
  } catch (const InputError& error) {
    return error.diagnostics().front().render();
  }
  return "no error";
}

/// Some members are for one kind of models only; those of `machines` are left out for others.
TEST(PresetTest, EveryPresetFitsItsKindOfModel) {
  EXPECT_GE(presets().size(), 4U);
  for (const Preset& preset : presets()) {
    EXPECT_EQ(&find_preset(preset.name), &preset);
    EXPECT_TRUE(preset.about.ends_with(".")) << preset.name;
    std::set<std::string> seen;
    std::set<EngineKind> engines;
    for (const Member& member : preset.members) {
      EXPECT_TRUE(seen.insert(member.options).second) << preset.name << " " << member.options;
      EXPECT_FALSE(member.purpose.empty()) << preset.name << " " << member.options;
      EXPECT_NE(member.configuration.engine, EngineKind::portfolio);
      const ModelKind kind = preset.name == "machines" ? ModelKind::machines : ModelKind::xsts;
      EXPECT_TRUE(is_valid(member.configuration, kind)) << member.options;
      if (is_valid(member.configuration, ModelKind::cfa))
        engines.insert(member.configuration.engine);
    }
    EXPECT_EQ(engines.size(), 3U) << preset.name << " should look in every way";
  }
}

TEST(PresetTest, MembersAreReadWithTheDefaultsOfCegar) {
  const Preset preset = read_preset(
      "p", "# For tests,\n# and no more.\n\n--domain  expl --search dfs |  why \n--engine bmc | x");
  EXPECT_EQ(preset.about, "For tests, and no more.");
  ASSERT_EQ(preset.members.size(), 2U);
  Configuration expected = defaults_of(EngineKind::cegar);
  expected.domain = DomainKind::explicit_values;
  expected.search = analysis::SearchKind::depth_first;
  EXPECT_EQ(preset.members[0].configuration, expected);
  EXPECT_EQ(preset.members[0].options, "--domain expl --search dfs");
  EXPECT_EQ(preset.members[0].purpose, "why");
  EXPECT_EQ(preset.members[1].configuration, defaults_of(EngineKind::bmc));
}

TEST(PresetTest, MistakesAreTold) {
  EXPECT_THAT(error_of("# a\n--domain expl"), HasSubstr("p.preset:2:1: error: expected '|'"));
  EXPECT_THAT(error_of("# a\n--domian expl | x"), HasSubstr("there is no option --domian"));
  EXPECT_THAT(error_of("# a\n--domain exlp | x"), HasSubstr("did you mean 'expl'?"));
  EXPECT_THAT(error_of("# a\n--domain | x"), HasSubstr("expected options with values"));
  EXPECT_THAT(error_of("# a\n"), HasSubstr("a preset needs a line '# ABOUT', and a member"));
  EXPECT_THROW(find_preset("plcs"), UsageError);
}

TEST(PresetTest, IsChosenByWhatTheModelHas) {
  const auto name = [](const Features& features) { return choose_preset(features).preset->name; };
  Features features;
  EXPECT_EQ(name(features), "locks");
  features.computes = true;
  EXPECT_EQ(name(features), "loops");
  features.actions = 500;
  EXPECT_EQ(name(features), "eca");
  features.booleans = 30;
  EXPECT_EQ(name(features), "plc");
  features.hard_arithmetic = true;
  EXPECT_EQ(name(features), "arithmetic");
  features.bit_vectors = 1;
  EXPECT_EQ(name(features), "bits");
  features.modes = 2;
  EXPECT_EQ(name(features), "statechart");
}

}  // namespace
}  // namespace arges::engine
