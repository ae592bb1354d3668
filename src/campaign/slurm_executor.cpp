#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include <fmt/format.h>

#include "base/error.h"
#include "campaign/chunk.h"
#include "campaign/executor.h"

namespace arges::campaign {

namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// What a program of Slurm says; throws UsageError if it is not there or fails.
std::string ask(std::vector<std::string> command) {
  const std::string program = command.front();
  RunRequest request{std::move(command)};
  constexpr double patience_seconds = 60;
  request.limits.wall_seconds = patience_seconds;
  const Outcome outcome = LimitedRun(request).wait();
  if (outcome.end == Outcome::End::not_started)
    throw UsageError(fmt::format("Slurm is not there: {}", outcome.output));
  if (outcome.end != Outcome::End::exited || outcome.code != 0)
    throw UsageError(fmt::format("{} failed: {}", program, outcome.output));
  return outcome.output;
}

/// An array of jobs that was handed to the cluster.
class JobArray {
 public:
  explicit JobArray(std::string id) : id_(std::move(id)) {}

  const std::string& id() const { return id_; }
  void cancel() const {
    try {
      ask({"scancel", id_});
    } catch (const UsageError&) {
      // It has ended already.
    }
  }
  /// Whether the cluster still has jobs of it; what it can't say now is asked again later.
  bool is_there() const {
    try {
      return !ask({"squeue", "--noheader", "--jobs", id_, "--format", "%i"}).empty();
    } catch (const UsageError& error) {
      // Of jobs that ended some time ago it knows nothing any more.
      return std::string(error.what()).find("Invalid job id") == std::string::npos;
    }
  }

 private:
  std::string id_;
};

class SlurmExecutor : public Executor {
 public:
  explicit SlurmExecutor(const SlurmSettings& settings)
      : settings_(settings), files_(settings.folder) {
    ask({"sbatch", "--version"});
    fs::create_directories(settings.folder);
  }

  void run(const std::vector<Job>& jobs, const Limits& limits, const Ended& ended,
           const std::function<void()>& wait) override {
    for (const Job& job : jobs) missing_.emplace(job.key, &job);
    take_over();
    gather(ended);
    run_missing(limits, ended, wait);
    // What is in the files was told, and may be out of date for another campaign; where the cluster
    // failed again and again, they tell why.
    const bool gave_up = !missing_.empty() && limits.reason() == StopReason::none;
    std::error_code ignored;
    if (!gave_up) fs::remove_all(settings_.folder, ignored);
  }

 private:
  void run_missing(const Limits& limits, const Ended& ended, const std::function<void()>& wait) {
    fs::create_directories(settings_.folder);
    for (int attempt = 0; attempt < most_attempts && !missing_.empty(); ++attempt) {
      const JobArray array = submit();
      follow(array, limits, ended, wait);
      if (limits.reason() != StopReason::none) {
        array.cancel();
        gather(ended);
        return;
      }
    }
  }

  /// A job that the cluster lost, and did not start again itself, is handed to it anew.
  static constexpr int most_attempts = 4;
  static constexpr std::chrono::milliseconds between_looks{200};
  static constexpr std::chrono::seconds between_questions{3};

  std::string id_file() const { return settings_.folder + "/job"; }

  /// Ends what an earlier process handed to the cluster: what that found is in the files.
  void take_over() const {
    std::ifstream file(id_file());
    std::string id;
    if (!(file >> id)) return;
    const JobArray earlier(id);
    earlier.cancel();
    while (earlier.is_there()) std::this_thread::sleep_for(between_looks);
  }

  void gather(const Ended& ended) {
    for (const ChunkFolder::Result& result : files_.new_results()) {
      const auto wanted = missing_.find(result.key);
      // Of a run that was made twice, as a machine came back to life, the first counts.
      if (wanted == missing_.end()) continue;
      const std::size_t number = wanted->second->number;
      missing_.erase(wanted);
      ended(number, result.outcome, result.machine);
    }
  }

  JobArray submit() {
    std::vector<Job> jobs;
    for (const auto& [key, job] : missing_) jobs.push_back(*job);
    std::sort(jobs.begin(), jobs.end(),
              [](const Job& a, const Job& b) { return a.number < b.number; });
    constexpr std::size_t most_chunks = 1000;  // what clusters let be one array
    const std::size_t size = std::max<std::size_t>(
        settings_.chunk, settings_.chunk > 0 ? 1 : (jobs.size() + most_chunks - 1) / most_chunks);
    const std::uint32_t first = next_chunk_;
    for (std::size_t at = 0; at < jobs.size(); at += size) {
      const auto begin = jobs.begin() + static_cast<std::ptrdiff_t>(at);
      const auto end = jobs.begin() + static_cast<std::ptrdiff_t>(std::min(at + size, jobs.size()));
      files_.write(next_chunk_++, {begin, end});
    }
    const std::string id = ask(command(first, jobs.front().request.limits, size));
    JobArray result(id.substr(0, id.find_first_of(";\n")));
    std::ofstream(id_file()) << result.id() << "\n";
    return result;
  }

  std::vector<std::string> command(std::uint32_t first, const RunLimits& limits,
                                   std::size_t size) const {
    // Numbers in an array are bounded, those of chunks go on from one array to the next.
    std::string array = fmt::format("--array=0-{}", next_chunk_ - first - 1);
    if (settings_.most_jobs > 0) array += fmt::format("%{}", settings_.most_jobs);
    std::vector<std::string> result{"sbatch",
                                    "--parsable",
                                    "--requeue",
                                    array,
                                    "--job-name=arges-bench",
                                    fmt::format("--output={}/log-%a.txt", settings_.folder),
                                    "--open-mode=append",
                                    fmt::format("--cpus-per-task={}", std::max(limits.cores, 1U))};
    // Who watches the runs needs something too.
    constexpr std::uint64_t own_megabytes = 100;
    constexpr double own_seconds = 10;
    if (limits.memory_megabytes)
      result.push_back(fmt::format("--mem={}M", *limits.memory_megabytes + own_megabytes));
    if (limits.wall_seconds) {
      const double seconds =
          (*limits.wall_seconds + limits.grace_seconds.value_or(0) + own_seconds) *
          static_cast<double>(size);
      result.push_back(fmt::format("--time={}", static_cast<int>(std::ceil(seconds / 60)) + 1));
    }
    result.insert(result.end(), settings_.arguments.begin(), settings_.arguments.end());
    result.push_back(fmt::format("--wrap=exec {} bench --chunk {} $((SLURM_ARRAY_TASK_ID + {}))",
                                 quoted(settings_.program), quoted(settings_.folder), first));
    return result;
  }

  static std::string quoted(const std::string& word) {
    std::string result = "'";
    for (const char c : word) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return result + "'";
  }

  /// Until there is nothing left of it.
  void follow(const JobArray& array, const Limits& limits, const Ended& ended,
              const std::function<void()>& wait) {
    auto next_question = Clock::now() + between_questions;
    while (!missing_.empty() && limits.reason() == StopReason::none) {
      std::this_thread::sleep_for(between_looks);
      wait();
      const bool asks = Clock::now() >= next_question;
      const bool is_over = asks && !array.is_there();
      // What was written before it was over is read after.
      gather(ended);
      if (is_over) return;
      if (asks) next_question = Clock::now() + between_questions;
    }
  }

  SlurmSettings settings_;
  ChunkFolder files_;
  std::map<std::string, const Job*> missing_;
  std::uint32_t next_chunk_ = 0;
};

}  // namespace

std::unique_ptr<Executor> make_slurm_executor(const SlurmSettings& settings) {
  return std::make_unique<SlurmExecutor>(settings);
}

}  // namespace arges::campaign
