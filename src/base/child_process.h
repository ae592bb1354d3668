#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/descriptor.h"

namespace arges {

/// A program that runs beside this one: it reads a text from its standard input, and what it writes
/// to its standard output is collected. It is killed when its object ends, or when the thread that
/// started it does.
class ChildProcess {
 public:
  /// Where it writes its errors: to where this program does, or to its output.
  enum class Errors : std::uint8_t { shared, in_output };
  /// `command` is the program's path and its arguments; throws std::system_error if it can't start.
  ChildProcess(const std::vector<std::string>& command, std::string_view input,
               Errors errors = Errors::shared);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  /// Waits until one of them writes or ends, but no longer than told.
  static void wait_for_any(std::span<ChildProcess* const> processes,
                           std::chrono::milliseconds most);
  /// Collects what was written by now; false once nothing will come any more.
  bool receive();
  /// Can be read from when there is something to receive; -1: nothing will come any more.
  int descriptor() const { return from_child_.get(); }
  const std::string& output() const { return output_; }

  void send_signal(int signal) const;
  /// How it ended: by itself with a code, or by a signal.
  struct End {
    std::optional<int> exit_code;
    int signal = 0;  ///< if there is no code

    std::string to_string() const;
  };
  End wait();

 private:
  pid_t pid_ = -1;
  Descriptor from_child_;  ///< none once it is closed
  bool reaped_ = false;
  int status_ = 0;  ///< once reaped
  std::string output_;
};

}  // namespace arges
