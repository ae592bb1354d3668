#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/env.h"
#include "synth/task.h"

namespace arges::engine {

/// Which tasks are to be made.
struct SynthesisRequest {
  std::string path;  ///< of the specification
  std::uint64_t seed = 1;
  std::uint32_t count = 1;  ///< of each variant: with this seed, the next one …
};

/// A task with where it comes from.
struct MadeTask {
  synth::Task task;
  std::uint64_t seed;
  std::string variant;  ///< "states=20", of a sweep
};

/// A task that can't be made, and why.
struct RefusedTask {
  std::string name;
  std::uint64_t seed;
  std::string variant;
  std::string reason;
  std::string nearest;  ///< what would work; "": nobody knows
};

struct SynthesisVisitor {
  std::function<void(const MadeTask&)> made;
  std::function<void(const RefusedTask&)> refused;
  /// Whether the task of a name is there already, and need not be made; none is, unless given.
  std::function<bool(const std::string& name)> is_there = {};
};

/// Makes tasks one by one, and tells the visitor of each. Throws InputError where the specification
/// is wrong, or none of the tasks can be made, and LimitReached.
void synthesize_tasks(Env& env, const SynthesisRequest& request, const SynthesisVisitor& visit);

}  // namespace arges::engine
