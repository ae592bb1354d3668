#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/arg/arg_builder.h"
#include "analysis/cegar/verdict.h"
#include "analysis/domain/explicit/explicit_domain.h"
#include "analysis/refine/trace_checker.h"

namespace arges::analysis {

/// Explicit-state search: every reachable state once, breadth first, so that a counterexample has
/// the fewest actions.
///
/// A state gives every variable its value, except those that may have any value whatever the others
/// have (a havoc that nothing restricts): one state stands for all of them, so that inputs need not
/// be enumerated before something depends on them. That is what the explicit-value domain computes
/// once it tracks all variables, and then no state stands for an unreachable one, unless values had
/// to be given up because there are too many. In that case a proof is still one, but a target may
/// be reached only seemingly: the answer is unknown then and names the variable.
class ExplicitSearch {
 public:
  ExplicitSearch(Env& env, const System& system, smt::SolverFactory& solvers, TraceChecker& checker,
                 std::span<Monitor* const> monitors);

  Verdict run();

  /// After `holds`: all states, the proof.
  const Arg& arg() const { return builder_.arg(); }
  const Domain& domain() const { return domain_; }

 private:
  std::optional<ConcreteTrace> by_evaluation(const std::vector<NodeId>& path) const;
  std::string unsupported() const;

  const System& system_;
  TraceChecker& checker_;
  ExplicitDomain domain_;
  ArgBuilder builder_;
};

}  // namespace arges::analysis
