// Replays a fuzz target's corpus without libFuzzer, so that every compiler can run it as a test.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

// The regular files below the given paths, sorted.
std::vector<fs::path> inputs_of(const std::vector<std::string>& paths) {
  std::vector<fs::path> inputs;
  for (const fs::path path : paths) {
    if (fs::is_regular_file(path)) inputs.push_back(path);
    if (!fs::is_directory(path)) continue;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
      if (entry.is_regular_file()) inputs.push_back(entry.path());
    }
  }
  std::sort(inputs.begin(), inputs.end());
  return inputs;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<fs::path> inputs = inputs_of({argv + 1, argv + argc});
  for (const fs::path& input : inputs) {
    // Flushed, so that after a crash the last line is the culprit.
    std::cout << input.string() << std::endl;
    std::ifstream file(input, std::ios::binary);
    const std::vector<char> bytes{std::istreambuf_iterator<char>(file), {}};
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  }
  if (inputs.empty()) std::cerr << "the corpus is empty: nothing was tested\n";
  return inputs.empty() ? 1 : 0;
}
