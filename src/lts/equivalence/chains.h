#pragma once

#include <cstdint>
#include <vector>

namespace arges::lts {

/// Doubly linked lists of numbered elements, each in one list at a time; a list is known by its
/// head. Elements move between lists in constant time, without allocation.
class Chains {
 public:
  static constexpr std::uint32_t none = 0xFFFFFFFF;

  void resize(std::size_t elements) {
    next_.resize(elements, none);
    previous_.resize(elements, none);
  }
  std::uint32_t next(std::uint32_t element) const { return next_[element]; }

  void push(std::uint32_t& head, std::uint32_t element) {
    next_[element] = head;
    previous_[element] = none;
    if (head != none) previous_[head] = element;
    head = element;
  }
  void remove(std::uint32_t& head, std::uint32_t element) {
    const std::uint32_t before = previous_[element];
    const std::uint32_t behind = next_[element];
    if (before == none)
      head = behind;
    else
      next_[before] = behind;
    if (behind != none) previous_[behind] = before;
  }

 private:
  std::vector<std::uint32_t> next_;
  std::vector<std::uint32_t> previous_;
};

/// Records with numbers that are given out again once they are released.
template <typename Record>
class Pool {
 public:
  std::uint32_t add(const Record& record) {
    if (free_.empty()) {
      records_.push_back(record);
      return static_cast<std::uint32_t>(records_.size() - 1);
    }
    const std::uint32_t number = free_.back();
    free_.pop_back();
    records_[number] = record;
    return number;
  }
  void release(std::uint32_t number) { free_.push_back(number); }
  Record& operator[](std::uint32_t number) { return records_[number]; }
  const Record& operator[](std::uint32_t number) const { return records_[number]; }
  std::size_t size() const { return records_.size(); }

 private:
  std::vector<Record> records_;
  std::vector<std::uint32_t> free_;
};

}  // namespace arges::lts
