#pragma once

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include "analysis/system/system.h"

namespace arges::analysis {

/// A System without some of its actions: a run of it is one of the whole, but not every one is.
class NarrowedSystem : public System {
 public:
  using Test = std::function<bool(const Action&)>;
  NarrowedSystem(const System& whole, Test is_left_out)
      : whole_(whole), is_left_out_(std::move(is_left_out)) {}

  ir::Context& context() const override { return whole_.context(); }
  const std::vector<ir::Var>& variables() const override { return whole_.variables(); }
  const std::vector<ir::Var>& auxiliary_variables() const override {
    return whole_.auxiliary_variables();
  }
  const std::vector<ir::Var>& control_variables() const override {
    return whole_.control_variables();
  }
  Control initial_control() const override { return whole_.initial_control(); }
  ir::Expr initial_condition() const override { return whole_.initial_condition(); }
  std::span<const Action* const> actions(Control control) const override;
  const Action* find_action(std::uint32_t id) const override { return whole_.find_action(id); }
  bool has_control(Control control) const override { return whole_.has_control(control); }
  bool is_target(Control control) const override { return whole_.is_target(control); }
  std::string control_name(Control control) const override { return whole_.control_name(control); }
  /// In the whole: no more than it is here.
  std::optional<std::uint32_t> distance_to_target(Control control) const override {
    return whole_.distance_to_target(control);
  }

 private:
  const System& whole_;
  Test is_left_out_;
  mutable std::map<Control, std::vector<const Action*>> actions_;
};

}  // namespace arges::analysis
