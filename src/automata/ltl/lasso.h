#pragma once

#include <cstdint>
#include <vector>

#include "automata/ltl/formula.h"

namespace arges::automata {

/// An ultimately periodic word: letters, of which those from `loop_start` on repeat for ever. A
/// letter says of each proposition, by number, whether it holds; what is not said does not.
struct Lasso {
  std::vector<std::vector<bool>> letters;
  std::size_t loop_start = 0;
};

/// Whether the word satisfies the formula, by the definition of the operators. Shares nothing with
/// the translation, which it is there to check; any formula will do.
bool satisfies(const Lasso& word, Formula formula);

}  // namespace arges::automata
