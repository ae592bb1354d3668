#include "campaign/limited_run.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

namespace arges::campaign {
namespace {

using End = Outcome::End;

RunRequest shell(const std::string& script, RunLimits limits = {}) {
  return {{"sh", "-c", script}, "", "", limits, {}};
}

/// Whether a process is there, and not only its remains.
bool is_running(const std::string& pid) {
  std::ifstream stat("/proc/" + pid + "/stat");
  std::string id, name, state;
  return stat >> id >> name >> state && state != "Z";
}

std::string first_word(const std::string& path) {
  for (int i = 0; i < 200; ++i) {
    std::ifstream file(path);
    std::string word;
    if (file >> word) return word;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return "";
}

bool ends_soon(const std::string& pid) {
  for (int i = 0; i < 250; ++i) {
    if (!is_running(pid)) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  return false;
}

/// A name for a file that is gone with the object.
class TemporaryFile {
 public:
  TemporaryFile()
      : path_(std::filesystem::temp_directory_path() /
              ("arges-run-test-" + std::to_string(getpid()))) {}
  ~TemporaryFile() { std::filesystem::remove(path_); }
  std::string path() const { return path_; }

 private:
  std::filesystem::path path_;
};

TEST(LimitedRun, TellsExitCodeAndOutput) {
  const Outcome outcome = LimitedRun(shell("echo one; echo two >&2; exit 7")).wait();
  EXPECT_EQ(outcome.end, End::exited);
  EXPECT_EQ(outcome.code, 7);
  EXPECT_EQ(outcome.output, "one\ntwo\n");
}

TEST(LimitedRun, TellsOfSignals) {
  const Outcome outcome = LimitedRun(shell("kill -SEGV $$")).wait();
  EXPECT_EQ(outcome.end, End::signalled);
  EXPECT_EQ(outcome.code, SIGSEGV);
}

TEST(LimitedRun, TellsWhatCannotStart) {
  const Outcome outcome = LimitedRun({{"/nowhere/at/all"}}).wait();
  EXPECT_EQ(outcome.end, End::not_started);
  EXPECT_NE(outcome.output.find("No such file"), std::string::npos);
}

TEST(LimitedRun, TellsWhichFolderIsNotThere) {
  const Outcome outcome = LimitedRun({{"echo"}, "/nowhere/at/all"}).wait();
  EXPECT_EQ(outcome.end, End::not_started);
  EXPECT_EQ(outcome.output,
            "the folder '/nowhere/at/all' can't be entered: No such file or directory");
}

TEST(LimitedRun, EndsWhatTakesTooMuchTimeByTheClock) {
  const Outcome outcome = LimitedRun(shell("sleep 100", {.wall_seconds = 0.2})).wait();
  EXPECT_EQ(outcome.end, End::wall_time);
  EXPECT_GE(outcome.wall_seconds, 0.2);
  EXPECT_LT(outcome.wall_seconds, 10);
}

TEST(LimitedRun, CountsTheTimeOfAllProcessesTogether) {
  const Outcome outcome = LimitedRun(shell("for i in 1 2 3; do (while :; do :; done) & done; wait",
                                           {.cpu_seconds = 0.6, .wall_seconds = 60}))
                              .wait();
  EXPECT_EQ(outcome.end, End::cpu_time);
  EXPECT_GE(outcome.cpu_seconds, 0.6);
}

TEST(LimitedRun, TakesTheKernelsWordForTimeThatIsOver) {
  const Outcome outcome = LimitedRun(shell("kill -XCPU $$", {.cpu_seconds = 60})).wait();
  EXPECT_EQ(outcome.end, End::cpu_time);
}

TEST(LimitedRun, CountsTimeOfProcessesThatAreGone) {
  const Outcome outcome =
      LimitedRun(shell("sh -c 'i=0; while [ $i -lt 60000 ]; do i=$((i+1)); done'; exit 0")).wait();
  EXPECT_EQ(outcome.end, End::exited);
  EXPECT_GT(outcome.cpu_seconds, 0.01);
}

TEST(LimitedRun, EndsWhatTakesTooMuchMemory) {
  // The text in a variable is doubled again and again.
  const Outcome outcome = LimitedRun(shell("x=0123456789abcdef; while :; do x=$x$x; done",
                                           {.wall_seconds = 60, .memory_megabytes = 50}))
                              .wait();
  EXPECT_EQ(outcome.end, End::memory) << outcome.output;
  EXPECT_GT(outcome.memory_kilobytes, 50U * 1000);
}

TEST(LimitedRun, MayHaveTimeToEnd) {
  const char* script = "trap 'echo so far; exit 5' TERM; while :; do :; done";
  const Outcome outcome =
      LimitedRun(shell(script, {.cpu_seconds = 0.2, .wall_seconds = 60, .grace_seconds = 5}))
          .wait();
  EXPECT_EQ(outcome.end, End::cpu_time);
  EXPECT_EQ(outcome.output, "so far\n");
  EXPECT_LT(outcome.wall_seconds, 5);
}

TEST(LimitedRun, MayNotHaveMoreThanThat) {
  const char* script = "trap 'echo no' TERM; while :; do sleep 0.05; done";
  const Outcome outcome =
      LimitedRun(shell(script, {.wall_seconds = 0.3, .grace_seconds = 0.5})).wait();
  EXPECT_EQ(outcome.end, End::wall_time);
  EXPECT_NE(outcome.output.find("no\n"), std::string::npos);
  EXPECT_GE(outcome.wall_seconds, 0.8);
  EXPECT_LT(outcome.wall_seconds, 20);
}

TEST(LimitedRun, HasAnEnvironmentOfItsOwn) {
  RunRequest request = shell("echo $ARGES_ONE $HOME");
  request.environment = {{"ARGES_ONE", "1"}, {"HOME", "/nowhere"}};
  EXPECT_EQ(LimitedRun(request).wait().output, "1 /nowhere\n");
}

TEST(LimitedRun, LeavesNobodyBehind) {
  const TemporaryFile file;
  // A process with a session of its own, whose parent has ended, is still one of the run's.
  const Outcome outcome = LimitedRun(shell("setsid sh -c 'echo $$ > " + file.path() +
                                           "; exec sleep 100' & while [ ! -s " + file.path() +
                                           " ]; do :; done; exit 3"))
                              .wait();
  EXPECT_EQ(outcome.code, 3);
  EXPECT_TRUE(ends_soon(first_word(file.path())));
}

TEST(LimitedRun, EndsWithItsObject) {
  const TemporaryFile file;
  std::string pid;
  {
    const LimitedRun one(shell("echo $$ > " + file.path() + "; exec sleep 100"));
    // What keeps another run must not keep this one alive.
    const LimitedRun other(shell("sleep 100"));
    pid = first_word(file.path());
    ASSERT_TRUE(is_running(pid));
  }
  EXPECT_TRUE(ends_soon(pid));
}

TEST(LimitedRun, EndsWithWhoStartedIt) {
  const TemporaryFile file;
  const pid_t starter = fork();
  if (starter == 0) {
    const LimitedRun run(shell("echo $$ > " + file.path() + "; exec sleep 100"));
    pause();
  }
  const std::string pid = first_word(file.path());
  ASSERT_TRUE(is_running(pid));
  kill(starter, SIGKILL);
  waitpid(starter, nullptr, 0);
  EXPECT_TRUE(ends_soon(pid));
}

TEST(LimitedRun, LeavesNoFolderWhenWhoStartedItIsKilled) {
  const TemporaryFile file;
  const std::filesystem::path scratch = file.path() + "-scratch";
  std::filesystem::create_directories(scratch);
  const pid_t starter = fork();
  if (starter == 0) {
    RunRequest request = shell("echo 1 > " + (scratch / "a").string());
    request.scratch = scratch;
    LimitedRun run(request);
    run.wait();
    // The outcome is there; what the run wrote is, too, until someone has looked at it.
    std::ofstream(file.path()) << std::filesystem::exists(scratch / "a") << "\n";
    pause();
  }
  EXPECT_EQ(first_word(file.path()), "1");
  kill(starter, SIGKILL);
  waitpid(starter, nullptr, 0);
  for (int i = 0; i < 250 && std::filesystem::exists(scratch); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  EXPECT_FALSE(std::filesystem::exists(scratch));
}

TEST(LimitedRun, EndsWhatKillsItsKeeper) {
  const TemporaryFile file;
  const Outcome outcome = LimitedRun(shell("setsid sh -c 'echo $$ > " + file.path() +
                                           "; exec sleep 100' & while [ ! -s " + file.path() +
                                           " ]; do :; done; kill -9 $PPID; sleep 100"))
                              .wait();
  EXPECT_EQ(outcome.end, End::lost);
  EXPECT_TRUE(ends_soon(first_word(file.path())));
}

TEST(LimitedRun, CountsMemoryThatIsSharedOnce) {
  // The copies of a process have all that it has.
  const Outcome outcome =
      LimitedRun(
          shell("x=0123456789abcdef; for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 "
                "20 21 22; do x=$x$x; done; (sleep 0.3; :) & (sleep 0.3; :) & (sleep 0.3; :) & "
                "sleep 0.4",
                {.wall_seconds = 60}))
          .wait();
  EXPECT_GT(outcome.memory_kilobytes, 64U * 1024);
  EXPECT_LT(outcome.memory_kilobytes, 3 * 64U * 1024);
}

TEST(LimitedRun, KeepsBeginningAndEndOfMuchOutput) {
  const Outcome outcome =
      LimitedRun(shell("echo first; yes 'a line like others' | head -n 400000; echo last")).wait();
  EXPECT_TRUE(outcome.output.starts_with("first\n"));
  EXPECT_TRUE(outcome.output.ends_with("\nlast\n"));
  EXPECT_NE(outcome.output.find("[...]"), std::string::npos);
  EXPECT_LT(outcome.output.size(), 5400000U);
}

TEST(LimitedRun, SaysNothingAboutTextThatIsNoText) {
  const Outcome outcome = LimitedRun(shell("printf '\\377\\376'")).wait();
  EXPECT_EQ(outcome.end, End::exited);
  EXPECT_EQ(outcome.output, "\xEF\xBF\xBD\xEF\xBF\xBD");
}

}  // namespace
}  // namespace arges::campaign
