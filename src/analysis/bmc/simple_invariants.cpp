#include "analysis/bmc/simple_invariants.h"

#include <algorithm>
#include <deque>
#include <set>

#include "analysis/bmc/linear_invariants.h"
#include "analysis/bmc/unrolling.h"
#include "analysis/system/state_variables.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "ir/unfold.h"

namespace arges::analysis {

using ir::Expr;

namespace {

/// More would cost more than they bring.
constexpr std::size_t most_candidates = 1200;
/// Of one query, in the solver's unit.
constexpr std::uint32_t query_effort = 2'000'000;

/// Collects what a model's text suggests might always hold.
class Candidates {
 public:
  Candidates(const System& system, std::span<const Expr> suggested)
      : context_(system.context()), known_(state_variables(system)) {
    for (const Expr condition : suggested) {
      add(condition);
      add(ir::not_(condition));
    }
    for (const Expr part : ir::conjuncts(system.initial_condition())) add_atoms(part);
    for (const Control control : reachable_controls(system))
      for (const Action* action : system.actions(control)) add_statement(action->statement);
    for (const ir::Var var : state_variables(system)) add_values(var);
    add_pairs();
  }

  const std::vector<Expr>& list() const { return list_; }

 private:
  void add_statement(ir::Stmt statement) {
    if (statement.kind() == ir::StmtKind::assume || statement.kind() == ir::StmtKind::if_)
      add_atoms(statement.expr());
    if (statement.kind() == ir::StmtKind::assign)
      add_together(statement.expr(), context_.var(statement.var()));
    for (const ir::Stmt child : statement.children()) add_statement(child);
  }

  /// The comparisons within a condition, and bounds by what they compare.
  void add_atoms(Expr condition) {
    ir::for_each_subexpression(condition, [&](Expr part) {
      if (!part.type().is_bool() || part.is_literal()) return;
      if (part.op() == ir::Op::and_ || part.op() == ir::Op::or_ || part.op() == ir::Op::not_)
        return;
      add(part);
      add(ir::not_(part));
      add_together(part, {});
    });
  }

  /// Bounds by the numbers, and orders of the variables, that occur in one place.
  void add_together(Expr expr, Expr assigned) {
    std::vector<Expr> variables;
    std::set<Expr> numbers{context_.int_literal(0)};
    if (assigned && assigned.type().is_int()) variables.push_back(assigned);
    ir::for_each_subexpression(expr, [&](Expr part) {
      if (!part.type().is_int()) return;
      if (part.is_literal()) numbers.insert(part);
      if (part.is_variable()) variables.push_back(part);
    });
    for (const Expr variable : variables)
      for (const Expr number : numbers) {
        add(ir::le(variable, number));
        add(ir::le(number, variable));
      }
    for (const Expr a : variables)
      for (const Expr b : variables)
        if (a != b) add(ir::le(a, b));
  }

  /// That a variable does not have one of its few values.
  void add_values(ir::Var var) {
    const Expr variable = context_.var(var);
    std::vector<Expr> missing;
    if (var->type.is_bool()) missing = {variable, ir::not_(variable)};
    if (var->type.is_enum())
      for (std::uint32_t i = 0; i < var->type.literals().size(); ++i)
        missing.push_back(ir::neq(variable, context_.enum_literal(var->type, i)));
    for (const Expr one : missing) add(one);
    if (!missing.empty()) missing_.push_back(std::move(missing));
  }

  /// That two variables do not have two of their values at once: what modes exclude each other.
  void add_pairs() {
    for (std::size_t i = 0; i < missing_.size(); ++i)
      for (std::size_t j = 0; j < i; ++j)
        for (const Expr a : missing_[i])
          for (const Expr b : missing_[j]) add(ir::or_(b, a));
  }

  void add(Expr candidate) {
    const Expr simple = ir::simplify(candidate);
    if (simple.is_literal() || list_.size() >= most_candidates) return;
    if (known_.describe(simple) && seen_.insert(simple).second) list_.push_back(simple);
  }

  ir::Context& context_;
  VariableSet known_;
  std::set<Expr> seen_;
  std::vector<Expr> list_;
  std::vector<std::vector<Expr>> missing_;  ///< by variable
};

/// The conditions without alternatives of which one is a condition itself.
std::vector<Expr> without_implied(const std::vector<Expr>& conditions) {
  const std::set<Expr> all(conditions.begin(), conditions.end());
  std::vector<Expr> result;
  for (const Expr condition : conditions) {
    const auto parts = condition.children();
    const bool implied =
        condition.op() == ir::Op::or_ &&
        std::any_of(parts.begin(), parts.end(), [&](Expr part) { return all.contains(part); });
    if (!implied) result.push_back(condition);
  }
  return result;
}

}  // namespace

SimpleInvariants::SimpleInvariants(Env& env, const System& system, smt::SolverFactory& solvers,
                                   std::span<const Expr> suggested)
    : env_(env), system_(system), solvers_(solvers) {
  const Timer::Scope timing(env.statistics.timer("bmc::invariants_time"));
  const Candidates candidates(system, suggested);
  const VariableSet known(state_variables(system));
  auto linear = linear_invariants(env, system);
  for (const Control control : reachable_controls(system)) {
    if (system.is_target(control)) continue;
    std::vector<Expr>& conditions = holding_[control] = std::move(linear[control]);
    std::erase_if(conditions, [&](Expr condition) { return !known.describe(condition); });
    conditions.insert(conditions.end(), candidates.list().begin(), candidates.list().end());
    todo_.push_back(control);
  }
}

bool SimpleInvariants::search(std::uint64_t effort) {
  const Timer::Scope timing(env_.statistics.timer("bmc::invariants_time"));
  const std::uint64_t now = solvers_.effort();
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t until = effort > most - now ? most : now + effort;
  if (!initial_done_) {
    if (filter_initial(until) == Filtered::interrupted) return false;
    initial_done_ = true;
  }
  while (!todo_.empty()) {
    const Control at = todo_.front();
    todo_.pop_front();
    for (const Action* action : system_.actions(at)) {
      if (system_.is_target(action->target)) continue;
      const Filtered result = filter_after(*action, until);
      if (result != Filtered::kept_all) again(action->target);
      if (result != Filtered::interrupted) continue;
      again(at);
      return false;
    }
  }
  return true;
}

std::map<Control, Expr> SimpleInvariants::found() const {
  std::map<Control, Expr> result;
  for (const auto& [control, conditions] : holding_) {
    const std::vector<Expr> needed = without_implied(conditions);
    if (!needed.empty()) result[control] = ir::and_(needed);
  }
  return result;
}

void SimpleInvariants::again(Control control) {
  if (std::find(todo_.begin(), todo_.end(), control) == todo_.end()) todo_.push_back(control);
}

SimpleInvariants::Filtered SimpleInvariants::filter_initial(std::uint64_t until) {
  const auto solver = solvers_.make();
  solver->add(system_.initial_condition());
  return filter(*solver, holding_[system_.initial_control()], {}, until);
}

SimpleInvariants::Filtered SimpleInvariants::filter_after(const Action& action,
                                                          std::uint64_t until) {
  std::vector<Expr>& after = holding_[action.target];
  if (after.empty()) return Filtered::kept_all;
  const auto solver = solvers_.make();
  ir::Unfolder unfolder(system_.context());
  const ir::Unfolding step = unfolder.unfold(action.statement, {});
  for (const Expr condition : holding_[action.source]) solver->add(condition);
  solver->add(step.formula);
  return filter(*solver, after, step.after, until);
}

/// Leaves out conditions that may be false, as long as the solver finds any.
SimpleInvariants::Filtered SimpleInvariants::filter(smt::Solver& solver,
                                                    std::vector<Expr>& conditions,
                                                    const ir::Versions& versions,
                                                    std::uint64_t until) {
  solver.set_query_limit({.seconds = {}, .steps = query_effort});
  const std::size_t before = conditions.size();
  while (!conditions.empty()) {
    env_.limits.check();
    if (solvers_.effort() >= until) return Filtered::interrupted;
    std::vector<Expr> broken;
    broken.reserve(conditions.size());
    for (const Expr condition : conditions) broken.push_back(ir::not_(versions.apply(condition)));
    const Expr some = ir::or_(broken);
    const smt::Status status = solver.check({&some, 1});
    if (status == smt::Status::unsat) break;
    const std::size_t count = conditions.size();
    if (status == smt::Status::sat)
      std::erase_if(conditions, [&](Expr condition) {
        const auto value = solver.value(versions.apply(condition));
        return !value || !value->is_true();
      });
    // An unknown or a model that says nothing: none of them can be relied on.
    if (conditions.size() == count) conditions.clear();
  }
  return conditions.size() == before ? Filtered::kept_all : Filtered::left_some_out;
}

}  // namespace arges::analysis
