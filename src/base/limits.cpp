#include "base/limits.h"

#include <algorithm>
#include <cstdio>

#include <unistd.h>

namespace arges {

const char* to_string(StopReason reason) {
  switch (reason) {
    case StopReason::none:
      return "none";
    case StopReason::timeout:
      return "timeout";
    case StopReason::memory:
      return "memory";
    case StopReason::interrupted:
      return "interrupted";
  }
  return "none";
}

Limits::~Limits() {
  {
    const std::lock_guard lock(mutex_);
    done_ = true;
  }
  wake_.notify_all();
  if (watcher_.joinable()) watcher_.join();
}

void Limits::start(Settings settings) {
  {
    const std::lock_guard lock(mutex_);
    settings_ = settings;
    started_ = std::chrono::steady_clock::now();
  }
  ensure_watched();
}

void Limits::ensure_watched() {
  if (!watcher_.joinable()) watcher_ = std::thread([this] { watch(); });
}

Limits::Time Limits::after(double seconds) {
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<Time::duration>(
             std::chrono::duration<double>(std::max(seconds, 0.0)));
}

void Limits::request_stop(StopReason reason) {
  StopReason expected = StopReason::none;
  stop_.compare_exchange_strong(expected, reason);  // the first reason is the one reported
}

std::optional<double> Limits::seconds_left() const {
  const Time now = std::chrono::steady_clock::now();
  std::optional<double> left;
  if (settings_.timeout_seconds)
    left = *settings_.timeout_seconds - std::chrono::duration<double>(now - started_).count();
  if (const Time end = share_end_.load(); end != Time::max()) {
    const double of_share = std::chrono::duration<double>(end - now).count();
    left = std::min(left.value_or(of_share), of_share);
  }
  return left;
}

std::uint64_t Limits::resident_megabytes() {
  unsigned long size = 0;
  unsigned long resident = 0;
  if (std::FILE* file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%lu %lu", &size, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<std::uint64_t>(resident) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) /
         (1024UL * 1024UL);
}

void Limits::watch() {
  using namespace std::chrono_literals;
  Time stopped_at = Time::max();  // it was not yet
  std::unique_lock lock(mutex_);
  while (!done_) {
    auto pause = 10ms;
    if (const auto left = seconds_left(); left && *left < 0.010)
      pause = std::chrono::milliseconds(*left > 0 ? 1 : 0);
    if (stop_.load() == StopReason::none)
      wake_.wait_for(lock, pause == 0ms ? 1ms : pause);
    else
      wake_.wait_for(lock, 5ms);
    if (done_) return;

    if (const auto left = seconds_left(); left && *left <= 0) request_stop(StopReason::timeout);
    if (settings_.memory_megabytes && resident_megabytes() > *settings_.memory_megabytes)
      request_stop(StopReason::memory);

    const auto now = std::chrono::steady_clock::now();
    const bool is_stopped = stop_.load() != StopReason::none;
    for (const Interruptible& one : interruptibles_)
      if (is_stopped || now >= one.due) one.interrupt();
    if (!is_stopped) {
      stopped_at = Time::max();
      continue;
    }
    stopped_at = std::min(stopped_at, now);
    if (last_words_ && now - stopped_at > grace) last_words_(stop_.load());
  }
}

void Limits::note_share_end() {
  share_end_ = shares_.empty() ? Time::max() : *std::min_element(shares_.begin(), shares_.end());
}

Limits::Share::Share(Limits& limits, std::optional<double> seconds) : limits_(limits) {
  const Time end = seconds ? after(*seconds) : Time::max();
  const std::lock_guard lock(limits_.mutex_);
  entry_ = limits_.shares_.insert(limits_.shares_.end(), end);
  limits_.note_share_end();
}

Limits::Share::~Share() {
  const std::lock_guard lock(limits_.mutex_);  // the watching thread is not deciding right now
  limits_.shares_.erase(entry_);
  limits_.note_share_end();
  const auto left = limits_.seconds_left();
  StopReason expected = StopReason::timeout;
  if (!left || *left > 0) limits_.stop_.compare_exchange_strong(expected, StopReason::none);
}

Limits::Interrupter::Interrupter(Limits& limits, std::function<void()> interrupt,
                                 std::optional<double> seconds)
    : limits_(limits) {
  const Time due = seconds ? after(*seconds) : Time::max();
  if (seconds) limits_.ensure_watched();
  const std::lock_guard lock(limits_.mutex_);
  entry_ =
      limits_.interruptibles_.insert(limits_.interruptibles_.end(), {std::move(interrupt), due});
}

Limits::Interrupter::~Interrupter() {
  const std::lock_guard lock(limits_.mutex_);
  limits_.interruptibles_.erase(entry_);
}

void Limits::on_unresponsive(std::function<void(StopReason)> last_words) {
  const std::lock_guard lock(mutex_);
  last_words_ = std::move(last_words);
}

}  // namespace arges
