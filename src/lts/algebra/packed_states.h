#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "lts/mts.h"

namespace arges::lts {

/// A set of tuples of states, numbered in the order in which they came; each component takes as
/// many bits as its number of states needs, and equal tuples are found by hash.
class PackedStates {
 public:
  /// How many states each component has.
  explicit PackedStates(std::span<const std::size_t> sizes);

  /// The number of a tuple, which is added if it is new.
  StateId intern(const std::vector<StateId>& tuple);
  std::vector<StateId> unpacked(StateId number) const;
  std::size_t size() const { return size_; }

 private:
  struct Field {
    std::uint32_t word;
    std::uint32_t shift;
    std::uint64_t mask;
  };
  std::size_t hash(const std::uint64_t* words) const;
  void grow();

  std::vector<Field> fields_;
  std::size_t words_ = 1;  ///< of a tuple
  std::vector<std::uint64_t> data_;
  std::vector<std::uint64_t> packed_;  ///< the tuple that is looked for
  std::vector<StateId> slots_;         ///< open addressing; no_state: free
  std::size_t size_ = 0;
};

}  // namespace arges::lts
