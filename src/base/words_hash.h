#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/arena.h"

namespace arges {

/// Hashes a key made of words; the same on every run.
struct WordsHash {
  std::size_t operator()(const std::vector<std::uint64_t>& words) const {
    std::size_t hash = words.size();
    for (const std::uint64_t word : words) hash = hash_combine(hash, word);
    return hash;
  }
};

}  // namespace arges
