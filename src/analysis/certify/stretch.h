#pragma once

#include <memory>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/system/system.h"
#include "ir/unfold.h"
#include "ir/valuation.h"

namespace arges::analysis {

/// An action and all ways on from it, through control points at which a proof has no nodes, to the
/// next ones at which it has some, or to targets. Mostly that is just the action.
struct Stretch {
  const Action* first;
  std::vector<Control> inner;  ///< without nodes; each after those that lead to it
  std::vector<Control> ends;   ///< with nodes, or targets
  bool cyclic = false;         ///< some way never ends; `inner` and `ends` are not complete then

  bool is_single() const { return inner.empty() && !cyclic; }
  /// No target is reachable that way, in the control graph.
  bool leads_nowhere() const { return ends.empty() && !cyclic; }
};

/// A stretch as a formula over versioned variables: that some way is taken.
struct StretchFormula {
  struct End {
    Control control = 0;
    ir::Expr reached;
    ir::Versions after;
  };
  ir::Expr formula;
  std::vector<End> ends;
};

/// Finds the stretches of a System for given control points with nodes. Ways that lead to no target
/// in the control graph do not count.
class Stretches {
 public:
  Stretches(const System& system, std::unordered_set<Control> with_nodes);

  bool has_nodes(Control control) const { return with_nodes_.contains(control); }
  const Stretch& from(const Action& action);
  StretchFormula formula(const Stretch& stretch);
  /// What tells the ways of stretches in one formula apart.
  struct Names {
    explicit Names(ir::Context& context) : unfolder(context) {}
    ir::Unfolder unfolder;
    std::uint32_t next_taken = 0;
  };
  /// The same from given versions on, for several stretches one after another.
  StretchFormula formula(const Stretch& stretch, const ir::Versions& before, Names& names);
  /// The states in which a stretch without cycles can end from a partly known one, by control
  /// point; an over-approximation. Nothing if there are too many.
  std::optional<std::vector<std::pair<Control, ir::Valuation>>> execute(
      const Stretch& stretch, const ir::Valuation& before);

 private:
  bool is_end(Control control) const { return has_nodes(control) || system_.is_target(control); }
  Stretch find(const Action& action);
  /// Whether the proof has to say something about going there.
  bool counts(Control control);
  void search_hopeless();

  const System& system_;
  std::unordered_set<Control> with_nodes_;
  std::unordered_map<std::uint32_t, Stretch> stretches_;  ///< by Action::id
  std::optional<std::unordered_set<Control>> hopeless_;   ///< once it was needed
  ir::Var taken_ = nullptr;                               ///< its versions tell the ways apart
};

}  // namespace arges::analysis
