#pragma once

#include <vector>

#include "model/machines/evaluator.h"

namespace arges::model::machines {

/// All that an operator may result in over operands that are anywhere in their intervals.
struct Results {
  /// Numbers of 32 bits, from one bound to the other in such strides.
  struct Numbers {
    Range range;
    Value stride = 1;
    /// Whether one of them is there.
    bool meets(Range cell) const;
  };
  std::vector<Numbers> numbers = {};
  std::vector<Fault> faults = {};
  /// Whether some of the numbers may be no result.
  enum class Precision : std::uint8_t { exact, over } precision = Precision::exact;
};

/// Arithmetic over intervals; the second operand of a unary operator does not count. `+`, `-` and
/// operations with a constant are exact, others may be more than exact.
Results apply(Operator op, Range a, Range b);

/// The truth values that a comparison may have.
struct Truths {
  bool may_hold = false;
  bool may_fail = false;
};
Truths compare(Operator op, Range a, Range b);

}  // namespace arges::model::machines
