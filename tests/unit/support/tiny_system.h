#pragma once

#include <deque>
#include <string>
#include <vector>

#include "analysis/system/system.h"
#include "support/core_text.h"

namespace arges::test {

/// A System written in a test: control points are numbers, actions core text.
class TinySystem : public analysis::System, public CoreText {
 public:
  using Control = analysis::Control;

  ir::Var tracked(ir::Var var) {
    variables_.push_back(var);
    return var;
  }
  ir::Var add_integer(const std::string& name) { return tracked(integer(name)); }
  ir::Var add_boolean(const std::string& name) { return tracked(boolean(name)); }

  const analysis::Action& edge(Control from, Control to, const std::string& statement) {
    analysis::Action& action = actions_.emplace_back();
    action.id = static_cast<std::uint32_t>(actions_.size() - 1);
    action.source = from;
    action.target = to;
    action.statement = statement.empty() ? ir::skip(CoreText::context) : stmt(statement);
    action.label = std::to_string(from) + " -> " + std::to_string(to);
    const std::size_t needed = std::max(from, to) + 1;
    if (outgoing_.size() < needed) outgoing_.resize(needed);
    outgoing_[from].push_back(&action);
    return action;
  }
  void set_target(Control control) { target_ = control; }
  void set_initial(const std::string& condition) { initial_ = expr(condition); }

  ir::Context& context() const override { return const_cast<TinySystem*>(this)->CoreText::context; }
  const std::vector<ir::Var>& variables() const override { return variables_; }
  const std::vector<ir::Var>& auxiliary_variables() const override { return none_; }
  Control initial_control() const override { return 0; }
  ir::Expr initial_condition() const override {
    return initial_ ? initial_ : context().true_expr();
  }
  std::span<const analysis::Action* const> actions(Control control) const override {
    return outgoing_[control];
  }
  const analysis::Action* find_action(std::uint32_t id) const override {
    return id < actions_.size() ? &actions_[id] : nullptr;
  }
  bool has_control(Control control) const override { return control < outgoing_.size(); }
  bool is_target(Control control) const override { return control == target_; }
  std::string control_name(Control control) const override { return "l" + std::to_string(control); }
  std::optional<std::uint32_t> distance_to_target(Control control) const override {
    return control <= target_ ? target_ - control : control;
  }

 private:
  std::vector<ir::Var> variables_;
  std::vector<ir::Var> none_;
  std::deque<analysis::Action> actions_;
  std::vector<std::vector<const analysis::Action*>> outgoing_{1};
  Control target_ = 1000;
  ir::Expr initial_;
};

}  // namespace arges::test
