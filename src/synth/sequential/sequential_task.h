#pragma once

#include "synth/spec.h"

namespace arges::synth {

/// Makes a sequential task: a program in C and Java that behaves like a Mealy machine. Throws
/// SynthesisError and LimitReached.
Task make_sequential_task(const output::JsonCursor& spec, std::uint64_t seed,
                          const std::string& name, const Limits* limits);

}  // namespace arges::synth
