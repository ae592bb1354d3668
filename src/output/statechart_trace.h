#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analysis/trace/concrete_trace.h"
#include "model/statechart/lowering.h"

namespace arges::output {

/// An event as a reader of a run sees it, with its arguments: "light.set(3)".
struct ChartEvent {
  model::statechart::EventRef event;
  std::string text;
};

/// A reaction of a statechart: what came, and all that followed until the next stable state.
struct ChartStep {
  std::string cause;                       ///< "start", "set(3)", "after 500 ms", "no input"
  std::vector<ChartEvent> inputs;          ///< those of the environment
  std::uint64_t milliseconds = 0;          ///< that passed
  std::vector<ChartEvent> outputs;         ///< that were raised
  std::vector<std::string> configuration;  ///< states without active ones inside, sorted
  std::vector<ir::Var> changed;            ///< variables of the model
  std::vector<std::string> notes;          ///< what went wrong
  std::string place;                       ///< where it ends
  const ir::Valuation* state = nullptr;
  bool is_start = false;  ///< it has all values, also those that are not new
  std::size_t end = 0;    ///< so many actions of the run were taken then
};

/// A run in such steps, the start being the first.
struct ChartTrace {
  std::vector<ChartStep> steps;
  std::optional<std::size_t> loop_start = {};  ///< steps behind this one repeat
};

/// Refers to the trace's states.
ChartTrace make_chart_trace(const model::statechart::Lowering& chart,
                            const analysis::ConcreteTrace& trace);

/// The states of one machine that are active and have no active ones inside, sorted.
std::vector<std::string> configuration_of(const model::statechart::Layout& layout,
                                          model::statechart::MachineId machine,
                                          const ir::Valuation& state);

}  // namespace arges::output
