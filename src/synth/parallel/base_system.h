#pragma once

#include "base/limits.h"
#include "lts/mts.h"
#include "synth/random.h"

namespace arges::synth {

/// What becomes of transitions that are only allowed before a system is decomposed. Each state
/// keeps at least one that is required, so that no refinement has a deadlock.
struct ModalityShape {
  unsigned percent_required = 50;  ///< of those that are allowed become so
  unsigned percent_dropped = 20;   ///< of those that are left are not there any more
};

/// A refinement in which every state that can be reached requires something.
lts::Mts with_modalities(const lts::Mts& system, const ModalityShape& shape, Random& random);

/// All that is allowed is required.
lts::Mts all_required(const lts::Mts& system);

/// The smallest system that is strongly bisimilar, may and must being told apart (Def. 51).
lts::Mts minimized_modal(const lts::Mts& system, const Limits* limits = nullptr);

/// The visible actions that some transition has; an alphabet may have more.
lts::Alphabet used_actions(const lts::Mts& system);

/// Of each system in the list, which must stay as it is.
std::vector<const lts::Mts*> pointers(const std::vector<lts::Mts>& systems);

}  // namespace arges::synth
