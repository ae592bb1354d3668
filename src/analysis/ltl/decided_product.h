#pragma once

#include "analysis/ltl/buchi_product.h"

namespace arges::analysis {

/// A product whose runs do not count where it depends on what comes after an escape. So a run that
/// is found violates the formula; that there is none says nothing about the formula.
class DecidedProduct : public AcceptingSystem {
 public:
  explicit DecidedProduct(const BuchiProduct& product) : product_(product) {}

  ir::Context& context() const override { return product_.context(); }
  const std::vector<ir::Var>& variables() const override { return product_.variables(); }
  const std::vector<ir::Var>& auxiliary_variables() const override {
    return product_.auxiliary_variables();
  }
  const std::vector<ir::Var>& control_variables() const override {
    return product_.control_variables();
  }
  Control initial_control() const override { return product_.initial_control(); }
  ir::Expr initial_condition() const override { return product_.initial_condition(); }
  std::span<const Action* const> actions(Control control) const override {
    return product_.actions(control);
  }
  const Action* find_action(std::uint32_t id) const override { return product_.find_action(id); }
  bool has_control(Control control) const override { return product_.has_control(control); }
  bool is_target(Control control) const override { return product_.is_target(control); }
  std::string control_name(Control control) const override {
    return product_.control_name(control);
  }
  std::optional<std::uint32_t> distance_to_target(Control control) const override {
    return product_.distance_to_target(control);
  }

  Marks marks(const Action& action) const override {
    return product_.is_open(action.target) ? 0 : product_.marks(action);
  }
  Marks all_marks() const override { return product_.all_marks(); }
  bool is_accepting(Control control) const override {
    return !product_.is_open(control) && product_.is_accepting(control);
  }
  std::vector<const Action*> way(const Action& action) const override { return {&action}; }
  std::vector<Control> points() const override { return product_.points(); }

 private:
  const BuchiProduct& product_;
};

}  // namespace arges::analysis
