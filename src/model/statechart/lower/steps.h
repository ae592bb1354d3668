#pragma once

#include <functional>
#include <vector>

#include "model/statechart/lower/firing.h"
#include "model/statechart/lowering.h"

namespace arges::model::statechart::lower {

/// What makers of steps share: a Firing for every machine, and parts that begin steps.
class StepParts {
 public:
  explicit StepParts(const Layout& layout);

  const Layout& layout() const { return layout_; }
  const System& system() const { return layout_.system(); }
  ir::Context& context() const { return layout_.context(); }
  const Firing& firing(MachineId machine) const { return firings_[machine]; }
  const Actions& actions() const { return actions_; }

  /// What is observed is forgotten.
  Sequence& forget_observed(Sequence& sequence) const;
  /// All parameters of an event, with any value that the environment may send.
  Sequence& any_arguments(Sequence& sequence, const Event& event) const;
  /// One of them, for a variable of its type.
  Sequence& any_argument(Sequence& sequence, const Parameter& parameter, ir::Var into) const;
  ir::Stmt any_array(const Parameter& parameter, ir::Var into) const;
  /// The step, with the statement's locals and that no problem was there before.
  LoweredStep finish(LoweredStep step) const;
  /// The machine's cycle: outputs absent, a step of its root, inputs absent.
  ir::Stmt cycle(MachineId machine) const;
  /// The channels deliver what is present.
  ir::Stmt deliver(const Channel& channel) const;
  /// Level timers come nearer to their end.
  ir::Stmt advance_levels() const;

 private:
  const Layout& layout_;
  Actions actions_;
  std::vector<Firing> firings_;
};

/// The steps of a system, by how it is executed.
std::vector<LoweredStep> event_steps(const StepParts& parts);
std::vector<LoweredStep> cycle_steps(const StepParts& parts);
std::vector<LoweredStep> turn_steps(const StepParts& parts);

/// The start of a system in cycles or turns: every machine enters its initial states.
/// `deliver_queued` is what channels of asynchronous components do.
ir::Stmt start_components(const StepParts& parts,
                          const std::function<ir::Stmt(const Channel&)>& deliver_queued);
/// A step of a synchronous component and all that is below it.
ir::Stmt run_component(const StepParts& parts, ComponentId component);
/// The machines below a component.
std::vector<MachineId> machines_of(const System& system, ComponentId component);
/// Whether a message makes the adapter's child take a cycle.
bool runs_for(const Component& adapter, EventRef event);

}  // namespace arges::model::statechart::lower
