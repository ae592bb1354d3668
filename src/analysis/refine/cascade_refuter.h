#pragma once

#include <memory>
#include <vector>

#include "analysis/refine/refuter.h"

namespace arges::analysis {

/// Several ways to explain, tried in order until one succeeds.
class CascadeRefuter : public Refuter {
 public:
  explicit CascadeRefuter(std::vector<std::unique_ptr<Refuter>> ways) : ways_(std::move(ways)) {}
  std::optional<Refutation> refute(const TraceEncoding& encoding) override {
    for (const auto& way : ways_)
      if (auto refutation = way->refute(encoding)) return refutation;
    return std::nullopt;
  }

 private:
  std::vector<std::unique_ptr<Refuter>> ways_;
};

}  // namespace arges::analysis
