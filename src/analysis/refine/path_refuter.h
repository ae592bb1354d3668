#pragma once

#include <memory>

#include "analysis/refine/refuter.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Interpolants for traces of large blocks, way by way. Formulas about all ways through a few
/// blocks are too large to be transformed, but few ways have to be understood: one through all
/// blocks is explained, as a trace without choices, by another refuter; what that names are
/// predicates; and the next way is one that these predicates do not exclude, were the initial
/// states and those between the blocks known by them only. When there is none, the Boolean
/// abstraction of the trace by these predicates is a refutation.
class PathRefuter : public Refuter {
 public:
  PathRefuter(Env& env, smt::SolverFactory& solvers, std::unique_ptr<Refuter> straight)
      : env_(env), solvers_(solvers), straight_(std::move(straight)) {}
  const char* name() const override { return "paths"; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;

 private:
  static constexpr std::size_t most_ways = 300;

  Env& env_;
  smt::SolverFactory& solvers_;
  std::unique_ptr<Refuter> straight_;
};

}  // namespace arges::analysis
