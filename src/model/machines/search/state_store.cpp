#include "model/machines/search/state_store.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include <sys/mman.h>

namespace arges::model::machines {

PagedMemory::~PagedMemory() {
  if (data_ != nullptr) munmap(data_, size_);
}

PagedMemory::PagedMemory(PagedMemory&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

PagedMemory& PagedMemory::operator=(PagedMemory&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

void PagedMemory::resize(std::size_t bytes) {
  constexpr std::size_t huge_page = std::size_t{1} << 21U;
  const std::size_t page = bytes < 4 * huge_page ? 4096 : huge_page;
  bytes = (bytes + page - 1) / page * page;
  if (bytes <= size_) return;
  void* const found = data_ == nullptr ? mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
                                       : mremap(data_, size_, bytes, MREMAP_MAYMOVE);
  if (found == MAP_FAILED) throw std::bad_alloc();
  data_ = static_cast<std::uint8_t*>(found);
  size_ = bytes;
  // Random accesses miss the small pages' table most of the time.
  if (page == huge_page) madvise(data_, size_, MADV_HUGEPAGE);
}

namespace {

std::uint64_t word(const std::uint8_t* at) {
  std::uint64_t result = 0;
  std::memcpy(&result, at, sizeof result);
  return result;
}

/// Both halves of the product.
std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64U);
}

constexpr std::uint64_t upper = 0xFFFFFFFF00000000U;

}  // namespace

/// Multiplication and folding, as in Wang Yi's wyhash.
std::uint64_t StateStore::hash(const std::uint8_t* row, std::uint32_t bytes) {
  std::uint64_t result = 0x9E3779B97F4A7C15U;
  std::uint32_t i = 0;
  for (; i + 16 <= bytes; i += 16)
    result = folded(word(row + i) ^ 0xA0761D6478BD642FU, word(row + i + 8) ^ result);
  if (i < bytes) result = folded(word(row + i) ^ 0xE7037ED1A0B428DBU, result);
  return folded(result, 0x8EBC6AF09C88C6E3U);
}

StateStore::StateStore(std::uint32_t row_bytes) : row_bytes_(row_bytes) {
  table_.resize(sizeof(std::uint64_t) << bits_);
}

void StateStore::reserve(std::uint32_t rows) {
  // A place is told by 32 bits of the hash.
  if (size_ > std::numeric_limits<std::int32_t>::max() - rows) throw std::bad_alloc();
  if (size_ + rows > room_) {
    room_ = static_cast<std::uint32_t>(std::min<std::uint64_t>(
        std::max<std::uint64_t>({256U, size_ + rows, std::uint64_t{room_} + room_ / 2}),
        std::numeric_limits<std::uint32_t>::max()));
    rows_.resize(std::size_t{room_} * row_bytes_);
    parents_.resize(std::size_t{room_} * sizeof(std::uint32_t));
  }
  while ((std::size_t{size_} + rows) * 2 > std::size_t{1} << bits_) grow_table();
}

void StateStore::grow_table() {
  const PagedMemory old = std::move(table_);
  const auto* from = reinterpret_cast<const std::uint64_t*>(old.data());
  const std::size_t count = std::size_t{1} << bits_;
  ++bits_;
  table_ = PagedMemory();
  table_.resize(sizeof(std::uint64_t) << bits_);
  const std::size_t mask = (std::size_t{1} << bits_) - 1;
  for (std::size_t i = 0; i < count; ++i) {
    if (from[i] == 0) continue;
    std::size_t at = place(from[i] & upper);
    while (entries()[at] != 0) at = (at + 1) & mask;
    entries()[at] = from[i];
  }
}

std::optional<std::uint32_t> StateStore::find(const std::uint8_t* row, std::uint64_t hash) const {
  const std::size_t mask = (std::size_t{1} << bits_) - 1;
  for (std::size_t at = place(hash); entries()[at] != 0; at = (at + 1) & mask) {
    const std::uint64_t entry = entries()[at];
    if ((entry & upper) != (hash & upper)) continue;
    const auto number = static_cast<std::uint32_t>(entry) - 1;
    if (std::memcmp(this->row(number), row, row_bytes_) == 0) return number;
  }
  return {};
}

void StateStore::prefetch_row(std::uint64_t hash) const {
  const std::size_t mask = (std::size_t{1} << bits_) - 1;
  for (std::size_t at = place(hash); entries()[at] != 0; at = (at + 1) & mask) {
    const std::uint64_t entry = entries()[at];
    if ((entry & upper) != (hash & upper)) continue;
    const std::uint8_t* const found = row(static_cast<std::uint32_t>(entry) - 1);
    __builtin_prefetch(found);
    __builtin_prefetch(found + row_bytes_ - 1);
    return;
  }
}

StateStore::Added StateStore::add(const std::uint8_t* row, std::uint64_t hash,
                                  std::uint32_t parent) {
  if (size_ == room_ || (std::size_t{size_} + 1) * 2 > std::size_t{1} << bits_) reserve(1);
  const std::size_t mask = (std::size_t{1} << bits_) - 1;
  std::size_t at = place(hash);
  for (; entries()[at] != 0; at = (at + 1) & mask) {
    const std::uint64_t entry = entries()[at];
    if ((entry & upper) != (hash & upper)) continue;
    const auto number = static_cast<std::uint32_t>(entry) - 1;
    if (std::memcmp(this->row(number), row, row_bytes_) == 0) return {number, false};
  }
  entries()[at] = (hash & upper) | (size_ + 1);
  std::memcpy(rows_.data() + std::size_t{size_} * row_bytes_, row, row_bytes_);
  reinterpret_cast<std::uint32_t*>(parents_.data())[size_] = parent;
  return {size_++, true};
}

}  // namespace arges::model::machines
