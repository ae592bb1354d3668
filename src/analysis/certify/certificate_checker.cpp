#include "analysis/certify/certificate_checker.h"

#include <algorithm>
#include <map>
#include <unordered_set>

#include <fmt/format.h>

#include "analysis/certify/partial_interpreter.h"
#include "analysis/system/state_variables.h"
#include "base/invariant.h"
#include "ir/traversal.h"
#include "ir/unfold.h"

namespace arges::analysis {

using ir::Expr;

CertificateChecker::CertificateChecker(Env& env, const System& system, smt::SolverFactory& solvers)
    : env_(env),
      system_(system),
      solver_(solvers.make()),
      by_evaluation_(env.statistics.counter("certify::by_evaluation")),
      by_repetition_(env.statistics.counter("certify::by_repetition")),
      by_solver_(env.statistics.counter("certify::by_solver")),
      time_(env.statistics.timer("certify::time")) {}

namespace {

/// The (variable, value) pairs that conditions fix.
std::vector<std::pair<ir::Var, ir::Value>> fixed_values(const std::vector<Expr>& parts) {
  std::vector<std::pair<ir::Var, ir::Value>> result;
  for (const Expr part : parts)
    if (const auto fixed = ir::fixed_value(part))
      result.emplace_back(fixed->variable.var(), fixed->value.value());
  return result;
}

bool by_number(Expr a, Expr b) { return a.id() < b.id(); }

std::vector<Expr> parts_of(Expr formula) {
  if (formula.is_true()) return {};
  std::vector<Expr> result = ir::conjuncts(formula);
  std::sort(result.begin(), result.end(), by_number);
  return result;
}

std::unordered_set<Control> controls_of(const Certificate& certificate) {
  std::unordered_set<Control> result;
  for (const Certificate::Node& node : certificate.nodes) result.insert(node.control);
  return result;
}

bool satisfies(const ir::Valuation& state,
               const std::vector<std::pair<ir::Var, ir::Value>>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](const auto& entry) { return state.get(entry.first) == entry.second; });
}

}  // namespace

Check CertificateChecker::check(const Certificate& certificate,
                                std::optional<double> budget_seconds) {
  const Timer::Scope timing(time_);
  stretches_.emplace(system_, controls_of(certificate));
  if (auto error = structure_error(certificate)) return {false, *error, false};
  deadline_.reset();
  undecided_.reset();
  if (budget_seconds) deadline_ = time_.seconds() + *budget_seconds;
  solver_->set_query_limit({.seconds = budget_seconds, .steps = {}});
  states_.clear();
  for (const Certificate::Node& node : certificate.nodes) {
    State& state =
        states_.emplace_back(State{node.control, node.state, parts_of(node.state), {}, {}});
    state.known = fixed_values(state.parts);
    if (state.known.size() == state.parts.size()) state.values = state.known;
  }
  if (auto problem = check_roots(certificate)) return *problem;
  if (auto problem = check_covering(certificate)) return *problem;
  if (auto problem = check_steps(certificate)) return *problem;
  if (undecided_) return *undecided_;
  return {true, "", false};
}

std::optional<Check> CertificateChecker::check_budget() const {
  env_.limits.check();
  if (!deadline_ || time_.seconds() <= *deadline_) return std::nullopt;
  return Check{false, "the time for checking is used up", true};
}

std::optional<Check> CertificateChecker::failure(Holds holds, const std::string& what) {
  switch (holds) {
    case Holds::yes:
      return std::nullopt;
    case Holds::no:
      return Check{false, what, false};
    case Holds::unknown:
      if (auto problem = check_budget()) return problem;  // the solver would have had its reasons
      // Another obligation may be known not to hold, and that counts more.
      if (!undecided_) undecided_ = Check{false, "the solver can't tell whether " + what, true};
      return std::nullopt;
  }
  UNREACHABLE("an answer should be known");
}

std::optional<Check> CertificateChecker::check_roots(const Certificate& certificate) {
  solver_->push();
  solver_->add(system_.initial_condition());
  for (const std::uint32_t root : certificate.roots) solver_->add(ir::not_(states_[root].formula));
  const Holds holds = unsatisfiable();
  solver_->pop();
  return failure(holds, "an initial state is not covered");
}

std::optional<Check> CertificateChecker::check_covering(const Certificate& certificate) {
  for (std::size_t id = 0; id < certificate.nodes.size(); ++id) {
    const auto coverer = certificate.nodes[id].covered_by;
    if (!coverer) continue;
    if (auto problem = check_budget()) return problem;
    const Holds holds = implies(states_[id], states_[*coverer]);
    if (holds == Holds::yes) continue;
    if (auto problem =
            failure(holds, fmt::format("node {} is not within its coverer {}", id, *coverer)))
      return problem;
  }
  return std::nullopt;
}

std::optional<Check> CertificateChecker::check_steps(const Certificate& certificate) {
  // What evaluation leaves open is collected by action: one solver at a time holds one transition.
  std::map<std::uint32_t, std::vector<Step>> open;
  for (std::uint32_t id = 0; id < certificate.nodes.size(); ++id) {
    const Certificate::Node& node = certificate.nodes[id];
    if (node.covered_by || node.state.is_false()) continue;
    if (auto problem = check_budget()) return problem;
    std::map<std::uint32_t, Successors> successors;
    for (const auto& successor : node.successors)
      successors[successor.action].push_back(successor.node);
    for (const Action* action : system_.actions(node.control)) {
      Successors& after = successors[action->id];
      if (covered_by_values(states_[id], stretches_->from(*action), after))
        by_evaluation_.add();
      else
        open[action->id].push_back({id, std::move(after)});
    }
  }
  for (auto& [action, steps] : open) {
    const Stretch& stretch = stretches_->from(*system_.find_action(action));
    if (auto problem = check_steps_of(stretch, std::move(steps))) return problem;
  }
  return std::nullopt;
}

std::optional<Check> CertificateChecker::check_steps_of(const Stretch& stretch,
                                                        std::vector<Step> steps) {
  const std::string& label = stretch.first->label;
  if (!stretch.is_single()) steps = without_impossible(*stretch.first, std::move(steps));
  if (steps.empty() || stretch.leads_nowhere()) return std::nullopt;
  if (stretch.cyclic)
    return Check{false,
                 fmt::format("from node {} by '{}' there is a way round that meets no node",
                             steps.front().node, label),
                 false};
  const StretchFormula transition = stretches_->formula(stretch);
  answers_.clear();
  std::optional<Check> problem;
  solver_->push();
  solver_->add(transition.formula);
  for (const Step& step : steps) {
    problem = check_budget();
    if (!problem) problem = check_step(step, transition, label);
    if (problem) break;
  }
  solver_->pop();
  return problem;
}

std::optional<Check> CertificateChecker::check_step(const Step& step,
                                                    const StretchFormula& transition,
                                                    const std::string& label) {
  const Obligation essence = this->essence(step, transition);
  return failure(holds(essence, states_[step.node], transition),
                 fmt::format("successors of node {} by '{}' are not covered", step.node, label));
}

/// Like obligations are asked once.
CertificateChecker::Holds CertificateChecker::holds(const Obligation& essence, const State& state,
                                                    const StretchFormula& transition) {
  const auto [known, is_new] = answers_.try_emplace(essence.key(), Holds::unknown);
  if (is_new)
    known->second = ask(essence, transition);
  else
    by_repetition_.add();
  if (known->second == Holds::yes || essence.before.size() == state.parts.size())
    return known->second;
  if (check_budget()) return Holds::unknown;
  // What was left out may contradict itself.
  Obligation whole = essence;
  whole.before = state.parts;
  return ask(whole, transition);
}

std::vector<std::uint64_t> CertificateChecker::Obligation::key() const {
  std::vector<std::uint64_t> result{before.size()};
  for (const Expr condition : before) result.push_back(condition.id());
  for (const std::vector<Expr>& formulas : after) {
    result.push_back(formulas.size());
    for (const Expr formula : formulas) result.push_back(formula.id());
  }
  return result;
}

CertificateChecker::Obligation CertificateChecker::essence(const Step& step,
                                                           const StretchFormula& transition) {
  const State& source = states_[step.node];
  const auto is_kept = [&](Expr part, const ir::Versions& after) {
    const std::vector<ir::Var>& vars = relevance_.variables(part);
    return std::binary_search(source.parts.begin(), source.parts.end(), part, by_number) &&
           std::all_of(vars.begin(), vars.end(), [&](ir::Var v) { return after.get(v) == 0; });
  };
  Obligation result;
  std::vector<Expr> touched{transition.formula};
  for (const StretchFormula::End& end : transition.ends) {
    touched.push_back(end.reached);
    std::vector<Expr>& formulas = result.after.emplace_back();
    for (const std::uint32_t successor : step.successors) {
      if (states_[successor].control != end.control) continue;
      std::vector<Expr> parts;
      for (const Expr part : states_[successor].parts)
        if (!is_kept(part, end.after)) parts.push_back(end.after.apply(part));
      formulas.push_back(parts.empty() ? system_.context().true_expr() : ir::and_(parts));
      touched.push_back(formulas.back());
    }
  }
  result.before = relevant(source, touched);
  return result;
}

std::vector<Expr> CertificateChecker::relevant(const State& state, std::span<const Expr> formulas) {
  std::vector<ir::Var> seeds;
  for (const Expr formula : formulas) {
    const std::vector<ir::Var>& vars = relevance_.variables(formula);
    seeds.insert(seeds.end(), vars.begin(), vars.end());
  }
  std::vector<Expr> result;
  for (const std::size_t i : relevance_.connected(state.parts, seeds))
    result.push_back(state.parts[i]);
  return result;
}

CertificateChecker::Holds CertificateChecker::ask(const Obligation& obligation,
                                                  const StretchFormula& transition) {
  solver_->push();
  for (const Expr condition : obligation.before) solver_->add(condition);
  std::vector<Expr> outside;  // of an end's formulas, by ends
  for (std::size_t i = 0; i < transition.ends.size(); ++i) {
    std::vector<Expr> parts{transition.ends[i].reached};
    for (const Expr formula : obligation.after[i]) parts.push_back(ir::not_(formula));
    outside.push_back(ir::and_(parts));
  }
  solver_->add(ir::or_(outside));
  const Holds holds = unsatisfiable();
  solver_->pop();
  return holds;
}

std::vector<CertificateChecker::Step> CertificateChecker::without_impossible(
    const Action& action, std::vector<Step> steps) {
  if (std::none_of(steps.begin(), steps.end(),
                   [](const Step& step) { return step.successors.empty(); }))
    return steps;
  ir::Unfolder unfolder(system_.context());
  const StretchFormula attempt{unfolder.unfold(action.statement, {}).formula,
                               {{action.target, system_.context().true_expr(), {}}}};
  answers_.clear();
  solver_->push();
  solver_->add(attempt.formula);
  std::erase_if(steps, [&](const Step& step) {
    if (!step.successors.empty()) return false;
    const State& state = states_[step.node];
    const std::vector<Expr> no_successors;
    const Obligation nowhere{relevant(state, {&attempt.formula, 1}), {no_successors}};
    return holds(nowhere, state, attempt) == Holds::yes;
  });
  solver_->pop();
  return steps;
}

std::optional<std::string> CertificateChecker::structure_error(
    const Certificate& certificate) const {
  const std::size_t count = certificate.nodes.size();
  const VariableSet known(state_variables(system_));
  for (const std::uint32_t root : certificate.roots) {
    if (root >= count) return "a root does not exist";
    if (certificate.nodes[root].control != system_.initial_control())
      return "a root is not at the initial control point";
  }
  for (std::size_t id = 0; id < count; ++id) {
    const Certificate::Node& node = certificate.nodes[id];
    if (!system_.has_control(node.control))
      return fmt::format("node {} is at a control point that does not exist", id);
    if (!known.describe(node.state))
      return fmt::format("the state of node {} is not a condition on the model's variables", id);
    if (system_.is_target(node.control)) return fmt::format("node {} is at a target", id);
    if (node.covered_by) {
      if (*node.covered_by >= count)
        return fmt::format("the coverer of node {} does not exist", id);
      if (certificate.nodes[*node.covered_by].control != node.control)
        return fmt::format("node {} is covered by a node elsewhere", id);
    }
    for (const auto& [action, target, then] : node.successors) {
      if (!then.empty()) return fmt::format("node {} tells a way where none is to be told", id);
      if (target >= count) return fmt::format("a successor of node {} does not exist", id);
      const Action* taken = system_.find_action(action);
      if (taken == nullptr) return fmt::format("node {} has an action that does not exist", id);
      const bool ends_there =
          stretches_->has_nodes(taken->target) || system_.is_target(taken->target);
      if (ends_there && taken->target != certificate.nodes[target].control)
        return fmt::format("a successor of node {} is at another control point", id);
    }
  }
  // Covering must lead to a node whose successors are checked.
  std::vector<bool> ends_well(count, false);
  for (std::size_t id = 0; id < count; ++id) {
    std::vector<std::size_t> chain;
    std::size_t at = id;
    for (; certificate.nodes[at].covered_by && !ends_well[at];
         at = *certificate.nodes[at].covered_by) {
      chain.push_back(at);
      if (chain.size() > count) return fmt::format("node {} is covered in a circle", id);
    }
    for (const std::size_t link : chain) ends_well[link] = true;
  }
  return std::nullopt;
}

CertificateChecker::Holds CertificateChecker::unsatisfiable() {
  by_solver_.add();
  switch (solver_->check()) {
    case smt::Status::unsat:
      return Holds::yes;
    case smt::Status::sat:
      return Holds::no;
    case smt::Status::unknown:
      env_.limits.check();
  }
  return Holds::unknown;
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
  const Holds result = unsatisfiable();
  solver_->pop();
  return result;
}

bool CertificateChecker::is_within(Control control, const ir::Valuation& end,
                                   const Successors& successors) const {
  return std::any_of(successors.begin(), successors.end(), [&](std::uint32_t id) {
    return states_[id].control == control && states_[id].values &&
           satisfies(end, *states_[id].values);
  });
}

bool CertificateChecker::covered_by_values(const State& source, const Stretch& stretch,
                                           const Successors& successors) {
  if (stretch.leads_nowhere()) return true;
  // What holds of more states holds of these: conditions that fix no value may be left out.
  if (!source.values && source.known.empty()) return false;
  ir::Valuation before;
  for (const auto& [var, value] : source.known) before.set(var, value);
  if (stretch.is_single()) {
    const auto ends = execute_partially(stretch.first->statement, before);
    return ends && std::all_of(ends->begin(), ends->end(), [&](const ir::Valuation& end) {
             return is_within(stretch.first->target, end, successors);
           });
  }
  if (stretch.cyclic) {
    const auto ends = execute_partially(stretch.first->statement, before);
    return ends && ends->empty();
  }
  const auto ends = stretches_->execute(stretch, before);
  return ends && std::all_of(ends->begin(), ends->end(), [&](const auto& end) {
           return is_within(end.first, end.second, successors);
         });
}

}  // namespace arges::analysis
