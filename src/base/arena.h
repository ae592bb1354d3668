#pragma once

#include <cstddef>
#include <cstdint>
#include <memory_resource>
#include <vector>

namespace arges {

/// Mixes a value into a hash; the same on every run.
inline std::size_t hash_combine(std::size_t seed, std::uint64_t value) {
  std::uint64_t x = seed + 0x9E3779B97F4A7C15ULL + value;
  x ^= x >> 32U;
  x *= 0xD6E8FEB86659FD93ULL;
  x ^= x >> 32U;
  x *= 0xD6E8FEB86659FD93ULL;
  return x ^ (x >> 32U);
}

/// A set of pointers to immutable, arena-allocated records, found by hash and equality; it never
/// shrinks. The record type stores its own hash as `hash`.
template <typename Record>
class InternTable {
 public:
  /// The stored record equal to what `equals` describes, or the one `make` creates.
  template <typename Equals, typename Make>
  Record* intern(std::size_t hash, const Equals& equals, const Make& make) {
    if (2 * (size_ + 1) > slots_.size()) grow();
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != nullptr) {
      if (slots_[at]->hash == hash && equals(*slots_[at])) return slots_[at];
      at = (at + 1) & (slots_.size() - 1);
    }
    Record* record = make();
    // `make` may have interned other records and moved the slots.
    if (2 * (size_ + 1) > slots_.size()) grow();
    at = hash & (slots_.size() - 1);
    while (slots_[at] != nullptr) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = record;
    ++size_;
    return record;
  }
  /// The stored record equal to what `equals` describes, or null.
  template <typename Equals>
  Record* find(std::size_t hash, const Equals& equals) const {
    if (slots_.empty()) return nullptr;
    std::size_t at = hash & (slots_.size() - 1);
    while (slots_[at] != nullptr) {
      if (slots_[at]->hash == hash && equals(*slots_[at])) return slots_[at];
      at = (at + 1) & (slots_.size() - 1);
    }
    return nullptr;
  }
  std::size_t size() const { return size_; }

 private:
  void grow() {
    std::vector<Record*> old(slots_.empty() ? 64 : 2 * slots_.size(), nullptr);
    old.swap(slots_);
    for (Record* record : old) {
      if (record == nullptr) continue;
      std::size_t at = record->hash & (slots_.size() - 1);
      while (slots_[at] != nullptr) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = record;
    }
  }
  std::vector<Record*> slots_;
  std::size_t size_ = 0;
};

}  // namespace arges
