#pragma once

#include <optional>

#include "base/limits.h"
#include "lts/logic/formula.h"

namespace arges::lts {

/// What a refinement must keep.
enum class RefinementKind : std::uint8_t {
  modal,            ///< Jasper 2021, Def. 18
  weak,             ///< Def. 26: modal refinement of the observational systems
  convergent_weak,  ///< Def. 26: and what refines never goes on internally for ever
};

/// The answer to whether one system refines another, with a reason if it is no.
struct RefinementResult {
  bool refines = false;
  /// Holds in what should be refined, and not in what should refine it; nothing if the answer is
  /// yes, or the reason is `divergent`.
  std::optional<FormulaId> formula;
  /// A state of what should refine that goes on internally for ever.
  std::optional<StateId> divergent;
};

/// Whether `concrete` refines `abstract`; formulas that tell why not are added to `formulas`. They
/// must share a table of actions. Pairs of states are looked at as far as they depend on each
/// other; weak refinement takes the observational systems, which may be quadratic. Throws
/// LimitReached.
RefinementResult refines(const Mts& concrete, const Mts& abstract, RefinementKind kind,
                         Formulas& formulas, const Limits* limits = nullptr);

}  // namespace arges::lts
