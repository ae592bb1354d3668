#pragma once

#include "synth/parallel/decomposition.h"

namespace arges::synth {

/// As `decompose`, but what is split next is any of the systems so far, component or context: a
/// tree of contracts rather than a chain. For tasks in which a component matters because without it
/// nothing goes on, so not for satisfied properties. Throws SynthesisError and LimitReached.
Decomposition decompose_as_tree(const DecompositionTask& task, const DecompositionShape& shape,
                                FreshActions& fresh, Random& random,
                                const Limits* limits = nullptr);

}  // namespace arges::synth
