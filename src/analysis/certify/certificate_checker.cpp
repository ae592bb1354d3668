#include "analysis/certify/certificate_checker.h"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/certify/partial_interpreter.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Expr;

CertificateChecker::CertificateChecker(Env& env, const System& system, smt::SolverFactory& solvers)
    : env_(env),
      system_(system),
      solvers_(solvers),
      solver_(solvers.make()),
      by_evaluation_(env.statistics.counter("certify::by_evaluation")),
      by_solver_(env.statistics.counter("certify::by_solver")),
      time_(env.statistics.timer("certify::time")) {}

namespace {

/// The (variable, value) pairs a formula consists of, if it is such a conjunction.
std::optional<std::vector<std::pair<ir::Var, ir::Value>>> as_values(Expr formula) {
  std::vector<std::pair<ir::Var, ir::Value>> result;
  if (formula.is_true()) return result;
  for (const Expr part : ir::conjuncts(formula)) {
    if (part.op() != ir::Op::eq || !part.child(0).is_variable() || !part.child(1).is_literal())
      return std::nullopt;
    result.emplace_back(part.child(0).var(), part.child(1).value());
  }
  return result;
}

/// Whether a formula speaks about the system's own variables in one state, and nothing else: a
/// versioned variable or a selector would restrict the transition the state is checked with.
bool is_about_a_state(Expr formula, const System& system) {
  std::unordered_set<ir::Var> known(system.variables().begin(), system.variables().end());
  known.insert(system.auxiliary_variables().begin(), system.auxiliary_variables().end());
  bool result = true;
  ir::for_each_subexpression(formula, [&](Expr e) {
    if (e.is_variable() && e.version() != 0) result = false;
  });
  for (const ir::Var var : ir::free_variables(formula)) result = result && known.contains(var);
  return result;
}

bool satisfies(const ir::Valuation& state,
               const std::vector<std::pair<ir::Var, ir::Value>>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](const auto& entry) { return state.get(entry.first) == entry.second; });
}

}  // namespace

Check CertificateChecker::check(const Certificate& certificate, double budget_seconds) {
  const Timer::Scope timing(time_);
  const double started = time_.seconds();
  if (auto error = structure_error(certificate)) return {false, *error, false};
  states_.clear();
  for (const Certificate::Node& node : certificate.nodes)
    states_.push_back({node.state, as_values(node.state)});
  if (const Holds holds = covers_initial(certificate.roots); holds != Holds::yes)
    return failure(holds, "an initial state is not covered");

  for (std::uint32_t id = 0; id < certificate.nodes.size(); ++id) {
    env_.limits.check();
    if (time_.seconds() - started > budget_seconds)
      return {false,
              fmt::format("budget of {:.1f} s used up after {} of {} nodes", budget_seconds, id,
                          certificate.nodes.size()),
              true};
    const Certificate::Node& node = certificate.nodes[id];
    if (node.covered_by) {
      const Holds holds = implies(states_[id], states_[*node.covered_by]);
      if (holds != Holds::yes)
        return failure(holds,
                       fmt::format("node {} is not within its coverer {}", id, *node.covered_by));
      continue;
    }
    for (const Action* action : system_.actions(node.control)) {
      std::vector<std::uint32_t> successors;
      for (const auto& successor : node.successors)
        if (successor.action == action->id) successors.push_back(successor.node);
      const Holds holds = covers_post(id, *action, successors);
      if (holds != Holds::yes)
        return failure(
            holds, fmt::format("successors of node {} by '{}' are not covered", id, action->label));
    }
  }
  return {true, "", false};
}

std::optional<std::string> CertificateChecker::structure_error(
    const Certificate& certificate) const {
  const std::size_t count = certificate.nodes.size();
  for (const std::uint32_t root : certificate.roots) {
    if (root >= count) return "a root does not exist";
    if (certificate.nodes[root].control != system_.initial_control())
      return "a root is not at the initial control point";
  }
  for (std::size_t id = 0; id < count; ++id) {
    const Certificate::Node& node = certificate.nodes[id];
    if (!system_.has_control(node.control))
      return fmt::format("node {} is at a control point that does not exist", id);
    if (!is_about_a_state(node.state, system_))
      return fmt::format("the state of node {} is not a condition on the model's variables", id);
    if (system_.is_target(node.control)) return fmt::format("node {} is at a target", id);
    if (node.covered_by) {
      if (*node.covered_by >= count)
        return fmt::format("the coverer of node {} does not exist", id);
      if (certificate.nodes[*node.covered_by].control != node.control)
        return fmt::format("node {} is covered by a node elsewhere", id);
    }
    for (const auto& [action, target] : node.successors) {
      if (target >= count) return fmt::format("a successor of node {} does not exist", id);
      const Action* taken = system_.find_action(action);
      if (taken == nullptr) return fmt::format("node {} has an action that does not exist", id);
      if (taken->target != certificate.nodes[target].control)
        return fmt::format("a successor of node {} is at another control point", id);
    }
  }
  // Covering must lead to a node whose successors are checked.
  for (std::size_t id = 0; id < count; ++id) {
    std::size_t at = id;
    for (std::size_t steps = 0; certificate.nodes[at].covered_by; ++steps) {
      if (steps > count) return fmt::format("node {} is covered in a circle", id);
      at = *certificate.nodes[at].covered_by;
    }
  }
  return std::nullopt;
}

CertificateChecker::Holds CertificateChecker::unsatisfiable(smt::Solver& solver) {
  by_solver_.add();
  switch (solver.check()) {
    case smt::Status::unsat:
      return Holds::yes;
    case smt::Status::sat:
      return Holds::no;
    case smt::Status::unknown:
      env_.limits.check();
  }
  return Holds::unknown;
}

Check CertificateChecker::failure(Holds holds, const std::string& what) {
  if (holds == Holds::unknown) return {false, "the solver can't tell whether " + what, true};
  return {false, what, false};
}

CertificateChecker::Holds CertificateChecker::implies(const State& a, const State& b) {
  if (a.formula == b.formula || b.formula.is_true()) return Holds::yes;
  if (a.values && b.values) {
    const bool inside = std::all_of(b.values->begin(), b.values->end(), [&](const auto& entry) {
      return std::find(a.values->begin(), a.values->end(), entry) != a.values->end();
    });
    if (inside) return Holds::yes;
  }
  solver_->push();
  solver_->add(a.formula);
  solver_->add(ir::not_(b.formula));
  const Holds result = unsatisfiable(*solver_);
  solver_->pop();
  return result;
}

CertificateChecker::Holds CertificateChecker::covers_initial(
    const std::vector<std::uint32_t>& roots) {
  solver_->push();
  solver_->add(system_.initial_condition());
  for (const std::uint32_t root : roots) solver_->add(ir::not_(states_[root].formula));
  const Holds result = unsatisfiable(*solver_);
  solver_->pop();
  return result;
}

bool CertificateChecker::covers_post_by_values(const State& source, const Action& action,
                                               const std::vector<std::uint32_t>& successors) const {
  if (!source.values) return false;
  ir::Valuation before;
  for (const auto& [var, value] : *source.values) before.set(var, value);
  const auto ends = execute_partially(action.statement, before);
  if (!ends) return false;
  return std::all_of(ends->begin(), ends->end(), [&](const ir::Valuation& end) {
    return std::any_of(successors.begin(), successors.end(), [&](std::uint32_t id) {
      return states_[id].values && satisfies(end, *states_[id].values);
    });
  });
}

CertificateChecker::TransitionQuery& CertificateChecker::transition(const Action& action) {
  const auto [entry, is_new] = transitions_.try_emplace(action.id);
  if (is_new) {
    ir::Unfolder unfolder(system_.context());
    ir::Unfolding unfolding = unfolder.unfold(action.statement, {});
    entry->second.solver = solvers_.make();
    entry->second.solver->add(unfolding.formula);
    entry->second.after = std::move(unfolding.after);
  }
  return entry->second;
}

CertificateChecker::Holds CertificateChecker::covers_post(
    std::uint32_t node, const Action& action, const std::vector<std::uint32_t>& successors) {
  if (covers_post_by_values(states_[node], action, successors)) {
    by_evaluation_.add();
    return Holds::yes;
  }
  TransitionQuery& query = transition(action);
  query.solver->push();
  query.solver->add(states_[node].formula);
  for (const std::uint32_t successor : successors)
    query.solver->add(ir::not_(query.after.apply(states_[successor].formula)));
  const Holds result = unsatisfiable(*query.solver);
  query.solver->pop();
  return result;
}

}  // namespace arges::analysis
