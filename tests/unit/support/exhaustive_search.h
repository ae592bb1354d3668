#pragma once

#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "analysis/system/state_variables.h"
#include "ir/reference_evaluator.h"
#include "ir/traversal.h"
#include "ir/valuation.h"

namespace arges::test {

/// The oracle of differential tests: visits every concrete state of a System, one by one, with
/// nothing but the reference evaluator. Havocs and unconstrained variables must have finite types;
/// integers may start arbitrary only if they are written before they are read (they start as 0).
class ExhaustiveSearch {
 public:
  explicit ExhaustiveSearch(const analysis::System& system, std::size_t most_states = 200000)
      : system_(system), most_states_(most_states) {}

  /// Whether a target is reachable; nothing if there are too many states.
  std::optional<bool> reaches_target() {
    for (const ir::Valuation& start : starts()) visit(system_.initial_control(), start);
    while (!todo_.empty()) {
      if (seen_.size() > most_states_) return std::nullopt;
      const auto [control, state] = todo_.back();
      todo_.pop_back();
      if (system_.is_target(control)) return true;
      for (const analysis::Action* action : system_.actions(control))
        for (const ir::Valuation& end : run(action->statement, {state})) visit(action->target, end);
    }
    return false;
  }

  using States = std::vector<ir::Valuation>;
  /// The initial states.
  States initial_states() const { return starts(); }
  /// The states that a statement may end in.
  static States after(ir::Stmt statement, const ir::Valuation& state) {
    return run(statement, {state});
  }

 private:
  static std::vector<ir::Value> values_of(ir::Type type) {
    const std::uint64_t size = type.cardinality(256);
    if (size == 0) return {ir::Value::small(0)};
    std::vector<ir::Value> result;
    for (std::uint64_t i = 0; i < size; ++i)
      result.push_back(ir::Value::small(static_cast<std::int64_t>(i)));
    return result;
  }
  static States any_value(const States& before, ir::Var var) {
    States after;
    for (const ir::Valuation& state : before)
      for (const ir::Value value : values_of(var->type)) after.emplace_back(state).set(var, value);
    return after;
  }
  static ir::Value eval(ir::Expr e, const ir::Valuation& state) {
    const auto value = ir::reference_evaluate(e, state);
    if (!value) throw std::logic_error("the oracle can't evaluate " + e.to_string());
    return *value;
  }
  States starts() const {
    States states(1);
    for (const ir::Var var : system_.variables()) states = any_value(states, var);
    // Infinite types have too many values to try: take those the condition names.
    for (const ir::Expr part : ir::conjuncts(system_.initial_condition()))
      if (part.op() == ir::Op::eq && part.child(0).is_variable() && part.child(1).is_literal() &&
          part.child(0).type().cardinality(256) == 0)
        for (ir::Valuation& state : states) state.set(part.child(0).var(), part.child(1).value());
    std::erase_if(states, [&](const ir::Valuation& state) {
      return !eval(system_.initial_condition(), state).is_true();
    });
    return states;
  }
  static States run(ir::Stmt s, States before) {
    switch (s.kind()) {
      case ir::StmtKind::skip:
        return before;
      case ir::StmtKind::assign:
        for (ir::Valuation& state : before) state.set(s.var(), eval(s.expr(), state));
        return before;
      case ir::StmtKind::assume:
        std::erase_if(before, [&](const ir::Valuation& v) { return !eval(s.expr(), v).is_true(); });
        return before;
      case ir::StmtKind::havoc:
        return any_value(before, s.var());
      case ir::StmtKind::sequence:
        for (const ir::Stmt child : s.children()) before = run(child, std::move(before));
        return before;
      case ir::StmtKind::local:
        for (const ir::Var var : s.locals()) before = any_value(before, var);
        return run(s.child(0), std::move(before));
      default:
        break;
    }
    States after;
    const auto append = [&](States more) { after.insert(after.end(), more.begin(), more.end()); };
    for (const ir::Valuation& state : before) {
      if (s.kind() == ir::StmtKind::choice)
        for (const ir::Stmt child : s.children()) append(run(child, {state}));
      if (s.kind() == ir::StmtKind::if_)
        append(run(s.child(eval(s.expr(), state).is_true() ? 0 : 1), {state}));
      if (s.kind() == ir::StmtKind::loop) {
        States current{state};
        const mpz_class end = eval(s.bound(), state).integer();
        for (mpz_class i = eval(s.expr(), state).integer(); i < end; ++i) {
          for (ir::Valuation& v : current) v.set(s.var(), s.expr().context().values().integer(i));
          current = run(s.child(0), std::move(current));
        }
        append(std::move(current));
      }
    }
    return after;
  }
  void visit(analysis::Control control, const ir::Valuation& state) {
    std::vector<std::uint64_t> key{control};
    for (const ir::Var var : analysis::state_variables(system_))
      key.push_back(state.get(var).word());
    if (seen_.insert(std::move(key)).second) todo_.emplace_back(control, state);
  }

  const analysis::System& system_;
  std::size_t most_states_;
  std::set<std::vector<std::uint64_t>> seen_;
  std::vector<std::pair<analysis::Control, ir::Valuation>> todo_;
};

}  // namespace arges::test
