#include "engine/options.h"

#include <algorithm>
#include <random>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace arges::engine {
namespace {

using testing::HasSubstr;

const Axis& axis(std::string_view name) {
  return *std::find_if(axes().begin(), axes().end(),
                       [&](const Axis& one) { return one.name() == name; });
}

/// "message | hint" of the UsageError that a call throws.
template <typename Call>
std::string usage_error(const Call& call) {
  try {
    call();
  } catch (const UsageError& error) {
    return std::string(error.what()) + " | " + error.hint();
  }
  return "no error";
}

std::string error_of(std::string_view name, std::string_view text) {
  Configuration configuration;
  return usage_error([&] { set_from_text(configuration, axis(name), text); });
}

TEST(OptionsTest, EveryAxisIsDocumented) {
  std::set<std::string_view> names;
  for (const Axis& one : axes()) {
    EXPECT_TRUE(names.insert(one.name()).second) << one.name();
    EXPECT_FALSE(one.choices.help.empty()) << one.name();
    EXPECT_FALSE(one.argument.empty()) << one.name();
    EXPECT_EQ(one.is_number(), !one.samples.empty()) << one.name();
    EXPECT_EQ(one.is_number(), !one.advice.empty()) << one.name();
    std::set<std::string_view> values;
    std::set<std::uint32_t> numbers;
    for (const Choice& value : one.choices.values) {
      EXPECT_TRUE(values.insert(value.name).second) << value.name;
      EXPECT_TRUE(numbers.insert(value.number).second) << value.name;
      EXPECT_FALSE(value.help.empty()) << value.name;
      EXPECT_FALSE(value.advice.empty()) << value.name;
    }
  }
}

TEST(OptionsTest, EveryValueIsReadAsItIsWritten) {
  for (const Axis& one : axes()) {
    for (const Choice& value : one.choices.values) {
      Configuration configuration;
      const std::string text(value.name == "FILE" ? "some/file.txt" : value.name);
      set_from_text(configuration, one, text);
      EXPECT_EQ(one.get(configuration), value.number);
      EXPECT_EQ(value_text(configuration, one), text);
    }
  }
}

TEST(OptionsTest, ValuesIgnoreCaseAndUnderscores) {
  Configuration configuration;
  set_from_text(configuration, axis("refinement"), "UNSAT_CORE");
  EXPECT_EQ(configuration.refinement, RefinementKind::unsat_core);
  set_from_text(configuration, axis("init-prec"), "All_Vars");
  EXPECT_EQ(configuration.init_prec, InitialPrecision::all_variables);
}

TEST(OptionsTest, TyposGetTheNearestValue) {
  EXPECT_EQ(error_of("search", "dsf"),
            "'dsf' is not a value of --search | did you mean 'dfs'? available: bfs, dfs, err");
  EXPECT_EQ(error_of("prune", "sometimes"),
            "'sometimes' is not a value of --prune | available: lazy, full");
}

TEST(OptionsTest, NumbersAreChecked) {
  Configuration configuration;
  set_from_text(configuration, axis("max-enum"), "0");
  EXPECT_EQ(configuration.max_enum, 0U);
  for (const char* text : {"", "-1", "1.5", "ten", "4294967296", "1 "})
    EXPECT_THAT(error_of("max-enum", text), HasSubstr("it takes a number from 0 to 4294967295"))
        << text;
}

TEST(OptionsTest, DescribeNamesWhatHasAnEffect) {
  using Pair = std::pair<std::string, std::string>;
  const auto cfa = describe(defaults_of(EngineKind::cegar), ModelKind::cfa);
  EXPECT_THAT(cfa, testing::Contains(Pair("domain", "prod")));
  EXPECT_THAT(cfa, testing::Contains(Pair("limit", "1"))) << "what 0 comes to";
  EXPECT_THAT(cfa, testing::Not(testing::Contains(Pair("max-enum", "10"))));
  EXPECT_THAT(cfa, testing::Not(testing::Contains(Pair("check-at", "all"))));
  EXPECT_THAT(describe(Configuration(), ModelKind::xsts),
              testing::Contains(Pair("check-at", "all")));
}

TEST(OptionsTest, ModelKindIsTheEndingUnlessGiven) {
  EXPECT_EQ(model_kind("a/b.cfa", ""), ModelKind::cfa);
  EXPECT_EQ(model_kind("b.theta", ""), ModelKind::cfa);
  EXPECT_EQ(model_kind("B.XSTS", ""), ModelKind::xsts);
  EXPECT_EQ(model_kind("b.txt", "XSTS"), ModelKind::xsts);
  EXPECT_EQ(model_kind("b.i", ""), ModelKind::c);
  EXPECT_EQ(model_kind("b.aut", ""), ModelKind::lts);
  EXPECT_EQ(model_kind("b.txt", "dot"), ModelKind::lts);
  EXPECT_THAT(usage_error([] { model_kind("b", ""); }),
              HasSubstr("name it with --input; available: cfa, xsts"));
}

TEST(OptionsTest, ValidateNamesBothOptionsAndWhatWouldWork) {
  Configuration configuration;
  configuration.check_at = CheckAt::stable;
  EXPECT_NO_THROW(validate(configuration, ModelKind::xsts));
  EXPECT_EQ(usage_error([&] { validate(configuration, ModelKind::cfa); }),
            "--check-at stable is for xsts models, and this one is cfa | leave --check-at out, or "
            "name the model's format with --input");
}

TEST(OptionsTest, AxesWithoutEffectOnTheDomainAreRefused) {
  Configuration configuration = defaults_of(EngineKind::cegar);
  configuration.domain = DomainKind::explicit_values;
  configuration.product = ProductKind::arg;
  EXPECT_EQ(usage_error([&] { validate(configuration, ModelKind::cfa); }),
            "--prod-strategy arg has no effect with --domain expl | leave --prod-strategy out, or "
            "use --domain prod");
}

TEST(OptionsTest, AxesWithoutEffectOnTheEngineAreRefused) {
  Configuration configuration;
  configuration.engine = EngineKind::bmc;
  EXPECT_NO_THROW(validate(configuration, ModelKind::cfa));
  configuration.domain = DomainKind::pred_cart;
  EXPECT_EQ(usage_error([&] { validate(configuration, ModelKind::cfa); }),
            "--domain pred-cart has no effect with --engine bmc | leave --domain out, or use "
            "--engine cegar");
  configuration = defaults_of(EngineKind::cegar);
  configuration.bound = 7;
  EXPECT_EQ(usage_error([&] { validate(configuration, ModelKind::cfa); }),
            "--bound 7 has no effect with --engine cegar | leave --bound out, or use --engine bmc");
}

TEST(OptionsTest, OptionsOfOneEngineImplyIt) {
  const auto implied = [](const std::vector<const Axis*>& given) { return implied_engine(given); };
  EXPECT_EQ(implied({}), EngineKind::portfolio);
  EXPECT_EQ(implied({&axis("slice"), &axis("workers")}), EngineKind::portfolio);
  EXPECT_EQ(implied({&axis("slice"), &axis("domain")}), EngineKind::cegar);
  EXPECT_EQ(implied({&axis("bound")}), EngineKind::bmc);
  // What can't go together is for validate to refuse.
  EXPECT_EQ(implied({&axis("domain"), &axis("bound")}), EngineKind::cegar);
}

TEST(OptionsTest, APresetIsForThePortfolio) {
  Configuration configuration = defaults_of(EngineKind::bmc);
  configuration.preset = "plc";
  EXPECT_EQ(usage_error([&] { validate(configuration, ModelKind::cfa); }),
            "--preset plc has no effect with --engine bmc | leave one of them out");
}

TEST(OptionsTest, PairwiseConfigurationsHaveEveryEngine) {
  for (const ModelKind kind : {ModelKind::cfa, ModelKind::xsts}) {
    std::set<EngineKind> engines;
    for (const Configuration& one : pairwise_configurations(kind)) engines.insert(one.engine);
    EXPECT_EQ(engines.size(), axis("engine").choices.values.size());
  }
}

TEST(OptionsTest, PredicatesNeedInterpolants) {
  Configuration configuration = defaults_of(EngineKind::cegar);
  configuration.domain = DomainKind::pred_cart;
  configuration.refinement = RefinementKind::unsat_core;
  EXPECT_THAT(usage_error([&] { validate(configuration, ModelKind::cfa); }),
              HasSubstr("--domain pred-cart does not work with --refinement unsat-core | use "
                        "--refinement seq-itp or"));
}

TEST(OptionsTest, IntervalsOfStateMachinesHaveALoopOfTheirOwn) {
  Configuration configuration = defaults_of(EngineKind::cegar);
  configuration.domain = DomainKind::interval;
  configuration.intervals = Intervals::sign;
  EXPECT_NO_THROW(validate(configuration, ModelKind::cfa));
  EXPECT_NO_THROW(validate(configuration, ModelKind::machines));
  Configuration searching = configuration;
  searching.search = analysis::SearchKind::depth_first;
  EXPECT_NO_THROW(validate(searching, ModelKind::xsts));
  EXPECT_THAT(usage_error([&] { validate(searching, ModelKind::machines); }),
              HasSubstr("--search dfs has no effect with --domain interval"));
  Configuration counting = configuration;
  counting.loop_counters = LoopCounters::predicates;
  EXPECT_NO_THROW(validate(counting, ModelKind::machines));
  EXPECT_THAT(usage_error([&] { validate(counting, ModelKind::c); }),
              HasSubstr("--loop-counters predicates is for sm models"));
}

TEST(OptionsTest, PairwiseConfigurationsAreValidAndDifferent) {
  for (const ModelKind kind : {ModelKind::cfa, ModelKind::xsts}) {
    std::set<std::vector<std::pair<std::string, std::string>>> seen;
    for (const Configuration& configuration : pairwise_configurations(kind)) {
      EXPECT_NO_THROW(validate(configuration, kind));
      EXPECT_TRUE(seen.insert(describe(configuration, kind)).second);
    }
    EXPECT_GE(seen.size(), 60U);
    EXPECT_LE(seen.size(), 220U);
  }
}

TEST(OptionsTest, PairwiseSetCoversEveryPairOfAnyConfiguration) {
  std::mt19937_64 random(1);
  for (const ModelKind kind : {ModelKind::cfa, ModelKind::xsts}) {
    std::set<std::pair<std::string, std::string>> covered;
    const auto few = pairwise_configurations(kind);
    EXPECT_EQ(few.front(), Configuration());
    const auto for_each_pair = [&](const Configuration& configuration, const auto& visit) {
      std::vector<std::pair<std::string, std::string>> values;
      for (const Axis& one : axes())
        if (has_effect(one, configuration, kind))
          values.emplace_back(one.name(), value_text(configuration, one));
      for (const auto& [a, value_a] : values)
        for (const auto& [b, value_b] : values) visit(a + "=" + value_a, b + "=" + value_b);
    };
    for (const Configuration& configuration : few)
      for_each_pair(configuration, [&](const auto& a, const auto& b) { covered.emplace(a, b); });
    for (int i = 0; i < 2000; ++i) {
      Configuration configuration;
      for (const Axis& one : axes()) {
        if (!one.is_number())
          one.set(configuration, one.choices.values[random() % one.choices.values.size()].number);
        else
          one.set(configuration, one.samples[random() % one.samples.size()]);
      }
      // Only what has an effect counts.
      Configuration clean = configuration;
      for (const Axis& one : axes())
        if (!has_effect(one, configuration, kind)) one.set(clean, one.get(Configuration()));
      if (usage_error([&] { validate(clean, kind); }) != "no error") continue;
      for_each_pair(clean, [&](const auto& a, const auto& b) {
        EXPECT_TRUE(covered.contains({a, b})) << a << " with " << b;
      });
    }
  }
}

}  // namespace
}  // namespace arges::engine
