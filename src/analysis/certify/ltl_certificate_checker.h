#pragma once

#include <optional>
#include <vector>

#include "analysis/certify/ltl_certificate.h"
#include "analysis/certify/way_system.h"
#include "analysis/ltl/buchi_product.h"
#include "base/env.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Re-checks the proof of a temporal formula by code that did not build it: the graph covers every
/// run of the product (as a CertificateChecker has it, on all ways between the control points that
/// have nodes, as they are found here), and no cycle of it that passes all
/// acceptance sets may repeat for ever. What edges do to ranking functions is asked anew.
class LtlCertificateChecker {
 public:
  LtlCertificateChecker(Env& env, const BuchiProduct& product, smt::SolverFactory& solvers);

  /// Ends with Check::ran_out once it took longer than the budget (if any), or where the solver
  /// gives up.
  Check check(const LtlCertificate& certificate, std::optional<double> budget_seconds);

 private:
  struct Edge {
    std::uint32_t source;
    std::uint32_t target;
    const Action* action;  ///< a way
    BuchiProduct::Marks marks;
    std::uint64_t decreases = 0;  ///< ranking functions, as bits
    std::uint64_t may_increase = 0;
  };
  using Edges = std::vector<Edge>;

  std::optional<std::string> structure_error(const LtlCertificate& certificate) const;
  /// The graph with edges by the numbers of ways; null: some edge takes no way that there is.
  std::optional<Certificate> by_ways(const Certificate& graph, const WaySystem& ways) const;
  std::optional<Check> rank(const LtlCertificate& certificate, Edges& edges);
  void rank(const LtlCertificate& certificate, Edge& edge, std::size_t family);
  /// Edges of a cycle that may repeat for ever; none if there is no such cycle.
  Edges endless(const Edges& edges) const;

  Env& env_;
  const BuchiProduct& product_;
  smt::SolverFactory& solvers_;
  std::unique_ptr<smt::Solver> solver_;
  bool undecided_ = false;          ///< the solver could not tell something
  std::optional<double> deadline_;  ///< by time_
  Timer& time_;
};

}  // namespace arges::analysis
