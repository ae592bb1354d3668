#include "automata/ltl/measures.h"

namespace arges::automata {

std::size_t temporal_operators(Formula formula) {
  std::size_t result = formula.op() >= Op::next ? 1 : 0;
  for (const Formula child : formula.children()) result += temporal_operators(child);
  return result;
}

}  // namespace arges::automata
