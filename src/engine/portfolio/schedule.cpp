#include "engine/portfolio/schedule.h"

#include <algorithm>
#include <cmath>

namespace arges::engine {

Schedule::Schedule(std::size_t members, double least_seconds)
    : least_seconds_(least_seconds), turns_(members, 0) {
  for (std::size_t member = 0; member < members; ++member) waiting_.push_back(member);
}

std::optional<Schedule::Turn> Schedule::next(double elapsed) {
  if (waiting_.empty()) return std::nullopt;
  if (running_ > 0 && elapsed < head_start_seconds) return std::nullopt;
  const std::size_t member = waiting_.front();
  waiting_.pop_front();
  ++running_;
  const double seconds = first_slice_seconds * std::pow(growth, turns_[member]++);
  return Turn{member, member == 0 ? std::max(seconds, least_seconds_) : seconds};
}

void Schedule::ran_out(std::size_t member) {
  --running_;
  waiting_.push_back(member);
}

void Schedule::retire() { --running_; }

}  // namespace arges::engine
