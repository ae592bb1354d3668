#include "analysis/ltl/lasso_cegar.h"

#include <algorithm>
#include <limits>

#include "analysis/bmc/linear_invariants.h"
#include "analysis/ltl/recurrence.h"
#include "base/invariant.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Expr;

namespace {

/// Rounds of a loop that are tried.
constexpr std::size_t most_rounds = 16;
/// Stems of a loop that are refuted before the loop itself is looked at: a row of stems, each with
/// one round more of an earlier loop, may never end.
constexpr std::size_t patience_with_stems = 2;
/// Edges of a component that are ranked together.
constexpr std::size_t most_ranked = 24;
/// Invariants of a control point that are tracked to support a ranking function.
constexpr std::size_t most_supporting = 6;
/// On linear invariants, in statements; a fraction of a second.
constexpr std::size_t most_invariant_work = 1'000;

LassoChecker::Unrolled unrolled(const AbstractLasso& lasso, std::size_t rounds) {
  return {lasso.actions(rounds), lasso.stem.size(), lasso.loop.size()};
}

Verdict unknown(std::string reason) {
  return {.answer = Answer::unknown, .reason = std::move(reason), .counterexample = {}};
}

}  // namespace

LassoCegar::LassoCegar(Env& env, const BuchiProduct& product, const AcceptingSystem& system,
                       Parts parts)
    : env_(env),
      product_(product),
      system_(system),
      parts_(std::move(parts)),
      checker_(env, system, parts_.solvers, parts_.traces),
      product_checker_(env, product, parts_.solvers, parts_.product_traces),
      ranks_(product.context(), parts_.solvers) {}

FairComponents::Ranks LassoCegar::ranks() const {
  if (ranks_.families().empty()) return {};
  return [this](NodeId source, const AbstractGraph::Edge& edge) {
    return ranks_.marks(*edge.action, graph_->formula(source), graph_->formula(edge.target));
  };
}

Verdict LassoCegar::run(Precision precision) {
  precision_ = std::move(precision);
  Counter& iterations = env_.statistics.counter("cegar::iterations");
  const std::uint64_t before = solver_work(env_);
  const std::uint64_t left = std::numeric_limits<std::uint64_t>::max() - before;
  const GraphLimits limits{parts_.patience.nodes,
                           before + std::min(parts_.patience.solver_work, left)};
  for (std::size_t iteration = 0; iteration < parts_.patience.iterations; ++iteration) {
    iterations.add();
    parts_.domain.start_over();
    std::optional<FoundLasso> found;
    try {
      graph_ = std::make_unique<AbstractGraph>(env_, system_, parts_.domain, precision_, identify_,
                                               limits);
      found = find_lasso(env_, parts_.search, system_, *graph_, ranks());
      if (!found) graph_->complete();
    } catch (const GraphTooLarge&) {
      break;
    }
    if (!found) return {.answer = Answer::holds, .reason = "", .counterexample = {}};
    if (is_product()) found->lasso.rotate_to_step();
    if (auto verdict = treat(*found)) return *std::move(verdict);
    env_.statistics.counter("cegar::precision").set(precision_.size());
    env_.statistics.counter("ltl::rankings").set(ranks_.families().size());
  }
  return unknown("no refinement progress");
}

LtlCertificate LassoCegar::proof() const {
  LtlCertificate result{{}, ranks_.families()};
  std::vector<bool> has_node;
  for (NodeId id = 0; id < graph_->size(); ++id) {
    Certificate::Node& node = result.graph.nodes.emplace_back();
    node.control = graph_->control(id);
    node.state = graph_->formula(id);
    for (const auto& [action, target] : graph_->known_edges(id)) {
      const std::vector<const Action*> way = system_.way(*action);
      auto& successor = node.successors.emplace_back();
      successor.action = way.front()->id;
      for (std::size_t i = 1; i < way.size(); ++i) successor.then.push_back(way[i]->id);
      successor.node = target;
    }
    has_node.resize(std::max<std::size_t>(has_node.size(), node.control + 1), false);
    has_node[node.control] = true;
  }
  // No run comes to the other control points.
  for (const Control control : system_.points())
    if (control >= has_node.size() || !has_node[control])
      result.graph.nodes.push_back({control, product_.context().false_expr(), {}, {}});
  result.graph.roots = graph_->roots();
  return result;
}

std::optional<Verdict> LassoCegar::treat(const FoundLasso& found) {
  const Unrolled once = unrolled(found.lasso, 1);
  const TraceStatus status = checker_.traverse(once);
  if (status.run) return refine(found, *status.run);
  if (!status.is_spurious) return unknown(status.unknown_reason);
  if (never_reached(found) && rank(found)) return std::nullopt;
  if (learn_infeasible(once, status.refutation)) return std::nullopt;
  return unknown("no refinement progress");
}

bool LassoCegar::never_reached(const FoundLasso& found) {
  if (parts_.refinement != LoopRefinement::ranking) return false;
  std::vector<std::uint32_t> loop;
  for (const AbstractLasso::Step& step : found.lasso.loop) loop.push_back(step.edge.action->id);
  std::sort(loop.begin(), loop.end());
  return ++unreached_[loop] > patience_with_stems;
}

std::optional<Verdict> LassoCegar::refine(const FoundLasso& found, const ConcreteTrace& run) {
  const Unrolled once = unrolled(found.lasso, 1);
  LassoChecker::Closing closing = checker_.close(once);
  if (closing.run) return violated(found.lasso, 1);
  // What the stem leaves behind and a first round clears, such as a statechart's outputs, keeps the
  // first state from coming back, but not the second. To find that out is far cheaper than to look
  // for what can't be: a reason why the loop ends.
  if (closing.impossible && checker_.close(unrolled(found.lasso, 2)).run)
    return violated(found.lasso, 2);
  if (parts_.refinement == LoopRefinement::ranking && rank(found)) return std::nullopt;
  if (auto verdict = find_recurrent(found, run)) return verdict;
  if (parts_.refinement != LoopRefinement::direct) {
    const std::uint32_t version = precision_.version();
    if (auto verdict = unroll(found.lasso)) return verdict;
    if (precision_.version() != version) return std::nullopt;
  }
  if (!closing.impossible) return unknown("solver unknown");
  if (separate(once, run)) return std::nullopt;
  return unknown("no refinement progress");
}

LassoCegar::InProduct LassoCegar::in_product(const AbstractLasso& lasso, std::size_t rounds) const {
  std::vector<const Action*> actions;
  const auto append = [&](const std::vector<AbstractLasso::Step>& steps) {
    for (const AbstractLasso::Step& step : steps)
      for (const Action* action : system_.way(*step.edge.action)) actions.push_back(action);
  };
  append(lasso.stem);
  InProduct result{{{}, actions.size(), 0}};
  append(lasso.loop);
  std::vector<const Action*> loop(actions.begin() + static_cast<std::ptrdiff_t>(result.lasso.start),
                                  actions.end());
  result.lasso.round = loop.size();
  actions.resize(result.lasso.start);
  for (std::size_t i = 0; i < loop.size() && loop.back()->role != ActionRole::step; ++i) {
    actions.push_back(loop.front());
    std::rotate(loop.begin(), loop.begin() + 1, loop.end());
    ++result.lasso.start;
    result.is_rotated = true;
  }
  for (std::size_t i = 0; i < rounds; ++i) actions.insert(actions.end(), loop.begin(), loop.end());
  result.lasso.actions = std::move(actions);
  return result;
}

Verdict LassoCegar::violated(const AbstractLasso& lasso, std::size_t rounds) {
  LassoChecker::Closing closing = product_checker_.close(in_product(lasso, rounds).lasso);
  if (!closing.run) return unknown("solver unknown");
  return {.answer = Answer::violated, .reason = "", .counterexample = std::move(closing.run)};
}

std::optional<Verdict> LassoCegar::find_recurrent(const FoundLasso& found,
                                                  const ConcreteTrace& run) {
  const InProduct lifted = in_product(found.lasso, 1);
  std::optional<ConcreteTrace> result = run;
  if (!is_product()) result = product_checker_.traverse(lifted.lasso).run;
  if (!result) return std::nullopt;
  const Expr known = lifted.is_rotated ? system_.context().true_expr()
                                       : graph_->formula(found.lasso.loop.front().source);
  result->loop = find_recurrence(env_, product_, parts_.solvers, *result, lifted.lasso.start,
                                 parts_.atoms, known);
  if (!result->loop) return std::nullopt;
  return Verdict{.answer = Answer::violated, .reason = "", .counterexample = std::move(result)};
}

bool LassoCegar::learn(const Refutation& refutation, std::span<const Action* const> actions,
                       Effort effort) {
  std::vector<Control> controls{system_.initial_control()};
  for (const Action* action : actions) controls.push_back(action->target);
  const std::uint32_t before = precision_.version();
  parts_.domain.refine(precision_, refutation, controls, effort);
  return precision_.version() != before;
}

bool LassoCegar::learn(const std::vector<std::pair<Control, Expr>>& facts) {
  std::vector<Control> controls;
  std::vector<Expr> formulas;
  for (const auto& [control, fact] : facts) {
    controls.push_back(control);
    formulas.push_back(fact);
  }
  Refutation refutation = by_interpolants(std::move(formulas));
  refutation.is_chain = false;
  const std::uint32_t before = precision_.version();
  parts_.domain.refine(precision_, refutation, controls, Effort::usual);
  return precision_.version() != before;
}

bool LassoCegar::learn_infeasible(const Unrolled& lasso,
                                  const std::optional<Refutation>& refutation) {
  if (refutation && learn(*refutation, lasso.actions, Effort::usual)) return true;
  // A node may say less than the way that led to it: what it is identified with covers more.
  if (identify_ == Identify::covered) {
    identify_ = Identify::equal;
    return true;
  }
  if (refutation && learn(*refutation, lasso.actions, Effort::last_resort)) return true;
  const auto other = checker_.explain_again(lasso);
  return other && (learn(*other, lasso.actions, Effort::usual) ||
                   learn(*other, lasso.actions, Effort::last_resort));
}

bool LassoCegar::separate(const Unrolled& lasso, const ConcreteTrace& run) {
  const auto refutation = checker_.separate(lasso, run);
  if (!refutation) return false;
  std::vector<const Action*> actions = lasso.actions;
  actions.push_back(actions.back());  // to where the lasso ends
  if (learn(*refutation, actions, Effort::usual)) return true;
  if (identify_ == Identify::covered) {
    identify_ = Identify::equal;
    return true;
  }
  return learn(*refutation, actions, Effort::last_resort);
}

std::optional<Verdict> LassoCegar::unroll(const AbstractLasso& lasso) {
  for (std::size_t rounds = 2; rounds <= most_rounds; rounds *= 2) {
    env_.limits.check();
    const Unrolled more = unrolled(lasso, rounds);
    const TraceStatus status = checker_.traverse(more);
    if (status.is_spurious) {
      if (status.refutation) learn(*status.refutation, more.actions, Effort::usual);
      return std::nullopt;
    }
    if (!status.run) return std::nullopt;
    LassoChecker::Closing closing = checker_.close(more);
    if (closing.run) return violated(lasso, rounds);
  }
  return std::nullopt;
}

bool LassoCegar::rank(const FoundLasso& found) {
  const auto ranked = [&](const AbstractLasso::Step& step) {
    return RankedStep{step.edge.action, graph_->formula(step.source),
                      graph_->formula(step.edge.target)};
  };
  std::vector<RankedStep> loop;
  for (const AbstractLasso::Step& step : found.lasso.loop) loop.push_back(ranked(step));
  // The whole component, if one function does for it.
  if (found.component.edges.size() > loop.size() && found.component.edges.size() <= most_ranked) {
    std::vector<RankedStep> all = loop;
    for (const AbstractLasso::Step& step : found.component.edges) all.push_back(ranked(step));
    if (rank(std::move(all), loop.size())) return true;
  }
  const std::size_t candidates = loop.size();
  return rank(std::move(loop), candidates);
}

bool LassoCegar::rank(std::vector<RankedStep> steps, std::size_t candidates) {
  std::vector<std::pair<Control, Expr>> facts;
  auto ranking = find_ranking(env_, system_, steps, candidates);
  if (!ranking) {
    // What holds at the loop may be why it ends.
    if (!invariants_) invariants_ = linear_invariants(env_, system_, most_invariant_work);
    for (RankedStep& step : steps) {
      const auto known = invariants_->find(step.action->source);
      if (known == invariants_->end()) continue;
      step.before = ir::and_(step.before, ir::and_(known->second));
      for (std::size_t i = 0; i < std::min(known->second.size(), most_supporting); ++i)
        facts.emplace_back(step.action->source, known->second[i]);
    }
    if (facts.empty()) return false;
    ranking = find_ranking(env_, system_, steps, candidates);
    if (!ranking) return false;
  }
  const Control at = steps[ranking->decreasing].action->source;
  facts.emplace_back(
      at, ir::simplify(ir::le(product_.context().int_literal(0), ranking->family.at(at))));
  const bool is_new = ranks_.add(std::move(ranking->family));
  return learn(facts) || is_new;
}

}  // namespace arges::analysis
