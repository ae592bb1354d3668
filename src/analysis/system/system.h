#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/source.h"
#include "ir/context.h"

namespace arges::analysis {

/// A control point of a System: a location, a phase, or a pair with an automaton's state.
using Control = std::uint32_t;

/// What an action is to someone who reads a run of the model.
enum class ActionRole : std::uint8_t {
  step,      ///< a step of the model, or the last part of one
  fragment,  ///< a part of a step that goes on with the next action
  check,     ///< not of the model: leads to the target when the property is violated
};

/// An atomic step between two control points.
struct Action {
  std::uint32_t id = 0;  ///< dense within its System, the same on every run
  Control source = 0;
  Control target = 0;
  ir::Stmt statement;
  ActionRole role = ActionRole::step;
  std::string label;  ///< what a user calls it: "L1 -> L2", "trans"
  /// Branches of choices that are settled by taking this action, before those its statement has.
  std::vector<std::uint32_t> branches = {};
  /// Variables whose values nobody reads after it, by order of declaration: may be forgotten.
  std::vector<ir::Var> dead = {};
  std::uint32_t origin = 0;  ///< the model's own number for what this came from
  static constexpr std::uint32_t no_origin = static_cast<std::uint32_t>(-1);  ///< it is not of it
  SourceLocation location = {};

  bool leaves_dead(ir::Var var) const {
    return std::binary_search(dead.begin(), dead.end(), var, ir::declared_before);
  }
};

/// The control view of a model: all that the analyses see of it. Decorators (a Büchi product) are
/// Systems too, so control points may be found only while the analysis runs.
class System {
 public:
  virtual ~System() = default;

  virtual ir::Context& context() const = 0;
  /// The model's variables, without locals of statements.
  virtual const std::vector<ir::Var>& variables() const = 0;
  /// Further variables that live between actions: locals and counters of steps in fragments.
  virtual const std::vector<ir::Var>& auxiliary_variables() const = 0;
  /// Those of the model's variables that its author calls control: few values, each a mode.
  virtual const std::vector<ir::Var>& control_variables() const {
    static const std::vector<ir::Var> none;
    return none;
  }
  virtual Control initial_control() const = 0;
  /// Holds in exactly the initial states.
  virtual ir::Expr initial_condition() const = 0;
  virtual std::span<const Action* const> actions(Control control) const = 0;
  /// The action with that number, or null.
  virtual const Action* find_action(std::uint32_t id) const = 0;
  virtual bool has_control(Control control) const = 0;
  /// Reaching a target is what the property forbids.
  virtual bool is_target(Control control) const = 0;
  virtual std::string control_name(Control control) const = 0;
  /// Fewest actions from here to a target in the control graph; nothing where none is reachable.
  virtual std::optional<std::uint32_t> distance_to_target(Control control) const = 0;
};

}  // namespace arges::analysis
