#pragma once

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "ir/unfold.h"
#include "ir/value.h"

namespace arges::analysis {

/// An abstract counterexample as seen from the control graph: actions that follow one another.
using AbstractTrace = std::span<const Action* const>;

/// A trace as formulas over versioned variables. With n actions there are n + 1 states.
class TraceEncoding {
 public:
  TraceEncoding(const System& system, AbstractTrace trace);

  /// A top-level part of an action's statement, unfolded; the unit of blame.
  struct Piece {
    std::ptrdiff_t position = -1;  ///< the action it is part of; −1 for the initial condition
    ir::Stmt statement;
    ir::Expr formula;
  };
  const System& system() const { return system_; }
  AbstractTrace trace() const { return trace_; }
  std::size_t num_states() const { return versions_.size(); }
  /// The initial condition's first, then in the order of execution.
  const std::vector<Piece>& pieces() const { return pieces_; }
  const ir::Versions& versions(std::size_t state) const { return versions_[state]; }
  std::vector<ir::Expr> formulas() const;

  /// Tells values in a model of the encoding; nothing if a value can't be read.
  using Model = std::function<std::optional<ir::Value>(ir::Expr)>;
  /// The run that a model describes; nothing if a value can't be read.
  std::optional<ConcreteTrace> run(const Model& model) const;

 private:
  const System& system_;
  AbstractTrace trace_;
  std::vector<Piece> pieces_;
  std::vector<ir::Versions> versions_;   ///< at each state
  std::vector<ir::DecisionPlan> plans_;  ///< of each action
};

}  // namespace arges::analysis
