#pragma once

#include "synth/random.h"
#include "synth/sequential/machine.h"
#include "synth/sequential/program.h"

namespace arges::synth {

/// How states become values of variables, as the classes of RERS.
enum class ProgramClass : std::uint8_t {
  plain,           ///< constants and equality
  arithmetic,      ///< also ranges, and values that are computed
  data_structure,  ///< also tables and pointers to them
};

struct EncodingOptions {
  ProgramClass program_class = ProgramClass::plain;
  /// Out of a hundred groups of states so many have a variable of their own, which keeps its value
  /// in other groups: the more, the more program states a state of the machine has.
  unsigned percent_own = 50;
  /// Out of a hundred values of ranges so many are computed from others, and differ by this much at
  /// most: each such value multiplies the states of the program.
  unsigned percent_computed = 40;
  unsigned computed_values = 100;
  /// So many rules that never fire out of a hundred that may.
  unsigned percent_dead_rules = 20;
};

/// A program that reacts as planned (after Howar et al. 2014): states are the leaves of a tree,
/// each of whose nodes has a variable that tells its children apart; a rule sets the variables on
/// the way to its target. Every program state that a run can meet belongs to one state of the plan.
Program encoded(const MachinePlan& plan, const lts::Alphabet& inputs,
                const EncodingOptions& options, Random& random);

}  // namespace arges::synth
