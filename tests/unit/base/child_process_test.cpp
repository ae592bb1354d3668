#include "base/child_process.h"

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace arges {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;

/// Waits for all it writes.
const std::string& output_of(ChildProcess& process) {
  ChildProcess* const all[] = {&process};
  while (process.receive()) ChildProcess::wait_for_any(all, 10s);
  return process.output();
}

TEST(ChildProcessTest, ReadsItsInputAndGivesItsOutput) {
  // More than a pipe holds, in both directions.
  const std::string text(1'000'000, 'x');
  ChildProcess cat({"/bin/cat"}, text);
  EXPECT_EQ(output_of(cat), text);
  EXPECT_EQ(cat.wait().exit_code, 0);
}

TEST(ChildProcessTest, TellsHowItEnded) {
  ChildProcess fails({"/bin/sh", "-c", "exit 3"}, "");
  EXPECT_EQ(fails.wait().to_string(), "exit code 3");
  ChildProcess dies({"/bin/sh", "-c", "kill -ABRT $$"}, "");
  EXPECT_THAT(dies.wait().to_string(), HasSubstr("ended by signal 6"));
  ChildProcess missing({"/no/such/program"}, "");
  EXPECT_EQ(missing.wait().to_string(), "could not be started");
}

TEST(ChildProcessTest, GetsSignals) {
  ChildProcess sleeps({"/bin/sleep", "100"}, "");
  sleeps.send_signal(SIGTERM);
  EXPECT_THAT(sleeps.wait().to_string(), HasSubstr("ended by signal 15"));
}

TEST(ChildProcessTest, IsKilledWithItsObject) {
  std::string pid;
  {
    ChildProcess sleeps({"/bin/sh", "-c", "trap '' TERM; echo $$; exec sleep 100 >/dev/null"}, "");
    pid = output_of(sleeps);
    ASSERT_EQ(kill(std::stoi(pid), 0), 0);
  }
  EXPECT_NE(kill(std::stoi(pid), 0), 0);
}

TEST(ChildProcessTest, WaitingEndsInTimeAndWithAnyOutput) {
  ChildProcess silent({"/bin/sleep", "100"}, "");
  ChildProcess speaks({"/bin/sh", "-c", "echo a; exec sleep 100"}, "");
  ChildProcess* const silent_only[] = {&silent};
  ChildProcess::wait_for_any(silent_only, 1ms);
  EXPECT_TRUE(silent.receive());
  ChildProcess* const both[] = {&silent, &speaks};
  while (speaks.output().empty()) {
    ChildProcess::wait_for_any(both, 100s);
    ASSERT_TRUE(speaks.receive());
  }
  EXPECT_EQ(speaks.output(), "a\n");
}

}  // namespace
}  // namespace arges
