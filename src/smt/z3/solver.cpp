#include "smt/z3/solver.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/invariant.h"
#include "smt/smtlib.h"
#include "smt/z3/model_reader.h"

namespace arges::smt {

using ir::Expr;
using ir::Op;

namespace {

constexpr unsigned z3_no_rlimit = 0;
constexpr std::uint32_t unusual_steps = 2000000;  // about a second

/// "memory" for what Z3 says when it has none left, else its own words.
std::string reason_of(const z3::exception& error) {
  const std::string message = error.msg();
  return message.find("out of memory") != std::string::npos ? "memory" : message;
}

bool is_literal(Expr e) {
  return e.is_variable() || (e.op() == Op::not_ && e.child(0).is_variable());
}

void add_term(z3::context& z3, z3::solver& solver, Z3_ast term) {
  Z3_solver_assert(z3, solver, term);
  z3.check_error();
}

void add_implication(z3::context& z3, z3::solver& solver, Z3_ast indicator, Z3_ast formula) {
  solver.add(z3::implies(z3::expr(z3, indicator), z3::expr(z3, formula)));
}

}  // namespace

Z3Solver::Z3Solver(std::shared_ptr<Session> session, Cores cores, Preparation preparation)
    : session_(std::move(session)),
      cores_(cores),
      preparation_(preparation),
      solver_(make(*session_, Engine::linear, cores_, {}, preparation_)) {}

z3::solver Z3Solver::make(Session& session, Engine engine, Cores cores,
                          std::optional<std::uint32_t> steps, Preparation preparation) {
  z3::params params(session.z3);
  params.set("ctrl_c", false);  // the command line has its own handler
  params.set("random_seed", static_cast<unsigned>(session.env.seed));
  params.set("arith.solver", static_cast<unsigned>(engine));
  params.set("arith.nl.nra", false);
  params.set("core.minimize", cores == Cores::minimal);
  if (steps) params.set("rlimit", *steps);
  z3::solver solver = preparation == Preparation::none
                          ? z3::solver(session.z3, z3::solver::simple())
                          : z3::solver(session.z3);
  solver.set(params);
  return solver;
}

/// Formulas Z3 could not take make every answer unknown until they are popped. So does for good
/// what it was not given because the run was stopped (it may crash in what comes after a query that
/// a limit interrupted): once a share of the time is over, the run may go on.
template <typename Action>
void Z3Solver::guarded(const Action& action) {
  const StopReason stop = session_->env.limits.reason();
  if (stop != StopReason::none && !abandoned_) abandoned_ = arges::to_string(stop);
  if (abandoned_) return;
  try {
    action();
  } catch (const z3::exception& error) {
    if (!failure_) failure_ = reason_of(error);
  }
}

void Z3Solver::forget() {
  status_.reset();
  model_.reset();
  second_.reset();
}

void Z3Solver::push() {
  forget();
  scopes_.push_back({formulas_.size(), indicated_.size(), failure_});
  guarded([&] { solver_.push(); });
}

void Z3Solver::pop() {
  INVARIANT(!scopes_.empty(), "a scope should be pushed before it is popped");
  forget();
  const Scope& scope = scopes_.back();
  formulas_.resize(scope.formulas);
  for (; indicated_.size() > scope.indicated; indicated_.pop_back())
    literals_.erase(indicated_.back());
  failure_ = scope.failure;
  scopes_.pop_back();
  // A push that failed left Z3 without the scope.
  guarded([&] {
    if (Z3_solver_get_num_scopes(session_->z3, solver_) > scopes_.size()) solver_.pop();
  });
}

void Z3Solver::add(Expr formula) {
  INVARIANT(formula.type().is_bool(), "an asserted expression should be Boolean");
  forget();
  guarded([&] { add_term(session_->z3, solver_, session_->translator.term(formula)); });
  formulas_.push_back(formula);
}

/// What Z3 takes for an assumption that is not a truth value.
Z3_ast Z3Solver::literal(Expr assumption) {
  const auto found = literals_.find(assumption.id());
  if (found != literals_.end()) return found->second;
  Translator& translator = session_->translator;
  Z3_ast result = translator.term(assumption);
  if (!is_literal(assumption)) {
    const Z3_ast formula = result;
    result = translator.indicator(assumption);
    // A product would be reasoned about in all later checks, whatever they are about.
    if (!translator.is_nonlinear(assumption))
      add_implication(session_->z3, solver_, result, formula);
  }
  literals_.emplace(assumption.id(), result);
  indicated_.push_back(assumption.id());
  return result;
}

/// Whether there is anything left to search: no if an assumption is literally false.
bool Z3Solver::collect_literals(std::span<const Expr> assumptions) {
  assumed_.clear();
  assumed_index_.clear();
  false_assumption_.reset();
  for (std::size_t i = 0; i < assumptions.size(); ++i) {
    INVARIANT(assumptions[i].type().is_bool(), "an assumption should be Boolean");
    if (assumptions[i].is_true()) continue;
    if (assumptions[i].is_false()) {
      false_assumption_ = i;
      return false;
    }
    assumed_.push_back(literal(assumptions[i]));
    assumed_index_.push_back(i);
  }
  return true;
}

Status Z3Solver::check(std::span<const Expr> assumptions) {
  const Timer::Scope timing(session_->time);
  forget();
  if (session_->dump) session_->dump->begin(to_smt2(assumptions));
  const Status status = search(assumptions);
  if (status == Status::unknown && is_out_of_memory())
    session_->env.limits.request_stop(StopReason::memory);
  if (session_->dump) session_->dump->end(status);
  count(status);
  status_ = status;
  return status;
}

/// Why Z3 can't be asked, if so.
std::string Z3Solver::obstacle() const {
  const StopReason stop = session_->env.limits.reason();
  if (stop != StopReason::none) return arges::to_string(stop);
  return abandoned_ ? *abandoned_ : failure_.value_or("");
}

Status Z3Solver::search(std::span<const Expr> assumptions) {
  reason_ = obstacle();
  if (!reason_.empty()) return Status::unknown;
  left_ = limit_;
  try {
    if (!collect_literals(assumptions)) return Status::unsat;
    apart_ = has_products(assumptions);
    const Status status = ask_with_patience(assumptions);
    const bool gave_up = status == Status::unknown && !ended_by_limit_;
    return gave_up && is_nonlinear() ? ask_apart(Engine::nonlinear, left_, assumptions) : status;
  } catch (const z3::exception& error) {
    reason_ = reason_of(error);
    return Status::unknown;
  }
}

/// The older engine, unless it strays.
Status Z3Solver::ask_with_patience(std::span<const Expr> assumptions) {
  QueryLimit some = patience();
  Status status = ask_linear(some, assumptions);
  if (!was_broken_off(status, some)) return status;
  some = patience();
  status = ask_apart(Engine::nonlinear, some, assumptions);
  if (!was_broken_off(status, some)) return status;
  return ask_linear(left_, assumptions);
}

/// The solver that is kept, or, as products are no concern of other checks, one for this check.
Status Z3Solver::ask_linear(QueryLimit limit, std::span<const Expr> assumptions) {
  if (apart_) return ask_apart(Engine::linear, limit, assumptions);
  second_.reset();
  allow(limit.steps);
  return ask(solver_, limit);
}

QueryLimit Z3Solver::patience() const {
  return {.seconds = left_.seconds,
          .steps = std::min(left_.steps.value_or(unusual_steps), unusual_steps)};
}

/// Whether steps ended a search where the check has more of them; see limit_behind.
bool Z3Solver::was_broken_off(Status status, QueryLimit limit) {
  if (status != Status::unknown || out_of_time_ || is_out_of_memory()) return false;
  if (!ended_by_limit_ && is_nonlinear()) return false;
  if (left_.steps) *left_.steps -= std::min(*left_.steps, *limit.steps);
  return left_.steps != 0U;
}

/// Lets the solver that is kept search so long; to set parameters takes as long as a small check.
void Z3Solver::allow(std::optional<std::uint32_t> steps) {
  if (steps == allowed_) return;
  z3::params params(session_->z3);
  params.set("rlimit", steps.value_or(z3_no_rlimit));
  solver_.set(params);
  allowed_ = steps;
}

/// Time limits, the run's and the query's, reach Z3 as interrupts only: with a timeout of its own
/// it wakes a thread for each check, which halves the number of checks a second. The solver is
/// interrupted, not the context, whose other uses would fail from then on.
Status Z3Solver::ask(z3::solver& solver, QueryLimit limit) {
  const Z3_context z3 = session_->z3;
  const Z3_solver asked = solver;
  const auto start = std::chrono::steady_clock::now();
  Z3_lbool answer = Z3_L_UNDEF;
  {
    const Limits::Interrupter interrupter(
        session_->env.limits, [z3, asked] { Z3_solver_interrupt(z3, asked); }, limit.seconds);
    answer = Z3_solver_check_assumptions(z3, asked, static_cast<unsigned>(assumed_.size()),
                                         assumed_.data());
  }
  session_->z3.check_error();
  if (answer == Z3_L_TRUE) return Status::sat;
  if (answer == Z3_L_FALSE) return Status::unsat;
  const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start;
  out_of_time_ = session_->env.limits.reason() != StopReason::none ||
                 (limit.seconds && used.count() >= *limit.seconds);
  reason_ = limit_behind(solver.reason_unknown());
  ended_by_limit_ = !reason_.empty();
  if (!ended_by_limit_) reason_ = solver.reason_unknown();
  if (left_.seconds) left_.seconds = std::max(*left_.seconds - used.count(), 0.0);
  return Status::unknown;
}

/// Z3 often calls it incompleteness of a theory when a limit ended the search, so time decides.
std::string Z3Solver::limit_behind(const std::string& z3_reason) const {
  const StopReason stop = session_->env.limits.reason();
  if (stop != StopReason::none) return arges::to_string(stop);
  const auto says = [&](const char* word) { return z3_reason.find(word) != std::string::npos; };
  if (says("memory")) return "memory";
  if (out_of_time_ || says("timeout") || says("cancel") || says("resource limit"))
    return "query limit";
  return "";
}

bool Z3Solver::is_out_of_memory() const { return reason_ == arges::to_string(StopReason::memory); }

bool Z3Solver::has_products(std::span<const Expr> formulas) const {
  return std::any_of(formulas.begin(), formulas.end(), [&](Expr e) {
    return !e.is_literal() && session_->translator.is_nonlinear(e);
  });
}

/// Whether the present check is about products.
bool Z3Solver::is_nonlinear() const { return apart_ || has_products(formulas_); }

/// By a solver for this check alone.
Status Z3Solver::ask_apart(Engine engine, QueryLimit limit, std::span<const Expr> assumptions) {
  second_ = make(*session_, engine, cores_, limit.steps, preparation_);
  Translator& translator = session_->translator;
  for (const Expr formula : formulas_) add_term(session_->z3, *second_, translator.term(formula));
  for (std::size_t i = 0; i < assumed_.size(); ++i) {
    const Expr assumption = assumptions[assumed_index_[i]];
    if (!is_literal(assumption))
      add_implication(session_->z3, *second_, assumed_[i], translator.term(assumption));
  }
  return ask(*second_, limit);
}

void Z3Solver::count(Status status) {
  session_->checks.add();
  switch (status) {
    case Status::sat:
      session_->sat.add();
      break;
    case Status::unsat:
      session_->unsat.add();
      break;
    case Status::unknown:
      session_->unknown.add();
      break;
  }
}

std::optional<ir::Value> Z3Solver::value(Expr expr) {
  INVARIANT(status_ == Status::sat, "values should be asked for after sat");
  z3::context& z3 = session_->z3;
  try {
    if (!model_) model_ = (second_ ? *second_ : solver_).get_model();
    const z3::expr term(z3, session_->translator.term(expr));
    const z3::expr evaluated = model_->eval(term, true);
    return ModelReader(*model_, session_->translator, session_->ir.values())
        .read(evaluated, expr.type());
  } catch (const z3::exception&) {
    return std::nullopt;
  }
}

std::vector<std::size_t> Z3Solver::unsat_core() {
  INVARIANT(status_ == Status::unsat, "a core should be asked for after unsat");
  if (false_assumption_) return {*false_assumption_};
  std::vector<std::size_t> result;
  try {
    const z3::expr_vector core = (second_ ? *second_ : solver_).unsat_core();
    for (unsigned i = 0; i < core.size(); ++i) {
      const Z3_ast member = core[static_cast<int>(i)];
      const auto found = std::find(assumed_.begin(), assumed_.end(), member);
      INVARIANT(found != assumed_.end(), "a core should consist of assumptions");
      result.push_back(assumed_index_[static_cast<std::size_t>(found - assumed_.begin())]);
    }
  } catch (const z3::exception&) {
    return assumed_index_;  // a core too, if not a good one
  }
  std::sort(result.begin(), result.end());
  return result;
}

std::string Z3Solver::reason_unknown() const {
  INVARIANT(status_ == Status::unknown, "a reason should be asked for after unknown");
  return reason_;
}

void Z3Solver::set_query_limit(QueryLimit limit) { limit_ = limit; }

std::string Z3Solver::to_smt2(std::span<const Expr> assumptions) const {
  return query_script(session_->symbols, formulas_, assumptions);
}

}  // namespace arges::smt
