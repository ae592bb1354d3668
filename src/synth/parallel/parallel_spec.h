#pragma once

#include "synth/parallel/parallel_task.h"

namespace arges::synth {

/// What a specification of kind "parallel" asks for. Throws InputError.
ParallelRequest parallel_request(const output::JsonCursor& spec);

/// The part about extensions, contracts and components, which kinds share; reads the members
/// "components", "extension", "merged", "decoys", "kept", "explore" and "at_most_states".
ParallelShape parallel_shape(const output::JsonCursor& spec);

}  // namespace arges::synth
