#pragma once

#include <span>
#include <string>
#include <vector>

#include "model/machines/evaluator.h"

namespace arges::model::machines {

/// The 32-bit integers cut into intervals: an abstract type of Ojala 2008, Section 5.3. Cells are
/// known by their least numbers.
class Partition {
 public:
  /// One cell.
  Partition() = default;
  /// Every number is a cell of its own: the type int.
  static Partition exact();
  /// Negative numbers, zero, positive numbers.
  static Partition sign();

  bool is_exact() const { return is_exact_; }
  /// The cell that has the number in it.
  Range cell(Value number) const;
  /// The cells that have a number of the range in them; no more than `most`, then nothing.
  std::vector<Range> cells(Range range, std::size_t most) const;
  std::size_t size() const { return starts_.size(); }  ///< unless it is exact
  const std::vector<Value>& starts() const { return starts_; }

  /// The number becomes a cell of its own. False if it is one already.
  bool separate(Value number);
  /// A cell begins at the number. False if one does already.
  bool cut(Value number);
  /// The finest of both.
  void unite(const Partition& other);
  bool operator==(const Partition&) const = default;
  /// "..-3 | -2 | -1 | 0 | 1 | 2.."
  std::string to_string() const;

 private:
  std::vector<Value> starts_ = {least_int};  ///< of the cells, in order
  bool is_exact_ = false;
};

/// "[1, 5]", "7"
std::string to_string(Range range);

}  // namespace arges::model::machines
