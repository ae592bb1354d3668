#pragma once

#include <vector>

#include "analysis/refine/refuter.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Which pieces of a trace contradict each other, by position; not many more than needed. They are
/// tried as assumptions of their own, so that an unsat core names them.
std::vector<bool> contradictory_pieces(Env& env, smt::SolverFactory& solvers,
                                       const TraceEncoding& encoding);

/// `unsat-core`: the variables that link the contradictory statements before a state with those
/// after it.
class CoreRefuter : public Refuter {
 public:
  CoreRefuter(Env& env, smt::SolverFactory& solvers) : env_(env), solvers_(solvers) {}
  const char* name() const override { return "core"; }
  std::optional<Refutation> refute(const TraceEncoding& encoding) override;

 private:
  Env& env_;
  smt::SolverFactory& solvers_;
};

}  // namespace arges::analysis
