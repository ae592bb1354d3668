#pragma once

#include <memory>

#include "analysis/system/accepting_system.h"
#include "model/passes/reduce.h"

namespace arges::model {

/// The product of a model and an automaton with fewer control points: an action is a block of the
/// product's, one after another, and in every acceptance set that one of those is in. That is the
/// same language: who takes a block takes all of it. The product must outlive it.
class BlockProduct : public analysis::AcceptingSystem {
 public:
  using Action = analysis::Action;
  using Control = analysis::Control;

  explicit BlockProduct(const analysis::AcceptingSystem& product);

  ir::Context& context() const override { return blocks_->context(); }
  const std::vector<ir::Var>& variables() const override { return blocks_->variables(); }
  const std::vector<ir::Var>& auxiliary_variables() const override {
    return blocks_->auxiliary_variables();
  }
  const std::vector<ir::Var>& control_variables() const override {
    return blocks_->control_variables();
  }
  Control initial_control() const override { return blocks_->initial_control(); }
  ir::Expr initial_condition() const override { return blocks_->initial_condition(); }
  std::span<const Action* const> actions(Control control) const override {
    return blocks_->actions(control);
  }
  const Action* find_action(std::uint32_t id) const override { return blocks_->find_action(id); }
  bool has_control(Control control) const override { return blocks_->has_control(control); }
  bool is_target(Control) const override { return false; }
  std::string control_name(Control control) const override {
    return blocks_->control_name(control);
  }
  std::optional<std::uint32_t> distance_to_target(Control) const override { return std::nullopt; }

  Marks marks(const Action& action) const override { return marks_[action.id]; }
  Marks all_marks() const override { return product_.all_marks(); }
  bool is_accepting(Control) const override { return false; }
  std::vector<const Action*> way(const Action& action) const override;
  std::vector<Control> points() const override { return blocks_->cut_points(); }

 private:
  const analysis::AcceptingSystem& product_;
  std::unique_ptr<BlockSystem> blocks_;
  std::vector<Marks> marks_;  ///< by Action::id
};

}  // namespace arges::model
