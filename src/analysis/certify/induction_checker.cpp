#include "analysis/certify/induction_checker.h"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/system/state_variables.h"

namespace arges::analysis {

using Basis = InductionCertificate::Basis;
using ir::Expr;

InductionChecker::InductionChecker(Env& env, const System& system, smt::SolverFactory& solvers)
    : env_(env),
      system_(system),
      solver_(solvers.make()),
      flag_(system.context().declare("way", system.context().bool_type())),
      by_solver_(env.statistics.counter("certify::by_solver")),
      time_(env.statistics.timer("certify::time")) {}

Check InductionChecker::check(const InductionCertificate& certificate,
                              std::optional<double> budget_seconds) {
  const Timer::Scope timing(time_);
  deadline_.reset();
  if (budget_seconds) deadline_ = time_.seconds() + *budget_seconds;
  solver_->set_query_limit({.seconds = budget_seconds, .steps = {}});
  invariants_.clear();
  std::unordered_set<Control> points;
  for (const auto& [control, invariant] : certificate.points) {
    invariants_[control] = invariant;
    points.insert(control);
  }
  stretches_.emplace(system_, std::move(points));
  names_.emplace(system_.context());
  if (const auto error = structure_error(certificate)) return {false, *error, false};
  if (auto problem = check_invariants()) return *problem;
  if (auto problem = check_runs(certificate)) return *problem;
  if (certificate.basis == Basis::induction)
    if (auto problem = check_step(certificate)) return *problem;
  return {true, "", false};
}

std::optional<std::string> InductionChecker::structure_error(
    const InductionCertificate& certificate) const {
  const VariableSet known(state_variables(system_));
  if (invariants_.size() != certificate.points.size()) return "a point is there twice";
  if (system_.is_target(system_.initial_control())) return "runs begin at a target";
  if (!invariants_.contains(system_.initial_control())) return "runs begin at none of the points";
  if (certificate.basis == Basis::induction && certificate.k == 0)
    return "an induction over no ways shows nothing";
  for (const auto& [control, invariant] : invariants_) {
    if (!system_.has_control(control)) return fmt::format("point {} does not exist", control);
    if (system_.is_target(control)) return fmt::format("point {} is a target", control);
    if (!known.describe(invariant))
      return fmt::format("the invariant of point {} is not a condition on the model's variables",
                         control);
  }
  return std::nullopt;
}

std::optional<Check> InductionChecker::impossible(Expr condition, const std::string& otherwise) {
  env_.limits.check();
  if (condition.is_false()) return std::nullopt;
  if (deadline_ && time_.seconds() > *deadline_)
    return Check{false, "the time for checking is used up", true};
  by_solver_.add();
  switch (solver_->check({&condition, 1})) {
    case smt::Status::unsat:
      return std::nullopt;
    case smt::Status::sat:
      return Check{false, otherwise, false};
    case smt::Status::unknown:
      env_.limits.check();
  }
  return Check{false, "the solver can't tell whether " + otherwise, true};
}

std::optional<Check> InductionChecker::check_invariants() {
  const Control initial = system_.initial_control();
  solver_->push();
  solver_->add(system_.initial_condition());
  auto problem = impossible(ir::not_(invariants_.at(initial)),
                            "an initial state does not satisfy the invariant");
  solver_->pop();
  for (const auto& [control, invariant] : invariants_) {
    if (problem) return problem;
    if (!invariant.is_false()) problem = check_invariant_of(control, invariant);
  }
  return problem;
}

std::optional<Check> InductionChecker::check_invariant_of(Control control, Expr invariant) {
  solver_->push();
  solver_->add(invariant);
  std::optional<Check> problem;
  for (const Action* action : system_.actions(control)) {
    if (problem || !stretches_->from(*action).cyclic) continue;
    problem = impossible(ir::Unfolder(system_.context()).unfold(action->statement, {}).formula,
                         fmt::format("from {} by '{}' there is a way round that meets no point",
                                     system_.control_name(control), action->label));
  }
  for (const auto& [end, place] : next({{control, {system_.context().true_expr(), {}}}})) {
    if (problem || system_.is_target(end)) continue;
    const Expr holds = place.versions.apply(invariants_.at(end));
    problem = impossible(ir::and_(place.reached, ir::not_(holds)),
                         fmt::format("the invariant of {} does not hold after a way from {}",
                                     system_.control_name(end), system_.control_name(control)));
  }
  solver_->pop();
  return problem;
}

std::optional<Check> InductionChecker::check_runs(const InductionCertificate& certificate) {
  solver_->push();
  solver_->add(system_.initial_condition());
  Places places{{system_.initial_control(), {system_.context().true_expr(), {}}}};
  std::optional<Check> problem;
  for (std::uint32_t ways = 1; ways < certificate.k && !problem; ++ways) {
    places = next(places);
    problem = impossible(reached(places, Where::at_targets),
                         fmt::format("a run of length {} gets to a target", ways));
  }
  if (!problem && certificate.basis == Basis::exhaustion) {
    if (certificate.k > 0) places = next(places);
    problem = impossible(reached(places, Where::anywhere),
                         fmt::format("there are runs of length {}", certificate.k));
  }
  solver_->pop();
  return problem;
}

std::optional<Check> InductionChecker::check_step(const InductionCertificate& certificate) {
  solver_->push();
  Places places;
  for (const auto& [control, invariant] : invariants_) {
    if (invariant.is_false()) continue;
    const Expr here = system_.context().var(flag_, next_flag_++);
    solver_->add(ir::implies(here, invariant));
    places[control] = {here, {}};
  }
  for (std::uint32_t ways = 0; ways < certificate.k; ++ways) {
    env_.limits.check();
    places = next(places);
  }
  auto problem =
      impossible(reached(places, Where::at_targets),
                 fmt::format("from states that the invariants allow, a run of length {} gets to a "
                             "target",
                             certificate.k));
  solver_->pop();
  return problem;
}

InductionChecker::Places InductionChecker::next(const Places& places) {
  std::map<Control, std::vector<Arrival>> arrivals;
  for (const auto& [control, place] : places) {
    // No run gets to a point whose invariant is false, once the invariants are checked.
    if (system_.is_target(control) || invariants_.at(control).is_false()) continue;
    for (const Action* action : system_.actions(control)) {
      const Stretch& stretch = stretches_->from(*action);
      // Of a way round without points it is checked that nothing can begin it.
      if (stretch.leads_nowhere() || stretch.cyclic) continue;
      const StretchFormula way = stretches_->formula(stretch, place.versions, *names_);
      const Expr taken = system_.context().var(flag_, next_flag_++);
      solver_->add(ir::implies(taken, ir::and_(place.reached, way.formula)));
      for (const StretchFormula::End& end : way.ends)
        arrivals[end.control].push_back({ir::and_(taken, end.reached), end.after});
    }
  }
  Places result;
  for (const auto& [control, here] : arrivals) result[control] = join(here);
  return result;
}

InductionChecker::Place InductionChecker::join(const std::vector<Arrival>& arrivals) {
  ir::Context& context = system_.context();
  if (arrivals.size() == 1) return {arrivals.front().taken, arrivals.front().after};
  std::size_t known = 0;
  for (const Arrival& arrival : arrivals) known = std::max(known, arrival.after.size());
  Place result{{}, {}};
  std::vector<Expr> reached;
  reached.reserve(arrivals.size());
  for (const Arrival& arrival : arrivals) reached.push_back(arrival.taken);
  result.reached = ir::or_(reached);
  for (std::uint32_t id = 0; id < known; ++id) {
    const ir::Var var = context.variable(id);
    std::uint32_t highest = 0;
    for (const Arrival& arrival : arrivals) highest = std::max(highest, arrival.after.get(var));
    if (highest == 0) continue;
    result.versions.set(var, highest);
    for (const Arrival& arrival : arrivals)
      if (const std::uint32_t own = arrival.after.get(var); own != highest)
        solver_->add(
            ir::implies(arrival.taken, ir::eq(context.var(var, highest), context.var(var, own))));
  }
  return result;
}

Expr InductionChecker::reached(const Places& places, Where where) const {
  std::vector<Expr> parts;
  for (const auto& [control, place] : places)
    if (where == Where::anywhere || system_.is_target(control)) parts.push_back(place.reached);
  return parts.empty() ? system_.context().false_expr() : ir::or_(parts);
}

}  // namespace arges::analysis
