#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/limits.h"
#include "synth/random.h"
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

/// What the first of several attempts gives that does not end in a SynthesisError; each is called
/// with a seed of its own. Throws SynthesisError with the most frequent reason if there is none,
/// and AttemptsStopped.
template <typename Attempt>
auto first_success(std::uint64_t seed, const Limits* limits, const Attempt& attempt) {
  constexpr int attempts = 25;
  Random seeds(seed);
  FailedAttempts failed;
  for (int i = 0; i < attempts; ++i) {
    try {
      if (limits != nullptr) limits->check();
      return attempt(seeds.fork());
    } catch (const SynthesisError& error) {
      failed.add(error);
    } catch (const LimitReached& limit) {
      throw AttemptsStopped(limit, failed.empty() ? "" : failed.text());
    }
  }
  throw SynthesisError("there was no such task in " + failed.text(),
                       failed.most_frequent().nearest());
}

}  // namespace arges::synth
