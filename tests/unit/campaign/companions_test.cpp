#include "campaign/companions.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

namespace arges::campaign {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;

class CompanionsTest : public testing::Test {
 protected:
  ~CompanionsTest() override { fs::remove_all(folder_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name) << text;
  }
  /// From the folder.
  std::vector<std::string> of(const std::string& name) const {
    std::vector<std::string> result;
    for (const std::string& file : files_read_with(folder_ / name))
      result.push_back(fs::relative(file, folder_));
    return result;
  }

  fs::path folder_ =
      fs::temp_directory_path() / ("arges-companions-test-" + std::to_string(getpid()));
};

TEST_F(CompanionsTest, AreHeadersOfHeaders) {
  write("m.c", "#include <stdio.h>\n # include \"parts/a.h\"\n#include \"absent.h\"\nint x;\n");
  write("parts/a.h", "#include \"b.h\"\n#include \"../m.c\"\n");
  write("parts/b.h", "// #include\n");
  write("b.h", "not this one");
  EXPECT_THAT(of("m.c"), ElementsAre("m.c", "parts/a.h", "parts/b.h"));
}

TEST_F(CompanionsTest, AreImportsOfGamma) {
  write("system/all.gcd", "package all\nimport \"parts/one.gcd\"\n");
  write("parts/one.gcd", "package one\nimport \"two\"\n");
  write("parts/two.gcd", "package two\n");
  EXPECT_THAT(of("system/all.gcd"),
              ElementsAre("system/all.gcd", "parts/one.gcd", "parts/two.gcd"));
}

TEST_F(CompanionsTest, AreMachinesOfASystem) {
  write("system.scxml",
        "<system><machine id='a' src='a.scxml'/><machine id=\"b\" src=\"b.scxml\"/>");
  write("a.scxml", "<scxml/>");
  write("b.scxml", "<scxml/>");
  EXPECT_THAT(of("system.scxml"), ElementsAre("system.scxml", "a.scxml", "b.scxml"));
}

TEST_F(CompanionsTest, AreAlphabetsOfRers) {
  write("Problem1.c", "int main() {}");
  write("Problem1_alphabet_mapping_C_version.txt", "iA 1");
  EXPECT_THAT(of("Problem1.c"),
              ElementsAre("Problem1.c", "Problem1_alphabet_mapping_C_version.txt"));
}

TEST_F(CompanionsTest, AreNoneOfWhatIsNoFile) {
  EXPECT_THAT(of("nothing.c"), ElementsAre());
  EXPECT_THAT(of(""), ElementsAre());
}

}  // namespace
}  // namespace arges::campaign
