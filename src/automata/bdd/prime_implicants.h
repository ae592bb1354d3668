#pragma once

#include <vector>

#include "automata/bdd/bdd.h"

namespace arges::automata {

/// The prime implicants of a function that grows with each of its variables (no variable stands
/// negated in them), as lists of variables. Of such a function they are an irredundant cover, the
/// one that Minato's algorithm (SASIMI 1992) finds; this is that algorithm without negative
/// literals.
std::vector<std::vector<int>> monotone_prime_implicants(const Bdd& function);

}  // namespace arges::automata
