#pragma once

#include <cstdint>
#include <string>

#include "engine/options.h"

namespace arges::engine {

/// What a set of traces should cover (Ádám 2023, Section 4.4.1.2).
enum class Criterion : std::uint8_t {
  states,
  configurations,
  transitions,
  transition_pairs,
  decisions,
  all_defs,
  all_uses,
  values,  ///< of variables that are named
  goals,   ///< conditions that are named
};
/// The values of `--criteria`; the numbers are Criterions.
const Choices& coverage_criteria();
std::string name_of(Criterion criterion);

}  // namespace arges::engine
