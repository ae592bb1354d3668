#pragma once

#include <vector>

#include "automata/bdd/bdd.h"

namespace arges::automata {

struct Literal {
  int variable;
  bool positive;
};
using Cube = std::vector<Literal>;

/// The function as a short sum of products: an irredundant cover of prime implicants (Minato 1992).
std::vector<Cube> prime_cover(const Bdd& function);

}  // namespace arges::automata
