#include "analysis/refine/cascade_refuter.h"

#include <string>

namespace arges::analysis {

std::optional<Refutation> CascadeRefuter::refute(const TraceEncoding& encoding) {
  for (const auto& way : ways_)
    if (auto refutation = way->refute(encoding)) {
      env_.statistics.counter(std::string("refine::by_") + way->name()).add();
      return refutation;
    }
  return std::nullopt;
}

}  // namespace arges::analysis
