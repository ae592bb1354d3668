#include "smt/z3/solver.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/invariant.h"
#include "smt/smtlib.h"
#include "smt/z3/model_reader.h"

namespace arges::smt {

using ir::Expr;
using ir::Op;

namespace {

constexpr unsigned z3_no_timeout = std::numeric_limits<unsigned>::max();
constexpr unsigned z3_no_rlimit = 0;

unsigned milliseconds(double seconds) {
  return static_cast<unsigned>(std::clamp(std::ceil(seconds * 1000), 1.0, 4e9));
}

/// "memory" for what Z3 says when it has none left, else its own words.
std::string reason_of(const z3::exception& error) {
  const std::string message = error.msg();
  return message.find("out of memory") != std::string::npos ? "memory" : message;
}

bool is_literal(Expr e) {
  return e.is_variable() || (e.op() == Op::not_ && e.child(0).is_variable());
}

}  // namespace

Z3Solver::Z3Solver(std::shared_ptr<Session> session, Cores cores)
    : session_(std::move(session)),
      cores_(cores),
      solver_(make(*session_, engine_, cores_, limit_)) {}

z3::solver Z3Solver::make(Session& session, Engine engine, Cores cores, QueryLimit limit) {
  z3::params params(session.z3);
  params.set("ctrl_c", false);  // the command line has its own handler
  params.set("random_seed", static_cast<unsigned>(session.env.seed));
  params.set("arith.solver", static_cast<unsigned>(engine));
  params.set("core.minimize", cores == Cores::minimal);
  if (limit.seconds) params.set("timeout", milliseconds(*limit.seconds));
  if (limit.steps) params.set("rlimit", *limit.steps);
  z3::solver solver(session.z3, z3::solver::simple());
  solver.set(params);
  return solver;
}

void Z3Solver::require_engine_for(Expr expr) {
  if (engine_ == Engine::nonlinear || !session_->translator.is_nonlinear(expr)) return;
  engine_ = Engine::nonlinear;
  try {
    rebuild();
  } catch (const z3::exception& error) {
    // Formulas are missing in every scope.
    failure_ = reason_of(error);
    for (Scope& scope : scopes_) scope.failure = failure_;
    throw;
  }
}

/// Z3 can't exchange the engine of a solver in use: a new solver gets all formulas again.
/// Indicators follow when they are assumed next.
void Z3Solver::rebuild() {
  solver_ = make(*session_, engine_, cores_, limit_);
  literals_.clear();
  indicated_.clear();
  std::size_t next = 0;
  for (Scope& scope : scopes_) {
    for (; next < scope.formulas; ++next) assert_term(session_->translator.term(formulas_[next]));
    scope.indicated = 0;
    solver_.push();
  }
  for (; next < formulas_.size(); ++next) assert_term(session_->translator.term(formulas_[next]));
}

void Z3Solver::assert_term(Z3_ast term) {
  Z3_solver_assert(session_->z3, solver_, term);
  session_->z3.check_error();
}

/// Formulas Z3 could not take make every answer unknown until they are popped.
template <typename Action>
void Z3Solver::guarded(const Action& action) {
  try {
    action();
  } catch (const z3::exception& error) {
    if (!failure_) failure_ = reason_of(error);
  }
}

void Z3Solver::forget() {
  status_.reset();
  model_.reset();
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
  guarded([&] {
    const Z3_ast term = session_->translator.term(formula);
    require_engine_for(formula);
    assert_term(term);
  });
  formulas_.push_back(formula);
}

/// What Z3 takes for an assumption that is not a truth value.
Z3_ast Z3Solver::literal(Expr assumption) {
  const auto found = literals_.find(assumption.id());
  if (found != literals_.end()) return found->second;
  Translator& translator = session_->translator;
  Z3_ast result = translator.term(assumption);
  require_engine_for(assumption);
  if (!is_literal(assumption)) {
    const z3::expr formula(session_->z3, result);
    result = translator.indicator(assumption);
    solver_.add(z3::implies(z3::expr(session_->z3, result), formula));
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
    const Engine engine = engine_;
    assumed_.push_back(literal(assumptions[i]));
    assumed_index_.push_back(i);
    if (engine_ != engine) return collect_literals(assumptions);  // earlier indicators are gone
  }
  return true;
}

Status Z3Solver::check(std::span<const Expr> assumptions) {
  const Timer::Scope timing(session_->time);
  forget();
  if (session_->dump) session_->dump->begin(to_smt2(assumptions));
  const Status status = search(assumptions);
  if (session_->dump) session_->dump->end(status);
  count(status);
  status_ = status;
  return status;
}

Status Z3Solver::search(std::span<const Expr> assumptions) {
  reason_.clear();
  if (const StopReason stop = session_->env.limits.reason(); stop != StopReason::none)
    reason_ = arges::to_string(stop);
  else if (failure_)
    reason_ = *failure_;
  if (!reason_.empty()) return Status::unknown;
  try {
    return collect_literals(assumptions) ? run() : Status::unsat;
  } catch (const z3::exception& error) {
    reason_ = reason_of(error);
    return Status::unknown;
  }
}

/// The run's time limit reaches Z3 as an interrupt only: setting Z3's own timeout before each
/// check would halve the number of checks a second. The solver is interrupted, not the context,
/// whose other uses would fail from then on.
Status Z3Solver::run() {
  const Z3_context z3 = session_->z3;
  const Z3_solver solver = solver_;
  const Limits::Interrupter interrupter(session_->env.limits,
                                        [z3, solver] { Z3_solver_interrupt(z3, solver); });
  const Z3_lbool answer = Z3_solver_check_assumptions(
      z3, solver, static_cast<unsigned>(assumed_.size()), assumed_.data());
  session_->z3.check_error();
  switch (answer) {
    case Z3_L_TRUE:
      return Status::sat;
    case Z3_L_FALSE:
      return Status::unsat;
    default:
      break;
  }
  reason_ = why_unknown();
  return Status::unknown;
}

std::string Z3Solver::why_unknown() {
  const StopReason stop = session_->env.limits.reason();
  if (stop != StopReason::none) return arges::to_string(stop);
  const std::string reason = solver_.reason_unknown();
  if (reason.find("memory") != std::string::npos) return "memory";
  const bool ended_by_limit = reason.find("timeout") != std::string::npos ||
                              reason.find("cancel") != std::string::npos ||
                              reason.find("resource limit") != std::string::npos;
  return ended_by_limit ? "query limit" : reason;
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
    if (!model_) model_ = solver_.get_model();
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
    const z3::expr_vector core = solver_.unsat_core();
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

void Z3Solver::set_query_limit(QueryLimit limit) {
  limit_ = limit;
  z3::params params(session_->z3);
  params.set("timeout", limit.seconds ? milliseconds(*limit.seconds) : z3_no_timeout);
  params.set("rlimit", limit.steps.value_or(z3_no_rlimit));
  solver_.set(params);
}

std::string Z3Solver::to_smt2(std::span<const Expr> assumptions) const {
  return query_script(session_->symbols, formulas_, assumptions);
}

}  // namespace arges::smt
