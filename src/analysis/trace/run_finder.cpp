#include "analysis/trace/run_finder.h"

#include <utility>

#include "analysis/system/state_variables.h"
#include "ir/decision_finder.h"
#include "ir/reference_evaluator.h"
#include "ir/traversal.h"

namespace arges::analysis {

RunFinder::RunFinder(const System& system) : system_(system), variables_(state_variables(system)) {}

std::optional<ir::Valuation> RunFinder::start(ir::Valuation values) const {
  for (const ir::Expr conjunct : ir::conjuncts(system_.initial_condition()))
    if (const auto fixed = ir::fixed_value(conjunct);
        fixed && values.get(fixed->variable.var()).is_unknown())
      values.set(fixed->variable.var(), fixed->value.value());
  for (const ir::Var var : variables_) {
    if (!values.get(var).is_unknown()) continue;
    if (!var->type.is_bool() && !var->type.is_int() && !var->type.is_enum()) return std::nullopt;
    values.set(var, ir::Value::small(0));
  }
  const auto holds = ir::reference_evaluate(system_.initial_condition(), values);
  if (!holds || !holds->is_true()) return std::nullopt;
  return values;
}

std::optional<std::vector<RunFinder::Decisions>> RunFinder::decisions(
    ir::Valuation before, const Passage& passage) const {
  std::vector<ir::Stmt> statements;
  for (const Action* action : passage.actions) statements.push_back(action->statement);
  auto all = ir::find_decisions(statements, before, passage.after, variables_);
  if (!all) return std::nullopt;
  std::vector<Decisions> result;
  for (const ir::Stmt statement : statements) {
    if (all->empty()) break;
    ir::Interpreter interpreter(std::move(before), *all);
    if (interpreter.execute(statement)) return std::nullopt;
    const auto used = all->end() - static_cast<std::ptrdiff_t>(interpreter.decisions_left());
    result.emplace_back(all->begin(), used);
    all->erase(all->begin(), used);
    before = std::move(interpreter).state();
  }
  result.resize(statements.size());
  return result;
}

std::optional<ConcreteTrace> RunFinder::run(ir::Valuation initial,
                                            std::span<const Passage> way) const {
  auto at = start(std::move(initial));
  if (!at) return std::nullopt;
  ConcreteTrace result{*at, {}};
  for (const Passage& passage : way) {
    auto found = decisions(*at, passage);
    if (!found) return std::nullopt;
    for (std::size_t k = 0; k < passage.actions.size(); ++k) {
      ir::Interpreter interpreter(*std::move(at), (*found)[k]);
      if (interpreter.execute(passage.actions[k]->statement)) return std::nullopt;
      at = std::move(interpreter).state();
      result.steps.push_back({passage.actions[k], std::move((*found)[k]), *at});
    }
  }
  return result;
}

}  // namespace arges::analysis
