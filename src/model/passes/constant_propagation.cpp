#include <optional>
#include <unordered_map>
#include <unordered_set>

#include "ir/simplify.h"
#include "ir/traversal.h"
#include "model/passes/block_system.h"
#include "model/passes/live_variables.h"
#include "model/passes/slicing.h"
#include "model/passes/statement_rewriter.h"

namespace arges::model {

namespace {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;
using ir::Var;

/// The values a variable is given: none yet, always the same literal, or others.
struct Values {
  Expr only = {};
  bool varies = false;

  void add(Expr value) {
    if (!value.is_literal() || (only && only != value)) varies = true;
    only = value;
  }
};
using AllValues = std::unordered_map<Var, Values>;

void collect_writes(Stmt statement, AllValues& values) {
  if (statement.kind() == StmtKind::assign) values[statement.var()].add(statement.expr());
  if (statement.kind() == StmtKind::havoc || statement.kind() == StmtKind::loop)
    values[statement.var()].varies = true;
  for (const Var var : statement.locals()) values[var].varies = true;
  for (const Stmt child : statement.children()) collect_writes(child, values);
}

/// Repeats finding and replacing constants in one graph until there are no more.
class ConstantPropagator {
 public:
  explicit ConstantPropagator(BlockGraph& graph)
      : graph_(graph),
        context_(graph.system().context()),
        live_(BlockSystem(graph), LiveVariables::Reads::all) {}

  void run() {
    std::vector<BlockGraph::Control> controls;
    for (const auto& [control, point] : graph_.points()) controls.push_back(control);
    while (true) {
      const auto found = constants();
      if (found.empty()) return;
      record(controls, found);
      replace(found);
      graph_.remove_infeasible();
    }
  }

 private:
  using Constants = std::vector<std::pair<Var, Expr>>;

  Constants constants() const {
    AllValues values;
    for (const auto& [control, point] : graph_.points())
      for (const auto* edge : point.out) collect_writes(edge->block->statement(context_), values);
    std::unordered_set<Var> initialized;
    for (const Expr conjunct : ir::conjuncts(graph_.initial_condition))
      if (const auto fixed = ir::fixed_value(conjunct)) {
        values[fixed->variable.var()].add(fixed->value);
        initialized.insert(fixed->variable.var());
      }
    const std::vector<Var> mentioned = ir::free_variables(graph_.initial_condition);
    const std::unordered_set<Var> constrained(mentioned.begin(), mentioned.end());
    Constants result;
    for (const auto* vars : {&graph_.variables, &graph_.auxiliary_variables})
      for (const Var var : *vars) {
        const auto entry = values.find(var);
        if (entry == values.end() || entry->second.varies) continue;
        const bool starts_arbitrary = !initialized.contains(var);
        if (starts_arbitrary &&
            (constrained.contains(var) || live_.is_live(graph_.system().initial_control(), var)))
          continue;
        result.emplace_back(var, entry->second.only);
      }
    return result;
  }

  /// Where a variable is live, every way from the start gave it its value: else it would be live at
  /// the start too, and no constant.
  void record(const std::vector<BlockGraph::Control>& controls, const Constants& constants) {
    for (const BlockGraph::Control control : controls)
      for (const auto& [var, value] : constants)
        if (live_.is_live(control, var)) graph_.constants[control].emplace_back(var, value);
  }

  void replace(const Constants& constants) {
    ir::Substitution substitution;
    std::unordered_set<Var> gone;
    for (const auto& [var, value] : constants) {
      substitution.emplace(context_.var(var), value);
      gone.insert(var);
    }
    const auto with_values = [&](Expr expr) {
      const Expr result = ir::substitute(expr, substitution);
      return result == expr ? expr : ir::simplify(result);
    };
    const auto is_gone = [&](Var var) { return gone.contains(var); };
    graph_.change_statements(StatementRewriter{context_, is_gone, with_values});
    graph_.initial_condition = with_values(graph_.initial_condition);
    std::erase_if(graph_.variables, is_gone);
    std::erase_if(graph_.auxiliary_variables, is_gone);
  }

  BlockGraph& graph_;
  ir::Context& context_;
  LiveVariables live_;  ///< in the graph as it was
};

}  // namespace

void propagate_constants(BlockGraph& graph) { ConstantPropagator(graph).run(); }

}  // namespace arges::model
