#include "campaign/executor.h"

#include <filesystem>
#include <fstream>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "campaign/chunk.h"

namespace arges::campaign {
namespace {

namespace fs = std::filesystem;
using testing::StartsWith;

class ExecutorTest : public testing::Test {
 protected:
  ~ExecutorTest() override { fs::remove_all(folder_); }

  static Outcome run(const RunRequest& request) {
    Outcome result;
    const auto ended = [&](std::size_t, const Outcome& outcome, const Machine&) {
      result = outcome;
    };
    make_local_executor(1, 0)->run({{0, request, "key"}}, Limits(), ended, [] {});
    return result;
  }

  fs::path folder_ =
      fs::temp_directory_path() / ("arges-executor-test-" + std::to_string(getpid()));
};

TEST_F(ExecutorTest, GivesEachRunAFolderForTemporaryFiles) {
  const std::string place = run({{"sh", "-c", "test -d \"$TMPDIR\" && echo $TMPDIR"}}).output;
  EXPECT_THAT(place, StartsWith((fs::temp_directory_path() / "arges-bench-").string()));
  EXPECT_FALSE(fs::exists(place.substr(0, place.size() - 1)));
}

TEST_F(ExecutorTest, HasFoldersWhileThereAreRuns) {
  const auto count = [] {
    const std::string own = "arges-bench-" + std::to_string(getpid()) + "-";
    int result = 0;
    for (const auto& entry : fs::directory_iterator(fs::temp_directory_path()))
      if (entry.path().filename().string().starts_with(own)) ++result;
    return result;
  };
  const auto executor = make_local_executor(3, 0);
  EXPECT_EQ(count(), 0);
  int during = -1;
  const auto ended = [&](std::size_t, const Outcome& outcome, const Machine&) {
    during = std::stoi(outcome.output);
  };
  const std::string script = "ls -d " + fs::temp_directory_path().string() + "/arges-bench-" +
                             std::to_string(getpid()) + "-* | wc -l";
  executor->run({{0, {{"sh", "-c", script}}, "key"}}, Limits(), ended, [] {});
  EXPECT_EQ(during, 1);
  EXPECT_EQ(count(), 0);
}

TEST_F(ExecutorTest, LeavesAnotherFolderThatIsAskedFor) {
  RunRequest request{{"sh", "-c", "echo $TMPDIR $OTHER"}};
  request.environment = {{"TMPDIR", "/nowhere"}, {"OTHER", "{scratch}/x"}};
  EXPECT_THAT(run(request).output,
              StartsWith("/nowhere " + (fs::temp_directory_path() / "arges-bench-").string()));
}

TEST_F(ExecutorTest, KeepsNothingOfAFolderThatIsGone) {
  const ScratchFolder scratch("gone");
  fs::remove_all(scratch.path());
  scratch.keep({{"*"}, folder_ / "kept"});
  EXPECT_FALSE(fs::exists(folder_ / "kept"));
}

TEST_F(ExecutorTest, KeepsFilesThatAreWorthIt) {
  fs::create_directories(folder_ / "kept");
  std::ofstream(folder_ / "kept/old.txt") << "of an earlier run";
  RunRequest request{
      {"sh", "-c",
       "mkdir deep; echo 1 > a.txt; echo 2 > deep/b.txt; echo 3 > c.log; ln -s c.log l.txt"}};
  request.folder = "{scratch}";
  request.kept = {{"*.txt"}, folder_ / "kept"};
  run(request);
  std::vector<std::string> names;
  for (const auto& entry : fs::recursive_directory_iterator(folder_ / "kept"))
    if (entry.is_regular_file()) names.push_back(entry.path().lexically_relative(folder_));
  EXPECT_THAT(names, testing::UnorderedElementsAre("kept/a.txt", "kept/deep/b.txt"));
}

TEST_F(ExecutorTest, TellsOfAClusterThatAFileWasChangedMeanwhile) {
  fs::create_directories(folder_);
  const std::string path = folder_ / "model";
  std::ofstream(path) << "one";
  const std::vector<InputFile> files{{path, SeenFiles().digest(path)}};
  ChunkFolder chunks(folder_);
  chunks.write(0, {{0, {{"true"}}, "first", files},
                   {1, {{"sh", "-c", "echo another > " + path}}, "second", files},
                   {2, {{"sh", "-c", "printf one > " + path}}, "third", files}});
  work_on_chunk(folder_, 0);
  std::map<std::string, std::string> changed;
  for (const auto& result : chunks.new_results()) changed[result.key] = result.outcome.changed_file;
  EXPECT_EQ(changed,
            (std::map<std::string, std::string>{{"first", ""}, {"second", path}, {"third", ""}}));
}

}  // namespace
}  // namespace arges::campaign
