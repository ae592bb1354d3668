#pragma once

#include <csignal>

#include "base/limits.h"

namespace arges::cli {

/// While it lives, Ctrl-C, SIGTERM and SIGHUP (the terminal is gone) ask the run to stop; another a
/// second later or more ends the process at once with exit code 130. Only one may live at a time.
class InterruptHandler {
 public:
  explicit InterruptHandler(Limits& limits);
  ~InterruptHandler();
  InterruptHandler(const InterruptHandler&) = delete;
  InterruptHandler& operator=(const InterruptHandler&) = delete;

 private:
  struct sigaction previous_interrupt_ = {};
  struct sigaction previous_terminate_ = {};
  struct sigaction previous_hangup_ = {};
};

}  // namespace arges::cli
