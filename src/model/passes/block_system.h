#pragma once

#include <deque>
#include <map>

#include "analysis/system/reduced_system.h"
#include "model/passes/block_graph.h"

namespace arges::model {

/// What passes made of a System, as a System again.
class BlockSystem : public analysis::ReducedSystem {
 public:
  using Action = analysis::Action;
  using Control = analysis::Control;

  explicit BlockSystem(const BlockGraph& graph);

  const analysis::System& original() const override { return original_; }
  std::optional<std::vector<const Action*>> lift(const analysis::ConcreteTrace& run) const override;
  std::vector<const Action*> first_actions(const Action& action) const override;
  std::vector<Control> cut_points() const override { return cut_points_; }
  ir::Expr facts(Control control) const override;

  ir::Context& context() const override { return original_.context(); }
  const std::vector<ir::Var>& variables() const override { return variables_; }
  const std::vector<ir::Var>& auxiliary_variables() const override { return auxiliary_; }
  const std::vector<ir::Var>& control_variables() const override {
    return original_.control_variables();
  }
  Control initial_control() const override { return original_.initial_control(); }
  ir::Expr initial_condition() const override { return initial_condition_; }
  std::span<const Action* const> actions(Control control) const override;
  const Action* find_action(std::uint32_t id) const override;
  /// Control points that are gone still count: they have no actions.
  bool has_control(Control control) const override { return original_.has_control(control); }
  bool is_target(Control control) const override { return original_.is_target(control); }
  std::string control_name(Control control) const override {
    return original_.control_name(control);
  }
  std::optional<std::uint32_t> distance_to_target(Control control) const override;

  /// Tells the analysis which values each action leaves that nobody reads.
  void mark_dead_variables();

  std::size_t num_controls() const { return points_.size(); }
  std::size_t num_actions() const { return actions_.size(); }
  const Block& block(const Action& action) const { return *blocks_[action.id]; }

 private:
  struct Point {
    std::vector<const Action*> actions = {};
    std::optional<std::uint32_t> distance = {};
  };
  void add_action(const BlockGraph::Edge& edge);
  void measure_distances(const BlockGraph& graph);

  const analysis::System& original_;
  std::vector<ir::Var> variables_;
  std::vector<ir::Var> auxiliary_;
  ir::Expr initial_condition_;
  std::map<Control, Point> points_;  ///< without those that are gone
  std::deque<Action> actions_;
  std::vector<BlockPtr> blocks_;  ///< by Action::id
  std::vector<Control> cut_points_;
  std::map<Control, ir::Expr> facts_;
};

}  // namespace arges::model
