#include "frontend/c/lower/constant_tables.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

#include "ir/simplify.h"
#include "ir/traversal.h"
#include "model/passes/statement_rewriter.h"

namespace arges::frontend::c {

namespace {

using ir::Expr;
using ir::Stmt;
using ir::StmtKind;
using ir::Var;

/// A choice among more values than this costs more than the array.
constexpr std::size_t longest_choice = 32;

/// The literals that an array holds.
struct Table {
  Expr fallback;                               ///< at all other indices
  std::vector<Expr> indices = {};              ///< in the order in which they were first stored
  std::unordered_map<Expr, Expr> values = {};  ///< by index

  void store(Expr index, Expr value) {
    if (values.insert_or_assign(index, value).second) indices.push_back(index);
  }
  Expr at(Expr index) const {
    const auto known = values.find(index);
    return known == values.end() ? fallback : known->second;
  }
};

/// Finds the tables of an automaton and replaces what is read from them.
class TableFolding {
 public:
  TableFolding(ir::Context& context, model::Cfa& cfa) : context_(context), cfa_(cfa) {}

  void run() {
    const bool has_arrays = std::any_of(cfa_.variables.begin(), cfa_.variables.end(),
                                        [](Var var) { return var->type.is_array(); });
    if (!has_arrays) return;
    find_beginning();
    for (const std::size_t edge : beginning_) begin(cfa_.edges[edge].statement);
    for (std::size_t i = 0; i < cfa_.edges.size() && !tables_.empty(); ++i)
      if (!is_beginning_[i])
        for (const Var var : ir::written_variables(cfa_.edges[i].statement)) tables_.erase(var);
    if (!tables_.empty()) replace();
  }

 private:
  /// The edges that every run takes first, each once.
  void find_beginning() {
    std::vector<std::size_t> leaving(cfa_.locations.size(), 0);
    std::vector<std::size_t> entering(cfa_.locations.size(), 0);
    std::vector<std::size_t> first(cfa_.locations.size(), 0);
    for (std::size_t i = 0; i < cfa_.edges.size(); ++i) {
      if (leaving[cfa_.edges[i].source]++ == 0) first[cfa_.edges[i].source] = i;
      ++entering[cfa_.edges[i].target];
    }
    is_beginning_.assign(cfa_.edges.size(), false);
    std::uint32_t at = cfa_.initial;
    if (entering[at] != 0) return;
    while (leaving[at] == 1 && entering[cfa_.edges[first[at]].target] == 1) {
      beginning_.push_back(first[at]);
      is_beginning_[first[at]] = true;
      at = cfa_.edges[first[at]].target;
    }
  }

  /// What is read there is what the arrays hold by then, whoever writes them later.
  void begin(Stmt& statement) {
    const bool is_sequence = statement.kind() == StmtKind::sequence;
    std::vector<Stmt> parts{statement};
    if (is_sequence) parts.assign(statement.children().begin(), statement.children().end());
    for (Stmt& part : parts) {
      const Stmt before = part;
      if (!tables_.empty()) part = folded({part}).front();
      execute(before);
    }
    statement = ir::sequence(context_, parts, statement.location());
  }

  void execute(Stmt statement) {
    if (statement.kind() != StmtKind::assign || !statement.var()->type.is_array()) {
      for (const Var var : ir::written_variables(statement)) tables_.erase(var);
    } else if (!assign(statement.var(), statement.expr())) {
      tables_.erase(statement.var());
    }
  }

  Table table_of(Expr literal) const {
    const ir::Type type = literal.type();
    const ir::ArrayValue& contents = literal.value().as_big().array;
    Table result{context_.literal(type.element(), contents.fallback)};
    for (const auto& [index, value] : contents.entries)
      result.store(context_.literal(type.index(), index), context_.literal(type.element(), value));
    return result;
  }

  /// Whether what the array then holds is known in full.
  bool assign(Var var, Expr array) {
    std::vector<Expr> stores;
    for (; array.op() == ir::Op::store; array = array.child(0)) stores.push_back(array);
    if (array.is_literal()) {
      tables_.insert_or_assign(var, table_of(array));
    } else if (!array.is_variable() || array.var() != var || !tables_.contains(var)) {
      return false;
    }
    Table& table = tables_.at(var);
    for (auto store = stores.rbegin(); store != stores.rend(); ++store) {
      const Expr index = ir::simplify(store->child(1));
      const Expr value = ir::simplify(store->child(2));
      if (!index.is_literal() || !value.is_literal()) return false;
      table.store(index, value);
    }
    return true;
  }

  void replace() {
    std::vector<Stmt> statements;
    for (std::size_t i = 0; i < cfa_.edges.size(); ++i)
      if (!is_beginning_[i]) statements.push_back(cfa_.edges[i].statement);
    statements = folded(std::move(statements));
    for (std::size_t i = cfa_.edges.size(); i-- > 0;) {
      if (is_beginning_[i]) continue;
      cfa_.edges[i].statement = statements.back();
      statements.pop_back();
    }
  }

  /// With what is read from tables replaced.
  std::vector<Stmt> folded(std::vector<Stmt> statements) {
    ir::Rewriter fold([this](Expr original, std::span<const Expr> children) {
      if (original.op() == ir::Op::select && children[0].op() == ir::Op::variable)
        if (const auto known = tables_.find(children[0].var()); known != tables_.end())
          if (const Expr value = read(known->second, ir::simplify(children[1]))) return value;
      return std::equal(children.begin(), children.end(), original.children().begin())
                 ? original
                 : ir::rebuild(original, children);
    });
    const model::StatementRewriter rewriter{context_, [](Var) { return false; },
                                            [&](Expr expr) {
                                              const Expr result = fold(expr);
                                              return result == expr ? expr : ir::simplify(result);
                                            }};
    for (Stmt& statement : statements) statement = rewriter(statement);
    return statements;
  }

  /// Null: it is better read from the array.
  static Expr read(const Table& table, Expr index) {
    if (index.is_literal()) return table.at(index);
    if (table.indices.size() > longest_choice) return {};
    Expr result = table.fallback;
    for (auto known = table.indices.rbegin(); known != table.indices.rend(); ++known)
      result = ir::ite(ir::eq(index, *known), table.at(*known), result);
    return result;
  }

  ir::Context& context_;
  model::Cfa& cfa_;
  std::vector<std::size_t> beginning_;
  std::vector<bool> is_beginning_;  ///< by edge
  std::unordered_map<Var, Table> tables_;
};

}  // namespace

void fold_constant_tables(ir::Context& context, model::Cfa& cfa) {
  TableFolding(context, cfa).run();
}

}  // namespace arges::frontend::c
