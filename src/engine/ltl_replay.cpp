#include <fmt/format.h>

#include "analysis/ltl/recurrence.h"
#include "analysis/system/state_variables.h"
#include "automata/ltl/lasso.h"
#include "engine/ltl_property.h"
#include "ir/reference_evaluator.h"
#include "ir/unfold.h"

namespace arges::engine {

using analysis::Check;
using analysis::ConcreteTrace;
using analysis::Loop;

namespace {

Check wrong(std::string message) { return {false, std::move(message), false}; }
Check undecided(std::string message) { return {false, std::move(message), true}; }

const ir::Valuation& state_before(const ConcreteTrace& run, std::size_t step) {
  return step == 0 ? run.initial : run.steps[step - 1].state;
}

}  // namespace

Check LtlProperty::check(Env& env, smt::SolverFactory& solvers, const ConcreteTrace& run) const {
  const Timer::Scope timing(env.statistics.timer("certify::time"));
  const bool is_left = !run.steps.empty() && product_->is_left(run.steps.back().action->target);
  if (!run.loop && !is_left) return wrong("the run has no loop");
  if (run.loop && is_left) return wrong("the run has a loop where the model does not follow it");
  if (is_left) {
    if (auto problem = check_steps(run)) return *problem;
    if (auto problem = check_prefix(run)) return *problem;
    return {true, "", false};
  }
  if (run.loop->start >= run.steps.size()) return wrong("the loop has no step");
  if (auto problem = check_steps(run)) return *problem;
  if (auto problem = check_ending(solvers, run)) return *problem;
  if (auto problem = check_loop(solvers, run)) return *problem;
  if (auto problem = check_word(run)) return *problem;
  return {true, "", false};
}

/// The run is one of the product, and without the automaton one of the model.
std::optional<Check> LtlProperty::check_steps(const ConcreteTrace& run) const {
  analysis::Control at = product_->initial_control();
  const auto starts = ir::reference_evaluate(product_->initial_condition(), run.initial);
  if (!starts) return undecided("no value for the initial condition");
  if (!starts->is_true()) return wrong("the run does not begin in an initial state");
  model::Replay replay(run.initial, product_->variables());
  ConcreteTrace in_model{run.initial, {}};
  for (std::size_t k = 0; k < run.steps.size(); ++k) {
    const analysis::ConcreteStep& step = run.steps[k];
    if (step.action->source != at)
      return wrong(
          fmt::format("step {}: '{}' does not start where the run is", k + 1, step.action->label));
    if (auto error = replay.execute({k + 1, step, step.decisions}, step.action->statement))
      return Check{false, error->message, error->undecided};
    at = step.action->target;
    if (const analysis::Action* action = product_->model_action(*step.action))
      in_model.steps.push_back({action, step.decisions, step.state});
  }
  if (auto error = model_.replayer->follow(in_model))
    return Check{false, error->message, error->undecided};
  return std::nullopt;
}

/// Where the last state repeats, the model's run has really ended.
std::optional<Check> LtlProperty::check_ending(smt::SolverFactory& solvers,
                                               const ConcreteTrace& run) const {
  bool ended = false;
  for (std::size_t k = 0; k < run.steps.size(); ++k) {
    const analysis::Action& action = *run.steps[k].action;
    if (product_->model_action(action) != nullptr) {
      if (ended) return wrong(fmt::format("step {}: the run has ended before", k + 1));
      continue;
    }
    if (std::exchange(ended, true)) continue;
    const analysis::Control at = product_->model_control(action.source);
    if (model_.is_final(at)) continue;
    for (const analysis::Action* next : model_.system->actions(at)) {
      const auto solver = solvers.make();
      ir::Context& context = product_->context();
      for (const ir::Var var : product_->variables())
        if (const ir::Value value = state_before(run, k).get(var); !value.is_unknown())
          solver->add(ir::eq(context.var(var), context.literal(var->type, value)));
      solver->add(ir::Unfolder(context).unfold(next->statement, {}).formula);
      const smt::Status status = solver->check();
      if (status == smt::Status::sat)
        return wrong(fmt::format("the run can go on by '{}' where it is said to end", next->label));
      if (status == smt::Status::unknown)
        return undecided("the solver can't tell whether the run ends");
    }
  }
  return std::nullopt;
}

std::optional<Check> LtlProperty::check_loop(smt::SolverFactory& solvers,
                                             const ConcreteTrace& run) const {
  const Loop& loop = *run.loop;
  if (run.steps[loop.start].action->source != run.steps.back().action->target)
    return wrong("the loop does not end where it starts");
  if (loop.start > 0 && run.steps[loop.start - 1].action->role == analysis::ActionRole::fragment)
    return wrong("the loop starts within a step");
  const ir::Valuation& start = state_before(run, loop.start);
  const ir::Valuation& end = run.steps.back().state;
  if (loop.kind == Loop::Kind::closed) {
    for (const ir::Var var : product_->variables())
      if (start.get(var) != end.get(var))
        return wrong(fmt::format("{} is not at the loop's end what it is at its start", var->name));
    return std::nullopt;
  }
  const analysis::VariableSet known(analysis::state_variables(*product_));
  if (!loop.recurrence || !known.describe(loop.recurrence))
    return wrong("the recurrence set is not a condition on the model's variables");
  for (const ir::Valuation* state : {&start}) {
    const auto holds = ir::reference_evaluate(loop.recurrence, *state);
    if (!holds) return undecided("no value for the recurrence set");
    if (!holds->is_true()) return wrong("the loop does not start within its recurrence set");
  }
  std::size_t next = 0;
  const auto path =
      analysis::loop_path(*product_, run, loop.start, atoms_, [&](ir::Var, const ir::Decision&) {
        return next < loop.values.size() ? loop.values[next++] : ir::Expr();
      });
  if (!path || next != loop.values.size())
    return wrong("the values that are free in the loop are not told");
  const auto recurs = analysis::is_recurrence_set(solvers, *path, loop.recurrence);
  if (!recurs) return undecided("the solver can't tell whether the loop recurs");
  if (!*recurs) return wrong("the loop need not lead back into its recurrence set");
  return std::nullopt;
}

/// The letters of a run, how many come before its loop, and what kept one from being read.
struct LtlProperty::Letters {
  std::vector<std::vector<bool>> all;
  std::size_t before_loop = 0;
  std::optional<Check> problem = {};
};

LtlProperty::Letters LtlProperty::letters(const ConcreteTrace& run) const {
  Letters result;
  for (std::size_t k = 0; k < run.steps.size(); ++k) {
    if (run.loop && k == run.loop->start) result.before_loop = result.all.size();
    if (!product_->reads(*run.steps[k].action)) continue;
    std::vector<bool>& letter = result.all.emplace_back();
    for (const ir::Expr atom : atoms_) {
      const auto value = ir::reference_evaluate(atom, run.steps[k].state);
      if (!value) {
        result.problem = undecided(fmt::format("no value for '{}'", atom.to_string()));
        return result;
      }
      letter.push_back(value->is_true());
    }
  }
  return result;
}

std::optional<Check> LtlProperty::check_word(const ConcreteTrace& run) const {
  Letters read = letters(run);
  if (read.problem) return read.problem;
  const automata::Lasso word{std::move(read.all), read.before_loop};
  if (word.loop_start >= word.letters.size()) return wrong("the loop reads no letter");
  if (automata::satisfies(word, formula_)) return wrong("the run's word satisfies the formula");
  return std::nullopt;
}

/// Whatever came after the run's end, its word violates the formula.
std::optional<Check> LtlProperty::check_prefix(const ConcreteTrace& run) const {
  if (product_->is_open(run.steps.back().action->target))
    return wrong("what comes after the end of the run may satisfy the formula");
  const Letters read = letters(run);
  if (read.problem) return read.problem;
  if (prefixes_->refutes(read.all)) return std::nullopt;
  return undecided("it can't be told that whatever came after, the formula is violated");
}

}  // namespace arges::engine
