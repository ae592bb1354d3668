#include "campaign/tool.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace arges::campaign {
namespace {

Tool tool(const std::string& text) {
  return read_tool(std::make_shared<const SourceText>("tool.yml", text), "/bin/arges");
}

Outcome exit_with(int code, const std::string& output) {
  Outcome result;
  result.end = Outcome::End::exited;
  result.code = code;
  result.output = output;
  return result;
}

constexpr const char* description = R"(
name: oracle
command: oracle --file {file} {options} '--limit={cpu} s' {scratch}
files: [.pml]
verdicts:
  - {output: '^errors: 0$', is: true}
  - {output: 'errors: [1-9]', is: false}
  - {exit: 3, is: unknown, detail: 'because (.*)'}
)";

TEST(Tool, IsReadFromItsDescription) {
  const Tool read = tool(description);
  EXPECT_EQ(read.name, "oracle");
  const Column column{"fast", read, {"--fast", "{memory}"}};
  const Task task{"t", "f", "/a/task.yml", "/a/m.pml", {}, {}};
  EXPECT_EQ(column.command(task, {.cpu_seconds = 1.5, .memory_megabytes = 100}),
            std::vector<std::string>(
                {"oracle", "--file", "/a/m.pml", "--fast", "100", "--limit=1.5 s", "{scratch}"}));
  EXPECT_TRUE(column.takes(task));
  EXPECT_FALSE(column.takes({"t", "f", "/a/m.c", "/a/m.c", {}, {}}));
}

TEST(Tool, IsUnderstoodByTheFirstRuleThatFits) {
  const Tool read = tool(description);
  EXPECT_EQ(read_verdict(read, exit_with(0, "x\nerrors: 0\n")).to_string(), "true");
  EXPECT_EQ(read_verdict(read, exit_with(0, "errors: 12")).to_string(), "false");
  EXPECT_EQ(read_verdict(read, exit_with(3, "because of rain")).to_string(), "unknown (of rain)");
  EXPECT_EQ(read_verdict(read, exit_with(1, "")).to_string(), "error (no rule fits: exit code 1)");
}

TEST(Tool, SaysNothingWhereALimitWasPassed) {
  Outcome outcome = exit_with(0, "errors: 0");
  outcome.end = Outcome::End::cpu_time;
  EXPECT_EQ(read_verdict(tool(description), outcome).status, Status::timeout);
  outcome.end = Outcome::End::memory;
  EXPECT_EQ(read_verdict(tool(description), outcome).status, Status::out_of_memory);
  outcome.end = Outcome::End::signalled;
  EXPECT_EQ(read_verdict(tool(description), outcome).status, Status::error);
}

TEST(Tool, ReadsLinesOfAnyLength) {
  const std::string noise(1000000, 'x');
  EXPECT_EQ(read_verdict(tool(description), exit_with(0, noise + "\nerrors: 0\n")).status,
            Status::holds);
}

TEST(Tool, SaysThatSomethingWasNotLookedAt) {
  EXPECT_EQ(read_verdict(tool(description), exit_with(0, "a\n[...]\nb")).detail,
            "no rule fits what is kept of its long output: exit code 0");
}

TEST(Tool, IsUnderstoodInNoTimeWhateverItsRules) {
  const Tool greedy = tool("name: a\ncommand: b\nverdicts: [{output: '(a+)+$', is: true}]\n");
  EXPECT_EQ(read_verdict(greedy, exit_with(0, std::string(1000, 'a') + "b")).status, Status::error);
}

TEST(Tool, TellsWhatItCounts) {
  const Tool read = tool(
      "name: a\ncommand: b\nverdicts: [{exit: 0, is: true}]\n"
      "columns: {iterations: 'iteration ([0-9]+)', solver: 'solver: (.*) s', other: 'x(.)'}\n");
  EXPECT_EQ(read_figures(read, exit_with(0, "iteration 1\niteration 2\nsolver: 0.5 s\n")),
            std::vector<Figure>({{"iterations", "2"}, {"solver", "0.5"}}));
  EXPECT_THROW(tool("name: a\ncommand: b\nverdicts: []\ncolumns: {iterations: '[0-9]+'}\n"),
               InputError);
}

TEST(Tool, HasAnEnvironment) {
  const Tool read = tool(
      "name: a\ncommand: b\nverdicts: []\nenvironment: {LIMIT: '{cpu} s', HOME: '{scratch}'}\n");
  const Column column{"c", read, {}};
  EXPECT_EQ(column.environment({"t", "f", "/a", "/a", {}, {}}, {.cpu_seconds = 2}),
            (std::map<std::string, std::string>({{"HOME", "{scratch}"}, {"LIMIT", "2 s"}})));
  EXPECT_THROW(tool("name: a\ncommand: b\nverdicts: []\nenvironment: {A: '{fil}'}\n"), InputError);
  EXPECT_THROW(tool("name: a\ncommand: b\nverdicts: []\nfolder: '{scrath}'\n"), InputError);
  EXPECT_THROW(tool("name: a\ncommand: b\nverdicts: []\nfolder: '{file}'\n"), InputError);
  EXPECT_THROW(tool("name: a\ncommand: b\nverdicts: []\nenvironment: {A: '{cpu} {arges}'}\n"),
               InputError);
}

TEST(Tool, IsRefusedWithThePlaceOfTheMistake) {
  EXPECT_THROW(tool("name: a\ncommand: b\n"), InputError);
  EXPECT_THROW(tool("name: a\ncommand: b\nverdicts: [{is: perhaps}]\n"), InputError);
  EXPECT_THROW(tool("name: a\ncommand: b {fil}\nverdicts: [{is: true}]\n"), InputError);
  EXPECT_THROW(tool("name: a\ncommand: b --all={options}\nverdicts: [{is: true}]\n"), InputError);
  EXPECT_THROW(tool("name: ''\ncommand: b\nverdicts: [{is: true}]\n"), InputError);
  EXPECT_THROW(tool("name: a\ncommand: b\nverdicts: []\ncolumns: {task: '(x)'}\n"), InputError);
  EXPECT_THROW(tool("name: a\ncommand: b\nverdicts: [{is: true, output: '('}]\n"), InputError);
  EXPECT_THROW(tool("name: a\ncommand: 'b \"c'\nverdicts: [{is: true}]\n"), InputError);
  try {
    tool("name: a\ncommand: b\nverdict: []\n");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_EQ(error.diagnostics()[0].location.line(), 3U);
    EXPECT_NE(error.diagnostics()[0].hint.find("verdicts"), std::string::npos);
  }
}

TEST(Arges, IsAToolLikeOthers) {
  const Tool arges = arges_tool("/bin/arges");
  const Column column{"expl", arges, {"--domain", "expl"}};
  const Task asked{"t", "f", "/a/t.yml", "/a/t.c", {Question::Kind::ltl, "G p"}, {}};
  EXPECT_EQ(column.command(asked, {}),
            std::vector<std::string>(
                {"/bin/arges", "check", "/a/t.yml", "--ltl", "G p", "--domain", "expl"}));
  EXPECT_EQ(read_verdict(arges, exit_with(20, "m.c: p: unknown (timeout)\n")).status,
            Status::timeout);
  EXPECT_EQ(read_verdict(arges, exit_with(20, "m.c: p: unknown (not proved: why)\n")).to_string(),
            "unknown (not proved: why)");
  EXPECT_EQ(read_verdict(arges, exit_with(0, "m.c: p: true\n")).status, Status::holds);
  EXPECT_EQ(read_verdict(arges, exit_with(0, "Usage: arges check\n")).status, Status::error);
  EXPECT_EQ(read_verdict(arges, exit_with(2, "arges: no such option\n")).to_string(),
            "error (no such option)");
  EXPECT_EQ(read_verdict(arges, exit_with(4, "")).to_string(), "error");
}

}  // namespace
}  // namespace arges::campaign
