#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "ir/traversal.h"
#include "model/passes/slicing.h"
#include "model/passes/statement_rewriter.h"

namespace arges::model {

namespace {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;
using ir::Var;
using Vars = std::vector<Var>;

/// What variables depend on, and which ones assumptions read.
class Dependencies {
 public:
  /// `around`: what decides whether the statement is executed.
  void collect(Stmt statement, const Vars& around = {}) {
    Vars reads = around;
    for (const Expr expr : {statement.expr(), statement.bound()}) {
      if (!expr) continue;
      const Vars more = ir::free_variables(expr);
      reads.insert(reads.end(), more.begin(), more.end());
    }
    switch (statement.kind()) {
      case StmtKind::assume:
        assume(reads);
        break;
      case StmtKind::assign:
      case StmtKind::havoc:
        depends(statement.var(), reads);
        break;
      default:
        for (const Stmt child : statement.children()) collect(child, reads);
    }
  }
  void assume(const Vars& reads) { todo_.insert(todo_.end(), reads.begin(), reads.end()); }
  void depends(Var var, const Vars& reads) {
    Vars& sources = sources_[var];
    sources.insert(sources.end(), reads.begin(), reads.end());
  }

  /// The variables that influence an assumption.
  std::unordered_set<Var> cone() const {
    std::unordered_set<Var> result;
    Vars todo = todo_;
    while (!todo.empty()) {
      const Var var = todo.back();
      todo.pop_back();
      if (!result.insert(var).second) continue;
      if (const auto found = sources_.find(var); found != sources_.end())
        todo.insert(todo.end(), found->second.begin(), found->second.end());
    }
    return result;
  }

 private:
  Vars todo_;
  std::unordered_map<Var, Vars> sources_;
};

/// A conjunct of the initial condition, and the variable that it only gives a value to.
struct Conjunct {
  Expr condition;
  Var defines;  ///< or null
};

/// Whether the conjunct is var = (an expression without var), or a Boolean's value.
bool defines(Expr conjunct, Var var) {
  const auto is_var = [&](Expr e) { return e.is_variable() && e.var() == var; };
  if (is_var(conjunct)) return true;
  if (conjunct.op() == ir::Op::not_) return is_var(conjunct.child(0));
  if (conjunct.op() != ir::Op::eq) return false;
  return (is_var(conjunct.child(0)) && !ir::occurs(var, conjunct.child(1))) ||
         (is_var(conjunct.child(1)) && !ir::occurs(var, conjunct.child(0)));
}

/// A conjunct defines a variable that none before it mentions: whatever values the others allow,
/// there is one for it. So it may be left out together with its variable.
std::vector<Conjunct> split_initial_condition(Expr condition) {
  std::vector<Conjunct> result;
  std::unordered_set<Var> mentioned;
  for (const Expr conjunct : ir::conjuncts(condition)) {
    const Vars vars = ir::free_variables(conjunct);
    Var defined = nullptr;
    for (const Var var : vars)
      if (defined == nullptr && !mentioned.contains(var) && defines(conjunct, var)) defined = var;
    mentioned.insert(vars.begin(), vars.end());
    result.push_back({conjunct, defined});
  }
  return result;
}

}  // namespace

void slice_to_cone(BlockGraph& graph) {
  ir::Context& context = graph.system().context();
  Dependencies dependencies;
  for (const auto& [control, point] : graph.points())
    for (const auto* edge : point.out) dependencies.collect(edge->block->statement(context));
  const std::vector<Conjunct> conjuncts = split_initial_condition(graph.initial_condition);
  for (const Conjunct& conjunct : conjuncts) {
    const Vars vars = ir::free_variables(conjunct.condition);
    if (conjunct.defines == nullptr)
      dependencies.assume(vars);
    else
      dependencies.depends(conjunct.defines, vars);
  }

  const std::unordered_set<Var> cone = dependencies.cone();
  const auto outside = [&](Var var) { return !cone.contains(var); };
  graph.change_statements(StatementRewriter{context, outside, [](Expr expr) { return expr; }});
  std::erase_if(graph.variables, outside);
  std::erase_if(graph.auxiliary_variables, outside);
  std::vector<Expr> kept{context.true_expr()};
  for (const Conjunct& conjunct : conjuncts)
    if (conjunct.defines == nullptr || cone.contains(conjunct.defines))
      kept.push_back(conjunct.condition);
  graph.initial_condition = kept.size() == 1 ? kept.front() : ir::and_(std::span(kept).subspan(1));
}

}  // namespace arges::model
