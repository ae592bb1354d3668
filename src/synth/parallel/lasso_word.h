#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "lts/temporal/run.h"

namespace arges::synth {

/// An infinite word of actions: some letters, the last of which repeat for ever.
struct LassoWord {
  std::vector<lts::ActionId> letters;
  std::size_t loop_start = 0;  ///< so many letters are before those that repeat
};

/// The actions of a lasso.
LassoWord word_of(const lts::Run& run);
/// What is left of a word if only some actions are seen; nothing if that is finite.
std::optional<LassoWord> view(const LassoWord& word, const lts::Alphabet& visible);

/// How much a search would rather not use a transition; 1 for those that it does not mind.
using TransitionCost = std::function<unsigned(lts::StateId, const lts::Transition&)>;

/// A transition with its source, as part of a run.
struct UsedTransition {
  lts::StateId source;
  lts::Transition transition;
};

/// A word that one more system can follow.
struct LiftedWord {
  LassoWord word;
  std::vector<UsedTransition> used;  ///< by the system that joined
};

/// The word with actions put in between that only `part` knows, so that `part` takes part: it
/// follows the letters of its alphabet, and those that are put in are of its alphabet and not among
/// the `known` ones. The loop may be unrolled. Nothing if there is no such word; otherwise one
/// whose transitions cost little.
std::optional<LiftedWord> lifted(const LassoWord& word, const lts::Alphabet& known,
                                 const lts::Mts& part, const TransitionCost& cost = {});

/// The run of a composition with these actions, which comes back to its states after the loop;
/// nothing if some part has none.
std::optional<lts::Run> run_along(const LassoWord& word, const std::vector<const lts::Mts*>& parts);

}  // namespace arges::synth
