#pragma once

#include <optional>

#include "lts/algebra/contracts.h"
#include "synth/parallel/derivation.h"
#include "synth/parallel/extension.h"
#include "synth/parallel/lasso_word.h"
#include "synth/parallel/ltl_oracle.h"
#include "synth/property/property_system.h"

namespace arges::synth {

/// What is to be decomposed: a system with an answer that its parts are to keep.
struct DecompositionTask {
  lts::Mts system;
  /// Of a property: it is interruptible, and the system satisfies or violates it. Without one, only
  /// the system's behaviour is kept (bisimulation tasks).
  const LtlOracle* oracle = nullptr;
  Verdict verdict = Verdict::satisfied;
  /// Of a violation: a word of required transitions that violates the property, and an action
  /// without which there is no violation.
  std::optional<LassoWord> counterexample;
  std::optional<lts::ActionId> handle;
};

/// Which system is split next.
enum class Topology : std::uint8_t {
  chain,  ///< the last context
  tree,   ///< any of those there are
};

struct DecompositionShape {
  std::size_t components = 4;
  Topology topology = Topology::chain;
  ExtensionShape extension;
  /// Red transitions that no violation needs, for each contract at most.
  std::size_t decoys = 2;
  /// Of a component's transitions that are only allowed, so many out of a hundred are there.
  unsigned percent_kept = 70;
  /// So many components, the first ones, know an action of the property (Def. 40); without it, one
  /// or two do.
  std::optional<std::size_t> local;
  /// A step whose system is larger is tried again.
  std::size_t max_states = 400;
};

/// Components whose composition, seen by the actions of the task's system, refines it.
struct Decomposition {
  Derivation derivation;
  std::vector<lts::Mts> components;  ///< LTSs, in the order of the derivation's leaves
  /// Satisfied: `violations[k]` violates the property and is possible for components 0 to k - 1
  /// together, red transitions included; what hinders it is component k or comes behind.
  std::vector<LassoWord> violations;
  /// Violated: a violation that all components follow.
  std::optional<LassoWord> counterexample;
};

/// Extends the alphabet, splits the system by a modal contract into a component and its context,
/// and goes on with the context (Jasper 2021, chapter 6), until there are enough components. The
/// first context keeps a component from violating the property, each next one keeps a context from
/// letting that happen. Throws SynthesisError if after many attempts a step can't be made, and
/// LimitReached.
Decomposition decompose(const DecompositionTask& task, const DecompositionShape& shape,
                        FreshActions& fresh, Random& random, const Limits* limits = nullptr);

}  // namespace arges::synth
