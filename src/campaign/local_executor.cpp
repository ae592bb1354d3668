#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include <fmt/format.h>
#include <poll.h>
#include <sched.h>
#include <unistd.h>

#include "base/error.h"
#include "campaign/control_group.h"
#include "campaign/executor.h"

namespace arges::campaign {

namespace {

/// The cores that this process may use.
std::vector<int> own_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  sched_getaffinity(0, sizeof set, &set);
  std::vector<int> result;
  for (int core = 0; core < CPU_SETSIZE; ++core)
    if (CPU_ISSET(core, &set)) result.push_back(core);
  return result;
}

/// A place for one run at a time.
struct Slot {
  std::vector<int> cores;
  std::unique_ptr<ScratchFolder> scratch = {};  ///< of the run
  std::optional<LimitedRun> run = {};
  std::size_t number = 0;
  RunRequest::Kept kept = {};

  void end() {
    run.reset();
    scratch.reset();
  }
};

class LocalExecutor : public Executor {
 public:
  LocalExecutor(std::uint32_t jobs, std::uint32_t cores_per_run) : slots_(jobs) {
    const std::vector<int> cores = own_cores();
    if (std::size_t{jobs} * cores_per_run > cores.size())
      throw UsageError(
          fmt::format("{} runs side by side with {} cores each need {} cores; there are {}", jobs,
                      cores_per_run, jobs * cores_per_run, cores.size()),
          "fewer --jobs, or --cores 0: runs share what there is");
    for (std::uint32_t i = 0; i < jobs; ++i) {
      slots_[i].cores.assign(cores.begin() + i * cores_per_run,
                             cores.begin() + (i + 1) * cores_per_run);
    }
    if (const auto group = ControlGroup::own_folder()) room_.emplace(*group);
  }

  void run(const std::vector<Job>& jobs, const Limits& limits, const Ended& ended,
           const std::function<void()>& wait) override {
    auto next = jobs.begin();
    while (limits.reason() == StopReason::none) {
      for (Slot& slot : slots_)
        if (!slot.run && next != jobs.end()) start(slot, *next++);
      if (std::none_of(slots_.begin(), slots_.end(),
                       [](const Slot& s) { return s.run.has_value(); }))
        return;
      wait_for_some();
      for (Slot& slot : slots_) collect(slot, ended);
      wait();
    }
    for (Slot& slot : slots_) slot.end();
  }

 private:
  static void start(Slot& slot, const Job& job) {
    RunRequest request = job.request;
    request.cores = slot.cores;
    slot.scratch = std::make_unique<ScratchFolder>(fmt::format("run{}", job.number));
    slot.scratch->fill_in(request);
    slot.number = job.number;
    slot.kept = request.kept;
    slot.run.emplace(request);
  }

  void wait_for_some() const {
    constexpr int most_milliseconds = 200;
    std::vector<pollfd> watched;
    for (const Slot& slot : slots_)
      if (slot.run) watched.push_back({slot.run->descriptor(), POLLIN, 0});
    poll(watched.data(), watched.size(), most_milliseconds);
  }

  static void collect(Slot& slot, const Ended& ended) {
    if (!slot.run) return;
    const auto outcome = slot.run->receive();
    if (!outcome) return;
    slot.scratch->keep(slot.kept);
    slot.end();
    ended(slot.number, *outcome, this_machine());
  }

  std::optional<ControlGroup::Room> room_;  ///< outlives the groups of the runs
  std::vector<Slot> slots_;
};

}  // namespace

std::unique_ptr<Executor> make_local_executor(std::uint32_t jobs, std::uint32_t cores_per_run) {
  return std::make_unique<LocalExecutor>(jobs, cores_per_run);
}

}  // namespace arges::campaign
