#pragma once

#include <functional>

#include "synth/parallel/decomposition.h"
#include "synth/parallel/state_bound.h"
#include "synth/synthesis_error.h"

namespace arges::synth {

/// What a composition is to be like.
struct ParallelShape {
  std::size_t components = 4;
  DecompositionShape decomposition;  ///< its number of components is set by others
  /// Two components become one so many times (partial composition; Jasper 2021, 2.3.1).
  std::size_t merged = 0;
  std::size_t max_merged_states = 300;
  /// State spaces up to this size are searched as a whole, larger ones by their derivation.
  std::size_t explore = 100'000;
  /// No more than this can be reached; they are all searched then.
  std::optional<std::size_t> at_most;
};

/// A composition of LTSs that keeps the answer about the system it was made of, with all that is
/// needed to check this.
struct ParallelSystem {
  std::vector<lts::Mts> components;
  Derivation derivation;
  std::vector<lts::Mts> derived;  ///< the components of the derivation
  /// Of each component: the derived ones that it is the composition of, ascending.
  std::vector<std::vector<std::size_t>> made_of;
  /// Satisfied: of each component, a violation if it may do everything.
  std::vector<LassoWord> violations;
  /// Violated: the actions of a run that violates the property.
  std::optional<LassoWord> counterexample;
  StateBound states;
};

/// How many components know an action of a property (Def. 40).
std::size_t locality(const ParallelSystem& system, const lts::Alphabet& actions);

/// Decomposes, merges, shuffles, and looks for what shows that every component matters; everything
/// is checked by `parallel_error`. Throws SynthesisError and LimitReached.
ParallelSystem make_parallel(const DecompositionTask& task, const ParallelShape& shape,
                             FreshActions& fresh, Random& random, const Limits* limits = nullptr);

/// The same refusal; if it is about merging, with a number of merged components that was tried and
/// works, unless there is none or a limit ends the search.
SynthesisError advised_on_merging(const SynthesisError& error, const ParallelShape& shape,
                                  const std::function<bool(std::size_t merged)>& can_be_made);

/// What `make` makes of a request, whose refusals are advised on merging.
template <typename Request, typename Make>
auto made_or_advised(const Request& request, const Make& make) {
  const auto can_be_made = [&](std::size_t merged) {
    Request other = request;
    other.shape.merged = merged;
    try {
      make(other);
      return true;
    } catch (const SynthesisError&) {
      return false;
    }
  };
  try {
    return make(request);
  } catch (const SynthesisError& error) {
    throw advised_on_merging(error, request.shape, can_be_made);
  }
}

/// What is wrong with a composition's promises, or "", by code that did not make it: the derivation
/// step by step; what it begins with; that every component matters; at least 2^n states for n
/// components (Def. 32); and, where the state space is small, the answer and the absence of
/// deadlocks on all of it.
std::string parallel_error(const DecompositionTask& task, const ParallelSystem& made,
                           const Limits* limits = nullptr);

}  // namespace arges::synth
