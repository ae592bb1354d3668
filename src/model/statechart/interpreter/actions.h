#pragma once

#include "model/statechart/interpreter/step_run.h"

namespace arges::model::statechart {

/// Executes the actions of one machine. Appendix D: executeContent.
class Actions {
 public:
  Actions(StepRun& run, MachineId machine) : run_(run), machine_(machine) {}

  void execute(const Block& block);

 private:
  void execute(const Action& action);
  void log(const Action& action);
  /// The first branch whose guard holds.
  void branch(const Action& action);
  /// Any of them; without a guard, where no other holds.
  void choose(const Action& action);
  void loop(const Action& action);
  std::vector<ir::Value> values(const std::vector<ir::Expr>& expressions) const;

  StepRun& run_;
  MachineId machine_;
};

}  // namespace arges::model::statechart
