#include "analysis/trace/run_finder.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "analysis/system/state_variables.h"
#include "ir/decision_finder.h"
#include "ir/reference_evaluator.h"
#include "ir/traversal.h"

namespace arges::analysis {

namespace {

/// Loops need not be, but may take long.
bool leaves_open(ir::Stmt statement) {
  switch (statement.kind()) {
    case ir::StmtKind::havoc:
    case ir::StmtKind::choice:
    case ir::StmtKind::local:
    case ir::StmtKind::loop:
      return true;
    default:
      return std::any_of(statement.children().begin(), statement.children().end(), leaves_open);
  }
}

/// The simplest value of a type; unknown: nobody knows.
ir::Value zero_of(ir::Context& context, ir::Type type) {
  if (type.is_bool() || type.is_int() || type.is_enum()) return ir::Value::small(0);
  if (type.is_bitvector()) return context.bv_literal(type.width(), 0).value();
  if (!type.is_array()) return {};
  const ir::Value element = zero_of(context, type.element());
  return element.is_unknown() ? element : context.values().array(type, element, {});
}

}  // namespace

RunFinder::RunFinder(const System& system) : system_(system), variables_(state_variables(system)) {}

std::optional<ir::Valuation> RunFinder::start(ir::Valuation values) const {
  for (const ir::Expr conjunct : ir::conjuncts(system_.initial_condition()))
    if (const auto fixed = ir::fixed_value(conjunct);
        fixed && values.get(fixed->variable.var()).is_unknown())
      values.set(fixed->variable.var(), fixed->value.value());
  for (const ir::Var var : variables_) {
    if (!values.get(var).is_unknown()) continue;
    const ir::Value zero = zero_of(system_.context(), var->type);
    if (zero.is_unknown()) return std::nullopt;
    values.set(var, zero);
  }
  const auto holds = ir::reference_evaluate(system_.initial_condition(), values);
  if (!holds || !holds->is_true()) return std::nullopt;
  return values;
}

std::optional<std::vector<ConcreteStep>> RunFinder::steps(ir::Valuation before,
                                                          const Passage& passage) const {
  std::optional<Decisions> all = Decisions();
  const auto is_open = [&](const Action* action) { return leaves_open(*action); };
  if (std::any_of(passage.actions.begin(), passage.actions.end(), is_open)) {
    std::vector<ir::Stmt> statements;
    for (const Action* action : passage.actions) statements.push_back(action->statement);
    all = ir::find_decisions(statements, before, passage.after, variables_);
    if (!all) return std::nullopt;
  }
  std::vector<ConcreteStep> result;
  for (const Action* action : passage.actions) {
    ir::Interpreter interpreter(std::move(before), *all);
    if (interpreter.execute(action->statement)) return std::nullopt;
    const auto used = all->end() - static_cast<std::ptrdiff_t>(interpreter.decisions_left());
    before = std::move(interpreter).state();
    result.push_back({action, Decisions(all->begin(), used), before});
    all->erase(all->begin(), used);
  }
  const bool is_there = std::all_of(variables_.begin(), variables_.end(), [&](ir::Var var) {
    return passage.after.get(var).is_unknown() || before.get(var) == passage.after.get(var);
  });
  if (!is_there) return std::nullopt;
  return result;
}

bool RunFinder::leaves_open(const Action& action) const {
  const auto [known, fresh] = leaves_open_.try_emplace(&action, false);
  if (fresh) known->second = analysis::leaves_open(action.statement);
  return known->second;
}

std::optional<ConcreteTrace> RunFinder::run(ir::Valuation initial,
                                            std::span<const Passage> way) const {
  auto at = start(std::move(initial));
  if (!at) return std::nullopt;
  ConcreteTrace result{*std::move(at), {}};
  for (const Passage& passage : way) {
    auto found = steps(result.steps.empty() ? result.initial : result.steps.back().state, passage);
    if (!found) return std::nullopt;
    std::move(found->begin(), found->end(), std::back_inserter(result.steps));
  }
  return result;
}

}  // namespace arges::analysis
