#include "campaign/control_group.h"

#include <fstream>

#include <gtest/gtest.h>
#include <unistd.h>

namespace arges::campaign {
namespace {

namespace fs = std::filesystem;

/// A folder with files as the kernel has them, where no kernel listens.
class ControlGroupTest : public testing::Test {
 protected:
  ControlGroupTest() {
    fs::create_directories(root_);
    write("cgroup.subtree_control", "");
    group_ = ControlGroup::make(root_, "one");
  }
  ~ControlGroupTest() override {
    group_.reset();
    fs::remove_all(root_);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(root_ / name) << text;
  }
  std::string read(const std::string& name) const {
    std::ifstream file(root_ / name);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  fs::path root_ = fs::temp_directory_path() / ("arges-group-test-" + std::to_string(getpid()));
  std::optional<ControlGroup> group_;
};

TEST_F(ControlGroupTest, IsAFolderBelowAnother) {
  ASSERT_TRUE(group_);
  EXPECT_TRUE(fs::is_directory(root_ / "one"));
  EXPECT_EQ(read("cgroup.subtree_control"), "+memory");
  EXPECT_FALSE(ControlGroup::make(root_, "one"));
  EXPECT_FALSE(ControlGroup::make(root_ / "nowhere", "one"));
  group_.reset();
  EXPECT_FALSE(fs::exists(root_ / "one"));
}

// That it helps shows only where a kernel listens: tests/bench/control_groups.py.
TEST_F(ControlGroupTest, MakesRoomOnlyWhereMemoryCanBeShared) {
  write("cgroup.subtree_control", "");
  write("cgroup.controllers", "cpu pids\n");
  { const ControlGroup::Room room(root_); }
  EXPECT_EQ(read("cgroup.subtree_control"), "");
  write("cgroup.controllers", "cpu memory pids\n");
  { const ControlGroup::Room room(root_); }
  EXPECT_EQ(read("cgroup.subtree_control"), "+memory");
  EXPECT_FALSE(fs::exists(root_ / "arges-bench"));
  // Refused, and moving to another group is refused as well.
  fs::remove(root_ / "cgroup.subtree_control");
  { const ControlGroup::Room room(root_); }
  EXPECT_FALSE(fs::exists(root_ / "arges-bench"));
}

TEST_F(ControlGroupTest, LimitsMemoryWhereTheKernelDoes) {
  EXPECT_FALSE(group_->limit_memory(500'000'000));
  for (const char* name : {"memory.max", "memory.swap.max", "memory.oom.group"})
    write(std::string("one/") + name, "");
  EXPECT_TRUE(group_->limit_memory(500'000'000));
  EXPECT_EQ(read("one/memory.max"), "500000000");
  EXPECT_EQ(read("one/memory.swap.max"), "0");
  EXPECT_EQ(read("one/memory.oom.group"), "1");
}

TEST_F(ControlGroupTest, TakesProcessesInAndEndsThem) {
  EXPECT_FALSE(group_->add(1234));
  write("one/cgroup.procs", "");
  write("one/cgroup.kill", "");
  EXPECT_TRUE(group_->add(1234));
  group_->kill_all();
  EXPECT_EQ(read("one/cgroup.procs"), "1234");
  EXPECT_EQ(read("one/cgroup.kill"), "1");
}

TEST_F(ControlGroupTest, TellsWhatWasUsed) {
  EXPECT_FALSE(group_->cpu_seconds());
  EXPECT_FALSE(group_->peak_bytes());
  EXPECT_FALSE(group_->ran_out_of_memory());
  write("one/cpu.stat", "usage_usec 2500000\nuser_usec 2000000\n");
  write("one/memory.peak", "123456789\n");
  write("one/memory.events", "low 0\nhigh 0\nmax 12\noom 1\noom_kill 1\n");
  EXPECT_EQ(group_->cpu_seconds(), 2.5);
  EXPECT_EQ(group_->peak_bytes(), 123456789U);
  EXPECT_TRUE(group_->ran_out_of_memory());
}

}  // namespace
}  // namespace arges::campaign
