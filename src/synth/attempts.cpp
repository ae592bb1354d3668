#include "synth/attempts.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/invariant.h"

namespace arges::synth {

namespace {

/// A message without what stands in single quotes, and without numbers.
std::string kind_of(std::string_view message) {
  std::string result;
  bool is_quoted = false;
  for (const char c : message) {
    if (c == '\'') is_quoted = !is_quoted;
    const bool is_digit = c >= '0' && c <= '9';
    if (!is_quoted && !is_digit) result += c;
  }
  return result;
}

}  // namespace

void FailedAttempts::add(const SynthesisError& error) {
  ++attempts_;
  std::string kind = kind_of(error.what());
  const auto found = std::find_if(reasons_.begin(), reasons_.end(),
                                  [&kind](const Reason& reason) { return reason.kind == kind; });
  if (found == reasons_.end()) {
    reasons_.push_back({std::move(kind), 1, error});
    return;
  }
  ++found->times;
  if (error.missing() <= found->nearest.missing()) found->nearest = error;
}

const FailedAttempts::Reason& FailedAttempts::most() const {
  INVARIANT(!reasons_.empty(), "attempts should have failed");
  return *std::max_element(reasons_.begin(), reasons_.end(),
                           [](const Reason& a, const Reason& b) { return a.times < b.times; });
}

const SynthesisError& FailedAttempts::most_frequent() const { return most().nearest; }

std::string FailedAttempts::text() const {
  const Reason& reason = most();
  if (attempts_ == 1) return fmt::format("1 attempt: {}", reason.nearest.what());
  const std::string times = reason.times == attempts_ ? ""
                            : reason.times == 1       ? "; of one of them"
                                                : fmt::format("; of {} of them", reason.times);
  return fmt::format("{} attempts with other properties each time{}: {}", attempts_, times,
                     reason.nearest.what());
}

}  // namespace arges::synth
