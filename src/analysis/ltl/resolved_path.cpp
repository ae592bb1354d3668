#include "analysis/ltl/resolved_path.h"

#include <algorithm>

#include "base/invariant.h"
#include "ir/reference_evaluator.h"
#include "ir/simplify.h"
#include "ir/traversal.h"

namespace arges::analysis {

using ir::Decision;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

namespace {

/// Follows a run through statements.
class Resolver {
 public:
  Resolver(ir::Valuation state, std::span<const Decision> decisions, const ValueRule& rule)
      : state_(std::move(state)), decisions_(decisions), rule_(rule) {}

  bool walk(Stmt statement) {
    switch (statement.kind()) {
      case StmtKind::skip:
        return true;
      case StmtKind::assign: {
        const auto value = ir::reference_evaluate(statement.expr(), state_);
        if (!value) return false;
        path_.push_back({statement.var(), statement.expr()});
        state_.set(statement.var(), *value);
        return true;
      }
      case StmtKind::assume:
        path_.push_back({nullptr, statement.expr()});
        return true;
      case StmtKind::havoc:
        return choose_value(statement.var());
      case StmtKind::sequence:
        return std::all_of(statement.children().begin(), statement.children().end(),
                           [&](Stmt child) { return walk(child); });
      case StmtKind::choice:
        if (next_ >= decisions_.size() || decisions_[next_].kind != Decision::Kind::branch ||
            decisions_[next_].branch >= statement.children().size())
          return false;
        return walk(statement.child(decisions_[next_++].branch));
      case StmtKind::if_: {
        const auto value = ir::reference_evaluate(statement.expr(), state_);
        if (!value) return false;
        path_.push_back(
            {nullptr, value->is_true() ? statement.expr() : ir::not_(statement.expr())});
        return walk(statement.child(value->is_true() ? 0 : 1));
      }
      case StmtKind::loop:
        return iterate(statement);
      case StmtKind::local:
        return std::all_of(statement.locals().begin(), statement.locals().end(),
                           [&](ir::Var var) { return choose_value(var); }) &&
               walk(statement.child(0));
    }
    UNREACHABLE("statement kind should be known");
  }

  bool is_done() const { return next_ == decisions_.size(); }
  ResolvedPath take_path() { return std::move(path_); }

 private:
  bool choose_value(ir::Var var) {
    if (next_ >= decisions_.size() || decisions_[next_].kind != Decision::Kind::value) return false;
    const Decision& decision = decisions_[next_++];
    const Expr value = rule_(var, decision);
    if (!value || value.type() != var->type) return false;
    path_.push_back({var, value});
    state_.set(var, decision.value);
    return true;
  }

  /// A loop is taken as often as in the run.
  bool iterate(Stmt statement) {
    const auto from = ir::reference_evaluate(statement.expr(), state_);
    const auto to = ir::reference_evaluate(statement.bound(), state_);
    if (!from || !to) return false;
    ir::Context& context = statement.expr().context();
    const mpz_class first = from->integer();
    const mpz_class end = to->integer();
    path_.push_back({nullptr, ir::eq(statement.expr(), context.int_literal(first))});
    path_.push_back({nullptr, ir::eq(statement.bound(), context.int_literal(end))});
    for (mpz_class i = first; i < end; ++i) {
      path_.push_back({statement.var(), context.int_literal(i)});
      state_.set(statement.var(), context.values().integer(i));
      if (!walk(statement.child(0))) return false;
    }
    return true;
  }

  ir::Valuation state_;
  std::span<const Decision> decisions_;
  std::size_t next_ = 0;
  const ValueRule& rule_;
  ResolvedPath path_;
};

}  // namespace

std::optional<ResolvedPath> resolve(Stmt statement, const ir::Valuation& before,
                                    std::span<const Decision> decisions, const ValueRule& rule) {
  Resolver resolver(before, decisions, rule);
  if (!resolver.walk(statement) || !resolver.is_done()) return std::nullopt;
  return resolver.take_path();
}

Expr states_before(const ResolvedPath& path, Expr post) {
  for (auto statement = path.rbegin(); statement != path.rend(); ++statement) {
    if (statement->var == nullptr)
      post = ir::and_(statement->expr, post);
    else
      post = ir::substitute(post, statement->var, statement->expr);
    post = ir::simplify(post);
  }
  return post;
}

}  // namespace arges::analysis
