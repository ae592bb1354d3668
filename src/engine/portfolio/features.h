#pragma once

#include <cstdint>
#include <string>

#include "analysis/system/system.h"

namespace arges::engine {

/// What can be seen of a model without analysing it; enough to choose where to begin.
struct Features {
  // Variables, by their types.
  std::size_t booleans = 0;
  std::size_t modes = 0;  ///< of enumerations, or called control by the model's author
  std::size_t numbers = 0;
  std::size_t bit_vectors = 0;
  std::size_t floats = 0;
  std::size_t arrays = 0;
  // What is done with them.
  bool computes = false;         ///< numbers are added or multiplied
  bool hard_arithmetic = false;  ///< products of variables, quotients, remainders
  std::size_t inputs = 0;        ///< places where a variable gets any value
  // The control graph.
  std::size_t actions = 0;
  std::size_t loops = 0;  ///< control points that a path comes back to, depth first

  /// "12 Booleans, 3 numbers, 2 loops, 40 actions".
  std::string to_string() const;
};

Features features_of(const analysis::System& system);

}  // namespace arges::engine
