// Gamma models and properties in files: imports, our examples, and the shared data, which is
// skipped where it is absent.
#include <filesystem>
#include <fstream>
#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "frontend/gamma/gamma_parser.h"
#include "support/errors_of.h"
#include "support/gamma_model.h"
#include "support/shared_data.h"

namespace arges::frontend {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using Quantifier = GammaProperty::Quantifier;

/// A folder that is gone afterwards.
class GammaFiles : public testing::Test {
 protected:
  GammaFiles() {
    const auto* info = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = fs::path(testing::TempDir()) / fmt::format("arges_gamma_{}", info->name());
    fs::remove_all(folder_);
  }
  ~GammaFiles() override { fs::remove_all(folder_); }

  SourcePtr write(const std::string& path, const std::string& text) {
    fs::create_directories((folder_ / path).parent_path());
    std::ofstream(folder_ / path) << text;
    return read_source((folder_ / path).string());
  }

  fs::path folder_;
};

std::string errors_in(const SourcePtr& source) {
  return test::errors_of([&] {
    ir::Context context;
    parse_gamma(context, source);
  });
}

const std::string chart = R"(statechart C [ port p : requires I ] {
  region r { initial i state A state B } transition from i to A
  transition from A to B when p.e })";

TEST_F(GammaFiles, ImportsAreBelowAFolderAround) {
  write("project/Interfaces/I.gcd", "package interfaces interface I { out event e }");
  EXPECT_EQ(
      errors_in(write("project/models/deep/a.gcd", "package a import \"/Interfaces/I\" " + chart)),
      "");
  EXPECT_EQ(errors_in(write("project/models/deep/b.gcd",
                            "package b import \"project/Interfaces/I.gcd\" " + chart)),
            "");
  EXPECT_EQ(errors_in(write("project/models/c.gcd", "package c import \"interfaces\" " + chart)),
            "");
  write("project/Interfaces/J.gcd", "package interfaces");
  EXPECT_THAT(errors_in(write("project/models/d.gcd", "package d import \"interfaces\" " + chart)),
              HasSubstr("there is no interface 'I'"));
}

TEST_F(GammaFiles, ImportsMayBeMutual) {
  write("one.gcd", "package one import \"two.gcd\" interface I { out event e }");
  EXPECT_EQ(errors_in(write("two.gcd", "package two import \"one.gcd\" " + chart)), "");
}

TEST_F(GammaFiles, Properties) {
  write("m.gcd", "package m interface I { out event e } " + chart);
  const GammaProperties read = parse_gamma_properties(write("m.gpd", R"(import "m.gcd"
component C
// In words.
@("B is possible") E F [ { state r.B } ]
A G ( [ { state r.A and !(event p.e) } ] -> X ([ { state r.A } ] U [ { variable x + 1 > 2 imply false } ]) )
A F [ { parameter a -> b.p.e::v = Kind::Small } ] && ! G [ { true } ])"));
  EXPECT_EQ(read.component, "C");
  EXPECT_EQ(fs::path(read.model->name()).filename(), "m.gcd");
  ASSERT_EQ(read.properties.size(), 3U);
  EXPECT_EQ(read.properties[0].name, "B is possible");
  EXPECT_EQ(read.properties[0].quantifier, Quantifier::some_run);
  EXPECT_EQ(read.properties[0].formula, "F(\"r.B\")");
  EXPECT_EQ(read.properties[1].quantifier, Quantifier::all_runs);
  EXPECT_EQ(read.properties[1].formula,
            "G((\"(r.A and (not p.e))\" -> X((\"r.A\" U \"(((x + 1) > 2) => false)\"))))");
  EXPECT_EQ(read.properties[1].location.line(), 5U);
  EXPECT_EQ(read.properties[2].formula, "F(\"(a.b.p.e.v = Kind.Small)\") && !(G(\"true\"))");
  EXPECT_EQ(read.properties[2].name,
            "A F [ { parameter a -> b.p.e::v = Kind::Small } ] && ! G [ { true } ]");
}

TEST_F(GammaFiles, PropertiesAboutOneCondition) {
  write("m.gcd", "package m interface I { out event e } " + chart);
  using Form = GammaProperty::Form;
  const auto form = [&](const std::string& formula) {
    const GammaProperty read =
        parse_gamma_properties(write("m.gpd", "import \"m.gcd\" component C " + formula))
            .properties.at(0);
    return std::pair(read.form, read.condition);
  };
  const std::pair other(Form::other, std::string());
  EXPECT_EQ(form("A G [ { state r.A } ]"), std::pair(Form::always, std::string("(r.A)")));
  EXPECT_EQ(form("E (F ([ { state r.A } ]))"), std::pair(Form::at_some_time, std::string("(r.A)")));
  EXPECT_EQ(form("A G ! ([ { state r.A } ] && [ { state r.B } ])"),
            std::pair(Form::always, std::string("(not ((r.A) and (r.B)))")));
  EXPECT_EQ(form("A G ([ { state r.A } ] -> [ { state r.B } ] ^ [ { true } ])"),
            std::pair(Form::always, std::string("((r.A) => ((r.B) xor (true)))")));
  // The operator is about the first operand alone.
  EXPECT_EQ(form("A G [ { state r.A } ] || [ { state r.B } ]"), other);
  EXPECT_EQ(form("E F [ { state r.A } ] && [ { state r.B } ]"), other);
  EXPECT_EQ(form("A G [ { state r.A } ] -> [ { state r.B } ]"), other);
  EXPECT_EQ(form("A G [ { state r.A } ] U [ { state r.B } ]"), other);
  EXPECT_EQ(form("A ! G [ { state r.A } ]"), other);
  EXPECT_EQ(form("A G F [ { state r.A } ]"), other);
  EXPECT_EQ(form("A G X [ { state r.A } ]"), other);
  EXPECT_EQ(form("A [ { state r.A } ]"), other);
}

TEST_F(GammaFiles, MistakesInProperties) {
  write("m.gcd", "package m interface I { out event e } " + chart);
  const auto errors = [&](const std::string& text) {
    const SourcePtr source = write("m.gpd", text);
    return test::errors_of([&] { parse_gamma_properties(source); });
  };
  EXPECT_THAT(errors("import \".m.gsm\" component C"),
              HasSubstr("1:8: a generated model (.gsm) is not supported"));
  EXPECT_THAT(errors("import \"n.gcd\" component C"), HasSubstr("1:8: there is no file \"n.gcd\""));
  EXPECT_EQ(errors("import \"m.gcd\" component D"), "1:26: no imported file has a component 'D'\n");
  EXPECT_THAT(errors("import \"m.gcd\" component C\nG [ { true } ]"),
              HasSubstr("expected 'A' or 'E'"));
  EXPECT_THAT(errors("import \"m.gcd\" component C\nA [ { true } ] B [ { true } ]"),
              HasSubstr("2:16: 'B' and 'WB' are not supported"));
}

TEST(GammaExamples, TheCrossing) {
  const fs::path example = test::source_root() / "examples" / "crossing.gpd";
  const GammaProperties properties = parse_gamma_properties(read_source(example.string()));
  EXPECT_EQ(properties.properties.size(), 4U);
  ir::Context context;
  const model::statechart::System system =
      parse_gamma(context, properties.model, {.component = properties.component});
  EXPECT_EQ(system.time_step, 1000U);
  EXPECT_TRUE(system.warnings.empty());
  model::statechart::Simulation run(context, system);
  run.start();
  EXPECT_THAT(run.cycle({}).configuration,
              ElementsAre("controller.turn.MainGoes", "mainLight.signal.Going",
                          "sideLight.signal.Stopped"));
  run.send("button.press");
  EXPECT_THAT(run.advance(4000).configuration,
              ElementsAre("controller.turn.SideGoes", "mainLight.signal.Stopped",
                          "sideLight.signal.Going"));
  EXPECT_THAT(run.advance(12000).configuration,
              ElementsAre("controller.turn.MainGoes", "mainLight.signal.Going",
                          "sideLight.signal.Stopped"));
}

/// Why models of the shared data are refused, all there is.
bool is_known_refusal(const std::string& errors) {
  for (const std::string known :
       {"the annotation '@AdaptiveContractStatechart' is not supported", "an invariant of a ",
        "'@OrthogonalRegionSchedule = parallel' is not supported",
        "a transition into a sibling region"})
    if (errors.find(known) != std::string::npos) return true;
  return false;
}

TEST(GammaShared, StatechartsAreRead) {
  const auto files = test::shared_files("gamma", {".gcd"});
  if (files.empty()) GTEST_SKIP() << "no " << test::shared_data();
  std::size_t charts = 0;
  std::size_t read = 0;
  for (const std::string& file : files) {
    const SourcePtr source = read_source(file);
    if (source->text().find("\nstatechart ") == std::string_view::npos) continue;
    ++charts;
    const std::string errors = errors_in(source);
    if (errors.empty())
      ++read;
    else
      EXPECT_TRUE(is_known_refusal(errors)) << file << "\n" << errors;
  }
  RecordProperty("read", static_cast<int>(read));
  EXPECT_GE(charts, 180U);
  EXPECT_GE(read * 100, charts * 95) << read << " of " << charts;
}

TEST(GammaShared, PropertiesAreRead) {
  const auto files = test::shared_files("gamma", {".gpd"});
  if (files.empty()) GTEST_SKIP() << "no " << test::shared_data();
  std::size_t read = 0;
  for (const std::string& file : files) {
    const SourcePtr source = read_source(file);
    const std::string errors = test::errors_of([&] { parse_gamma_properties(source); });
    if (errors.empty()) ++read;
    if (source->text().find(".gsm\"") != std::string_view::npos)
      EXPECT_THAT(errors, HasSubstr("a generated model (.gsm) is not supported")) << file;
    else
      EXPECT_EQ(errors, "") << file;
  }
  EXPECT_EQ(read, 6U) << "of " << files.size();
}

}  // namespace
}  // namespace arges::frontend
