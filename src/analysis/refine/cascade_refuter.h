#pragma once

#include <memory>
#include <vector>

#include "analysis/refine/refuter.h"
#include "base/env.h"

namespace arges::analysis {

/// Several ways to explain, tried in order until one succeeds.
class CascadeRefuter : public Refuter {
 public:
  CascadeRefuter(Env& env, std::vector<std::unique_ptr<Refuter>> ways)
      : env_(env), ways_(std::move(ways)) {}
  const char* name() const override { return "cascade"; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;
  void escalate() override {
    for (const auto& way : ways_) way->escalate();
  }

 private:
  Env& env_;
  std::vector<std::unique_ptr<Refuter>> ways_;
};

}  // namespace arges::analysis
