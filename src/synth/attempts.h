#pragma once

#include <cstdint>
#include <optional>

#include <fmt/format.h>

#include "base/limits.h"
#include "synth/random.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

/// What the first of several attempts gives that does not end in a SynthesisError; each is called
/// with a seed of its own. Throws SynthesisError with the last reason if there is none, and
/// LimitReached.
template <typename Attempt>
auto first_success(std::uint64_t seed, const Limits* limits, const Attempt& attempt) {
  constexpr int attempts = 25;
  Random seeds(seed);
  std::optional<SynthesisError> last;
  for (int i = 0; i < attempts; ++i) {
    if (limits != nullptr) limits->check();
    try {
      return attempt(seeds.fork());
    } catch (const SynthesisError& error) {
      last = error;
    }
  }
  throw SynthesisError(fmt::format("in {} attempts, with other properties each time, there was no "
                                   "such task; of the last one: {}",
                                   attempts, last->what()),
                       last->nearest());
}

}  // namespace arges::synth
