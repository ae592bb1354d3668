#include "analysis/bmc/linear_invariants.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

// The library would set the processor's rounding mode for intervals of floating point, which are
// not used here.
#define PPL_NO_AUTOMATIC_INITIALIZATION
#include <ppl.hh>

#include "analysis/bmc/unrolling.h"
#include "base/invariant.h"
#include "ir/traversal.h"
#include "ir/var_map.h"

namespace arges::analysis {

namespace ppl = Parma_Polyhedra_Library;
using ir::Expr;
using ir::Op;
using Form = ppl::Linear_Expression;
using Polyhedron = ppl::C_Polyhedron;

namespace {

/// Costs grow fast with the variables.
constexpr std::size_t most_variables = 16;
/// Of one attempt, in the library's unit; some tenths of a second.
constexpr unsigned long attempt_effort = 12'000'000;
/// Cases of an action that are told apart.
constexpr std::size_t most_cases = 8;
/// Of a control point, before what changes there is widened.
constexpr std::uint32_t visits_before_widening = 3;
constexpr std::uint32_t narrowing_rounds = 2;
constexpr std::size_t most_thresholds = 64;
/// Larger coefficients are accidents of widening.
constexpr long largest_coefficient = 1'000;

class TooExpensive : public ppl::Throwable {
 public:
  void throw_me() const override { throw TooExpensive(*this); }
  static int priority() { return 0; }
};

/// Ends a computation of the library by TooExpensive; the same on every run.
class EffortLimit {
 public:
  EffortLimit()
      : watcher_(ppl::Weightwatch_Traits::compute_delta(attempt_effort, 0),
                 ppl::abandon_expensive_computations, exceeded_) {}
  EffortLimit(const EffortLimit&) = delete;
  EffortLimit& operator=(const EffortLimit&) = delete;
  ~EffortLimit() { ppl::abandon_expensive_computations = nullptr; }

 private:
  TooExpensive exceeded_;
  ppl::Threshold_Watcher<ppl::Weightwatch_Traits> watcher_;
};

/// The library's own set-up, once, without its effect on rounding.
void initialize_library() {
  static std::once_flag done;
  std::call_once(done, [] {
    ppl::initialize();
    ppl::restore_pre_PPL_rounding();
  });
}

/// The integers that a model's actions read or write, those that occur most first.
std::vector<ir::Var> integers_by_use(const System& system) {
  std::map<ir::Var, std::size_t, decltype(&ir::declared_before)> uses(&ir::declared_before);
  const auto count = [&](std::span<const ir::Var> variables) {
    for (const ir::Var var : variables)
      if (var->type.is_int()) ++uses[var];
  };
  for (const Control control : reachable_controls(system))
    for (const Action* action : system.actions(control)) {
      count(ir::written_variables(action->statement));
      count(ir::read_variables(action->statement));
    }
  std::vector<ir::Var> result;
  result.reserve(uses.size());
  for (const auto& [var, unused] : uses) result.push_back(var);
  std::stable_sort(result.begin(), result.end(),
                   [&](ir::Var a, ir::Var b) { return uses[a] > uses[b]; });
  return result;
}

/// Runs statements on sets of states that are polyhedra: a dimension for each tracked integer,
/// behind them others for what an expression being evaluated leaves open.
class Interpreter {
 public:
  using Cases = std::vector<Polyhedron>;

  Interpreter(Env& env, std::span<const ir::Var> tracked)
      : env_(env), tracked_(tracked.begin(), tracked.end()) {
    for (std::size_t i = 0; i < tracked_.size(); ++i) dimensions_.set(tracked_[i], i + 1);
  }

  std::size_t num_tracked() const { return tracked_.size(); }
  /// Conditions of the statements that ran, over tracked variables alone.
  const ppl::Constraint_System& thresholds() const { return thresholds_; }

  /// The states after a statement, case by case.
  Cases run(Cases before, ir::Stmt statement) {
    env_.limits.check();
    switch (statement.kind()) {
      case ir::StmtKind::skip:
        return before;
      case ir::StmtKind::assign:
        return assign(std::move(before), statement.var(), statement.expr());
      case ir::StmtKind::assume:
        return assume(before, statement.expr(), true);
      case ir::StmtKind::havoc:
        return forget(std::move(before), statement.var());
      case ir::StmtKind::sequence:
        for (const ir::Stmt child : statement.children()) {
          before = run(std::move(before), child);
          if (before.empty()) break;
        }
        return before;
      case ir::StmtKind::choice: {
        Cases result;
        for (const ir::Stmt child : statement.children()) append(result, run(before, child));
        return result;
      }
      case ir::StmtKind::if_: {
        Cases result = run(assume(before, statement.expr(), true), statement.child(0));
        append(result, run(assume(before, statement.expr(), false), statement.child(1)));
        return result;
      }
      case ir::StmtKind::loop:
        for (const ir::Var var : ir::written_variables(statement))
          before = forget(std::move(before), var);
        return before;
      case ir::StmtKind::local: {
        before = forget(std::move(before), statement.locals());
        return forget(run(std::move(before), statement.child(0)), statement.locals());
      }
    }
    UNREACHABLE("a kind of statement");
  }

  /// The states where a condition has that truth value.
  Cases assume(const Cases& states, Expr condition, bool truth) {
    Cases result;
    for (const Polyhedron& one : states) append(result, assume(one, condition, truth));
    return result;
  }

  /// The states with any values of some variables.
  Cases forget(Cases states, std::span<const ir::Var> variables) const {
    for (const ir::Var var : variables) states = forget(std::move(states), var);
    return states;
  }

  /// All of them as one.
  Polyhedron joined(const Cases& cases) const {
    Polyhedron result(num_tracked(), ppl::EMPTY);
    for (const Polyhedron& one : cases) result.poly_hull_assign(one);
    return result;
  }

  /// What is known of the variables in all of the states.
  std::vector<Expr> conditions(ir::Context& context, const Polyhedron& states) const {
    std::vector<Expr> result;
    for (const ppl::Constraint& constraint : states.minimized_constraints()) {
      std::vector<Expr> terms{context.int_literal(mpz_class(constraint.inhomogeneous_term()))};
      bool is_sensible = true;
      for (std::size_t i = 0; i < tracked_.size(); ++i) {
        const mpz_class factor(constraint.coefficient(ppl::Variable(i)));
        if (factor == 0) continue;
        is_sensible = is_sensible && abs(factor) <= largest_coefficient;
        terms.push_back(ir::mul(context.int_literal(factor), context.var(tracked_[i])));
      }
      if (!is_sensible || terms.size() < 2) continue;
      const Expr sum = ir::add(terms);
      const Expr zero = context.int_literal(0);
      result.push_back(constraint.is_equality() ? ir::eq(sum, zero) : ir::le(zero, sum));
    }
    return result;
  }

 private:
  /// A value in some of the states, which may have more dimensions than before.
  struct Evaluated {
    Polyhedron states;
    Form form;
  };
  using Values = std::vector<Evaluated>;

  static void append(Cases& to, Cases more) {
    for (Polyhedron& one : more)
      if (!one.is_empty()) to.push_back(std::move(one));
    if (to.size() <= most_cases) return;
    for (std::size_t i = 1; i < to.size(); ++i) to[0].poly_hull_assign(to[i]);
    to.resize(1, to[0]);
  }

  /// A dimension plus one; 0 if the variable is not tracked.
  std::size_t dimension(ir::Var var) const { return dimensions_.get(var); }

  Cases forget(Cases states, ir::Var var) const {
    if (const std::size_t at = dimension(var))
      for (Polyhedron& one : states) one.unconstrain(ppl::Variable(at - 1));
    return states;
  }

  Cases assign(Cases before, ir::Var var, Expr value) {
    const std::size_t at = dimension(var);
    if (at == 0) return before;
    Cases result;
    for (const Polyhedron& one : before)
      for (Evaluated& evaluated : evaluate(one, value)) {
        evaluated.states.affine_image(ppl::Variable(at - 1), evaluated.form);
        evaluated.states.remove_higher_space_dimensions(one.space_dimension());
        append(result, {std::move(evaluated.states)});
      }
    return result;
  }

  Cases assume(const Polyhedron& states, Expr condition, bool truth) {
    switch (condition.op()) {
      case Op::literal:
        return condition.is_true() == truth ? Cases{states} : Cases{};
      case Op::not_:
        return assume(states, condition.child(0), !truth);
      case Op::and_:
      case Op::or_: {
        if ((condition.op() == Op::and_) == truth) {
          Cases result{states};
          for (const Expr part : condition.children()) result = assume(result, part, truth);
          return result;
        }
        Cases result;
        for (const Expr part : condition.children()) append(result, assume(states, part, truth));
        return result;
      }
      case Op::ite: {
        Cases result = assume(assume(states, condition.child(0), true), condition.child(1), truth);
        append(result,
               assume(assume(states, condition.child(0), false), condition.child(2), truth));
        return result;
      }
      case Op::eq:
      case Op::le:
      case Op::lt:
        return condition.child(0).type().is_int() ? compare(states, condition, truth)
                                                  : Cases{states};
      default:
        return {states};
    }
  }

  Cases compare(const Polyhedron& states, Expr condition, bool truth) {
    Cases result;
    const auto add = [&](const Polyhedron& at, const ppl::Constraint& constraint) {
      if (constraint.space_dimension() <= num_tracked() &&
          thresholds_seen_.size() < most_thresholds && thresholds_seen_.insert(condition).second) {
        thresholds_.insert(constraint);
      }
      Polyhedron restricted = at;
      restricted.refine_with_constraint(constraint);
      restricted.remove_higher_space_dimensions(states.space_dimension());
      append(result, {std::move(restricted)});
    };
    for (const Evaluated& left : evaluate(states, condition.child(0)))
      for (const Evaluated& right : evaluate(left.states, condition.child(1))) {
        const Form difference = right.form - left.form;
        if (condition.op() == Op::eq && truth) {
          add(right.states, difference == 0);
        } else if (condition.op() == Op::eq) {
          add(right.states, difference >= 1);
          add(right.states, difference <= -1);
        } else {
          const bool is_strict = condition.op() == Op::lt;
          add(right.states,
              truth ? difference >= (is_strict ? 1 : 0) : difference <= (is_strict ? 0 : -1));
        }
      }
    return result;
  }

  /// A new dimension that may have any value.
  static Evaluated anything(Polyhedron states) {
    const ppl::Variable fresh(states.space_dimension());
    states.add_space_dimensions_and_embed(1);
    return {std::move(states), Form(fresh)};
  }

  Values evaluate(const Polyhedron& states, Expr expr) {
    Values result;
    switch (expr.op()) {
      case Op::literal:
        result.push_back({states, Form(ppl::Coefficient(expr.value().integer()))});
        break;
      case Op::variable:
        if (const std::size_t at = expr.version() == 0 ? dimension(expr.var()) : 0)
          result.push_back({states, Form(ppl::Variable(at - 1))});
        break;
      case Op::add:
        result.push_back({states, Form()});
        for (const Expr part : expr.children())
          result = combine(result, part,
                           [](const Form& a, const Form& b) { return std::optional(a + b); });
        break;
      case Op::mul:
        result.push_back({states, Form(ppl::Coefficient(1))});
        for (const Expr part : expr.children()) result = combine(result, part, product);
        break;
      case Op::ite:
        for (const bool truth : {true, false})
          for (const Polyhedron& one : assume(states, expr.child(0), truth))
            for (Evaluated& value : evaluate(one, expr.child(truth ? 1 : 2)))
              result.push_back(std::move(value));
        if (result.empty()) return result;
        break;
      case Op::div:
      case Op::mod:
        if (expr.child(1).is_literal() && expr.child(1).value().integer() > 0)
          result = divide(states, expr);
        break;
      default:
        break;
    }
    if (result.empty() || result.size() > most_cases) return {anything(states)};
    return result;
  }

  static std::optional<Form> product(const Form& a, const Form& b) {
    if (a.all_homogeneous_terms_are_zero()) return b * a.inhomogeneous_term();
    if (b.all_homogeneous_terms_are_zero()) return a * b.inhomogeneous_term();
    return std::nullopt;
  }

  template <typename Operation>
  Values combine(const Values& values, Expr operand, const Operation& operation) {
    Values result;
    for (const Evaluated& value : values)
      for (Evaluated& more : evaluate(value.states, operand)) {
        const std::optional<Form> form = operation(value.form, more.form);
        if (form)
          result.push_back({std::move(more.states), *form});
        else
          result.push_back(anything(std::move(more.states)));
      }
    return result;
  }

  /// Division by a positive number and its remainder; exact where the quotient is known.
  Values divide(const Polyhedron& states, Expr expr) {
    const mpz_class by = expr.child(1).value().integer();
    const ppl::Coefficient divisor(by);
    Values result;
    for (Evaluated& dividend : evaluate(states, expr.child(0))) {
      Polyhedron within(dividend.states.space_dimension());
      within.add_constraint(dividend.form >= 0);
      within.add_constraint(dividend.form <= divisor - 1);
      if (within.contains(dividend.states)) {
        Form form = expr.op() == Op::div ? Form() : dividend.form;
        result.push_back({std::move(dividend.states), std::move(form)});
        continue;
      }
      Evaluated quotient = anything(std::move(dividend.states));
      const Form remainder = dividend.form - divisor * quotient.form;
      quotient.states.add_constraint(remainder >= 0);
      quotient.states.add_constraint(remainder <= divisor - 1);
      if (expr.op() == Op::mod) quotient.form = remainder;
      result.push_back(std::move(quotient));
    }
    return result;
  }

  Env& env_;
  std::vector<ir::Var> tracked_;
  ir::VarMap<std::size_t> dimensions_;
  ppl::Constraint_System thresholds_;
  std::set<Expr> thresholds_seen_;
};

/// Finds polyhedra that no action leaves.
class FixedPoint {
 public:
  FixedPoint(Env& env, const System& system, std::span<const ir::Var> tracked)
      : system_(system), interpreter_(env, tracked) {}

  std::map<Control, std::vector<Expr>> run() {
    ascend();
    for (std::uint32_t round = 0; round < narrowing_rounds; ++round) descend();
    std::map<Control, std::vector<Expr>> result;
    for (const auto& [control, states] : states_) {
      auto conditions = interpreter_.conditions(system_.context(), states);
      if (!conditions.empty()) result[control] = std::move(conditions);
    }
    return result;
  }

 private:
  Polyhedron initial() {
    const Interpreter::Cases all{Polyhedron(interpreter_.num_tracked())};
    return interpreter_.joined(interpreter_.assume(all, system_.initial_condition(), true));
  }

  Polyhedron after(const Action& action) {
    const auto cases = interpreter_.run({states_.at(action.source)}, action.statement);
    return interpreter_.joined(interpreter_.forget(cases, action.dead));
  }

  void ascend() {
    std::set<Control> todo{system_.initial_control()};
    std::map<Control, std::uint32_t> visits;
    states_.emplace(system_.initial_control(), initial());
    while (!todo.empty()) {
      const Control at = *todo.begin();
      todo.erase(todo.begin());
      for (const Action* action : system_.actions(at)) {
        if (system_.is_target(action->target)) continue;
        Polyhedron states = after(*action);
        if (states.is_empty()) continue;
        const auto [known, is_new] = states_.try_emplace(action->target, states);
        if (!is_new) {
          if (known->second.contains(states)) continue;
          states.poly_hull_assign(known->second);
          if (++visits[action->target] > visits_before_widening)
            states.limited_BHRZ03_extrapolation_assign(known->second, interpreter_.thresholds());
          known->second = std::move(states);
        }
        todo.insert(action->target);
      }
    }
  }

  void descend() {
    std::map<Control, Polyhedron> next;
    next.emplace(system_.initial_control(), initial());
    for (const auto& [control, unused] : states_)
      for (const Action* action : system_.actions(control)) {
        if (system_.is_target(action->target)) continue;
        const Polyhedron states = after(*action);
        if (states.is_empty()) continue;
        const auto [known, is_new] = next.try_emplace(action->target, states);
        if (!is_new) known->second.poly_hull_assign(states);
      }
    states_ = std::move(next);
  }

  const System& system_;
  Interpreter interpreter_;
  std::map<Control, Polyhedron> states_;
};

}  // namespace

std::map<Control, std::vector<Expr>> linear_invariants(Env& env, const System& system) {
  const Timer::Scope timing(env.statistics.timer("bmc::linear_invariants_time"));
  initialize_library();
  const std::vector<ir::Var> integers = integers_by_use(system);
  // What is too expensive with all variables may do with some.
  for (std::size_t count = std::min(most_variables, integers.size()); count > 1; count /= 2) {
    try {
      const EffortLimit limit;
      return FixedPoint(env, system, std::span(integers).first(count)).run();
    } catch (const TooExpensive&) {
      continue;
    }
  }
  return {};
}

}  // namespace arges::analysis
