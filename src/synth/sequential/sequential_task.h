#pragma once

#include "synth/spec.h"

namespace arges::synth {

/// Makes a sequential task: a program in C and Java that behaves like a Mealy machine.
Task make_sequential_task(const output::JsonCursor& spec, std::uint64_t seed,
                          const std::string& name);

}  // namespace arges::synth
