#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/tracegen/trace_graph.h"
#include "ir/text/scope.h"
#include "model/cfa/cfa.h"
#include "model/machines/lowering.h"
#include "model/replay.h"
#include "model/statechart/lowering.h"

namespace arges::engine {

/// A model as trace generation sees it: all its runs, in steps that people count.
struct TraceModel {
  std::unique_ptr<analysis::System> system;  ///< without a property
  std::unique_ptr<model::Replayer> replayer;
  /// Follows what is left of a run whose beginning was followed already; null: of a statechart,
  /// whose Interpreter goes on by itself.
  std::function<std::optional<model::ReplayError>(const analysis::ConcreteTrace&)> follow_on = {};
  analysis::RunView view;
  /// The model's data, of which `--vars` names what is tracked; all else always is.
  std::vector<ir::Var> data;
  std::vector<ir::Var> inputs = {};  ///< that the environment sets within a step, if it is known
  ir::TypeNames types = {};          ///< as the model's language calls them
  /// Where the model does not follow its runs, and why.
  std::map<analysis::Control, std::string> escapes = {};
  const model::statechart::Lowering* chart = nullptr;   ///< of a statechart
  const model::Cfa* program = nullptr;                  ///< of a C program
  const model::machines::Lowering* machines = nullptr;  ///< of communicating machines
  /// Of these by classes: the transitions that neither leave nor enter a state.
  std::vector<std::set<model::machines::TransitionId>> internal = {};
  std::function<ir::Expr(const SourceText&)> parse_goal;  ///< a condition; throws InputError
  /// By controls, whether a variable means something there; null: all do, everywhere.
  std::function<std::vector<bool>(ir::Var)> has_value = {};
};

/// Makes it the one that follows the model's traces.
template <typename Replayer>
void set_replayer(TraceModel& model, std::unique_ptr<Replayer> replayer) {
  model.follow_on = [at = replayer.get()](const analysis::ConcreteTrace& rest) {
    return at->follow_on(rest);
  };
  model.replayer = std::move(replayer);
}

/// The variables that nobody reads before they are overwritten, wherever a step ends.
std::vector<ir::Var> dead_at_rest(const analysis::System& system,
                                  const std::function<bool(analysis::Control)>& rests);

/// The view of a transition system's runs: whole steps, inputs and outputs known from how they are
/// used.
analysis::RunView xsts_view(const analysis::System& system);
/// The variables to which env gives any values.
std::vector<ir::Var> xsts_inputs(const analysis::System& system);
/// The view of a lowered statechart's runs: reactions. Transitions must be observed.
analysis::RunView statechart_view(const model::statechart::Lowering& chart,
                                  const analysis::System& system);
/// The permanent variables of a system's machines.
std::vector<ir::Var> data_of(const model::statechart::System& system);

}  // namespace arges::engine
