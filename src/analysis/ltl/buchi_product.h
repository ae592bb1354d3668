#pragma once

#include <deque>
#include <map>
#include <vector>

#include "analysis/ltl/word_source.h"
#include "analysis/system/accepting_system.h"

namespace arges::analysis {

/// What the propositions of an automaton mean: expressions by the variables of its labels.
using Atoms = std::map<int, ir::Expr>;

/// A model and an automaton that reads its words, as a System: a control point is one of the model
/// and a state of the automaton. An action that ends in a letter exists once for every edge of the
/// automaton and assumes its label afterwards, on the state it leads to (Mondok 2019, 3.4.2), so
/// that domains know nothing of temporal logic. Control points are those that can be reached in the
/// control graph.
class BuchiProduct : public AcceptingSystem {
 public:
  BuchiProduct(WordSource source, const automata::Automaton& automaton, const Atoms& atoms);

  ir::Context& context() const override { return source_.system.context(); }
  const std::vector<ir::Var>& variables() const override { return source_.system.variables(); }
  const std::vector<ir::Var>& auxiliary_variables() const override {
    return source_.system.auxiliary_variables();
  }
  const std::vector<ir::Var>& control_variables() const override {
    return source_.system.control_variables();
  }
  Control initial_control() const override { return 0; }
  ir::Expr initial_condition() const override { return source_.system.initial_condition(); }
  std::span<const Action* const> actions(Control control) const override {
    return points_[control].actions;
  }
  const Action* find_action(std::uint32_t id) const override {
    return id < actions_.size() ? &actions_[id] : nullptr;
  }
  bool has_control(Control control) const override { return control < points_.size(); }
  bool is_target(Control) const override { return false; }
  /// As the model calls it: whoever reads a run does not care for automata.
  std::string control_name(Control control) const override {
    return source_.system.control_name(points_[control].inner);
  }
  std::optional<std::uint32_t> distance_to_target(Control) const override { return std::nullopt; }

  const System& model() const { return source_.system; }
  /// The model's action that one stands for; null: the run's last state repeats.
  const Action* model_action(const Action& action) const { return origins_[action.id].action; }
  /// The model's control point, and the automaton's state.
  Control model_control(Control control) const { return points_[control].inner; }
  automata::StateId automaton_state(Control control) const { return points_[control].state; }
  /// Whether the model's run ends here without an end of its own: behind an escape or a cut.
  bool is_left(Control control) const {
    return source_.escapes.contains(points_[control].inner) ||
           source_.cuts.contains(points_[control].inner);
  }
  /// Whether it does, and what came before does not decide: only some continuations are accepted.
  bool is_open(Control control) const {
    return is_left(control) && !universal_[points_[control].state];
  }
  /// Whether the state after an action is a letter.
  bool reads(const Action& action) const { return origins_[action.id].reads; }
  /// The acceptance sets an action is in. One more than the automaton has: every action that reads
  /// a letter, as what repeats without reading is no word.
  Marks marks(const Action& action) const override { return origins_[action.id].marks; }
  Marks all_marks() const override { return all_marks_; }
  bool is_accepting(Control control) const override { return points_[control].accepting; }
  std::vector<const Action*> way(const Action& action) const override { return {&action}; }
  std::vector<Control> points() const override;
  /// Tells the analysis which values each action leaves that nobody reads.
  void mark_dead_variables(const std::function<bool(Control, ir::Var)>& is_live);
  /// Whether actions may take a part of a step.
  bool has_fragments() const { return has_fragments_; }

 private:
  struct Point {
    Control inner;
    automata::StateId state;
    bool accepting = false;
    std::vector<const Action*> actions = {};
  };
  struct Origin {
    const Action* action;
    bool reads;
    Marks marks;
  };
  using Numbers = std::map<std::pair<Control, automata::StateId>, Control>;

  Control number(Numbers& numbers, Control inner, automata::StateId state);
  void add_actions(Control control, const automata::Automaton& automaton, const Atoms& atoms,
                   Numbers& numbers);
  void add(Control control, const Action& shape, Control target, const Origin& origin);

  WordSource source_;
  /// States of the automaton that surely accept every word, where that says something of a run.
  std::vector<bool> universal_;
  Marks all_marks_ = 0;
  bool has_fragments_ = false;
  std::vector<Point> points_;
  std::deque<Action> actions_;
  std::vector<Origin> origins_;  ///< by Action::id
};

}  // namespace arges::analysis
