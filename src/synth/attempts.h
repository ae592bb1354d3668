#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

/// Attempts that were in vain, and what failed most: reasons that differ in formulas and numbers
/// only are one.
class FailedAttempts {
 public:
  void add(const SynthesisError& error);
  bool empty() const { return attempts_ == 0; }
  /// "12 attempts; 9 of them: there are more than 300 states", of one at least.
  std::string text() const;
  /// The reason that was met most, and what would have worked there.
  const SynthesisError& most_frequent() const;

 private:
  struct Reason {
    std::string kind;
    std::size_t times;
    SynthesisError nearest;  ///< of those of this kind, what was missing least; else the last one
  };
  const Reason& most() const;

  std::size_t attempts_ = 0;
  std::vector<Reason> reasons_;  ///< in the order in which they were met first
};

/// A limit ended attempts; those that came to an end were in vain, and are told unless there are
/// none.
class AttemptsStopped : public LimitReached {
 public:
  AttemptsStopped(const LimitReached& limit, std::string tried)
      : LimitReached(limit), tried_(std::move(tried)) {}
  const std::string& tried() const { return tried_; }

 private:
  std::string tried_;
};

/// How often something is tried, and what it is called.
struct Attempts {
  int most;
  std::string_view wanted;
};
inline constexpr Attempts task_attempts{25, "task"};

/// What the first of several attempts gives that does not end in a SynthesisError. Throws
/// SynthesisError with the most frequent reason if there is none, and AttemptsStopped.
template <typename Attempt>
auto first_success(const Attempts& attempts, const Limits* limits, const Attempt& attempt) {
  FailedAttempts failed;
  for (int i = 0; i < attempts.most; ++i) {
    try {
      if (limits != nullptr) limits->check();
      return attempt();
    } catch (const SynthesisError& error) {
      failed.add(error);
    } catch (const LimitReached& limit) {
      throw AttemptsStopped(limit, failed.empty() ? "" : failed.text());
    }
  }
  const SynthesisError& reason = failed.most_frequent();
  throw SynthesisError("there was no such " + std::string(attempts.wanted) + " in " + failed.text(),
                       reason.nearest(), 0, reason.obstacle());
}

/// A number below `end` that works, where the next one does not or is `end`; by bisection, as
/// smaller numbers mostly work if larger ones do. None if none is found.
template <typename Works>
std::optional<std::uint32_t> largest_below(std::uint32_t end, const Works& works) {
  std::optional<std::uint32_t> result;
  std::uint32_t least = 0;
  while (least < end) {
    const std::uint32_t middle = least + (end - least) / 2;
    if (works(middle)) {
      result = middle;
      least = middle + 1;
    } else {
      end = middle;
    }
  }
  return result;
}

}  // namespace arges::synth
