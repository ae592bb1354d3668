#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace arges {

/// A named figure that grows; referenced by the code that counts, read when statistics are printed.
class Counter {
 public:
  void add(std::uint64_t amount = 1) { value_ += amount; }
  void set(std::uint64_t value) { value_ = value; }
  void raise_to(std::uint64_t value) { value_ = value > value_ ? value : value_; }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

/// A named span of time, summed over all Scopes that ran; a running Scope is counted up to now.
class Timer {
 public:
  class Scope {
   public:
    explicit Scope(Timer& timer) : timer_(timer) { timer_.start(); }
    ~Scope() { timer_.stop(); }
    Scope(const Scope&) = delete;
    Scope& operator=(const Scope&) = delete;

   private:
    Timer& timer_;
  };
  double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  void start();
  void stop();
  Clock::duration total_{};
  Clock::time_point started_{};
  int depth_ = 0;
};

/// All figures of one run under names such as "cegar::iterations"; the order is that of
/// registration.
class Statistics {
 public:
  Counter& counter(std::string_view name);
  Timer& timer(std::string_view name);

  struct Entry {
    std::string name;
    bool is_time;
    double value;
  };
  std::vector<Entry> entries() const;
  /// Sets every figure but those named "load::…" to zero, for the next property of a model.
  void restart();

 private:
  struct Slot {
    std::string name;
    bool is_time;
    std::size_t index;
  };
  mutable std::mutex mutex_;  ///< guards the containers: limits are watched by another thread
  std::vector<Slot> slots_;
  std::deque<Counter> counters_;
  std::deque<Timer> timers_;
};

}  // namespace arges
