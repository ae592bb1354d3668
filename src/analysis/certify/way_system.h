#pragma once

#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/system/accepting_system.h"

namespace arges::analysis {

/// What a proof with nodes at some control points of a product is about: its actions are all the
/// ways between those points, as found here, so that whoever made the proof need not be trusted to
/// know them.
class WaySystem : public AcceptingSystem {
 public:
  WaySystem(const AcceptingSystem& product, std::set<Control> with_nodes);

  /// Why there is no such system: a way round that meets no node, or too many ways.
  struct Problem {
    std::string text;
    bool is_size = false;
  };
  const std::optional<Problem>& problem() const { return problem_; }
  /// The number of the action that takes this way; nothing if there is none.
  std::optional<std::uint32_t> find_way(const std::vector<std::uint32_t>& actions) const;

  ir::Context& context() const override { return product_.context(); }
  const std::vector<ir::Var>& variables() const override { return product_.variables(); }
  const std::vector<ir::Var>& auxiliary_variables() const override {
    return product_.auxiliary_variables();
  }
  Control initial_control() const override { return product_.initial_control(); }
  ir::Expr initial_condition() const override { return product_.initial_condition(); }
  std::span<const Action* const> actions(Control control) const override;
  const Action* find_action(std::uint32_t id) const override {
    return id < actions_.size() ? &actions_[id] : nullptr;
  }
  bool has_control(Control control) const override { return product_.has_control(control); }
  bool is_target(Control) const override { return false; }
  std::string control_name(Control control) const override {
    return product_.control_name(control);
  }
  std::optional<std::uint32_t> distance_to_target(Control) const override { return std::nullopt; }

  Marks marks(const Action& action) const override { return marks_[action.id]; }
  Marks all_marks() const override { return product_.all_marks(); }
  bool is_accepting(Control) const override { return false; }
  std::vector<const Action*> way(const Action& action) const override { return ways_[action.id]; }
  std::vector<Control> points() const override { return {with_nodes_.begin(), with_nodes_.end()}; }

 private:
  void find_ways(Control start);
  void add(const std::vector<const Action*>& way);

  const AcceptingSystem& product_;
  std::set<Control> with_nodes_;
  std::optional<Problem> problem_;
  std::size_t visits_ = 0;
  std::map<Control, std::vector<const Action*>> leaving_;
  std::deque<Action> actions_;
  std::vector<std::vector<const Action*>> ways_;  ///< by Action::id
  std::vector<Marks> marks_;
  std::map<std::vector<std::uint32_t>, std::uint32_t> numbers_;
};

}  // namespace arges::analysis
