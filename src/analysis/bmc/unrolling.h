#pragma once

#include <map>
#include <vector>

#include "analysis/system/system.h"
#include "ir/unfold.h"
#include "smt/solver.h"

namespace arges::analysis {

/// The control points that actions lead to from the initial one, itself included, in ascending
/// order.
std::vector<Control> reachable_controls(const System& system);

/// All runs of a System with a given number of actions at once, as formulas in a solver.
///
/// After so many actions a run may be at some control points, each with a Boolean that says whether
/// it is there and versions of the variables of its own: where few control points matter (an XSTS
/// has two), the formula is as good as that of a plain transition relation, and in a large
/// automaton only what can be reached by that time is there at all. Nothing says that just one
/// action is taken at a time. It need not: going back from where a model is, one finds a run.
class Unrolling {
 public:
  Unrolling(const System& system, smt::Solver& solver);

  /// Begins in the initial states.
  void start_at_initial();
  /// Begins at any control point but targets, in any state.
  void start_anywhere();
  /// Leaves only states to begin in that satisfy the condition of their control point, if any.
  void restrict_start(const std::map<Control, ir::Expr>& conditions);
  /// Lets runs have one action more.
  void extend();

  std::uint32_t depth() const { return static_cast<std::uint32_t>(levels_.size() - 1); }
  /// A run of depth() actions ends at a target.
  ir::Expr at_target() const;
  /// A run of depth() actions ends elsewhere.
  ir::Expr elsewhere() const;
  /// The actions of the run to a target that the solver's model shows; none if it can't be read.
  std::optional<std::vector<const Action*>> run_to_target() const;

 private:
  struct Arrival {
    const Action* action = nullptr;
    ir::Expr taken;
    ir::Versions after;
  };
  /// A control point after so many actions.
  struct Place {
    ir::Expr reached;
    ir::Versions versions;
    std::vector<Arrival> arrivals;
  };
  using Level = std::map<Control, Place>;

  ir::Expr fresh_flag();
  /// The last action that the model takes to a place, or null.
  const Action* arrival_in_model(const Place& place) const;
  void join(Place& place);
  ir::Expr any_of(bool (*wanted)(const System&, Control)) const;

  const System& system_;
  smt::Solver& solver_;
  ir::Unfolder unfolder_;
  ir::Var flag_;  ///< its versions tell which actions are taken
  std::uint32_t next_flag_ = 0;
  std::vector<Level> levels_;
};

}  // namespace arges::analysis
