#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "ir/expr.h"
#include "ir/value.h"

namespace arges::analysis {

/// The proof of a `true` by a set of states that nothing leaves. What may leave a state is for the
/// model to say, so that each kind of model that has such proofs has its checker.
struct StateSet {
  std::vector<ir::Var> variables = {};
  std::vector<ir::Value> values = {};  ///< of all states, one after another
  /// By states: the part of the model that is the only one followed from there, as the others are
  /// independent of it, or `all`. Without any, all is followed from all states.
  std::vector<std::uint32_t> followed = {};
  static constexpr std::uint32_t all = std::numeric_limits<std::uint32_t>::max();
  std::uint64_t count = 0;
  std::string omitted = {};  ///< why the states are not here

  const ir::Value* state(std::size_t number) const { return &values[number * variables.size()]; }
};

}  // namespace arges::analysis
