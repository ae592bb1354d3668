#include "base/statistics.h"

namespace arges {

double Timer::seconds() const {
  Clock::duration sum = total_;
  if (depth_ > 0) sum += Clock::now() - started_;
  return std::chrono::duration<double>(sum).count();
}

void Timer::start() {
  if (depth_++ == 0) started_ = Clock::now();
}

void Timer::stop() {
  if (--depth_ == 0) total_ += Clock::now() - started_;
}

Counter& Statistics::counter(std::string_view name) {
  const std::lock_guard lock(mutex_);
  for (const Slot& slot : slots_)
    if (!slot.is_time && slot.name == name) return counters_[slot.index];
  slots_.push_back({std::string(name), false, counters_.size()});
  return counters_.emplace_back();
}

Timer& Statistics::timer(std::string_view name) {
  const std::lock_guard lock(mutex_);
  for (const Slot& slot : slots_)
    if (slot.is_time && slot.name == name) return timers_[slot.index];
  slots_.push_back({std::string(name), true, timers_.size()});
  return timers_.emplace_back();
}

std::vector<Statistics::Entry> Statistics::entries() const {
  const std::lock_guard lock(mutex_);
  std::vector<Entry> result;
  for (const Slot& slot : slots_)
    result.push_back({slot.name, slot.is_time,
                      slot.is_time ? timers_[slot.index].seconds()
                                   : static_cast<double>(counters_[slot.index].value())});
  return result;
}

void Statistics::restart() {
  const std::lock_guard lock(mutex_);
  for (const Slot& slot : slots_) {
    if (slot.name.starts_with("load::")) continue;
    if (slot.is_time)
      timers_[slot.index] = Timer();
    else
      counters_[slot.index] = Counter();
  }
}

}  // namespace arges
