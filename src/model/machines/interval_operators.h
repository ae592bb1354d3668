#pragma once

#include <optional>
#include <vector>

#include "model/machines/evaluator.h"

namespace arges::model::machines {

/// All that an operator may result in over operands that are anywhere in their intervals.
struct Results {
  /// Numbers of 32 bits, from one bound to the other in such strides.
  struct Numbers {
    Range range;
    Value stride = 1;
    /// Whether each of them is a result, or only may be one.
    enum class Kind : std::uint8_t { results, candidates } kind = Kind::results;

    /// The least and the largest of them in a cell; nothing if there is none.
    std::optional<Range> within(Range cell) const;
  };
  std::vector<Numbers> numbers = {};
  std::vector<Fault> faults = {};  ///< each of which some operands have

  /// Whether some of the numbers are in the cell, and whether one is a result for certain.
  bool meets(Range cell) const;
  bool certainly_meets(Range cell) const;
};

/// Arithmetic over intervals; the second operand of a unary operator does not count. All results
/// are exact but those of `*`, `/` and `%` where both operands have many numbers.
Results apply(Operator op, Range a, Range b);

/// The truth values that a comparison may have: exactly those.
struct Truths {
  bool may_hold = false;
  bool may_fail = false;
};
Truths compare(Operator op, Range a, Range b);

}  // namespace arges::model::machines
