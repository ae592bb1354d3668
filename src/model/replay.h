#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/trace/concrete_trace.h"

namespace arges::model {

/// What is wrong with a run.
struct ReplayError {
  std::string message;
  bool undecided =
      false;  ///< an expression's value could not be told; nothing is known to be wrong
};

/// Executes counterexamples on a model itself, by the concrete interpreter, independently of the
/// System that the analysis saw.
class Replayer {
 public:
  virtual ~Replayer() = default;
  /// Nothing if the run is one of the model's and violates the property; else what is wrong.
  virtual std::optional<ReplayError> replay(const analysis::ConcreteTrace& trace) const = 0;
  /// Nothing if the run is one of the model's, wherever it ends; else what is wrong.
  virtual std::optional<ReplayError> follow(const analysis::ConcreteTrace& trace) const = 0;
};

/// A step of the model as a run takes it: its fragments together.
struct ModelStep {
  std::size_t number;                   ///< in the run, from 1
  const analysis::ConcreteStep& end;    ///< the last fragment
  std::vector<ir::Decision> decisions;  ///< of all fragments, as the interpreter wants them
};
/// Those of a run, without checks, which are not of the model.
std::vector<ModelStep> model_steps(const analysis::ConcreteTrace& trace);

/// A run followed by the interpreter as far as it is right.
class Replay {
 public:
  Replay(ir::Valuation initial, const std::vector<ir::Var>& variables)
      : state_(std::move(initial)), variables_(variables) {}
  /// What is wrong with taking the statement as this step of the run, if anything is.
  std::optional<ReplayError> execute(ModelStep step, ir::Stmt statement);
  /// Nothing if the property is violated in the state reached.
  std::optional<ReplayError> check_violation(ir::Expr property) const;

 private:
  ir::Valuation state_;
  const std::vector<ir::Var>& variables_;
};

/// Executes a run on a System, action by action: also what a Replayer does not look at, states
/// within a step of the model and the action that finds the property violated.
std::optional<ReplayError> replay_actions(const analysis::System& system,
                                          const analysis::ConcreteTrace& trace);

}  // namespace arges::model
