#pragma once

#include <functional>
#include <string>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "model/cfa/cfa.h"
#include "model/statechart/lowering.h"

namespace arges::output {

/// What a run is of: its System, and the model behind it where that has words of its own.
struct RunSubject {
  const analysis::System* system = nullptr;
  const model::statechart::Lowering* chart = nullptr;  ///< of a statechart
  const model::Cfa* program = nullptr;                 ///< of a C program
  /// Where steps end; null: at every step of the System.
  std::function<bool(analysis::Control)> rests = {};
  /// Variables that the environment sets within a step.
  std::vector<ir::Var> inputs = {};
};

/// One step of a run in words that every format can use.
struct ToldStep {
  std::string cause;                       ///< "start", "set(3)", "after 500 ms", "L1 -> L2"
  std::vector<std::string> inputs;         ///< events of the environment, with their arguments
  std::uint64_t milliseconds = 0;          ///< that passed
  std::vector<std::string> configuration;  ///< active states, or the location; sorted
  std::vector<std::string> outputs;        ///< events that were raised, with their arguments
  std::vector<std::string> fired;          ///< names of transitions
  std::vector<ir::Var> variables;          ///< the model's data that have values
  std::vector<ir::Var> changed;            ///< of these, since the step before
  std::vector<std::string> notes;          ///< what went wrong
  SourceLocation position = {};
  ir::Valuation state;  ///< at its end
};

/// The model's data, of which a step tells those that have values.
std::vector<ir::Var> told_variables(const RunSubject& subject);

/// A run in such steps, the start being the first.
std::vector<ToldStep> tell(const RunSubject& subject, const analysis::ConcreteTrace& trace);

}  // namespace arges::output
