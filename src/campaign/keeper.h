#pragma once

#include <chrono>
#include <optional>
#include <string>

#include <sys/types.h>

#include "base/descriptor.h"
#include "campaign/bounded_text.h"
#include "campaign/control_group.h"
#include "campaign/limited_run.h"
#include "campaign/process_tree.h"

namespace arges::campaign {

/// The process that keeps one run: it starts the program, adopts all that descends from it, watches
/// what they use, ends them all, and writes the outcome.
class Keeper {
 public:
  /// `alive` has nothing to read until whoever wants the outcome is gone; `result` gets it.
  Keeper(const RunRequest& request, int alive, int result)
      : request_(request), alive_(alive), result_(result) {}
  [[noreturn]] void run();

 private:
  using Clock = std::chrono::steady_clock;

  void make_group();
  /// False if the program can't be started; the outcome says why.
  bool start();
  [[noreturn]] void become_program(int output, int error) const;
  void watch();
  /// Whether the program itself has ended; also takes leave of other processes that have.
  bool reap();
  void read_output();
  void sample();
  /// Asks all to end, if they are given time for that, and else ends them.
  void stop(Outcome::End reason);
  void end_all();
  void measure();
  void report() const;
  void remove_scratch() const;

  const RunRequest& request_;
  int alive_;
  int result_;
  std::optional<ControlGroup> group_;
  bool kernel_limits_memory_ = false;
  pid_t program_ = -1;
  Descriptor output_;  ///< none once it is closed
  Clock::time_point started_;
  bool stopped_ = false;
  Clock::time_point mercy_ends_;  ///< once stopped: who is asked to end may do so until then
  std::uint64_t most_bytes_ = 0;
  std::uint64_t own_bytes_ = 0;  ///< when the program began, as a copy of this process
  BoundedText text_{1U << 20U, 4U << 20U};
  Outcome outcome_;
};

}  // namespace arges::campaign
