#include "analysis/refine/path_refuter.h"

#include <algorithm>
#include <set>

#include "analysis/system/state_variables.h"
#include "ir/simplify.h"
#include "ir/traversal.h"
#include "smt/enumerate.h"

namespace arges::analysis {

using ir::DecisionPlan;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

namespace {

/// More abstract states than that between two blocks are no explanation.
constexpr std::size_t most_cubes = 64;
constexpr std::uint64_t most_effort = 100000000;  // for one trace
constexpr smt::QueryLimit query_limit{.seconds = {}, .steps = 20000000};

/// A statement without its choices: the branches that a model takes.
class Straightener {
 public:
  Straightener(ir::Context& context, smt::Solver& model) : context_(context), model_(model) {}

  /// Nothing if the model does not tell.
  std::optional<Stmt> straighten(Stmt statement, const DecisionPlan& plan) {
    std::size_t next = 0;
    std::vector<Stmt> path;
    if (!walk(statement, plan, next, path)) return std::nullopt;
    return ir::sequence(context_, path, statement.location());
  }

 private:
  bool walk(Stmt statement, const DecisionPlan& plan, std::size_t& next, std::vector<Stmt>& path) {
    switch (statement.kind()) {
      case StmtKind::skip:
        return true;
      case StmtKind::havoc:
        ++next;
        [[fallthrough]];
      case StmtKind::assign:
      case StmtKind::assume:
        path.push_back(statement);
        return true;
      case StmtKind::sequence:
        return std::all_of(statement.children().begin(), statement.children().end(),
                           [&](Stmt child) { return walk(child, plan, next, path); });
      case StmtKind::choice:
      case StmtKind::if_:
        return branch(statement, plan.items[next++], path);
      case StmtKind::loop: {
        const auto bounds = ir::constant_bounds(statement);
        for (mpz_class i = bounds->first; i < bounds->second; ++i) {
          path.push_back(ir::assign(statement.var(), context_.int_literal(i)));
          if (!walk(statement.child(0), plan, next, path)) return false;
        }
        return true;
      }
      case StmtKind::local: {
        next += statement.locals().size();
        std::vector<Stmt> body;
        if (!walk(statement.child(0), plan, next, body)) return false;
        const std::vector<ir::Var> locals(statement.locals().begin(), statement.locals().end());
        path.push_back(ir::local(context_, locals, ir::sequence(context_, body)));
        return true;
      }
    }
    return false;
  }

  bool branch(Stmt statement, const DecisionPlan::Item& item, std::vector<Stmt>& path) {
    std::size_t taken = 0;
    for (; taken < item.exprs.size(); ++taken) {
      const auto value = model_.value(item.exprs[taken]);
      if (!value) return false;
      if (value->is_true()) break;
    }
    if (statement.kind() == StmtKind::if_)
      path.push_back(ir::assume(taken == 0 ? statement.expr() : ir::not_(statement.expr())));
    if (taken >= item.plans.size()) return false;
    std::size_t next = 0;
    return walk(statement.child(taken), item.plans[taken], next, path);
  }

  ir::Context& context_;
  smt::Solver& model_;
};

/// The blocks of a trace, each from a state of its own: what connects them are predicates only.
class Blocks {
 public:
  Blocks(Env& env, smt::SolverFactory& solvers, const TraceEncoding& encoding)
      : env_(env),
        solvers_(solvers),
        encoding_(encoding),
        context_(encoding.system().context()),
        solver_(solvers.make()),
        predicates_(encoding.num_states()) {
    solver_->set_query_limit(query_limit);
    solver_->add(encoding.system().initial_condition());
    const std::vector<ir::Var> state = state_variables(encoding.system());
    ir::Unfolder unfolder(context_);
    ir::Versions versions;
    for (const Action* action : encoding.trace()) {
      Block& block =
          blocks_.emplace_back(Block{versions, unfolder.unfold(action->statement, versions)});
      solver_->add(block.unfolding.formula);
      versions = block.unfolding.after;
      for (const ir::Var var : state) versions.bump(var);
    }
  }

  smt::Status check() {
    env_.limits.check();
    const smt::Status status = solver_->check();
    if (status == smt::Status::unknown) env_.limits.check();
    return status;
  }

  /// After sat: the actions along the model's way. Nothing if it can't be told.
  std::optional<std::vector<Action>> way() {
    Straightener straightener(context_, *solver_);
    std::vector<Action> result;
    for (std::size_t k = 0; k < blocks_.size(); ++k) {
      const auto statement =
          straightener.straighten(encoding_.trace()[k]->statement, blocks_[k].unfolding.plan);
      if (!statement) return std::nullopt;
      result.push_back(*encoding_.trace()[k]);
      result.back().statement = *statement;
    }
    return result;
  }

  /// From here on the blocks agree on these formulas' conjuncts. Whether any is new.
  bool connect(const std::vector<Expr>& formulas) {
    bool any = false;
    for (std::size_t k = 0; k < blocks_.size(); ++k)
      for (const Expr part : ir::conjuncts(ir::simplify(formulas[k]))) {
        if (part.is_literal() || !seen_.insert({k, part.id()}).second) continue;
        predicates_[k].push_back(part);
        if (k == 0) continue;  // nothing comes before it
        any = true;
        solver_->add(
            ir::eq(blocks_[k - 1].unfolding.after.apply(part), blocks_[k].before.apply(part)));
      }
    return any;
  }

  /// After unsat: what the predicates say at each state.
  Refutation refutation() const {
    std::vector<Expr> interpolants{all(0)};
    std::optional<Expr> before = encoding_.system().initial_condition();
    for (std::size_t k = 1; k < blocks_.size(); ++k) {
      if (before) before = abstract_post(k, *before);
      interpolants.push_back(before ? *before : all(k));
    }
    interpolants.push_back(context_.false_expr());
    Refutation result = by_interpolants(std::move(interpolants));
    result.is_chain = false;  // some may be no more than what is worth knowing
    return result;
  }

 private:
  struct Block {
    ir::Versions before;
    ir::Unfolding unfolding;
  };

  Expr all(std::size_t k) const {
    return predicates_[k].empty() ? context_.true_expr() : ir::and_(predicates_[k]);
  }

  /// The strongest combination of the predicates at k that holds after the block before it; nothing
  /// if it is too long.
  std::optional<Expr> abstract_post(std::size_t k, Expr before) const {
    const std::vector<Expr>& predicates = predicates_[k];
    if (predicates.empty()) return context_.true_expr();
    const Block& block = blocks_[k - 1];
    const auto solver = solvers_.make();
    solver->set_query_limit(query_limit);
    solver->add(block.before.apply(before));
    solver->add(block.unfolding.formula);
    std::vector<Expr> projection;
    for (const Expr predicate : predicates)
      projection.push_back(block.unfolding.after.apply(predicate));
    const smt::Enumeration found = smt::enumerate(*solver, projection, most_cubes);
    env_.limits.check();
    if (found.end != smt::EnumerationEnd::complete) return std::nullopt;
    std::vector<Expr> cubes{context_.false_expr()};
    for (const std::vector<ir::Value>& values : found.tuples) {
      std::vector<Expr> literals;
      for (std::size_t i = 0; i < predicates.size(); ++i)
        literals.push_back(values[i].is_true() ? predicates[i] : ir::not_(predicates[i]));
      cubes.push_back(ir::and_(literals));
    }
    return ir::simplify(ir::or_(cubes));
  }

  Env& env_;
  smt::SolverFactory& solvers_;
  const TraceEncoding& encoding_;
  ir::Context& context_;
  std::unique_ptr<smt::Solver> solver_;
  std::vector<Block> blocks_;
  std::vector<std::vector<Expr>> predicates_;  ///< by state
  std::set<std::pair<std::size_t, std::uint64_t>> seen_;
};

}  // namespace

std::optional<Refutation> PathRefuter::refute(const TraceEncoding& encoding) {
  Blocks blocks(env_, solvers_, encoding);
  const std::uint64_t end = solvers_.effort() + most_effort;
  for (std::size_t ways = 0; ways < most_ways && solvers_.effort() < end; ++ways) {
    const smt::Status status = blocks.check();
    if (status == smt::Status::unsat) return blocks.refutation();
    if (status == smt::Status::unknown) return std::nullopt;
    const auto way = blocks.way();
    if (!way) return std::nullopt;
    std::vector<const Action*> actions;
    for (const Action& action : *way) actions.push_back(&action);
    const auto explained = straight_->refute(TraceEncoding(encoding.system(), actions));
    if (!explained || explained->interpolants.empty()) return std::nullopt;
    if (!blocks.connect(explained->interpolants)) return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace arges::analysis
