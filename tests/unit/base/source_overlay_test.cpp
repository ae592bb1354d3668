#include "base/source_overlay.h"

#include <filesystem>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include "base/error.h"

namespace arges {
namespace {

class SourceOverlayTest : public testing::Test {
 protected:
  void SetUp() override {
    std::filesystem::create_directories(folder_);
    std::ofstream(path_) << "saved";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  static SourcePtr text(const std::string& content) {
    return std::make_shared<const SourceText>("editor", content);
  }

  const std::string folder_ = testing::TempDir() + "source_overlay";
  const std::string path_ = folder_ + "/a.txt";
};

TEST_F(SourceOverlayTest, ItsTextsCountWhileItLives) {
  {
    const SourceOverlay overlay({{SourceOverlay::key(path_), text("unsaved")}});
    EXPECT_EQ(read_source(path_)->text(), "unsaved");
    EXPECT_EQ(read_source(path_)->name(), path_);
    const std::string detour = folder_ + "/../source_overlay/./a.txt";
    EXPECT_EQ(read_source(detour)->text(), "unsaved");
    EXPECT_EQ(read_source(detour)->name(), detour);
  }
  EXPECT_EQ(read_source(path_)->text(), "saved");
}

TEST_F(SourceOverlayTest, HasFilesThatAreNotThere) {
  const std::string missing = folder_ + "/new.txt";
  const SourceOverlay overlay({{SourceOverlay::key(missing), text("new")}});
  EXPECT_EQ(read_source(missing)->text(), "new");
  EXPECT_THROW(read_source(folder_ + "/other.txt"), UsageError);
}

TEST_F(SourceOverlayTest, NotesWhatIsRead) {
  const SourceOverlay overlay({});
  EXPECT_EQ(read_source(path_)->text(), "saved");
  EXPECT_TRUE(overlay.read().contains(SourceOverlay::key(path_)));
  EXPECT_EQ(overlay.read().size(), 1U);
}

TEST_F(SourceOverlayTest, TheInnermostCountsAndOtherThreadsHaveNone) {
  const SourceOverlay outer({{SourceOverlay::key(path_), text("outer")}});
  {
    const SourceOverlay inner({{SourceOverlay::key(path_), text("inner")}});
    EXPECT_EQ(read_source(path_)->text(), "inner");
  }
  EXPECT_EQ(read_source(path_)->text(), "outer");
  std::thread([&] { EXPECT_EQ(read_source(path_)->text(), "saved"); }).join();
}

}  // namespace
}  // namespace arges
