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

/// The blocks of a trace, each from a state of its own: what connects them are predicates only. So
/// with the initial condition and the first block: a domain knows no more of what is initially so.
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
    ir::Unfolder unfolder(context_);
    add(Segment{{}, {encoding.system().initial_condition(), {}, {}}});
    const std::vector<ir::Var> state = state_variables(encoding.system());
    for (const Action* action : encoding.trace()) {
      ir::Versions versions = segments_.back().unfolding.after;
      for (const ir::Var var : state) versions.bump(var);
      add(Segment{versions, unfolder.unfold(action->statement, versions)});
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
    for (std::size_t k = 0; k < num_blocks(); ++k) {
      const auto statement =
          straightener.straighten(encoding_.trace()[k]->statement, after(k).unfolding.plan);
      if (!statement) return std::nullopt;
      result.push_back(*encoding_.trace()[k]);
      result.back().statement = *statement;
    }
    return result;
  }

  /// From here on what meets at a state agrees on these formulas' conjuncts. Whether any is new.
  bool connect(const std::vector<Expr>& formulas) {
    bool any = false;
    for (std::size_t k = 0; k < num_blocks(); ++k)
      for (const Expr part : ir::conjuncts(ir::simplify(formulas[k]))) {
        if (part.is_literal() || !seen_.insert({k, part.id()}).second) continue;
        predicates_[k].push_back(part);
        any = true;
        solver_->add(ir::eq(before(k).unfolding.after.apply(part), after(k).before.apply(part)));
      }
    return any;
  }

  /// After unsat: what the predicates say at each state. Nothing if there are none: a block that
  /// contradicts itself is not explained by any.
  std::optional<Refutation> refutation() const {
    if (seen_.empty()) return std::nullopt;
    std::vector<Expr> interpolants;
    std::optional<Expr> reached = context_.true_expr();
    for (std::size_t k = 0; k < num_blocks(); ++k) {
      if (reached) reached = abstract_post(k, *reached);
      interpolants.push_back(reached ? *reached : all(k));
    }
    interpolants.push_back(context_.false_expr());
    Refutation result = by_interpolants(std::move(interpolants));
    result.is_chain = reached.has_value();  // else some are no more than what is worth knowing
    return result;
  }

 private:
  /// The initial condition, as what a block leaves that reads nothing; or a block.
  struct Segment {
    ir::Versions before;
    ir::Unfolding unfolding;
  };

  void add(Segment segment) {
    solver_->add(segment.unfolding.formula);
    segments_.push_back(std::move(segment));
  }
  std::size_t num_blocks() const { return segments_.size() - 1; }
  /// What leads to a state, and the block from there on.
  const Segment& before(std::size_t state) const { return segments_[state]; }
  const Segment& after(std::size_t state) const { return segments_[state + 1]; }

  Expr all(std::size_t k) const {
    return predicates_[k].empty() ? context_.true_expr() : ir::and_(predicates_[k]);
  }

  /// The strongest combination of the predicates at k that holds after what leads there from these
  /// states; nothing if it is too long.
  std::optional<Expr> abstract_post(std::size_t k, Expr from) const {
    const std::vector<Expr>& predicates = predicates_[k];
    const Segment& segment = before(k);
    const auto solver = solvers_.make();
    solver->set_query_limit(query_limit);
    solver->add(segment.before.apply(from));
    solver->add(segment.unfolding.formula);
    std::vector<Expr> projection;
    for (const Expr predicate : predicates)
      projection.push_back(segment.unfolding.after.apply(predicate));
    const smt::Enumeration found = smt::enumerate(*solver, projection, most_cubes);
    env_.limits.check();
    if (found.end != smt::EnumerationEnd::complete) return std::nullopt;
    std::vector<Expr> cubes{context_.false_expr()};
    for (const std::vector<ir::Value>& values : found.tuples) {
      std::vector<Expr> literals{context_.true_expr()};
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
  std::vector<Segment> segments_;
  std::vector<std::vector<Expr>> predicates_;  ///< by state but the last
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
