#include "model/transition_system/decision_finder.h"

#include <algorithm>

#include "ir/reference_evaluator.h"

namespace arges::model {

namespace {

constexpr std::size_t most_statements = 200'000;
constexpr std::size_t most_candidates = 12;
constexpr long most_iterations = 10'000;

/// Executes with backtracking.
class DecisionFinder {
 public:
  DecisionFinder(const ir::Valuation& to, const std::vector<ir::Var>& variables)
      : to_(to), variables_(variables) {}

  bool find(ir::Stmt statement, const ir::Valuation& from) { return run({{statement}}, from); }
  std::vector<ir::Decision> decisions() && { return std::move(decisions_); }

 private:
  /// A statement to execute, or a value to give to a variable: free, or a loop's counter.
  struct Item {
    ir::Stmt statement = {};
    ir::Var free = nullptr;
    ir::Var counter = nullptr;
    ir::Value value = {};
  };
  using Items = std::vector<Item>;  ///< the last comes first

  bool run(Items todo, ir::Valuation state) {
    while (!todo.empty()) {
      if (++executed_ > most_statements) return false;
      const Item item = todo.back();
      todo.pop_back();
      if (item.counter != nullptr) {
        state.set(item.counter, item.value);
        continue;
      }
      if (item.free != nullptr) return pick(item.free, todo, state);
      const ir::Stmt statement = item.statement;
      switch (statement.kind()) {
        case ir::StmtKind::skip:
          break;
        case ir::StmtKind::havoc:
          return pick(statement.var(), todo, state);
        case ir::StmtKind::choice:
          return choose(statement, todo, state);
        case ir::StmtKind::sequence:
          for (std::size_t i = statement.children().size(); i > 0; --i)
            todo.push_back({statement.child(i - 1)});
          break;
        case ir::StmtKind::local:
          todo.push_back({statement.child(0)});
          for (std::size_t i = statement.locals().size(); i > 0; --i)
            todo.push_back({.free = statement.locals()[i - 1]});
          break;
        case ir::StmtKind::loop:
          if (!unroll(statement, todo, state)) return false;
          break;
        default:
          if (!execute(statement, todo, state)) return false;
      }
    }
    return std::all_of(variables_.begin(), variables_.end(),
                       [&](ir::Var var) { return state.get(var) == to_.get(var); });
  }

  static bool execute(ir::Stmt statement, Items& todo, ir::Valuation& state) {
    const auto value = ir::reference_evaluate(statement.expr(), state);
    if (!value) return false;
    if (statement.kind() == ir::StmtKind::assume) return value->is_true();
    if (statement.kind() == ir::StmtKind::assign)
      state.set(statement.var(), *value);
    else
      todo.push_back({statement.child(value->is_true() ? 0 : 1)});
    return true;
  }

  static bool unroll(ir::Stmt statement, Items& todo, const ir::Valuation& state) {
    const auto from = ir::reference_evaluate(statement.expr(), state);
    const auto to = ir::reference_evaluate(statement.bound(), state);
    if (!from || !to || to->integer() - from->integer() > most_iterations) return false;
    ir::ValuePool& pool = statement.expr().context().values();
    for (mpz_class i = to->integer() - 1; i >= from->integer(); --i) {
      todo.push_back({statement.child(0)});
      todo.push_back({.counter = statement.var(), .value = pool.integer(i)});
    }
    return true;
  }

  bool choose(ir::Stmt statement, const Items& todo, const ir::Valuation& state) {
    for (std::uint32_t branch = 0; branch < statement.children().size(); ++branch) {
      decisions_.push_back(ir::Decision::take(branch));
      Items rest = todo;
      rest.push_back({statement.child(branch)});
      if (run(std::move(rest), state)) return true;
      decisions_.pop_back();
    }
    return false;
  }

  bool pick(ir::Var var, const Items& todo, const ir::Valuation& state) {
    for (const ir::Value value : candidates(var)) {
      decisions_.push_back(ir::Decision::pick(value, var->type));
      ir::Valuation next = state;
      next.set(var, value);
      if (run(todo, std::move(next))) return true;
      decisions_.pop_back();
    }
    return false;
  }

  /// What it is in the end, else what variables of that type are, and the first value.
  std::vector<ir::Value> candidates(ir::Var var) const {
    std::vector<ir::Value> result;
    const auto add = [&](ir::Value value) {
      if (!value.is_unknown() && result.size() < most_candidates &&
          std::find(result.begin(), result.end(), value) == result.end())
        result.push_back(value);
    };
    add(to_.get(var));
    if (!var->type.is_array()) add(ir::Value::small(0));
    for (const ir::Var other : variables_)
      if (other->type == var->type) add(to_.get(other));
    return result;
  }

  const ir::Valuation& to_;
  const std::vector<ir::Var>& variables_;
  std::vector<ir::Decision> decisions_;
  std::size_t executed_ = 0;
};

}  // namespace

std::optional<std::vector<ir::Decision>> find_decisions(ir::Stmt statement,
                                                        const ir::Valuation& from,
                                                        const ir::Valuation& to,
                                                        const std::vector<ir::Var>& variables) {
  DecisionFinder finder(to, variables);
  if (!finder.find(statement, from)) return std::nullopt;
  return std::move(finder).decisions();
}

}  // namespace arges::model
