#pragma once

#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "analysis/system/system.h"

namespace arges::model {

/// A System given as an explicit graph of control points; what CFAs and XSTSs lower to.
class ControlGraph : public analysis::System {
 public:
  using Action = analysis::Action;
  using ActionRole = analysis::ActionRole;
  using Control = analysis::Control;

  explicit ControlGraph(ir::Context& context) : context_(context) {}

  enum class ControlKind : std::uint8_t { plain, target };
  Control add_control(std::string name, ControlKind kind = ControlKind::plain);
  /// Adds the action; its id is set here.
  void add_action(Action action);
  void set_variables(std::vector<ir::Var> variables) { variables_ = std::move(variables); }
  void set_control_variables(std::vector<ir::Var> variables) { modes_ = std::move(variables); }
  void add_auxiliary(ir::Var var) { auxiliary_.push_back(var); }
  void set_initial(Control control, ir::Expr condition);
  /// To be called once, after everything was added.
  void finish();

  ir::Context& context() const override { return context_; }
  const std::vector<ir::Var>& variables() const override { return variables_; }
  const std::vector<ir::Var>& auxiliary_variables() const override { return auxiliary_; }
  const std::vector<ir::Var>& control_variables() const override { return modes_; }
  Control initial_control() const override { return initial_; }
  ir::Expr initial_condition() const override { return initial_condition_; }
  std::span<const Action* const> actions(Control control) const override;
  const Action* find_action(std::uint32_t id) const override;
  bool has_control(Control control) const override { return control < controls_.size(); }
  bool is_target(Control control) const override;
  std::string control_name(Control control) const override { return controls_[control].name; }
  std::optional<std::uint32_t> distance_to_target(Control control) const override;

 private:
  struct Point {
    std::string name;
    ControlKind kind;
    std::vector<const Action*> actions = {};
    std::optional<std::uint32_t> distance = {};
  };
  ir::Context& context_;
  std::vector<ir::Var> variables_;
  std::vector<ir::Var> auxiliary_;
  std::vector<ir::Var> modes_;
  std::vector<Point> controls_;
  std::deque<Action> actions_;
  Control initial_ = 0;
  ir::Expr initial_condition_;
};

}  // namespace arges::model
