#pragma once

#include <vector>

#include "model/statechart/interpreter/firing.h"
#include "model/statechart/interpreter/selection.h"
#include "model/statechart/interpreter/step_run.h"

namespace arges::model::statechart {

/// One cycle of a machine that reacts to all events that are present (shared notes, GAMMA: "One
/// statechart cycle").
class Cycle {
 public:
  Cycle(StepRun& run, MachineId machine);

  void execute();

 private:
  // Whether anything fired.
  bool step(NodeId compound);
  bool step_inside(NodeId node);
  bool fire_one_of(NodeId node);

  bool is_enabled(TransitionId transition) const;
  void reset(Variable::Lifetime lifetime);

  StepRun& run_;
  MachineId machine_;
  const MachineFacts& facts_;
  Selection selection_;
  Firing firing_;
  /// By transitions, where triggers and guards are read at first.
  std::vector<bool> conditions_;
};

}  // namespace arges::model::statechart
