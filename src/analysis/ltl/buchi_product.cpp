#include "analysis/ltl/buchi_product.h"

#include <algorithm>
#include <numeric>

#include "analysis/system/state_variables.h"
#include "automata/bdd/cubes.h"
#include "automata/omega/degeneralization.h"
#include "automata/omega/universal_states.h"
#include "base/invariant.h"

namespace arges::analysis {

using automata::StateId;
using ir::Expr;

namespace {

/// What a label says of a state.
Expr meaning(ir::Context& context, const automata::Bdd& label, const Atoms& atoms) {
  if (label.is_true()) return context.true_expr();
  std::vector<Expr> products;
  for (const automata::Cube& cube : automata::prime_cover(label)) {
    std::vector<Expr> literals;
    for (const auto& [variable, positive] : cube) {
      const Expr atom = atoms.at(variable);
      literals.push_back(positive ? atom : ir::not_(atom));
    }
    products.push_back(ir::and_(literals));
  }
  return products.empty() ? context.false_expr() : ir::or_(products);
}

}  // namespace

BuchiProduct::BuchiProduct(WordSource source, const automata::Automaton& automaton,
                           const Atoms& atoms)
    : source_(std::move(source)), universal_(automaton.num_states(), false) {
  if (source_.left_runs == LeftRuns::prefix) universal_ = automata::universal_states(automaton);
  INVARIANT(automaton.num_sets() < automata::max_acceptance_sets,
            "there should be room for one more acceptance set");
  all_marks_ = automaton.all_marks() | (Marks{1} << automaton.num_sets());
  Numbers numbers;
  number(numbers, source_.system.initial_control(), automaton.initial());
  for (Control control = 0; control < points_.size(); ++control)
    add_actions(control, automaton, atoms, numbers);
  // A point that letters lead to lies on cycles that read something.
  std::vector<bool> read(points_.size(), true);
  for (const Action& action : actions_)
    if (!origins_[action.id].reads) read[action.target] = false;
  const bool on_states = automaton.num_sets() == 1;
  for (Control control = 0; control < points_.size(); ++control)
    points_[control].accepting =
        on_states &&
        (is_left(control) ||
         (read[control] && automata::is_accepting_state(automaton, points_[control].state)));
}

Control BuchiProduct::number(Numbers& numbers, Control inner, StateId state) {
  const auto [found, is_new] =
      numbers.try_emplace({inner, state}, static_cast<Control>(points_.size()));
  if (is_new) points_.push_back({inner, state});
  return found->second;
}

void BuchiProduct::add_actions(Control control, const automata::Automaton& automaton,
                               const Atoms& atoms, Numbers& numbers) {
  const Control inner = points_[control].inner;
  const StateId state = points_[control].state;
  const Marks letter = Marks{1} << automaton.num_sets();
  const auto add_reading = [&](const Action& shape, const Action* origin) {
    for (const automata::Edge& edge : automaton.edges(state)) {
      const Expr label = meaning(context(), edge.label, atoms);
      Action action = shape;
      if (!label.is_true())
        action.statement = ir::sequence(context(), {shape.statement, ir::assume(label)});
      add(control, action, number(numbers, shape.target, edge.target),
          {origin, true, edge.marks | letter});
    }
  };
  if (is_left(control)) {
    if (source_.cuts.contains(inner) && is_open(control)) return;
    // Every word, so that a proof must exclude it.
    add(control,
        {.id = 0,
         .source = inner,
         .target = inner,
         .statement = ir::assume(context().true_expr()),
         .label = "the model ends here",
         .origin = Action::no_origin},
        control, {nullptr, true, all_marks_});
    return;
  }
  for (const Ending& ending : source_.endings)
    if (ending.control == inner)
      add_reading({.id = 0,
                   .source = inner,
                   .target = inner,
                   .statement = ir::assume(ending.condition),
                   .label = "the run has ended",
                   .origin = Action::no_origin},
                  nullptr);
  if (source_.is_final(inner)) return;
  for (const Action* action : source_.system.actions(inner)) {
    has_fragments_ = has_fragments_ || action->role == ActionRole::fragment;
    if (source_.reads(*action))
      add_reading(*action, action);
    else
      add(control, *action, number(numbers, action->target, state), {action, false, 0});
  }
}

std::vector<Control> BuchiProduct::points() const {
  std::vector<Control> result(points_.size());
  std::iota(result.begin(), result.end(), Control{0});
  return result;
}

void BuchiProduct::mark_dead_variables(const std::function<bool(Control, ir::Var)>& is_live) {
  const std::vector<ir::Var> variables = state_variables(*this);
  for (Action& action : actions_) {
    action.dead.clear();
    for (const ir::Var var : variables)
      if (!is_live(action.target, var)) action.dead.push_back(var);
    std::sort(action.dead.begin(), action.dead.end(), ir::declared_before);
  }
}

void BuchiProduct::add(Control control, const Action& shape, Control target, const Origin& origin) {
  Action& action = actions_.emplace_back(shape);
  action.id = static_cast<std::uint32_t>(actions_.size() - 1);
  action.source = control;
  action.target = target;
  action.dead.clear();
  origins_.push_back(origin);
  points_[control].actions.push_back(&action);
}

}  // namespace arges::analysis
