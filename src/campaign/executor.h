#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "campaign/limited_run.h"
#include "campaign/machine.h"
#include "campaign/seen_files.h"

namespace arges::campaign {

/// In a command: the folder that the run may write to.
inline constexpr std::string_view scratch_place = "{scratch}";

/// A run to be made, by a number that means something to who wants it.
struct Job {
  std::size_t number = 0;
  RunRequest request;
  /// The same whenever the same run is wanted, be it by another process.
  std::string key = {};
  /// What the run depends on: who makes it far from here looks whether it was that.
  std::vector<InputFile> files = {};
};

/// Where runs are made.
class Executor {
 public:
  virtual ~Executor() = default;

  /// A run has ended.
  using Ended =
      std::function<void(std::size_t number, const Outcome& outcome, const Machine& machine)>;
  /// Makes all runs and tells of each once it has ended; returns sooner where `limits` say so:
  /// what has not ended by then is as if it had not been begun. `wait` is called now and then.
  virtual void run(const std::vector<Job>& jobs, const Limits& limits, const Ended& ended,
                   const std::function<void()>& wait) = 0;
};

/// On this machine: so many runs side by side, each on cores of its own if it wants some. Throws
/// UsageError if there are too few cores for that.
std::unique_ptr<Executor> make_local_executor(std::uint32_t jobs, std::uint32_t cores_per_run);

/// How a cluster is asked.
struct SlurmSettings {
  std::string folder;           ///< that all its machines see, for what goes to and fro
  std::string program;          ///< arges there
  std::uint32_t chunk = 0;      ///< how many runs one job makes, one after the other; 0: as fits
  std::uint32_t most_jobs = 0;  ///< side by side; 0: as many as the cluster lets
  std::vector<std::string> arguments = {};  ///< further ones of sbatch: a partition, an account
};
/// By Slurm, as an array of jobs. What an earlier process had begun there is ended, and what that
/// had found is taken over. Throws UsageError if there is no Slurm.
std::unique_ptr<Executor> make_slurm_executor(const SlurmSettings& settings);

/// What one job of such an array does: makes the runs of a chunk that have no result yet.
void work_on_chunk(const std::string& folder, std::uint32_t chunk);

/// A folder of its own for what one run writes, gone with the object; or with whoever keeps the
/// run, if this process is killed.
class ScratchFolder {
 public:
  explicit ScratchFolder(const std::string& name);
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::string& path() const { return path_; }
  /// Puts its path where a request has a place for it; temporary files go there too.
  void fill_in(RunRequest& request) const;
  /// Copies what is worth keeping; throws UsageError if that can't be done.
  void keep(const RunRequest::Kept& kept) const;

 private:
  std::string path_;
};

}  // namespace arges::campaign
