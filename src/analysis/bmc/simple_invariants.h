#pragma once

#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "analysis/system/system.h"
#include "base/env.h"
#include "ir/unfold.h"
#include "smt/solver.h"

namespace arges::analysis {

/// Looks for conditions that hold whenever a run is at a control point; together they are
/// inductive.
///
/// Candidates are what the model's text suggests: its own conditions and their opposites, bounds
/// and orders of variables by the numbers and variables they occur with, values that a variable or
/// two of them together do not have; linear relations of its integers (linear_invariants.h); and
/// what is suggested by the caller. Those that an action can break are left out until none is
/// (Flanagan, Leino: "Houdini, an annotation assistant for ESC/Java", FME 2001). Departs from the
/// paper: each control point has candidates of its own.
class SimpleInvariants {
 public:
  SimpleInvariants(Env& env, const System& system, smt::SolverFactory& solvers,
                   std::span<const ir::Expr> suggested = {});

  /// Goes on until the rest is inductive, or the solvers' effort is spent; true in the first case.
  bool search(std::uint64_t effort = std::numeric_limits<std::uint64_t>::max());
  /// Once the search is done: for those control points where something is known.
  std::map<Control, ir::Expr> found() const;

 private:
  enum class Filtered : std::uint8_t { kept_all, left_some_out, interrupted };

  void again(Control control);
  Filtered filter_initial(std::uint64_t until);
  Filtered filter_after(const Action& action, std::uint64_t until);
  Filtered filter(smt::Solver& solver, std::vector<ir::Expr>& conditions,
                  const ir::Versions& versions, std::uint64_t until);

  Env& env_;
  const System& system_;
  smt::SolverFactory& solvers_;
  std::map<Control, std::vector<ir::Expr>> holding_;
  bool initial_done_ = false;
  std::deque<Control> todo_;  ///< whose actions may break something
};

}  // namespace arges::analysis
