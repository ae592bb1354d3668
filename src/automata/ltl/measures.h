#pragma once

#include "automata/ltl/formula.h"

namespace arges::automata {

/// How many temporal operators a formula has, each as often as it is written.
std::size_t temporal_operators(Formula formula);

}  // namespace arges::automata
