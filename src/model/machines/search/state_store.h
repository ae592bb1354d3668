#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace arges::model::machines {

/// Memory that grows without being copied: pages move. What is new is zero.
class PagedMemory {
 public:
  PagedMemory() = default;
  ~PagedMemory();
  PagedMemory(const PagedMemory&) = delete;
  PagedMemory& operator=(const PagedMemory&) = delete;
  PagedMemory(PagedMemory&& other) noexcept;
  PagedMemory& operator=(PagedMemory&& other) noexcept;

  /// Throws bad_alloc.
  void resize(std::size_t bytes);
  std::size_t size() const { return size_; }
  std::uint8_t* data() const { return data_; }

 private:
  std::uint8_t* data_ = nullptr;
  std::size_t size_ = 0;
};

/// Rows of equal length, numbered as they come, each once: the visited states of a search.
///
/// A table of open addresses has the number of each row with 32 bits of its hash, whose upper bits
/// are where it begins to look: to double it is to read it once from its begin to its end.
class StateStore {
 public:
  explicit StateStore(std::uint32_t row_bytes);

  static std::uint64_t hash(const std::uint8_t* row, std::uint32_t bytes);

  std::uint32_t size() const { return size_; }
  std::uint32_t row_bytes() const { return row_bytes_; }
  const std::uint8_t* row(std::uint32_t number) const {
    return rows_.data() + std::size_t{number} * row_bytes_;
  }
  std::uint32_t parent(std::uint32_t number) const {
    return reinterpret_cast<const std::uint32_t*>(parents_.data())[number];
  }
  /// Bytes of all that is kept.
  std::size_t memory() const { return rows_.size() + parents_.size() + table_.size(); }

  struct Added {
    std::uint32_t number = 0;
    bool is_new = false;
  };
  Added add(const std::uint8_t* row, std::uint64_t hash, std::uint32_t parent);
  std::optional<std::uint32_t> find(const std::uint8_t* row, std::uint64_t hash) const;

  // For many rows in turn, so that memory is asked for before it is needed.
  /// Makes room for so many more rows: places stay where they are until they are added.
  void reserve(std::uint32_t rows);
  void prefetch_place(std::uint64_t hash) const { __builtin_prefetch(entries() + place(hash)); }
  /// Once that is there: the row that is probably the same.
  void prefetch_row(std::uint64_t hash) const;

 private:
  std::uint64_t* entries() const { return reinterpret_cast<std::uint64_t*>(table_.data()); }
  std::size_t place(std::uint64_t hash) const { return hash >> (64U - bits_); }
  void grow_table();

  std::uint32_t row_bytes_;
  std::uint32_t size_ = 0;
  std::uint32_t room_ = 0;  ///< rows that there are pages for
  std::uint32_t bits_ = 9;  ///< the table has 2^bits entries
  PagedMemory rows_;
  PagedMemory parents_;
  PagedMemory table_;  ///< of (upper 32 bits of the hash, number plus one), 0 where there is none
};

}  // namespace arges::model::machines
