#include "analysis/refine/chain_refuter.h"

#include "analysis/system/state_variables.h"
#include "ir/simplify.h"

namespace arges::analysis {

using ir::Expr;

namespace {

constexpr std::uint32_t not_of_a_state = static_cast<std::uint32_t>(-1);

/// The versions without those of locals and selectors, which are no part of a state.
ir::Versions state_versions(const System& system, const ir::Versions& versions) {
  ir::Versions result;
  for (std::uint32_t id = 0; id < versions.size(); ++id)
    result.set(system.context().variable(id), not_of_a_state);
  for (const ir::Var var : state_variables(system)) result.set(var, versions.get(var));
  return result;
}

}  // namespace

smt::FormulaTrace formula_trace(const TraceEncoding& encoding) {
  smt::FormulaTrace result;
  result.steps.resize(encoding.num_states());
  for (const TraceEncoding::Piece& piece : encoding.pieces())
    result.steps[static_cast<std::size_t>(piece.position + 1)].push_back(piece.formula);
  for (std::size_t k = 0; k < encoding.num_states(); ++k)
    result.states.push_back(state_versions(encoding.system(), encoding.versions(k)));
  return result;
}

namespace {

std::size_t count_branchings(ir::Stmt statement) {
  std::size_t count =
      statement.kind() == ir::StmtKind::choice || statement.kind() == ir::StmtKind::if_ ? 1 : 0;
  for (const ir::Stmt child : statement.children()) count += count_branchings(child);
  return count;
}

}  // namespace

std::optional<Refutation> ChainRefuter::refute(const TraceEncoding& encoding) {
  std::size_t branchings = 0;
  for (const TraceEncoding::Piece& piece : encoding.pieces())
    branchings += count_branchings(piece.statement);
  if (branchings > most_branchings) return std::nullopt;
  auto chain = make_(formula_trace(encoding));
  if (!chain) return std::nullopt;
  return by_interpolants(*std::move(chain));
}

std::optional<std::size_t> BinaryRefuter::split(const smt::FormulaTrace& trace) const {
  const auto solver = solvers_.make();
  solver->set_query_limit(smt::interpolation_limit);
  const std::size_t steps = trace.steps.size();
  for (std::size_t i = 0; i < steps; ++i) {
    env_.limits.check();
    const std::size_t step = direction_ == Direction::forward ? i : steps - 1 - i;
    for (const Expr formula : trace.steps[step]) solver->add(formula);
    if (solver->check() != smt::Status::unsat) continue;
    if (direction_ == Direction::forward) return step == 0 ? 0 : step - 1;
    return step + 1 == steps ? step - 1 : step;
  }
  return std::nullopt;
}

std::optional<Refutation> BinaryRefuter::refute(const TraceEncoding& encoding) {
  const smt::FormulaTrace trace = formula_trace(encoding);
  const AbstractTrace actions = encoding.trace();
  const bool is_new = seen_.emplace(actions.begin(), actions.end()).second;
  if (!is_new || trace.steps.size() < 2) return std::nullopt;
  const auto at = split(trace);
  if (!at) return std::nullopt;
  smt::FormulaTrace halves;
  halves.steps.resize(2);
  for (std::size_t i = 0; i < trace.steps.size(); ++i)
    for (const Expr formula : trace.steps[i]) halves.steps[i <= *at ? 0 : 1].push_back(formula);
  halves.states = {trace.states[*at], trace.states.back()};
  ir::Context& context = encoding.system().context();
  for (const ChainMaker& make : makers_) {
    const auto chain = make(halves);
    if (!chain) continue;
    std::vector<Expr> interpolants(trace.steps.size(), context.false_expr());
    std::fill_n(interpolants.begin(), *at, context.true_expr());
    interpolants[*at] = chain->front();
    Refutation refutation = by_interpolants(std::move(interpolants));
    refutation.is_chain = false;
    return refutation;
  }
  return std::nullopt;
}

std::optional<Refutation> UnitedRefuter::refute(const TraceEncoding& encoding) {
  std::vector<std::vector<Expr>> formulas(encoding.num_states());
  bool any = false;
  bool all_chains = true;
  for (const auto& way : ways_) {
    const auto refutation = way->refute(encoding);
    if (!refutation || refutation->interpolants.empty()) continue;
    any = true;
    all_chains = all_chains && refutation->is_chain;
    for (std::size_t k = 0; k < formulas.size(); ++k)
      formulas[k].push_back(refutation->interpolants[k]);
  }
  if (!any) return std::nullopt;
  std::vector<Expr> interpolants;
  interpolants.reserve(formulas.size());
  for (const std::vector<Expr>& some : formulas)
    interpolants.push_back(ir::simplify(ir::and_(some)));
  Refutation united = by_interpolants(std::move(interpolants));
  united.is_chain = all_chains;
  return united;
}

std::optional<Refutation> EscalatingRefuter::refute(const TraceEncoding& encoding) {
  std::size_t level = 0;
  while (level + 1 < levels_.size() && levels_[level + 1].after <= count_) ++level;
  ++count_;
  // Where the stronger means fail, the others may still do.
  for (std::size_t i = level + 1; i-- > 0;)
    if (auto refutation = levels_[i].refuter->refute(encoding)) return refutation;
  for (std::size_t i = level + 1; i < levels_.size(); ++i)
    if (auto refutation = levels_[i].refuter->refute(encoding)) return refutation;
  return std::nullopt;
}

}  // namespace arges::analysis
