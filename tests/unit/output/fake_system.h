#pragma once

#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analysis/system/system.h"
#include "ir/context.h"

namespace arges::test {

/// A counter as a System: 0 "start" –init→ 1 "loop" –step→ 1, 1 –check→ 2 "violated".
/// The source has one line an action, so that positions can be tested.
class FakeSystem : public analysis::System {
 public:
  FakeSystem() {
    color_ = context_.enum_type("Color", {"RED", "GREEN"});
    n_ = context_.declare("n", context_.int_type());
    on_ = context_.declare("on", context_.bool_type());
    color_var_ = context_.declare("color", color_);
    bits_ = context_.declare("bits", context_.bv_type(8));
    variables_ = {n_, on_, color_var_, bits_};
    counter_ = context_.declare("n!7", context_.int_type());
    auxiliary_ = {counter_};
    const ir::Expr n = context_.var(n_);
    add(0, 1, ir::assign(n_, context_.int_literal(0)), "init", analysis::ActionRole::step, 0);
    add(1, 3, ir::havoc(context_, on_), "step", analysis::ActionRole::fragment, 5);
    add(3, 1,
        ir::choice(context_, {ir::assign(n_, ir::add(n, context_.int_literal(1))),
                              ir::havoc(context_, color_var_)}),
        "step", analysis::ActionRole::step, 5);
    add(1, 2, ir::assume(ir::lt(context_.int_literal(0), n)), "check", analysis::ActionRole::check,
        10);
  }

  ir::Context& context() const override { return context_; }
  const std::vector<ir::Var>& variables() const override { return variables_; }
  const std::vector<ir::Var>& auxiliary_variables() const override { return auxiliary_; }
  analysis::Control initial_control() const override { return 0; }
  ir::Expr initial_condition() const override { return context_.true_expr(); }
  std::span<const analysis::Action* const> actions(analysis::Control control) const override {
    return outgoing_[control];
  }
  const analysis::Action* find_action(std::uint32_t id) const override {
    return id < actions_.size() ? &actions_[id] : nullptr;
  }
  bool has_control(analysis::Control control) const override { return control < 4; }
  bool is_target(analysis::Control control) const override { return control == 2; }
  std::string control_name(analysis::Control control) const override {
    static const char* names[] = {"start", "loop", "violated", "within step"};
    return names[control];
  }
  std::optional<std::uint32_t> distance_to_target(analysis::Control) const override { return {}; }

  ir::Var n() const { return n_; }
  ir::Var on() const { return on_; }
  ir::Var color() const { return color_var_; }
  ir::Var bits() const { return bits_; }
  ir::Var counter() const { return counter_; }

 private:
  void add(analysis::Control source, analysis::Control target, ir::Stmt statement,
           const char* label, analysis::ActionRole role, std::uint32_t offset) {
    analysis::Action action{};
    action.id = static_cast<std::uint32_t>(actions_.size());
    action.source = source;
    action.target = target;
    action.statement = statement;
    action.role = role;
    action.label = label;
    action.location = {&source_, offset};
    actions_.push_back(std::move(action));
    outgoing_[source].push_back(&actions_.back());
  }

  mutable ir::Context context_;
  SourceText source_{"fake.txt", "init\nstep\nchck\n"};
  ir::Type color_;
  ir::Var n_, on_, color_var_, bits_, counter_;
  std::vector<ir::Var> variables_;
  std::vector<ir::Var> auxiliary_;
  std::deque<analysis::Action> actions_;
  mutable std::map<analysis::Control, std::vector<const analysis::Action*>> outgoing_;
};

}  // namespace arges::test
