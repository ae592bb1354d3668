#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "synth/parallel/lasso_word.h"
#include "synth/parallel/ltl_oracle.h"

namespace arges::synth {

// Every component matters (Jasper 2021, Defs. 36 to 38): without knowing what component i does, a
// system neither satisfies nor violates the property. Let U be a component that may do all of i's
// actions at any time and must do none.
//
// Of a property that is satisfied, it is enough that some run of the system with U violates it:
// what is required with U is a run of the system as it is, where the property holds. Of a property
// that is violated, it is enough that nothing that is required with U violates it: the
// counterexample is still allowed. What is required with U does none of i's actions.

// Of any formula it is enough that the answer is another one for some LTS that refines U.

/// The word of a violation by a system in which `without` may do everything, if the others can be
/// made to follow, one after the other: `word` is possible for those whose actions are all `known`.
std::optional<LassoWord> violation_without(const LassoWord& word, const lts::Alphabet& known,
                                           const std::vector<const lts::Mts*>& others);

/// What is wrong with such a word, or "": a run of the composition has these actions and violates
/// the property, both by the code of `lts/temporal` that checks counterexamples.
std::string violation_without_error(const LtlOracle& oracle,
                                    const std::vector<lts::Mts>& components, std::size_t without,
                                    const LassoWord& word);

/// Actions that a component can't do any more, and that were not known to be blocked before.
struct BlockedStep {
  std::size_t component;
  lts::Alphabet actions;
};

/// The actions that can't happen any more if one component does none of its own: those, and again
/// and again what another component can't come to without them.
std::vector<BlockedStep> blocked_in_turn(const std::vector<lts::Mts>& components,
                                         std::size_t without);
/// All of them.
lts::Alphabet blocked_without(const std::vector<lts::Mts>& components, std::size_t without);

/// Whether a formula holds of a composition.
using Judge = std::function<bool(const std::vector<const lts::Mts*>&)>;

/// Whether it was shown that every component matters to a formula that has this answer: with one
/// that does everything, or nothing, in its place the answer is another one. False may also mean
/// that there are more than `most_states`. Throws LimitReached.
bool shown_to_matter(const std::vector<lts::Mts>& components, const Judge& holds, bool answer,
                     std::size_t most_states, const Limits* limits = nullptr);

}  // namespace arges::synth
