#pragma once

#include <cstdint>
#include <random>

#include "automata/ltl/formula.h"
#include "automata/ltl/lasso.h"

namespace arges::automata {

/// Makes random formulas and words, the same for the same seed on every machine.
class RandomFormulas {
 public:
  struct Shape {
    unsigned propositions = 3;  ///< p0, p1, …
    unsigned max_size = 12;     ///< operators and leaves
  };

  RandomFormulas(Formulas& formulas, std::uint64_t seed, Shape shape)
      : formulas_(formulas), random_(seed), shape_(shape) {}

  Formula formula();
  /// A word over the formulas' propositions, of at most that many letters.
  Lasso word(std::size_t max_length);

 private:
  /// A number below the bound; the library's distributions differ between implementations.
  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  Formula of_size(unsigned size);
  Formula leaf();

  Formulas& formulas_;
  std::mt19937_64 random_;
  Shape shape_;
};

}  // namespace arges::automata
