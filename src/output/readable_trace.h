#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/trace/concrete_trace.h"

namespace arges::output {

/// One step of a run as a user counts them: some actions of the System, merged.
struct ReadableStep {
  std::string label;                          ///< empty for the initial state
  analysis::Control control = 0;              ///< where it ends
  SourceLocation position;                    ///< of its first action that has one
  std::vector<SourceLocation> branches = {};  ///< that were chosen where there was a choice
  const ir::Valuation* state = {};            ///< at its end
  std::vector<ir::Var> changed = {};          ///< since the step before; in step 0 what is known
  std::size_t end = 0;                        ///< so many actions of the run were taken then
};

/// A run in the user's steps, the initial state being step 0.
struct ReadableTrace {
  std::vector<ReadableStep> steps;
  SourceLocation violation;  ///< of the check that failed, if the run ends with one
  /// Of a run without end: the steps after this one repeat, as its state, or one like it, is back.
  std::optional<std::size_t> loop_start = {};
};

/// Merges the fragments of steps and leaves the checks out; refers to the trace's states.
ReadableTrace make_readable(const analysis::ConcreteTrace& trace, const analysis::System& system);

/// The System's variables that have a value.
std::vector<ir::Var> known_variables(const analysis::System& system, const ir::Valuation& state);

}  // namespace arges::output
