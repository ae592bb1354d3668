#pragma once

#include <cstdint>
#include <vector>

namespace arges::frontend::c {

/// How wide the types are: int, long and pointers of 32 bits, or the latter two of 64.
enum class DataModel : std::uint8_t { ilp32, lp64 };

/// How integers are represented in the model.
enum class ArithmeticChoice : std::uint8_t { automatic, integers, bit_vectors };

/// What happens where the result of a signed operation is not one of its type.
enum class Overflow : std::uint8_t {
  ends_run,  ///< undefined: nothing after it is a run of the program
  is_error,  ///< what the property no-overflow forbids
  goes_on,   ///< as if the type had it: a run that counts for ever is one to temporal formulas
};

/// What the letters are that a run of a program is to temporal formulas.
enum class Letters : std::uint8_t {
  steps,   ///< states at calls of __VERIFIER_ltl_step(), or where there are none, after all steps
  events,  ///< what is read by scanf and what is printed by printf
};

struct Options {
  DataModel data_model = DataModel::ilp32;
  ArithmeticChoice arithmetic = ArithmeticChoice::automatic;
  Overflow overflow = Overflow::ends_run;
  Letters letters = Letters::steps;
  std::vector<int> inputs = {};  ///< of events: runs that read anything else do not count
  std::uint32_t recursion = 0;   ///< so many calls of a function within its own are followed
};

}  // namespace arges::frontend::c
