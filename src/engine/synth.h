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

/// Makes tasks one by one, and hands each to the visitor. Throws InputError where the
/// specification is wrong, or nothing can be like that, and LimitReached.
void synthesize_tasks(Env& env, const SynthesisRequest& request,
                      const std::function<void(const MadeTask&)>& visit);

}  // namespace arges::engine
