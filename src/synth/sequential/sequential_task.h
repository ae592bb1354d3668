#pragma once

#include "synth/spec.h"

namespace arges::synth {

/// Sequential tasks: programs in C and Java that behave like a Mealy machine.
MakeTask read_sequential_task(const output::JsonCursor& spec);

}  // namespace arges::synth
