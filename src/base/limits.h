#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

namespace arges {

/// Why a run was stopped from outside the algorithm.
enum class StopReason : int { none, timeout, memory, interrupted };

/// The word of the CLI contract: "timeout", "memory", "interrupted".
const char* to_string(StopReason reason);

/// Thrown by Limits::check; caught where a property's verdict becomes "unknown (REASON)".
class LimitReached : public std::exception {
 public:
  explicit LimitReached(StopReason reason) : reason_(reason) {}
  StopReason reason() const { return reason_; }
  const char* what() const noexcept override { return to_string(reason_); }

 private:
  StopReason reason_;
};

/// Wall time, memory and Ctrl-C of one run: a watching thread raises a flag that loops poll, and
/// interrupts what can't poll (solver calls).
class Limits {
  using Time = std::chrono::steady_clock::time_point;
  /// Something that can't poll.
  struct Interruptible {
    std::function<void()> interrupt;
    Time due = Time::max();  ///< when it is interrupted at the latest
  };

 public:
  Limits() = default;
  ~Limits();
  Limits(const Limits&) = delete;
  Limits& operator=(const Limits&) = delete;

  struct Settings {
    std::optional<double> timeout_seconds;
    std::optional<std::uint64_t> memory_megabytes;
  };
  /// Starts watching; time counts from here.
  void start(Settings settings);

  /// Throws LimitReached once a limit was passed; cheap enough for inner loops.
  void check() const {
    if (stop_.load(std::memory_order_relaxed) != StopReason::none) [[unlikely]]
      throw LimitReached(stop_.load());
  }
  StopReason reason() const { return stop_.load(); }
  /// Asks the run to stop, from any thread or from a signal handler.
  void request_stop(StopReason reason);
  /// Wall seconds left, if there is a time limit; of the share, if there is one.
  std::optional<double> seconds_left() const;
  const Settings& settings() const { return settings_; }

  /// While it lives, the run stops after so many seconds at the latest (nothing: no sooner than
  /// otherwise). Once it is gone and time is left, the run may go on with something else.
  /// Of several that live at once, the one that ends first counts.
  class Share {
   public:
    Share(Limits& limits, std::optional<double> seconds);
    ~Share();
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;

   private:
    Limits& limits_;
    std::list<Time>::iterator entry_;
  };

  /// While it lives, `interrupt` is called (from the watching thread) once a limit is passed or so
  /// many seconds are over, and again every few milliseconds until the run reacts.
  class Interrupter {
   public:
    Interrupter(Limits& limits, std::function<void()> interrupt,
                std::optional<double> seconds = std::nullopt);
    ~Interrupter();
    Interrupter(const Interrupter&) = delete;
    Interrupter& operator=(const Interrupter&) = delete;

   private:
    Limits& limits_;
    std::list<Interruptible>::iterator entry_;
  };

  /// Called from the watching thread when the run did not react within the grace period: the last
  /// chance to report "unknown" and leave. It must not return.
  void on_unresponsive(std::function<void(StopReason)> last_words);
  static constexpr std::chrono::milliseconds grace{1500};

  /// Resident memory of this process, in megabytes.
  static std::uint64_t resident_megabytes();

 private:
  static Time after(double seconds);
  void ensure_watched();
  void watch();
  void note_share_end();  ///< the mutex is held

  Settings settings_;
  Time started_ = std::chrono::steady_clock::now();
  std::atomic<Time> share_end_ = Time::max();  ///< the earliest of `shares_`
  std::atomic<StopReason> stop_ = StopReason::none;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool done_ = false;                        ///< guarded by mutex_
  std::list<Time> shares_;                   ///< when each that lives ends, guarded by mutex_
  std::list<Interruptible> interruptibles_;  ///< guarded by mutex_
  std::function<void(StopReason)> last_words_;
  std::thread watcher_;
};

}  // namespace arges
