#pragma once

#include <chrono>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace arges {

/// A program that runs beside this one: it reads a text from its standard input, and what it writes
/// to its standard output is collected. It is killed when its object ends, or when the thread that
/// started it does.
class ChildProcess {
 public:
  /// `command` is the program's path and its arguments; throws std::system_error if it can't start.
  ChildProcess(const std::vector<std::string>& command, std::string_view input);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits until one of them writes or ends, but no longer than told.
  static void wait_for_any(std::span<ChildProcess* const> processes,
                           std::chrono::milliseconds most);
  /// Collects what was written by now; false once nothing will come any more.
  bool receive();
  const std::string& output() const { return output_; }

  void send_signal(int signal) const;
  /// Waits for its end; "" if it was an ordinary one with exit code 0, else how it ended.
  std::string wait();

 private:
  pid_t pid_ = -1;
  int from_child_ = -1;  ///< -1 once it is closed
  bool reaped_ = false;
  int status_ = 0;  ///< once reaped
  std::string output_;
};

}  // namespace arges
