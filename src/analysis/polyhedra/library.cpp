#include "analysis/polyhedra/library.h"

#include <mutex>

namespace arges::analysis::polyhedra {

namespace ppl = Parma_Polyhedra_Library;

namespace {

/// Of one attempt, in the library's unit.
constexpr unsigned long attempt_effort = 12'000'000;

}  // namespace

EffortLimit::EffortLimit()
    : watcher_(ppl::Weightwatch_Traits::compute_delta(attempt_effort, 0),
               ppl::abandon_expensive_computations, exceeded_) {}

void initialize() {
  static std::once_flag done;
  std::call_once(done, [] {
    ppl::initialize();
    ppl::restore_pre_PPL_rounding();
  });
}

}  // namespace arges::analysis::polyhedra
