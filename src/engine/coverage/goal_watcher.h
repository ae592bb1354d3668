#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/coverage/goals.h"
#include "engine/trace_model.h"
#include "model/transition_system/control_graph.h"

namespace arges::engine {

/// Makes Systems that notice goals: statements at marks set a flag, and where a step ends with it,
/// there is a target.
class GoalWatcher {
 public:
  /// Both must outlive it.
  GoalWatcher(const TraceModel& model, const GoalTable& table);
  ~GoalWatcher();
  GoalWatcher(const GoalWatcher&) = delete;
  GoalWatcher& operator=(const GoalWatcher&) = delete;

  /// A run is looked for where a step ends, so that it is whole, and where the model follows it. A
  /// proof leaves out neither steps that never end nor runs that leave the model.
  enum class Purpose : std::uint8_t { run, proof };
  /// `wanted` is by goals.
  std::unique_ptr<model::ControlGraph> make_system(const std::vector<bool>& wanted,
                                                   Purpose purpose);

 private:
  class Statements;
  std::unique_ptr<Statements> statements_;
};

}  // namespace arges::engine
