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

}  // namespace arges::synth
