#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lts/mts.h"

namespace arges::lts {

/// What a position carries once a run is over: no action, not even the internal one.
inline constexpr ActionId no_action = 0xFFFFFFFF;

/// What a run that can't go on means to a formula.
enum class FiniteRuns : std::uint8_t {
  stutter,  ///< it goes on without an action, for ever: all maximal runs count
  ignore,   ///< nothing, as in Def. 14 of Jasper 2021 and at RERS: only infinite runs count
};

/// One step of a composition: what was done, and the states of all parts then.
struct RunStep {
  ActionId action;
  std::vector<StateId> after;
};

/// A run of a composition from its initial state; maybe a lasso. Position i of it carries the
/// action of step i, from 0 on.
struct Run {
  std::vector<StateId> start;
  std::vector<RunStep> steps;
  std::optional<std::size_t> loop_start;  ///< so many steps are before the part that repeats
};

}  // namespace arges::lts
