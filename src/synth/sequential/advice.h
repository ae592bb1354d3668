#pragma once

#include <functional>
#include <string>

#include "synth/sequential/sequential_spec.h"

namespace arges::synth {

/// Whether a task can be made of a specification; it may take as long as making it.
using CanBeMade = std::function<bool(const SequentialSpec& spec)>;

/// What would work for a specification whose properties do not go together: as many of them as
/// do, and, if that is enough for all of them, other patterns or more outputs. What is advised has
/// been tried. "" if nothing of this works.
std::string advice_on_properties(const SequentialSpec& spec, const CanBeMade& can_be_made);

}  // namespace arges::synth
