#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "base/invariant.h"

namespace arges::synth {

/// Choices by a seed; the library's distributions differ between implementations, these do not.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// A number below the bound, which is not 0.
  std::size_t below(std::size_t bound) {
    INVARIANT(bound != 0, "there should be something to choose from");
    return static_cast<std::size_t>(engine_() % bound);
  }
  /// A number from the first to the last, both included.
  std::int64_t between(std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(below(static_cast<std::size_t>(last - first) + 1));
  }
  /// True so many times out of a hundred.
  bool percent(unsigned chance) { return below(100) < chance; }

  template <typename Value>
  const Value& pick(const std::vector<Value>& values) {
    return values[below(values.size())];
  }
  template <typename Value>
  void shuffle(std::vector<Value>& values) {
    for (std::size_t i = values.size(); i > 1; --i) std::swap(values[i - 1], values[below(i)]);
  }
  /// Some of the values, in random order; all of them if there are not more.
  template <typename Value>
  std::vector<Value> sample(std::vector<Value> values, std::size_t number) {
    shuffle(values);
    if (values.size() > number)
      values.erase(values.begin() + static_cast<std::ptrdiff_t>(number), values.end());
    return values;
  }
  /// The seed of another generator, for a part that should not depend on what is chosen later.
  std::uint64_t fork() { return engine_(); }

 private:
  std::mt19937_64 engine_;
};

}  // namespace arges::synth
