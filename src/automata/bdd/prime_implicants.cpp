#include "automata/bdd/prime_implicants.h"

namespace arges::automata {

namespace {

/// Primes of `upper` that together cover `lower`, each behind the variables of `prefix`.
void collect(const Bdd& lower, const Bdd& upper, std::vector<int>& prefix,
             std::vector<std::vector<int>>& primes) {
  if (lower.is_false()) return;
  if (upper.is_true()) {
    primes.push_back(prefix);
    return;
  }
  const int variable = upper.variable();
  // A variable that only `lower` has is no part of a prime.
  if (!lower.is_constant() && lower.variable() < variable)
    return collect(lower.low() | lower.high(), upper, prefix, primes);
  const bool split = !lower.is_constant() && lower.variable() == variable;
  const Bdd lower_low = split ? lower.low() : lower;
  const Bdd lower_high = split ? lower.high() : lower;
  collect(lower_low, upper.low(), prefix, primes);
  prefix.push_back(variable);
  collect(lower_high - upper.low(), upper.high(), prefix, primes);
  prefix.pop_back();
}

}  // namespace

std::vector<std::vector<int>> monotone_prime_implicants(const Bdd& function) {
  std::vector<std::vector<int>> primes;
  std::vector<int> prefix;
  collect(function, function, prefix, primes);
  return primes;
}

}  // namespace arges::automata
