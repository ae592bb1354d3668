#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/limits.h"
#include "lts/mts.h"
#include "lts/temporal/run.h"
#include "synth/property/patterns.h"

namespace arges::synth {

enum class Verdict : std::uint8_t { satisfied, violated };

/// What the depth of a violation is measured in (Jasper 2021, 4.3.2).
enum class DepthKind : std::uint8_t {
  prefix,  ///< the shortest word after which no continuation can satisfy the property (Def. 35)
  states,  ///< the fewest distinct states of a path that violates it
};

/// Depths above `more_than` and at most `at_most`: the interval (m, n].
struct DepthInterval {
  DepthKind kind = DepthKind::prefix;
  std::size_t more_than = 0;
  std::size_t at_most = 0;
};

/// Whether all violations pass one transition (Def. 33), or there may be others as well.
enum class Rarity : std::uint8_t { handle, any };

/// A property of the system that is wanted, and what the answer is to be.
struct WantedProperty {
  Property property;
  Verdict verdict = Verdict::satisfied;
  Rarity rarity = Rarity::handle;           ///< of a violation
  std::optional<DepthInterval> depth = {};  ///< of a violation
};

/// What a system is to be like.
struct SystemRequest {
  VocabularyPtr vocabulary;
  lts::Alphabet alphabet;
  /// If not empty: these and the others of the alphabet alternate, beginning with one of these.
  lts::Alphabet inputs;
  std::vector<WantedProperty> properties;
  /// Always satisfied, also by violations of the others.
  std::vector<Property> structural;
  /// So many copies of each state are told apart, which then lose different transitions.
  std::size_t copies = 1;
  /// Out of a hundred transitions that need not be there so many are left out.
  unsigned percent_dropped = 0;
  /// More than this is too large to be made.
  std::size_t max_states = 200'000;
  const Limits* limits = nullptr;  ///< that may end the synthesis, and its check
};

/// A transition with its source.
struct Handle {
  lts::StateId source;
  lts::ActionId action;
  lts::StateId target;
};

/// A lasso that violates a property; all its transitions are required, so that it is in every
/// refinement.
struct KeptCounterexample {
  std::size_t property;  ///< its number in the request
  lts::Run run;          ///< of the one system
  /// Without this transition the property is satisfied (Def. 33).
  std::optional<Handle> handle;
  /// As measured; within the interval that was wanted. Of kind `states` only if there is a handle.
  std::optional<DepthInterval> depth;
};

/// A modal transition system with what is known about it: every property that was wanted to be
/// satisfied is so in every refinement that is an LTS, the others are violated in each of them. No
/// state is without transitions. All promises were checked by `promise_error`.
struct PropertySystem {
  lts::Mts system;
  std::vector<WantedProperty> properties;
  std::vector<Property> structural;
  std::vector<KeptCounterexample> counterexamples;
};

/// Makes a system (Jasper 2021, chapter 5) and checks it. Throws SynthesisError with the reason
/// and what would work, if there is none, and LimitReached.
PropertySystem synthesize(const SystemRequest& request, Random& random);

/// What is wrong with a system's promises, or "", by code that did not make it: satisfaction and
/// violation by the checker of `lts/temporal`, handles by checking the system without them, depths
/// by a search of the system, counterexamples step by step.
std::string promise_error(const SystemRequest& request, const PropertySystem& made);

}  // namespace arges::synth
