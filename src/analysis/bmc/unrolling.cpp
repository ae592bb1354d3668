#include "analysis/bmc/unrolling.h"

#include <algorithm>
#include <set>

#include "analysis/system/state_variables.h"
#include "base/invariant.h"

namespace arges::analysis {

using ir::Expr;

std::vector<Control> reachable_controls(const System& system) {
  std::set<Control> found{system.initial_control()};
  std::vector<Control> todo{system.initial_control()};
  while (!todo.empty()) {
    const Control at = todo.back();
    todo.pop_back();
    for (const Action* action : system.actions(at))
      if (found.insert(action->target).second) todo.push_back(action->target);
  }
  return {found.begin(), found.end()};
}

Unrolling::Unrolling(const System& system, smt::Solver& solver)
    : system_(system),
      solver_(solver),
      unfolder_(system.context()),
      flag_(system.context().declare("taken", system.context().bool_type())) {}

Expr Unrolling::fresh_flag() { return system_.context().var(flag_, next_flag_++); }

void Unrolling::start_at_initial() {
  INVARIANT(levels_.empty(), "an unrolling should start once");
  solver_.add(system_.initial_condition());
  levels_.push_back({{system_.initial_control(), {system_.context().true_expr(), {}, {}}}});
}

void Unrolling::start_anywhere() {
  INVARIANT(levels_.empty(), "an unrolling should start once");
  Level& level = levels_.emplace_back();
  for (const Control control : reachable_controls(system_))
    if (!system_.is_target(control)) level.emplace(control, Place{fresh_flag(), {}, {}});
}

void Unrolling::restrict_start(const std::map<Control, Expr>& conditions) {
  for (const auto& [control, place] : levels_.front())
    if (const auto condition = conditions.find(control); condition != conditions.end())
      solver_.add(ir::implies(place.reached, condition->second));
}

void Unrolling::extend() {
  Level next;
  for (const auto& [control, place] : levels_.back()) {
    if (system_.is_target(control)) continue;
    for (const Action* action : system_.actions(control)) {
      const Expr taken = fresh_flag();
      ir::Unfolding step = unfolder_.unfold(action->statement, place.versions);
      solver_.add(ir::implies(taken, place.reached));
      solver_.add(ir::implies(taken, step.formula));
      next[action->target].arrivals.push_back({action, taken, std::move(step.after)});
    }
  }
  for (auto& [control, place] : next) join(place);
  levels_.push_back(std::move(next));
}

/// All arrivals go on with the same versions: the highest. Versions grow along a run, so these are
/// new to an arrival that has lower ones, and what it has is handed on to them. Values that nobody
/// reads are not.
void Unrolling::join(Place& place) {
  ir::Context& context = system_.context();
  std::vector<Expr> taken;
  taken.reserve(place.arrivals.size());
  for (const Arrival& arrival : place.arrivals) taken.push_back(arrival.taken);
  place.reached = ir::or_(taken);
  place.versions = place.arrivals.front().after;
  for (const ir::Var var : state_variables(system_)) {
    std::uint32_t highest = 0;
    for (const Arrival& arrival : place.arrivals)
      highest = std::max(highest, arrival.after.get(var));
    place.versions.set(var, highest);
    for (const Arrival& arrival : place.arrivals) {
      const std::uint32_t own = arrival.after.get(var);
      if (own == highest || arrival.action->leaves_dead(var)) continue;
      solver_.add(
          ir::implies(arrival.taken, ir::eq(context.var(var, highest), context.var(var, own))));
    }
  }
  // Locals of statements end with them, but their versions must not be used again.
  for (const Arrival& arrival : place.arrivals)
    for (std::uint32_t id = 0; id < arrival.after.size(); ++id) {
      const ir::Var var = context.variable(id);
      if (arrival.after.get(var) > place.versions.get(var))
        place.versions.set(var, arrival.after.get(var));
    }
}

Expr Unrolling::any_of(bool (*wanted)(const System&, Control)) const {
  std::vector<Expr> reached;
  for (const auto& [control, place] : levels_.back())
    if (wanted(system_, control)) reached.push_back(place.reached);
  return reached.empty() ? system_.context().false_expr() : ir::or_(reached);
}

Expr Unrolling::at_target() const {
  return any_of([](const System& system, Control control) { return system.is_target(control); });
}

Expr Unrolling::elsewhere() const {
  return any_of([](const System& system, Control control) { return !system.is_target(control); });
}

const Action* Unrolling::arrival_in_model(const Place& place) const {
  for (const Arrival& arrival : place.arrivals) {
    const auto taken = solver_.value(arrival.taken);
    if (taken && taken->is_true()) return arrival.action;
  }
  return nullptr;
}

std::optional<std::vector<const Action*>> Unrolling::run_to_target() const {
  std::vector<const Action*> run;
  if (depth() == 0) return run;
  for (const auto& [control, place] : levels_.back())
    if (run.empty() && system_.is_target(control))
      if (const Action* last = arrival_in_model(place)) run.push_back(last);
  if (run.empty()) return std::nullopt;
  for (std::uint32_t level = depth() - 1; level > 0; --level) {
    const Action* before = arrival_in_model(levels_[level].at(run.back()->source));
    if (before == nullptr) return std::nullopt;
    run.push_back(before);
  }
  std::reverse(run.begin(), run.end());
  return run;
}

}  // namespace arges::analysis
