#pragma once

#include <optional>
#include <string>

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
};

/// Executes a run on a System, action by action: also what a Replayer does not look at, states
/// within a step of the model and the action that finds the property violated.
std::optional<ReplayError> replay_actions(const analysis::System& system,
                                          const analysis::ConcreteTrace& trace);

/// Why two states differ, as "x is 1, not 2" for the first such variable; nothing if they agree.
std::optional<std::string> difference(const std::vector<ir::Var>& variables,
                                      const ir::Valuation& computed, const ir::Valuation& claimed);

/// The decisions of a step, those settled by the choice of its action first.
std::vector<ir::Decision> all_decisions(const analysis::ConcreteStep& step);

}  // namespace arges::model
