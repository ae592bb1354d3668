#include "cli/interrupt.h"

#include <atomic>

#include <unistd.h>

namespace arges::cli {

namespace {

constexpr int killed_by_user = 130;

std::atomic<Limits*> running = nullptr;
std::atomic<bool> asked = false;
static_assert(std::atomic<Limits*>::is_always_lock_free && std::atomic<bool>::is_always_lock_free,
              "a signal handler should not wait for a lock");

void handle(int) {
  Limits* limits = running.load();
  if (limits == nullptr || asked.exchange(true)) _exit(killed_by_user);
  limits->request_stop(StopReason::interrupted);
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
  asked = false;
  install(SIGINT, previous_interrupt_);
  install(SIGTERM, previous_terminate_);
}

InterruptHandler::~InterruptHandler() {
  sigaction(SIGINT, &previous_interrupt_, nullptr);
  sigaction(SIGTERM, &previous_terminate_, nullptr);
  running = nullptr;
}

}  // namespace arges::cli
