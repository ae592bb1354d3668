#include "cli/interrupt.h"

#include <atomic>
#include <cstdint>
#include <ctime>

#include <unistd.h>

namespace arges::cli {

namespace {

constexpr int killed_by_user = 130;

std::atomic<Limits*> running = nullptr;
/// When the run was asked to stop first, in milliseconds; 0: it was not.
std::atomic<std::int64_t> asked = 0;
static_assert(std::atomic<Limits*>::is_always_lock_free &&
                  std::atomic<std::int64_t>::is_always_lock_free,
              "a signal handler should not wait for a lock");

/// `timeout` signals a process and then its group: the two are one request.
constexpr std::int64_t same_request_ms = 1000;

std::int64_t now_ms() {
  timespec now = {};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return std::int64_t{now.tv_sec} * 1000 + now.tv_nsec / 1000000;
}

void handle(int) {
  Limits* limits = running.load();
  std::int64_t first = 0;
  if (asked.compare_exchange_strong(first, now_ms())) {
    if (limits != nullptr) limits->request_stop(StopReason::interrupted);
  } else if (now_ms() - first > same_request_ms) {
    _exit(killed_by_user);
  }
}

/// A signal that the process was started to ignore (nohup, a shell's background job) stays ignored.
void install(int signal, struct sigaction& previous) {
  struct sigaction action = {};
  action.sa_handler = handle;
  sigemptyset(&action.sa_mask);
  action.sa_flags = SA_RESTART;
  sigaction(signal, nullptr, &previous);
  if (previous.sa_handler != SIG_IGN) sigaction(signal, &action, nullptr);
}

}  // namespace

InterruptHandler::InterruptHandler(Limits& limits) {
  running = &limits;
  asked = 0;
  install(SIGINT, previous_interrupt_);
  install(SIGTERM, previous_terminate_);
  install(SIGHUP, previous_hangup_);
}

InterruptHandler::~InterruptHandler() {
  // The second signal of one request may come when the run has ended, and must not change how.
  if (asked != 0) {
    running = nullptr;
    return;
  }
  sigaction(SIGINT, &previous_interrupt_, nullptr);
  sigaction(SIGTERM, &previous_terminate_, nullptr);
  sigaction(SIGHUP, &previous_hangup_, nullptr);
  running = nullptr;
}

}  // namespace arges::cli
