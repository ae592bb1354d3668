#include "analysis/refine/trace_encoding.h"

#include <algorithm>

#include "base/invariant.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

TraceEncoding::TraceEncoding(const System& system, AbstractTrace trace)
    : system_(system), trace_(trace) {
  ir::Unfolder unfolder(system.context());
  versions_.emplace_back();
  for (const Expr conjunct : ir::conjuncts(system.initial_condition()))
    pieces_.push_back({-1, ir::assume(conjunct), conjunct});
  for (std::size_t k = 0; k < trace.size(); ++k) {
    ir::Versions versions = versions_.back();
    ir::DecisionPlan plan;
    const Stmt statement = trace[k]->statement;
    const std::span<const Stmt> parts = statement.kind() == StmtKind::sequence
                                            ? statement.children()
                                            : std::span<const Stmt>(&statement, 1);
    for (const Stmt part : parts) {
      ir::Unfolding unfolding = unfolder.unfold(part, versions);
      pieces_.push_back({static_cast<std::ptrdiff_t>(k), part, unfolding.formula});
      versions = std::move(unfolding.after);
      std::ranges::move(unfolding.plan.items, std::back_inserter(plan.items));
    }
    versions_.push_back(std::move(versions));
    plans_.push_back(std::move(plan));
  }
}

std::vector<Expr> TraceEncoding::formulas() const {
  std::vector<Expr> result;
  for (const Piece& piece : pieces_) result.push_back(piece.formula);
  return result;
}

namespace {

/// Follows a plan through a model; nothing if a value has no exact representation.
std::optional<std::vector<ir::Decision>> read_decisions(const ir::DecisionPlan& plan,
                                                        const TraceEncoding::Model& model) {
  std::vector<ir::Decision> decisions;
  for (const ir::DecisionPlan::Item& item : plan.items) {
    if (item.kind == ir::DecisionPlan::Kind::value) {
      const auto value = model(item.exprs[0]);
      if (!value) return std::nullopt;
      decisions.push_back(ir::Decision::pick(*value, item.exprs[0].type()));
      continue;
    }
    std::size_t branch = 0;
    for (; branch < item.exprs.size(); ++branch) {
      const auto taken = model(item.exprs[branch]);
      if (!taken) return std::nullopt;
      if (taken->is_true()) break;
    }
    if (item.kind == ir::DecisionPlan::Kind::choice) {
      INVARIANT(branch < item.exprs.size(), "a model should select a branch");
      decisions.push_back(ir::Decision::take(static_cast<std::uint32_t>(branch)));
    }
    // Of an if: position 0 if the condition holds, else 1.
    const auto inner = read_decisions(item.plans[branch], model);
    if (!inner) return std::nullopt;
    decisions.insert(decisions.end(), inner->begin(), inner->end());
  }
  return decisions;
}

}  // namespace

std::optional<ConcreteTrace> TraceEncoding::run(const Model& model) const {
  const auto state_at = [&](std::size_t k) -> std::optional<ir::Valuation> {
    ir::Valuation state;
    for (const ir::Var var : system_.variables()) {
      const auto value = model(system_.context().var(var, versions_[k].get(var)));
      if (!value) return std::nullopt;
      state.set(var, *value);
    }
    return state;
  };
  ConcreteTrace run;
  const auto initial = state_at(0);
  if (!initial) return std::nullopt;
  run.initial = *initial;
  for (std::size_t k = 0; k < trace_.size(); ++k) {
    const auto state = state_at(k + 1);
    auto decisions = read_decisions(plans_[k], model);
    if (!state || !decisions) return std::nullopt;
    run.steps.push_back({trace_[k], *std::move(decisions), *state});
  }
  return run;
}

}  // namespace arges::analysis
