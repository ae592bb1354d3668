#include "cli/synthesized_tasks.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include <fmt/format.h>
#include <poll.h>

#include "base/error.h"
#include "base/source.h"
#include "campaign/limited_run.h"
#include "cli/files.h"
#include "output/digest.h"

namespace arges::cli {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds before_first_word{2};
constexpr std::chrono::seconds between_words{10};
constexpr const char* list_name = "tasks.set";
/// Written once all tasks are there.
constexpr const char* mark_name = "made";

std::string text_of(const fs::path& file) { return std::string(read_source(file)->text()); }

/// How many definitions are listed by now.
std::ptrdiff_t made_in(const fs::path& folder) {
  const fs::path list = folder / list_name;
  if (!fs::exists(list)) return 0;
  const std::string text = text_of(list);
  return std::count(text.begin(), text.end(), '\n');
}

}  // namespace

SynthesizedTasks::SynthesizedTasks(std::string program, fs::path folder, const Limits& limits,
                                   Watcher watcher)
    : program_(std::move(program)),
      folder_(std::move(folder)),
      limits_(limits),
      watcher_(std::move(watcher)) {}

fs::path SynthesizedTasks::make(const std::string& specification, std::uint64_t first_seed,
                                std::uint32_t count) {
  constexpr std::size_t digits = 16;  // enough to tell makers and specifications of one name apart
  const fs::path out =
      folder_ /
      fmt::format("{}-{}-{}-{}", fs::path(specification).stem().string(), first_seed,
                  first_seed + count - 1,
                  output::sha256(text_of(specification) + '\0' + maker()).substr(0, digits));
  const fs::path mark = out / mark_name;
  if (fs::exists(mark)) return out / list_name;
  watcher_.be_alone();
  fs::create_directories(out);
  run(specification, first_seed, count, out);
  write_file(mark, "");
  return out / list_name;
}

std::string SynthesizedTasks::maker() {
  if (maker_.empty()) maker_ = output::sha256(text_of(program_));
  return maker_;
}

void SynthesizedTasks::run(const std::string& specification, std::uint64_t first_seed,
                           std::uint32_t count, const fs::path& out) const {
  campaign::LimitedRun synthesis(
      {{program_, "synth", specification, "--seed", std::to_string(first_seed), "--count",
        std::to_string(count), "--out", out.string(), "--missing"}});
  const auto begun = Clock::now();
  auto next_word = begun + before_first_word;
  std::optional<campaign::Outcome> made;
  while (!(made = synthesis.receive())) {
    limits_.check();
    constexpr int most_milliseconds = 200;
    pollfd watched{synthesis.descriptor(), POLLIN, 0};
    poll(&watched, 1, most_milliseconds);
    if (Clock::now() < next_word) continue;
    next_word = Clock::now() + between_words;
    watcher_.say(fmt::format("making the tasks of '{}': {} by now", specification, made_in(out)));
  }
  if (made->end != campaign::Outcome::End::exited || made->code != 0)
    throw UsageError(
        fmt::format("the tasks of '{}' can't be made: {}", specification, made->output));
}

}  // namespace arges::cli
