#include "analysis/bmc/bounded_checker.h"

#include <algorithm>

namespace arges::analysis {

using Basis = InductionCertificate::Basis;
using ir::Expr;

namespace {

/// Of one induction step, in the solver's unit: it need not succeed, and runs are to be looked for.
constexpr std::uint32_t step_effort = 10'000'000;
/// Steps that took more than that, before no more are tried: longer ones take even longer.
constexpr std::uint32_t most_undecided_steps = 3;

/// Most properties that a short induction proves need no invariants, so these can wait.
constexpr std::uint32_t depth_for_invariants = 2;
/// What may be spent on them at first, in the solver's unit, and later as a part of what everything
/// else took: about half of the time, as their queries are slow for what is counted.
constexpr std::uint64_t effort_for_invariants = 400'000;
constexpr std::uint64_t effort_elsewhere_for_invariants = 3;

}  // namespace

BoundedChecker::BoundedChecker(Env& env, const System& system, smt::SolverFactory& solvers,
                               Parts parts)
    : env_(env),
      system_(system),
      solvers_(solvers),
      parts_(std::move(parts)),
      base_solver_(solvers.make()),
      step_solver_(solvers.make()),
      base_(system, *base_solver_),
      step_(std::make_unique<Unrolling>(system, *step_solver_)),
      depth_(env.statistics.counter("bmc::depth")),
      queries_(env.statistics.counter("bmc::queries")),
      steps_undecided_(env.statistics.counter("bmc::steps_undecided")) {}

Verdict BoundedChecker::run() {
  step_solver_->set_query_limit({.seconds = {}, .steps = step_effort});
  base_.start_at_initial();
  step_->start_anywhere();
  while (true) {
    depth_.set(base_.depth());
    if (auto verdict = look_at_depth()) return *std::move(verdict);
    if (inductive()) return proved(Basis::induction, step_->depth());
    if (parts_.bound != 0 && base_.depth() == parts_.bound)
      return {Answer::unknown, "bound reached", {}};
    base_.extend();
  }
}

std::optional<Verdict> BoundedChecker::look_at_depth() {
  switch (ask(*base_solver_, base_.at_target())) {
    case smt::Status::sat:
      return violation();
    case smt::Status::unknown:
      return Verdict{Answer::unknown, "solver unknown", {}};
    case smt::Status::unsat:
      break;
  }
  base_solver_->add(ir::not_(base_.at_target()));
  if (ask(*base_solver_, base_.elsewhere()) == smt::Status::unsat)
    return proved(Basis::exhaustion, base_.depth());
  return std::nullopt;
}

/// Values are looked for anew along the run alone, as for any other counterexample.
Verdict BoundedChecker::violation() {
  const auto actions = base_.run_to_target();
  if (!actions) return {Answer::unknown, "solver unknown", {}};
  TraceStatus status = parts_.checker.check(*actions);
  if (status.run) return {Answer::violated, "", std::move(status.run)};
  return {Answer::unknown, status.refutation ? "solver unknown" : status.unknown_reason, {}};
}

/// Whether runs with one action more than those looked at can't be the first to reach a target.
bool BoundedChecker::inductive() {
  if (base_.depth() >= depth_for_invariants) strengthen();
  while (step_->depth() <= base_.depth()) {
    if (steps_undecided_.value() >= most_undecided_steps) return false;
    step_->extend();
    const smt::Status status = ask(*step_solver_, step_->at_target());
    if (status == smt::Status::unsat) return true;
    if (status == smt::Status::unknown) steps_undecided_.add();
  }
  return false;
}

void BoundedChecker::strengthen() {
  if (base_.depth() == depth_for_invariants)
    search_.emplace(env_, system_, solvers_, parts_.suggested);
  if (!search_) return;
  const std::uint64_t before = solvers_.effort();
  const std::uint64_t elsewhere = before - search_effort_;
  const std::uint64_t allowed = effort_for_invariants + elsewhere / effort_elsewhere_for_invariants;
  const bool is_done = allowed > search_effort_ && search_->search(allowed - search_effort_);
  search_effort_ += solvers_.effort() - before;
  if (!is_done) return;
  invariants_ = search_->found();
  search_.reset();
  if (invariants_.empty()) return;
  // With them a shorter step may do.
  steps_undecided_.set(0);
  step_solver_ = solvers_.make();
  step_solver_->set_query_limit({.seconds = {}, .steps = step_effort});
  step_ = std::make_unique<Unrolling>(system_, *step_solver_);
  step_->start_anywhere();
  step_->restrict_start(invariants_);
}

smt::Status BoundedChecker::ask(smt::Solver& solver, Expr question) {
  env_.limits.check();
  if (question.is_false()) return smt::Status::unsat;
  queries_.add();
  const smt::Status status = solver.check({&question, 1});
  if (status == smt::Status::unknown) env_.limits.check();
  return status;
}

Verdict BoundedChecker::proved(Basis basis, std::uint32_t k) {
  basis_ = basis;
  k_ = k;
  return {Answer::holds, "", {}};
}

namespace {

/// Conditions that are all there is to say, as one.
Expr conjunction(ir::Context& context, std::vector<Expr> parts) {
  std::erase_if(parts, [](Expr part) { return part.is_true(); });
  return parts.empty() ? context.true_expr() : ir::and_(parts);
}

}  // namespace

InductionCertificate make_certificate(const BoundedChecker& found, const ReducedSystem& system) {
  InductionCertificate result{found.basis(), found.k(), {}};
  const std::vector<Control> reachable = reachable_controls(system);
  for (const Control control : system.cut_points()) {
    if (system.is_target(control)) continue;
    std::vector<Expr> parts{system.facts(control)};
    if (!std::binary_search(reachable.begin(), reachable.end(), control))
      parts = {system.context().false_expr()};
    const auto known = found.invariants().find(control);
    // Runs from the initial states need none.
    if (found.basis() == Basis::induction && known != found.invariants().end())
      parts.push_back(known->second);
    result.points.push_back({control, conjunction(system.context(), std::move(parts))});
  }
  return result;
}

}  // namespace arges::analysis
