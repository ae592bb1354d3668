#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/child_process.h"
#include "base/source.h"
#include "lsp/verdicts/marks.h"

namespace arges::lsp {

/// A check that waits for its turn, or runs.
struct CheckTask {
  std::string uri;
  std::string path;
  SourcePtr text;  ///< what is to be checked; the file must have it in it
  std::string format;
  std::size_t number = 0;  ///< among those of the document
  MarkedCheck check;
};

/// Runs `arges check` as a process beside this one, one at a time, and ends it when it takes too
/// long. A verdict is about what the file had in it before and after; where that is not the text of
/// the editor, there is none.
class Checker {
 public:
  using Clock = std::chrono::steady_clock;

  /// The program and the name of its command.
  explicit Checker(std::vector<std::string> command) : command_(std::move(command)) {}

  void add(CheckTask task) { waiting_.push_back(std::move(task)); }
  /// Forgets what waits of a document, and ends what runs; whether there was anything.
  bool cancel(const std::string& uri);
  bool has(const std::string& uri) const;
  /// Whether the check that runs now is of that document.
  bool runs(const std::string& uri) const { return running_ && running_->uri == uri; }
  /// Starts what waits, if nothing runs; what was started.
  const CheckTask* start_next();

  struct Finished {
    CheckTask task;
    double seconds = 0;
    std::string output;
    std::string failure;  ///< why there is no output that counts; empty: there is
  };
  /// What came to its end meanwhile.
  std::optional<Finished> finished();

  /// To be watched while something runs; -1: nothing.
  int descriptor() const { return process_ ? process_->descriptor() : -1; }
  /// When to look again even if nothing is written.
  std::optional<Clock::time_point> deadline() const;

 private:
  static bool has_text(const CheckTask& task);

  std::vector<std::string> command_;
  std::deque<CheckTask> waiting_;
  std::optional<CheckTask> running_;
  std::unique_ptr<ChildProcess> process_;
  std::string failure_;  ///< of what runs, without a process
  Clock::time_point started_;
};

}  // namespace arges::lsp
