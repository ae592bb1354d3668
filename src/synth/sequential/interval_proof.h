#pragma once

#include <map>
#include <string>

#include "base/limits.h"
#include "lts/mealy.h"
#include "synth/sequential/program.h"

namespace arges::synth {

/// What is proved of a program, or why it is not.
struct IntervalProof {
  std::string error;  ///< "": everything below is proved
  /// Errors that can be reached, and by how many inputs at least.
  std::map<std::size_t, std::size_t> reachable_errors;
  /// The values that each variable may have between inputs and at errors.
  std::vector<std::int64_t> least;
  std::vector<std::int64_t> most;
};

/// Proves that a program and a Mealy machine react alike to every sequence of inputs, but for
/// errors where the machine refuses an input: intervals of the variables for each state of the
/// machine, joined until nothing changes, in which every condition that is met is decided. Also
/// that nothing overflows and no index is out of range. Knows nothing of how the program was made.
/// Throws LimitReached.
IntervalProof prove_by_intervals(const Program& program, const lts::MealyMachine& machine,
                                 const Limits* limits = nullptr);

}  // namespace arges::synth
