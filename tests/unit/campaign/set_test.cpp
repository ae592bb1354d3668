#include "campaign/set.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"

namespace arges::campaign {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class SetTest : public testing::Test, public Synthesizer {
 protected:
  SetTest() {
    for (const char* property :
         {"reach.prp", "prp/reach.prp", "c/reach.prp", "c/overflow.prp", "c/valid-memsafety.prp"})
      write(property, "");
  }
  ~SetTest() override { fs::remove_all(folder_); }

  fs::path make(const std::string& specification, std::uint64_t first, std::uint32_t n) override {
    asked_ = fs::path(specification).filename().string() + " " + std::to_string(first) + " " +
             std::to_string(n);
    return write("made/tasks.set", "../c/one.yml\n");
  }

  std::string write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
    return folder_ / name;
  }

  Set read(const std::string& text) {
    return read_set(std::make_shared<const SourceText>(folder_ / "set.yml", text), "/bin/arges",
                    *this);
  }

  static std::vector<std::string> names(const Set& set) {
    std::vector<std::string> result;
    for (const Task& task : set.tasks) result.push_back(task.name);
    return result;
  }

  void write_definition(const std::string& name) const {
    write("c/" + name + ".c", "int main() { return 0; }");
    write("c/" + name + ".yml",
          "input_files: '" + name +
              ".c'\nproperties:\n"
              "  - property_file: reach.prp\n    expected_verdict: true\n"
              "  - property_file: overflow.prp\n    expected_verdict: false\n");
  }

  fs::path folder_ = fs::temp_directory_path() / ("arges-set-test-" + std::to_string(getpid()));
  std::string asked_;
};

TEST_F(SetTest, HasAQuestionForEveryPropertyOfADefinition) {
  write_definition("one");
  write_definition("two");
  const Set set = read("tasks:\n  - definitions: c/*.yml\n    property: reach\n");
  EXPECT_EQ(set.name, "set");
  EXPECT_THAT(names(set), ElementsAre("c/one.yml reach", "c/two.yml reach"));
  EXPECT_EQ(set.tasks[0].family, "c");
  EXPECT_EQ(set.tasks[0].expected, true);
  EXPECT_EQ(set.tasks[0].question.kind, Question::Kind::file);
  EXPECT_EQ(fs::path(set.tasks[0].input).filename(), "one.c");
  EXPECT_EQ(set.columns.size(), 1U);
  EXPECT_EQ(read("tasks: [{definitions: c/one.yml}]").tasks.size(), 2U);
}

TEST_F(SetTest, KnowsTheViolatedPartOfAProperty) {
  write("c/one.c", "");
  write("c/one.yml",
        "input_files: one.c\nproperties:\n  - property_file: valid-memsafety.prp\n"
        "    expected_verdict: false\n    subproperty: valid-deref\n");
  const Question asked = read("tasks: [{definitions: c/one.yml}]").tasks[0].question;
  EXPECT_EQ(asked.kind, Question::Kind::own);
  EXPECT_TRUE(fs::path(asked.text).is_absolute());
  EXPECT_EQ(read("tasks: [{definitions: c/one.yml}]").tasks[0].expected,
            Expected(false, "valid-deref"));
}

TEST_F(SetTest, RefusesAnswersThatAreNone) {
  const auto definition = [&](const std::string& verdict) {
    write("c/one.c", "");
    write("c/one.yml",
          "input_files: one.c\nproperties:\n  - property_file: reach.prp\n    expected_verdict: " +
              verdict + "\n");
    return read("tasks: [{definitions: c/one.yml}]").tasks[0].expected;
  };
  EXPECT_EQ(definition("True"), true);
  EXPECT_EQ(definition("FALSE"), false);
  for (const char* word : {"flase", "yes", "maybe"}) EXPECT_THROW(definition(word), InputError);
}

TEST_F(SetTest, TakesTablesFoldersAndListsToo) {
  write_definition("one");
  write("t/expected.tsv", "file\tproperty\texpected\nm.cfa\t\ttrue\nn.cfa\tx > 0\tfalse\n");
  write("t/m.cfa", "");
  write("t/n.cfa", "");
  write("all.set", "# a comment\nc/*.yml\n");
  const Set set = read(
      "tasks:\n  - table: t/expected.tsv\n  - {folder: t, files: 'n*'}\n  - {list: all.set}\n");
  EXPECT_THAT(names(set), ElementsAre("m.cfa", "n.cfa x > 0", "n.cfa", "c/one.yml reach",
                                      "c/one.yml overflow"));
}

TEST_F(SetTest, TakesOfAListWhatIsWanted) {
  write_definition("one");
  write_definition("two");
  write("all.set", "c/*.yml \n");
  EXPECT_THAT(names(read("tasks: [{list: all.set, files: 't*', property: reach}]")),
              ElementsAre("c/two.yml reach"));
}

TEST_F(SetTest, TakesOneSourceAndWhatBelongsToIt) {
  write("t/m.cfa", "");
  write("t.csv", "file\nt/m.cfa\n");
  EXPECT_THROW(read("tasks: [{folder: t, files: '*', table: t.csv}]"), InputError);
  EXPECT_THROW(read("tasks: [{folder: t, files: '*', asks: own}]"), InputError);
  EXPECT_THROW(read("tasks: [{table: t.csv, expected: true}]"), InputError);
}

TEST_F(SetTest, NamesTasksOfATableByTheirFiles) {
  write("t/tasks.csv", "file\n../m.cfa\n../t/n.cfa\n");
  write("m.cfa", "");
  write("t/n.cfa", "");
  EXPECT_THAT(names(read("tasks: [{table: t/tasks.csv}]")), ElementsAre("m.cfa", "t/n.cfa"));
}

TEST_F(SetTest, NamesTasksBesideItByTheFolderFromWhereverItIsRead) {
  write("one.c", "");
  write("one.yml", "input_files: one.c\nproperties:\n  - property_file: reach.prp\n");
  write("m.cfa", "");
  write("tasks.csv", "file\nm.cfa\n");
  const std::string text = "tasks: [{definitions: '*.yml', files: one.yml}, {table: tasks.csv}]";
  const Set there = read(text);
  const fs::path before = fs::current_path();
  fs::current_path(folder_);
  const Set here =
      read_set(std::make_shared<const SourceText>("set.yml", text), "/bin/arges", *this);
  fs::current_path(before);
  const std::string family = folder_.filename().string();
  for (const Set& set : {there, here}) {
    EXPECT_THAT(names(set), ElementsAre(family + "/one.yml reach", "m.cfa"));
    EXPECT_EQ(set.tasks[0].family, family);
    EXPECT_EQ(set.tasks[1].family, family);
  }
}

TEST_F(SetTest, TakesATaskOnce) {
  write("t/m.cfa", "");
  EXPECT_EQ(read("tasks: [{folder: t, files: '*'}, {folder: t, files: '*.cfa'}]").tasks.size(), 1U);
  EXPECT_THROW(read("tasks: [{folder: t, files: '*'}, {folder: t, files: '*', expected: true}]"),
               InputError);
}

TEST_F(SetTest, AsksForFilesOrFormulasOfATable) {
  write("t.csv", "model,formula,answer\nm.c,G p,true\n");
  write("m.c", "");
  const Set ltl = read(
      "tasks: [{table: t.csv, asks: formula, columns: {file: model, property: formula, expected: "
      "answer}}]");
  EXPECT_EQ(ltl.tasks[0].question.kind, Question::Kind::ltl);
  EXPECT_EQ(ltl.tasks[0].question.text, "G p");
  write("v.csv", "file,property\nm.c,LTL F q\n");
  EXPECT_EQ(read("tasks: [{table: v.csv, asks: formula}]").tasks[0].question.text, "F q");
  EXPECT_EQ(read("tasks: [{table: v.csv, asks: own}]").tasks[0].question.kind, Question::Kind::own);
  EXPECT_THROW(read("tasks: [{table: v.csv, asks: nothing}]"), InputError);
  write("u.csv", "file,property\nm.c,reach\n");
  const Set reach = read("tasks: [{table: u.csv, property_file: 'prp/{property}.prp'}]");
  EXPECT_EQ(reach.tasks[0].question.text, (folder_ / "prp/reach.prp").string());
  EXPECT_EQ(reach.tasks[0].expected, std::nullopt);
}

TEST_F(SetTest, SaysWhereATableOrListIsWrong) {
  write("m.c", "");
  const auto place = [&](const std::string& text) {
    try {
      read(text);
    } catch (const InputError& error) {
      return fs::path(error.diagnostics().front().location.to_string()).filename().string();
    }
    return std::string("nowhere");
  };
  write("t.csv", "file,expected\nm.c,TRUE\nm.c,perhaps\n");
  EXPECT_EQ(place("tasks: [{table: t.csv}]"), "t.csv:3:1");
  write("u.csv", "file\n\nm.c\nn.c\n");
  EXPECT_EQ(place("tasks: [{table: u.csv}]"), "u.csv:4:1");
  write("v.set", "# none\n\nnothing*.yml\n");
  EXPECT_EQ(place("tasks: [{list: v.set}]"), "v.set:3:1");
}

TEST_F(SetTest, SaysWhereAFileIsNamedThatIsNotThere) {
  write("t/m.cfa", "");
  const std::string tasks = "tasks: [{folder: t, files: '*'}]\n";
  for (const char* text : {"tasks: [{table: none.csv}]", "tasks: [{list: none.set}]"})
    EXPECT_THROW(read(text), InputError);
  EXPECT_THROW(read(tasks + "tools: none.yml"), InputError);
  EXPECT_THROW(read(tasks + "configurations: none.yml"), InputError);
}

TEST_F(SetTest, KnowsTheFilesThatItIsReadFrom) {
  write("t.csv", "file\nm.c\n");
  write("m.c", "");
  write("spin.yml", "name: spin\ncommand: spin {file}\nverdicts: [{is: unknown}]\n");
  const Set set = read("tasks: [{table: t.csv}]\ntools: spin.yml\n");
  std::vector<std::string> names;
  for (const std::string& file : set.files) names.push_back(fs::path(file).filename());
  EXPECT_THAT(names, testing::IsSupersetOf({"set.yml", "t.csv", "m.c", "spin.yml"}));
}

TEST_F(SetTest, HasTasksMade) {
  write("small.json", "{}");
  write_definition("one");
  const Set set = read("tasks: [{synth: small.json, seeds: 3-7, property: reach}]");
  EXPECT_EQ(asked_, "small.json 3 5");
  EXPECT_EQ(set.tasks.size(), 1U);
  EXPECT_EQ(set.tasks[0].family, "small");
  EXPECT_THROW(read("tasks: [{synth: small.json, seeds: 7-3}]"), InputError);
}

TEST_F(SetTest, HasColumnsOfPresetsOptionsAndTools) {
  write("t/m.cfa", "");
  write("spin.yml", "name: spin\ncommand: spin {file}\nverdicts: [{is: unknown}]\n");
  const Set set = read(R"(
limits: {cpu: 2.5, memory: 500, cores: 1}
tasks: [{folder: t, files: '*.cfa', expected: true}]
tools: spin.yml
configurations:
  - {name: values, options: --domain expl --search 'bfs'}
  - {preset: eca}
  - {tool: spin}
)");
  ASSERT_EQ(set.columns.size(), 3U);
  EXPECT_THAT(set.columns[0].options, ElementsAre("--domain", "expl", "--search", "bfs"));
  EXPECT_EQ(set.columns[1].name, "eca");
  EXPECT_EQ(set.columns[2].tool.name, "spin");
  EXPECT_EQ(set.limits, (RunLimits{2.5, {}, 500, 1}));
  EXPECT_EQ(set.tasks[0].expected, true);
}

TEST_F(SetTest, SharesConfigurationsWithOtherSets) {
  write("t/m.cfa", "");
  write("three.yml", "configurations: [{name: a}, {name: b}, {name: c}]\n");
  const Set set = read("tasks: [{folder: t, files: '*'}]\nconfigurations: three.yml\n");
  EXPECT_EQ(set.columns.size(), 3U);
}

TEST_F(SetTest, TakesConfigurationsFromAPlainList) {
  write("t/m.cfa", "");
  write("spin.yml", "name: spin\ncommand: spin {file}\nverdicts: [{is: unknown}]\n");
  write("two.yml", "- {name: a}\n- {tool: spin}\n");
  const std::string text = "tasks: [{folder: t, files: '*'}]\ntools: spin.yml\nconfigurations: ";
  const Set set = read(text + "two.yml\n");
  ASSERT_EQ(set.columns.size(), 2U);
  EXPECT_EQ(set.columns[1].tool.name, "spin");
  write("none.yml", "[]\n");
  write("word.yml", "two\n");
  EXPECT_THROW(read(text + "none.yml\n"), InputError);
  EXPECT_THROW(read(text + "word.yml\n"), InputError);
}

TEST_F(SetTest, HasToolsThatAreArgesOtherwise) {
  write("t/m.cfa", "");
  write("traces.yml",
        "name: traces\ncommand: '{arges} traces {file}'\nverdicts: [{is: unknown}]\n");
  const Set set = read(
      "tasks: [{folder: t, files: '*'}]\ntools: traces.yml\nconfigurations: [{tool: traces}]\n");
  EXPECT_EQ(set.columns[0].tool.command[0], "/bin/arges");
}

TEST_F(SetTest, SaysWhereItIsWrong) {
  write("t/m.cfa", "");
  const std::string tasks = "tasks: [{folder: t, files: '*.cfa'}]\n";
  EXPECT_THROW(read("tasks: []"), InputError);
  EXPECT_THROW(read("tasks: [{folder: t}]"), InputError);
  EXPECT_THROW(read("tasks: [{definitions: 'nothing/*.yml'}]"), InputError);
  EXPECT_THROW(read(tasks + "configurations: [{tool: other}]"), InputError);
  EXPECT_THROW(read(tasks + "configurations: [{}, {}]"), InputError);
  EXPECT_THROW(read(tasks + "limits: {cpu: -1}"), InputError);
  EXPECT_THROW(read(tasks + "limit: {cpu: 1}"), InputError);
  EXPECT_THROW(read(tasks + "limits: {cpu: 0}"), InputError);
  EXPECT_THROW(read(tasks + "limits: {cores: 1.5}"), InputError);
  EXPECT_THROW(read(tasks + tasks), InputError);
}

}  // namespace
}  // namespace arges::campaign
