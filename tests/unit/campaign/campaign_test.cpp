#include "campaign/campaign.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <memory>

#include <gtest/gtest.h>
#include <unistd.h>

#include "base/error.h"

namespace arges::campaign {
namespace {

namespace fs = std::filesystem;

/// Answers without running anything, as often as it is let.
class Oracle : public Executor {
 public:
  using Meanwhile = std::function<void(Outcome&)>;
  explicit Oracle(
      std::size_t most = 1000, Meanwhile meanwhile = [](Outcome&) {})
      : most_(most), meanwhile_(std::move(meanwhile)) {}

  void run(const std::vector<Job>& jobs, const Limits&, const Ended& ended,
           const std::function<void()>& wait) override {
    for (const Job& job : jobs) {
      if (commands.size() == most_) return;
      commands.push_back(job.request.command);
      Outcome outcome;
      outcome.end = Outcome::End::exited;
      outcome.code = job.request.command.at(2).find("bad") != std::string::npos ? 10 : 0;
      outcome.output = outcome.code == 0 ? "m: p: true\n" : "m: p: false\n(valid-free)\n";
      outcome.output += "iterations: 7\n";
      outcome.cpu_seconds = 1;
      meanwhile_(outcome);
      ended(job.number, outcome, {"here", "a fast one"});
      wait();
    }
  }

  std::vector<std::vector<std::string>> commands;

 private:
  std::size_t most_;
  Meanwhile meanwhile_;
};

class CampaignTest : public testing::Test {
 protected:
  CampaignTest() {
    fs::create_directories(folder_);
    write("good.cfa", "good");
    write("bad.cfa", "bad");
    Tool tool = arges_tool("/bin/true");
    tool.version_command = {"echo", "version", "1"};
    set_.name = "pair";
    set_.columns = {{"plain", tool, {}}, {"fast", tool, {"--fast"}}};
    set_.tasks = {task("good.cfa", true), task("bad.cfa", true)};
  }
  ~CampaignTest() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  Task task(const std::string& name, bool expected) const {
    return {name, "family", folder_ / name, folder_ / name, {}, expected};
  }
  std::string file() const { return folder_ / "results.db"; }

  /// How many runs were made.
  std::size_t run(
      std::size_t most = 1000, const Choice& choice = {},
      const Oracle::Meanwhile& meanwhile = [](Outcome&) {}) {
    Store store(file());
    RunFiles files(set_);
    Campaign campaign(set_, files, Store::known(file()), choice);
    Oracle oracle(most, meanwhile);
    outdated_.clear();
    campaign.run(store, oracle, Limits(),
                 {[](const auto&, const auto&) {}, [](const auto&) {},
                  [this](const Task& task, const Column&, const std::string& file) {
                    outdated_.push_back(task.name + ": " + fs::path(file).filename().string());
                  }});
    state_ = campaign.state();
    return oracle.commands.size();
  }

  fs::path folder_ =
      fs::temp_directory_path() / ("arges-campaign-test-" + std::to_string(getpid()));
  Set set_;
  State state_;
  std::vector<std::string> outdated_;  ///< which runs did not count, and why
};

TEST_F(CampaignTest, RunsEveryTaskByEveryColumnOnce) {
  EXPECT_EQ(run(), 4U);
  EXPECT_EQ(state_.wrong, 2U);
  EXPECT_EQ(run(), 0U);
  EXPECT_EQ(state_.done, 4U);
}

TEST_F(CampaignTest, GoesOnWhereItStopped) {
  EXPECT_EQ(run(3), 3U);
  EXPECT_EQ(run(), 1U);
}

TEST_F(CampaignTest, RunsAgainWhatDependsOnAChange) {
  run();
  write("good.cfa", "better");
  EXPECT_EQ(run(), 2U);
  EXPECT_EQ(state_.changed, 2U);
  set_.columns[0].options = {"--slow"};
  EXPECT_EQ(run(), 2U);
  set_.limits.cpu_seconds = 10;
  EXPECT_EQ(run(), 4U);
  for (Column& column : set_.columns) column.tool.version_command = {"echo", "version", "2"};
  EXPECT_EQ(run(), 4U);
}

TEST_F(CampaignTest, RunsAgainWhatIncludesAChange) {
  write("good.cfa", "#include \"part.h\"\n");
  write("part.h", "one");
  run();
  write("part.h", "two");
  EXPECT_EQ(run(), 2U);
  write("other.h", "something else");
  EXPECT_EQ(run(), 0U);
}

TEST_F(CampaignTest, RunsAgainWhatIsGivenAChangedFile) {
  write("precision.txt", "x");
  set_.columns[1].options = {"--init-prec=" + (folder_ / "precision.txt").string()};
  run();
  write("precision.txt", "x, y");
  EXPECT_EQ(run(), 2U);
}

TEST_F(CampaignTest, RunsAgainWhatAChangedScriptDoes) {
  write("tool.sh", "#!/bin/sh\n");
  for (Column& column : set_.columns) column.tool.command.front() = folder_ / "tool.sh";
  fs::permissions(folder_ / "tool.sh", fs::perms::owner_all);
  run();
  EXPECT_EQ(run(), 0U);
  write("tool.sh", "#!/bin/sh\n# changed\n");
  EXPECT_EQ(run(), 4U);
}

TEST_F(CampaignTest, DoesNotKeepWhatWasChangedMeanwhile) {
  write("good.cfa", "#include \"part.h\"\n");
  write("part.h", "one");
  run(1000, {}, [this](Outcome&) { write("part.h", "another"); });
  EXPECT_EQ(outdated_, std::vector<std::string>(2, "good.cfa: part.h"));
  EXPECT_EQ(state_.done, 2U);
  EXPECT_EQ(state_.outdated, 2U);
  EXPECT_FALSE(Store::load(file()).runs[0][0]);
  write("part.h", "one");
  EXPECT_EQ(run(), 2U);
  EXPECT_EQ(run(), 0U);
}

TEST_F(CampaignTest, DoesNotKeepWhatWasChangedWhereItWasMade) {
  run(1000, {}, [](Outcome& outcome) { outcome.changed_file = "/there/part.h"; });
  EXPECT_EQ(state_.outdated, 4U);
  EXPECT_EQ(outdated_.front(), "good.cfa: part.h");
  EXPECT_EQ(run(), 4U);
}

TEST_F(CampaignTest, KeepsWhatWasOnlyTouchedMeanwhile) {
  run(1000, {}, [this](Outcome&) {
    fs::remove(folder_ / "good.cfa");
    write("good.cfa", "good");
  });
  EXPECT_EQ(outdated_, std::vector<std::string>());
  EXPECT_EQ(run(), 0U);
}

TEST_F(CampaignTest, NoticesThatAFileIsGoneOrThere) {
  set_.columns[1].options = {"--init-prec=" + (folder_ / "precision.txt").string()};
  run(1000, {{}, {"fast"}, {}}, [this](Outcome&) { write("precision.txt", "x"); });
  EXPECT_EQ(outdated_,
            std::vector<std::string>({"good.cfa: precision.txt", "bad.cfa: precision.txt"}));
  run(1000, {{}, {"fast"}, {}}, [this](Outcome&) { fs::remove(folder_ / "precision.txt"); });
  EXPECT_EQ(state_.outdated, 2U);
}

TEST_F(CampaignTest, DoesNotDependOnWhereFilesLie) {
  run();
  fs::create_directories(folder_ / "there");
  for (Task& task : set_.tasks) {
    fs::copy_file(task.input, folder_ / "there" / task.name);
    task.model = task.input = folder_ / "there" / task.name;
  }
  EXPECT_EQ(run(), 0U);
}

TEST_F(CampaignTest, RunsAgainWhatIsAskedFor) {
  run();
  EXPECT_EQ(run(1000, {{}, {}, {Status::violated}}), 2U);
  EXPECT_EQ(run(1000, {{}, {}, {Status::error}}), 0U);
}

TEST_F(CampaignTest, KeepsOldResultsUntilThereAreNewOnes) {
  set_.columns[0].tool.figures = {{"iterations", RegularExpression("iterations: ([0-9]+)")}};
  run();
  EXPECT_EQ(run(1, {{}, {}, {Status::holds, Status::violated}}), 1U);
  EXPECT_EQ(state_.done, 1U);
  const Results results = Store::load(file());
  EXPECT_TRUE(results.is_complete());
  EXPECT_EQ(results.runs[1][0]->figure("iterations"), "7");
  EXPECT_EQ(run(), 0U);
}

TEST_F(CampaignTest, ShowsResultsInTheOrderOfTheSet) {
  run();
  const Results results = Store::load(file());
  EXPECT_EQ(results.name, "pair");
  ASSERT_EQ(results.tasks.size(), 2U);
  EXPECT_EQ(results.tasks[1].name, "bad.cfa");
  EXPECT_EQ(results.tasks[1].expected, true);
  EXPECT_EQ(results.columns[1].name, "fast");
  EXPECT_EQ(results.columns[1].version, "version 1");
  EXPECT_EQ(results.runs[1][0]->verdict.status, Status::violated);
  EXPECT_EQ(results.runs[0][1]->cpu_seconds, 1);
}

TEST_F(CampaignTest, DoesNotShowResultsThatNoLongerCount) {
  run();
  write("good.cfa", "better");
  run(0);
  EXPECT_FALSE(Store::load(file()).runs[0][0]);
  EXPECT_TRUE(Store::load(file()).runs[1][0]);
}

TEST_F(CampaignTest, KeepsResultsThatMayCountAgain) {
  run();
  set_.limits.cpu_seconds = 10;
  EXPECT_EQ(run(1), 1U);
  set_.limits.cpu_seconds.reset();
  EXPECT_EQ(run(), 0U);
}

TEST_F(CampaignTest, RunsSomeWithoutForgettingOthers) {
  run();
  set_.limits.cpu_seconds = 10;
  EXPECT_EQ(run(1000, {{"good*"}, {"fast"}, {}}), 1U);
  Results results = Store::load(file());
  EXPECT_EQ(results.tasks.size(), 2U);
  EXPECT_TRUE(results.runs[0][1]);
  EXPECT_FALSE(results.runs[1][1]);
  results.drop_task(1);
  results.drop_column(0);
  EXPECT_TRUE(results.is_complete());
}

TEST_F(CampaignTest, LeavesOutWhatAToolDoesNotRead) {
  set_.columns[1].tool.endings = {".pml"};
  EXPECT_EQ(run(), 2U);
  EXPECT_EQ(state_.runs, 2U);
  EXPECT_TRUE(Store::load(file()).is_complete());
}

TEST_F(CampaignTest, IsCompleteOnceAllRunsAreMade) {
  run(3);
  EXPECT_FALSE(Store::load(file()).is_complete());
  run();
  EXPECT_TRUE(Store::load(file()).is_complete());
}

TEST_F(CampaignTest, IsForOneProcessAtATime) {
  const Store first(file());
  EXPECT_THROW(Store second(file()), UsageError);
  EXPECT_THROW(Lock another(file()), UsageError);
}

TEST_F(CampaignTest, IsForOneProcessBeforeThereIsAFile) {
  auto lock = std::make_unique<Lock>(file());
  EXPECT_FALSE(fs::exists(file()));
  EXPECT_THROW(Store other(file()), UsageError);
  { const Store store(std::move(lock)); }
  const Store next(file());
}

TEST_F(CampaignTest, LeavesOneFile) {
  run();
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder_))
    if (entry.path().stem() == "results" || entry.path().stem().stem() == "results")
      names.push_back(entry.path().filename());
  EXPECT_EQ(names, std::vector<std::string>({"results.db"}));
}

TEST_F(CampaignTest, TellsOfTheMachines) {
  run();
  const auto facts = Store::load(file()).facts;
  EXPECT_NE(std::find(facts.begin(), facts.end(),
                      std::pair<std::string, std::string>("machine here", "a fast one")),
            facts.end());
}

TEST_F(CampaignTest, KeepsWhatToolsCount) {
  run();
  EXPECT_TRUE(Store::load(file()).figure_names().empty());
  set_.columns[0].tool.figures = {{"iterations", RegularExpression("iterations: ([0-9]+)")}};
  EXPECT_EQ(run(1000, {{}, {}, {Status::violated}}), 2U);
  const Results results = Store::load(file());
  EXPECT_EQ(results.figure_names(), std::vector<std::string>({"iterations"}));
  EXPECT_EQ(results.runs[1][0]->figure("iterations"), "7");
  EXPECT_EQ(results.runs[1][1]->figure("iterations"), "");
  set_.columns[0].tool.figures.clear();
  run(1000, {{}, {}, {Status::violated}});
  EXPECT_TRUE(Store::load(file()).figure_names().empty());
}

TEST_F(CampaignTest, KnowsWhichPartOfAPropertyIsViolated) {
  set_.tasks[1].expected = {false, "valid-deref"};
  set_.columns[1].tool.rules.insert(
      set_.columns[1].tool.rules.begin(),
      {10, {}, Status::violated, RegularExpression("(valid-[a-z]+)")});
  run();
  EXPECT_EQ(state_.wrong, 1U);
  const Results results = Store::load(file());
  EXPECT_EQ(results.tasks[1].expected, Expected(false, "valid-deref"));
  EXPECT_EQ(results.runs[1][1]->verdict.detail, "valid-free");
}

TEST_F(CampaignTest, ReadsFilesOfEarlierVersions) {
  run();
  Database(file(), Database::Mode::write).execute("DROP TABLE figures; DROP TABLE parts");
  EXPECT_TRUE(Store::load(file()).is_complete());
  write("good.cfa", "better");
  EXPECT_EQ(run(), 2U);
}

TEST_F(CampaignTest, RefusesFilesOfOthers) {
  write("results.db", "something else entirely, of some length");
  EXPECT_THROW(Store store(file()), UsageError);
  EXPECT_THROW(Store::load(file()), UsageError);
  EXPECT_THROW(Store::load(folder_ / "nothing.db"), UsageError);
}

TEST_F(CampaignTest, SaysThatAToolIsNotThere) {
  set_.columns[0].tool.version_command = {"/nowhere/tool"};
  EXPECT_THROW(run(), UsageError);
}

TEST_F(CampaignTest, SaysThatAProgramIsNotThere) {
  for (const char* name : {"/nowhere/tool", "no-such-program-anywhere"}) {
    set_.columns[0].tool.version_command.clear();
    set_.columns[0].tool.command.front() = name;
    EXPECT_THROW(run(), UsageError);
  }
  set_.columns[0].tool.command.front() = "true";
  EXPECT_EQ(run(), 4U);
}

}  // namespace
}  // namespace arges::campaign
